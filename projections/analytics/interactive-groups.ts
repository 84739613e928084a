import type { GroupInteractiveRow } from '#contracts/interactive-stats.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Choice } from './choose.ts';
import { readInteractive } from './interactive.ts';
import { readEveryStory, readGroups } from './things.ts';

/**
 * Responses to the components of groups over a range. Cost: groups and stories of the main database, then stories × days ×
 * values, and at most 50,000 answers to count who gave them.
 */
export const groupInteractive = async (
  kernel: Pick<Kernel, 'db' | 'analytics' | 'config'>,
  { filter, range }: Choice,
): Promise<GroupInteractiveRow[]> => {
  const [groups, stories] = await Promise.all([
    readGroups(kernel.db, kernel.config.MEDIA_URL, filter),
    readEveryStory(kernel.db, filter),
  ]);
  const interactive = await readInteractive(kernel.analytics, stories, range, 'group_id');
  const storiesOf = new Map<string, string[]>();
  for (const { id, story_group_id } of stories) {
    const own = storiesOf.get(story_group_id);
    if (own) own.push(id);
    else storiesOf.set(story_group_id, [id]);
  }
  return groups.map(({ id, title, icon, status, instance_id, app_id }) => {
    const own = storiesOf.get(id) ?? [];
    return {
      ...{ id, title, icon, status, instance_id, app_id },
      stats: interactive.statsOf(id, own),
      components: own.flatMap((story) => interactive.componentsOf(story)),
    };
  });
};
