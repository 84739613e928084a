import { groupStatus, storyStatus } from '#contracts/story-group/status.ts';
import type { GroupDetail } from './group-queries.ts';

/** Whether the SDK delivers a group now and, if not, why. */
export interface Delivery {
  live: boolean;
  text: string;
}

const off: Record<number, string> = {
  [groupStatus.inactive]: 'Inactive',
  [groupStatus.capped]: 'Target cap reached',
  [groupStatus.ended]: 'End date reached',
  [groupStatus.archived]: 'Archived',
  [groupStatus.passive]: 'Waiting for approval',
};

/** What the SDK makes of a group at a moment (unix seconds). */
export function deliveryOf(group: GroupDetail, now: number): Delivery {
  const no = (text: string) => ({ live: false, text });
  const reason = off[group.status];
  if (reason) return no(reason);
  if (group.settings.is_unpublished) return no('Not published yet');
  if (group.ts_start > now) return no('Starts later');
  if (group.ts_end !== null && group.ts_end <= now) return no('End date reached');
  const inWindow = group.stories.filter(
    (story) =>
      story.status === storyStatus.active &&
      (story.ts_start === null || story.ts_start <= now) &&
      (story.ts_end === null || story.ts_end > now),
  );
  if (group.stories.length === 0) return no('No stories yet');
  if (inWindow.length === 0) return no('No active story');
  return group.status === groupStatus.test ? no('Test devices only') : { live: true, text: 'Live in the SDK' };
}
