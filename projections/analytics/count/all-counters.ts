import type { Counter } from './counter.ts';
import { accountViewerCounters } from './counters/account-viewers.ts';
import { createCapCounter } from './counters/caps.ts';
import { createComponentCounter } from './counters/components.ts';
import { createDailyCounter } from './counters/daily.ts';
import { createHourCounter } from './counters/hours.ts';
import { createInstanceDayCounter } from './counters/instance-days.ts';
import { liveMinuteCounters } from './counters/live-minutes.ts';
import { sdkDayCounters } from './counters/sdk-days.ts';
import { sdkMinuteCounters } from './counters/sdk-minutes.ts';
import { versionCounters } from './counters/versions.ts';

/** Creates the counters of one batch, in the order in which they write. */
export type CreateCounters = () => Counter[];

/** The counters that depend on the log alone, and so are rebuilt. */
export const rebuildableCounters = (): CreateCounters => {
  const createAccountViewerCounter = accountViewerCounters();
  const createVersionCounter = versionCounters();
  return () => [
    createDailyCounter(),
    createHourCounter(),
    createVersionCounter(),
    createAccountViewerCounter(),
    createComponentCounter(),
  ];
};

/** All counters: also those of the present moment, which a rebuild leaves out. */
export const allCounters = (): CreateCounters => {
  const rebuildable = rebuildableCounters();
  const createSdkMinuteCounter = sdkMinuteCounters();
  const createSdkDayCounter = sdkDayCounters();
  const createLiveMinuteCounter = liveMinuteCounters();
  return () => [
    ...rebuildable(),
    createCapCounter(),
    createLiveMinuteCounter(),
    createSdkMinuteCounter(),
    createSdkDayCounter(),
    createInstanceDayCounter(),
  ];
};
