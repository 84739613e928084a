import type { StoryStats, StoryStatsRow } from '#contracts/stats.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Choice } from './choose.ts';
import { clickRate, type Figures, reachIn, readFigures, sumOver, watchSeconds } from './figures.ts';
import { readStories } from './things.ts';

const statsOf = (figures: Figures | undefined, days: readonly string[]): StoryStats => {
  const sum = sumOver([figures], days);
  return {
    reach: reachIn([figures], 0),
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
  };
};

/** The figures of stories over a range. Cost: stories × days as numbers, stories × (months +
 * weeks + days left) as sketches. */
export const storyStatistics = async (
  kernel: Pick<Kernel, 'db' | 'analytics' | 'config'>,
  { filter, apps, range }: Choice,
): Promise<StoryStatsRow[]> => {
  const stories = await readStories(kernel.db, kernel.config.MEDIA_URL, filter);
  const figures = await readFigures(kernel.analytics, {
    apps,
    scope: 'story',
    subjects: stories.map((story) => story.id),
    from: range.days[0]!,
    to: range.days.at(-1)!,
    ranges: [range.days],
  });
  return stories.map(({ id, title, type, status, story_group_id }) => ({
    id,
    title,
    type,
    status,
    story_group_id,
    stats: statsOf(figures.get(id), range.days),
  }));
};
