import type { DailyStats, GroupStats } from '#contracts/stats/stats.ts';
import type { CounterColumn } from '../../tables.ts';
import { averageWatchSeconds, clickRate, type RangeTotals } from '../metrics.ts';

/** The figures of a group, or of several together, over a range. */
export const groupFigures = ({ counts: sum, reach }: Pick<RangeTotals, 'counts' | 'reach'>): GroupStats => ({
  reach,
  total_impression: sum.impressions,
  total_click: sum.clicks,
  total_open: sum.opens,
  total_skipped: sum.skips,
  share_count: sum.shares,
  total_complete: sum.completes,
  nexts: sum.nexts,
  prevs: sum.prevs,
  closed: sum.closes,
  average_watch_length: averageWatchSeconds(sum),
  ctr: clickRate(sum),
});

/** The counters that the figures of a day are made of. */
export const dayCounters = [
  'impressions',
  'clicks',
  'opens',
  'completes',
  'watch_ms',
  'leaves',
] as const satisfies readonly CounterColumn[];
/** Their sums. */
export type DaySums = Record<(typeof dayCounters)[number], number>;

/** A day on which nothing was counted. */
export const noSums = (): DaySums => ({ impressions: 0, clicks: 0, opens: 0, completes: 0, watch_ms: 0, leaves: 0 });

/** The figures of a group, or of several together, on one UTC day. */
export const dayFigures = (date: string, sum: DaySums, reach: number): DailyStats => ({
  date,
  reach,
  impression: sum.impressions,
  click: sum.clicks,
  open: sum.opens,
  completed: sum.completes,
  average_watch_length: averageWatchSeconds(sum),
});
