import { compareSpans } from '#contracts/stats/like-with-like.ts';
import type { GroupStats, GroupStatsRow } from '#contracts/stats/stats.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { readGroups } from '../entities.ts';
import {
  averageWatchSeconds,
  clickRate,
  type EntitySet,
  type RangeTotals,
  readComparedTotals,
  readDailyCounts,
  readDailyViewers,
  readFirstDays,
  readRangeTotals,
} from '../metrics.ts';
import type { QueryScope } from '../resolve-scope.ts';

const statsOf = ({ counts: sum, reach }: RangeTotals): GroupStats => ({
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

/** The metrics of groups over a range, the range before it, and each day. Cost: groups × days of both ranges summed in
 * Postgres, groups × days as numbers, and groups × (periods + days of the plan) as sketches. */
export const readGroupStats = async (
  kernel: Pick<Kernel, 'db' | 'analytics' | 'config'>,
  { filter, apps, range, previous, spans }: QueryScope,
): Promise<GroupStatsRow[]> => {
  const { db, analytics, config } = kernel;
  const groups = await readGroups(db, config.MEDIA_URL, filter);
  const set: EntitySet = { scope: 'group', entities: groups };
  const subjects = groups.map((group) => group.id);
  const days = { apps, scope: 'group' as const, subjects, from: range.days[0]!, to: range.days.at(-1)! };
  const [now, before, counts, viewers, firstDay] = await Promise.all([
    readRangeTotals(analytics, set, range.days),
    readRangeTotals(analytics, set, previous.days),
    readDailyCounts(analytics, days, ['impressions', 'clicks']),
    readDailyViewers(analytics, days),
    readFirstDays(analytics, set),
  ]);
  const sides = await readComparedTotals(analytics, set, spans, { days: range.days, now, before });
  const daily = new Map<string, { reach: number; impression: number; click: number }>();
  const onDay = (id: string, day: string) => {
    const key = `${id} ${day}`;
    const held = daily.get(key) ?? { reach: 0, impression: 0, click: 0 };
    daily.set(key, held);
    return held;
  };
  for (const { subject_id, day, impressions, clicks } of counts) {
    const sums = onDay(subject_id, day);
    sums.impression += impressions;
    sums.click += clicks;
  }
  for (const { subject_id, day, viewers: count } of viewers) onDay(subject_id, day).reach += count;
  return groups.map(({ ts_created: _, ...group }) => ({
    ...group,
    stats: statsOf(now(group.id)),
    previous: statsOf(before(group.id)),
    compared: compareSpans(spans, firstDay(group.id), (side) => statsOf(sides[side](group.id))),
    daily: range.days.map((date) => ({ date, ...onDay(group.id, date) })),
  }));
};
