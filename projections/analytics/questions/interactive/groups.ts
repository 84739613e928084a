import type { GroupInteractiveRow } from '#contracts/stats/interactive-stats.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { readAllStories, readGroups } from '../entities.ts';
import type { QueryScope } from '../resolve-scope.ts';
import { readNames } from './names.ts';
import { readInteractive } from './read.ts';

/**
 * Responses to the components of groups over a range; single components where groups are named. Cost: groups and
 * stories of the main database, then what `readInteractive` and `readNames` cost.
 */
export const readGroupInteractive = async (
  kernel: Pick<Kernel, 'db' | 'analytics' | 'config'>,
  { filter, range }: QueryScope,
  { days = false } = {},
): Promise<GroupInteractiveRow[]> => {
  const [groups, stories] = await Promise.all([
    readGroups(kernel.db, kernel.config.MEDIA_URL, filter),
    readAllStories(kernel.db, filter),
  ]);
  const components = filter.groups !== null;
  const interactive = await readInteractive(kernel.analytics, {
    scope: 'group',
    entities: groups,
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
  return groups.map(({ id, title, icon, status, instance_id, app_id }) => ({
    ...{ id, title, icon, status, instance_id, app_id },
    stats: interactive.statsOf(id),
    components: named
      ? stories.flatMap((story) => (story.story_group_id === id ? interactive.componentsOf(story.id).map(named) : []))
      : null,
  }));
};
