import type { Kernel } from '#kernel/kernel.ts';
import { laneCount } from '#kernel/telemetry-log/partition.ts';
import { createAggregator } from '#projections/analytics/count/aggregator.ts';
import { rebuildAnalytics } from '#projections/analytics/rebuild/rebuild.ts';
import { metricTables } from '#projections/analytics/tables.ts';
import { hashTableRows } from '#projections/hash-rows.ts';
import type { RebuildHashes } from '#projections/runner/rebuild.ts';
import type { Harness } from './harness.ts';

const allLanes = Array.from({ length: laneCount }, (_, lane) => lane);
const counters = new WeakMap<Kernel, ReturnType<typeof createAggregator>>();

/**
 * Counts what can be read; one counter counts all of a harness, as one does in a process. Answers how many batches it
 * read.
 */
const count = (kernel: Kernel): Promise<number> => {
  const counter = counters.get(kernel) ?? createAggregator(kernel);
  counters.set(kernel, counter);
  return counter(allLanes, () => true);
};

/**
 * Counts until nothing of the inbox is left: what runs in other databases of the server holds the horizon back, too.
 */
export const countAll = async (h: Harness): Promise<number> => {
  let counted = 0;
  await h.until(async () => {
    counted += await count(h.kernel);
    const { rows } = await h.kernel.analytics.pool.query<{ left: number }>(
      'select count(*)::int as left from telemetry_uncounted',
    );
    return rows[0]!.left === 0;
  }, 'the inbox to be counted');
  return counted;
};

/** Counts everything again, from archive and logs. */
export const rebuildFigures = (h: Harness): Promise<RebuildHashes> => rebuildAnalytics(h.kernel);

/** A hash of each table that figures are read from. */
export const hashFigures = (h: Harness): Promise<Record<string, string>> =>
  hashTableRows(h.kernel.analytics.pool, 'analytics', metricTables);

/** The impressions of a group on all days. */
export const impressionsOf = async (h: Harness, groupId: string): Promise<number> => {
  const { rows } = await h.kernel.analytics.pool.query(
    `select coalesce(sum(impressions), 0)::int as n from daily_count where scope = 'group' and subject_id = $1`,
    [groupId],
  );
  return rows[0].n;
};
