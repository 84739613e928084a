import type { Db } from '#kernel/db/pool.ts';
import type { Harness } from '#ops/testing/harness.ts';
import { drainLogs } from '#projections/analytics/count/aggregator.ts';
import { allCounters, type CreateCounters } from '#projections/analytics/count/all-counters.ts';
import { accountViewerCounters } from '#projections/analytics/count/counters/account-viewers.ts';
import { createCapCounter } from '#projections/analytics/count/counters/caps.ts';
import { createComponentCounter } from '#projections/analytics/count/counters/components.ts';
import { createDailyCounter } from '#projections/analytics/count/counters/daily.ts';
import { createInstanceDayCounter } from '#projections/analytics/count/counters/instance-days.ts';
import { liveMinuteCounters } from '#projections/analytics/count/counters/live-minutes.ts';
import { sdkDayCounters } from '#projections/analytics/count/counters/sdk-days.ts';
import { sdkMinuteCounters } from '#projections/analytics/count/counters/sdk-minutes.ts';
import { makeBatchSenders } from './batches.ts';
import { fillInbox } from './fill-inbox.ts';
import { alternate, type Measured, perSecond, type RunSize, scaled } from './measure.ts';

const viewers = 200_000;
const eventsEach = 20;

/** All counters but those of hours and versions. */
const countersBefore = (): CreateCounters => {
  const createAccountViewerCounter = accountViewerCounters();
  const createSdkMinuteCounter = sdkMinuteCounters();
  const createSdkDayCounter = sdkDayCounters();
  const createLiveMinuteCounter = liveMinuteCounters();
  return () => [
    createDailyCounter(),
    createAccountViewerCounter(),
    createComponentCounter(),
    createCapCounter(),
    createLiveMinuteCounter(),
    createSdkMinuteCounter(),
    createSdkDayCounter(),
    createInstanceDayCounter(),
  ];
};

/**
 * The same inbox brought into the figures with all counters, against those without hours and versions, to which the
 * lengths of stories are unknown, so that they count no watch steps.
 */
export const measureCounting = (h: Harness, db: Db, size: RunSize): Promise<Measured> => {
  const senders = makeBatchSenders(100, 3, 10);
  const batches = scaled(10_000, size, 50);
  const drain = async (counters: CreateCounters, lengths: boolean) => {
    await fillInbox(db, senders, viewers, batches, { full: true, lengths });
    return perSecond(batches * eventsEach, async () => {
      let left = batches;
      while (left > 0) left -= await drainLogs(h.kernel, counters);
    });
  };
  return alternate(
    {
      path: `aggregation drain with all counters, ${batches * eventsEach} events`,
      peer: 'without hours, versions and watch steps',
      unit: 'events/s',
      // At most 1.2 times the time.
      goal: 0.83,
      floor: null,
    },
    size,
    () => drain(allCounters(), true),
    () => drain(countersBefore(), false),
  );
};
