import type { StoryStats, StoryStatsRow } from '#contracts/stats.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Choice } from '../choose.ts';
import { clickRate, readTotals, type Total, watchSeconds } from '../figures.ts';
import { readStories } from '../things.ts';

const statsOf = ({ counts: sum, reach }: Total): StoryStats => ({
  reach,
  impression: sum.impressions,
  click: sum.clicks,
  total_skipped: sum.skips,
  share_count: sum.shares,
  completed: sum.completes,
  nexts: sum.nexts,
  prevs: sum.prevs,
  closed: sum.closes,
  average_watch_length: watchSeconds(sum),
  ctr: clickRate(sum),
});

/** The figures of stories over a range. Cost: stories × days added up in Postgres, stories × (merged spans + days left) as
 * sketches. */
export const storyStatistics = async (
  kernel: Pick<Kernel, 'db' | 'analytics' | 'config'>,
  { filter, range }: Choice,
): Promise<StoryStatsRow[]> => {
  const stories = await readStories(kernel.db, kernel.config.MEDIA_URL, filter);
  const totalOf = await readTotals(kernel.analytics, { scope: 'story', things: stories }, range.days);
  return stories.map(({ id, title, type, status, story_group_id }) => ({
    id,
    title,
    type,
    status,
    story_group_id,
    stats: statsOf(totalOf(id)),
  }));
};
