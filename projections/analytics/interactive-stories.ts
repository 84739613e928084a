import type { StoryInteractiveRow } from '#contracts/interactive-stats.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Choice } from './choose.ts';
import { readInteractive } from './interactive.ts';
import { readStories } from './things.ts';

/** Responses to the components of stories over a range. Cost: stories × days × values, and at most 50,000 answers to count who gave them. */
export const storyInteractive = async (
  kernel: Pick<Kernel, 'db' | 'analytics' | 'config'>,
  { filter, range }: Choice,
): Promise<StoryInteractiveRow[]> => {
  const stories = await readStories(kernel.db, kernel.config.MEDIA_URL, filter);
  const interactive = await readInteractive(kernel.analytics, stories, range, 'story_id');
  return stories.map(({ id, title, type, status, story_group_id }) => ({
    ...{ id, title, type, status, story_group_id },
    stats: interactive.statsOf(id, [id]),
    components: interactive.componentsOf(id),
  }));
};
