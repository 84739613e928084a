import type { GroupInteractiveRow } from '#contracts/interactive-stats.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Choice } from '../choose.ts';
import { readEveryStory, readGroups } from '../things.ts';
import { readInteractive } from './interactive.ts';

/**
 * Responses to the components of groups over a range; single components where one group is asked for. Cost: groups and
 * stories of the main database, then what `readInteractive` costs.
 */
export const groupInteractive = async (
  kernel: Pick<Kernel, 'db' | 'analytics' | 'config'>,
  { filter, range }: Choice,
): Promise<GroupInteractiveRow[]> => {
  const [groups, stories] = await Promise.all([
    readGroups(kernel.db, kernel.config.MEDIA_URL, filter),
    readEveryStory(kernel.db, filter),
  ]);
  const components = filter.group_id !== null;
  const interactive = await readInteractive(kernel.analytics, {
    scope: 'group',
    things: groups,
    stories,
    range,
    components,
  });
  return groups.map(({ id, title, icon, status, instance_id, app_id }) => ({
    ...{ id, title, icon, status, instance_id, app_id },
    stats: interactive.statsOf(id),
    components: components ? stories.flatMap((story) => interactive.componentsOf(story.id)) : null,
  }));
};
