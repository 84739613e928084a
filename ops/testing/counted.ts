import { lanes } from '#kernel/telemetry/log.ts';
import { createCounter } from '#projections/analytics/aggregator.ts';
import type { Harness } from './harness.ts';

const allLanes = Array.from({ length: lanes }, (_, lane) => lane);
const counters = new WeakMap<Harness, ReturnType<typeof createCounter>>();

/**
 * Counts until nothing of the inbox is left: what runs in other databases of the server holds the horizon back, too. One
 * counter counts all of a harness, as one does in a process.
 */
export const countAll = (h: Harness): Promise<void> => {
  const count = counters.get(h) ?? createCounter(h.kernel);
  counters.set(h, count);
  return h.until(async () => {
    await count(allLanes, () => true);
    const { rows } = await h.kernel.analytics.pool.query<{ left: number }>(
      'select count(*)::int as left from telemetry_uncounted',
    );
    return rows[0]!.left === 0;
  }, 'the inbox to be counted');
};
