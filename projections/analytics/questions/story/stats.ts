import type { StoryStats, StoryStatsRow } from '#contracts/stats/stats.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { readStories } from '../entities.ts';
import { averageWatchSeconds, clickRate, type RangeTotals, readRangeTotals } from '../metrics.ts';
import type { QueryScope } from '../resolve-scope.ts';

const statsOf = ({ counts: sum, reach }: RangeTotals): StoryStats => ({
  reach,
  impression: sum.impressions,
  click: sum.clicks,
  total_skipped: sum.skips,
  share_count: sum.shares,
  completed: sum.completes,
  nexts: sum.nexts,
  prevs: sum.prevs,
  closed: sum.closes,
  average_watch_length: averageWatchSeconds(sum),
  ctr: clickRate(sum),
});

/**
 * The metrics of stories over a range. Cost: stories × days summed in Postgres, stories × (periods + days of the plan)
 * as sketches.
 */
export const readStoryStats = async (
  kernel: Pick<Kernel, 'db' | 'analytics' | 'config'>,
  { filter, range }: QueryScope,
): Promise<StoryStatsRow[]> => {
  const stories = await readStories(kernel.db, kernel.config.MEDIA_URL, filter);
  const totalOf = await readRangeTotals(kernel.analytics, { scope: 'story', entities: stories }, range.days);
  return stories.map(({ id, title, type, status, story_group_id }) => ({
    id,
    title,
    type,
    status,
    story_group_id,
    stats: statsOf(totalOf(id)),
  }));
};
