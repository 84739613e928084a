import type pg from 'pg';
import type { Logger } from '#kernel/platform/log.ts';
import { laneCount } from '#kernel/telemetry-log/partition.ts';
import type { Person } from '#ops/testing/people.ts';
import { rebuildableCounters } from '#projections/analytics/count/all-counters.ts';
import { type Aggregation, processBatch } from '#projections/analytics/count/process-batch.ts';
import { compactNextPeriod, oldestDay } from '#projections/analytics/rollups/compact.ts';
import { type BatchSender, makeBatch } from './batches.ts';
import type { SeededApp } from './seed.ts';

const dayMs = 86_400_000;
const eventsEach = 20;
const batchMs = 20_000;
const flush = 2500;
const viewers = 200_000;

/** Days over which events are seeded; today is the last of them. */
export const seededDays = 30;

/** An app that gets events, and its owner. */
export interface OwnedApp {
  person: Person;
  app: SeededApp;
}

/** A moment of a day (since 1970), of today one that has been, and late enough that no batch reaches into the day before. */
const momentOf = (day: number): number => {
  const first = day * dayMs + batchMs;
  return Math.max(first, Math.floor(first + Math.random() * (Math.min(Date.now(), (day + 1) * dayMs) - first)));
};

/**
 * Aggregates so many events of 200,000 viewers of an app, spread evenly over the days
 * and their hours, by the aggregator's own code.
 */
export const aggregateEvents = async (
  client: pg.ClientBase,
  log: Logger,
  { person, app }: OwnedApp,
  events: number,
): Promise<void> => {
  const counting: Aggregation = { log, createCounters: rebuildableCounters(), tables: 'draft' };
  const sender: BatchSender = {
    account_id: person.account_id,
    app_id: app.app_id,
    instance_id: app.instance_id,
    partition: 0,
    groups: app.groups,
  };
  const aDay = Math.ceil(events / eventsEach / seededDays);
  const today = Math.floor(Date.now() / dayMs);
  for (let back = seededDays - 1; back >= 0; back -= 1)
    for (let done = 0; done < aDay; done += flush) {
      const rows = Array.from({ length: Math.min(flush, aDay - done) }, () =>
        makeBatch(sender, viewers, momentOf(today - back), { full: true }),
      );
      await processBatch(client, counting, rows, async () => {});
    }
};

/** Merges the sketches of all periods that have ended, as the compactor does in time, and has the planner look anew. */
export const compactRollups = async (client: pg.ClientBase): Promise<void> => {
  const oldest = (await oldestDay(client))!;
  for (let lane = 0; lane < laneCount; lane += 1) while (await compactNextPeriod(client, lane, Date.now(), oldest));
  await client.query('vacuum analyze');
};
