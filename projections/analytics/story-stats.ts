import type { StoryStats, StoryStatsRow } from '#contracts/stats.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Choice } from './choose.ts';
import { clickRate, type Figures, reachOver, readFigures, sumOver, watchSeconds } from './figures.ts';
import { readStories } from './things.ts';

const statsOf = (figures: Figures | undefined, days: readonly string[]): StoryStats => {
  const sum = sumOver([figures], days);
  return {
    reach: reachOver([figures], days),
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

/** The figures of stories over a range. Cost: stories × days, twice. */
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
