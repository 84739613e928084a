import type { StoryInteractiveRow } from '#contracts/stats/interactive-stats.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { readStories } from '../entities.ts';
import type { QueryScope } from '../resolve-scope.ts';
import { readNames } from './names.ts';
import { readInteractive } from './read.ts';

/**
 * Responses to the components of stories over a range; single components where groups are named. Cost: stories of
 * the main database, then what `readInteractive` and `readNames` cost.
 */
export const readStoryInteractive = async (
  kernel: Pick<Kernel, 'db' | 'analytics' | 'config'>,
  { filter, range }: QueryScope,
  { days = false } = {},
): Promise<StoryInteractiveRow[]> => {
  const stories = await readStories(kernel.db, kernel.config.MEDIA_URL, filter);
  const components = filter.groups !== null;
  const interactive = await readInteractive(kernel.analytics, {
    scope: 'story',
    entities: stories,
    stories,
    range,
    components,
    days,
  });
  const named = components
    ? await readNames(
        kernel.db,
        stories.flatMap(({ id }) => interactive.componentsOf(id)),
      )
    : null;
  return stories.map(({ id, title, type, status, story_group_id }) => ({
    ...{ id, title, type, status, story_group_id },
    stats: interactive.statsOf(id),
    components: named ? interactive.componentsOf(id).map(named) : null,
  }));
};
