import type { GroupStats, GroupStatsRow } from '#contracts/stats.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Choice } from './choose.ts';
import { clickRate, type Figures, reachIn, readFigures, sumOver, watchSeconds } from './figures.ts';
import { readGroups } from './things.ts';

const statsOf = (figures: Figures | undefined, days: readonly string[], range: number): GroupStats => {
  const sum = sumOver([figures], days);
  return {
    reach: reachIn([figures], range),
    total_impression: sum.impressions,
    total_click: sum.clicks,
    total_open: sum.opens,
    total_skipped: sum.skips,
    share_count: sum.shares,
    total_complete: sum.completes,
    nexts: sum.nexts,
    prevs: sum.prevs,
    closed: sum.closes,
    average_watch_length: watchSeconds(sum),
    ctr: clickRate(sum),
  };
};

/** The figures of groups over a range, the range before it, and each day. Cost: groups × days of both ranges
 * as numbers, and groups × (months + weeks + days left) as sketches. */
export const groupStatistics = async (
  kernel: Pick<Kernel, 'db' | 'analytics' | 'config'>,
  { filter, apps, range, previous }: Choice,
): Promise<GroupStatsRow[]> => {
  const groups = await readGroups(kernel.db, kernel.config.MEDIA_URL, filter);
  const figures = await readFigures(kernel.analytics, {
    apps,
    scope: 'group',
    subjects: groups.map((group) => group.id),
    from: previous.days[0]!,
    to: range.days.at(-1)!,
    ranges: [range.days, previous.days],
  });
  return groups.map(({ ts_created: _, ...group }) => {
    const own = figures.get(group.id);
    return {
      ...group,
      stats: statsOf(own, range.days, 0),
      previous: statsOf(own, previous.days, 1),
      daily: range.days.map((date) => {
        const { impressions, clicks } = sumOver([own], [date]);
        return { date, reach: own?.daily.get(date) ?? 0, impression: impressions, click: clicks };
      }),
    };
  });
};
