import { groupStatus, storyStatus } from '#contracts/story-group/status.ts';
import { groupWords } from '../words/group.en.ts';
import { t } from '../words/t.ts';
import type { GroupDetail } from './group-queries.ts';

/** Whether the SDK delivers a group now and, if not, why. */
export interface Delivery {
  live: boolean;
  text: string;
}

const off: Record<number, string> = {
  [groupStatus.inactive]: t(groupWords.inactive),
  [groupStatus.capped]: t(groupWords.targetCapReached),
  [groupStatus.ended]: t(groupWords.endDateReached),
  [groupStatus.archived]: t(groupWords.archived),
  [groupStatus.passive]: t(groupWords.waitingForApproval),
};

/** What keeps a group from showing anything at a moment (unix seconds), however active it is: it has no story to show. */
export function lacking({ stories }: Pick<GroupDetail, 'stories'>, now: number): string | null {
  if (stories.length === 0) return t(groupWords.noStoriesYet);
  const plays = stories.some(
    (story) =>
      story.status === storyStatus.active &&
      (story.ts_start === null || story.ts_start <= now) &&
      (story.ts_end === null || story.ts_end > now),
  );
  return plays ? null : t(groupWords.noActiveStory);
}

/** What the SDK makes of a group at a moment (unix seconds). */
export function deliveryOf(group: GroupDetail, now: number): Delivery {
  const no = (text: string) => ({ live: false, text });
  const reason = off[group.status];
  if (reason) return no(reason);
  if (group.settings.is_unpublished) return no(t(groupWords.notPublishedYet));
  if (group.ts_start > now) return no(t(groupWords.startsLater));
  if (group.ts_end !== null && group.ts_end <= now) return no(t(groupWords.endDateReached));
  const lacks = lacking(group, now);
  if (lacks) return no(lacks);
  return group.status === groupStatus.test
    ? no(t(groupWords.deliveryTest))
    : { live: true, text: t(groupWords.deliveryLive) };
}
