import { drain } from '#projections/analytics/aggregator.ts';
import type { Harness } from './harness.ts';

/** Counts until nothing of the inbox is left: what runs in other databases of the server holds the horizon back, too. */
export const countAll = (h: Harness): Promise<void> =>
  h.until(async () => {
    await drain(h.kernel);
    const { rows } = await h.kernel.analytics.pool.query<{ left: number }>(
      'select count(*)::int as left from telemetry_uncounted',
    );
    return rows[0]!.left === 0;
  }, 'the inbox to be counted');
