import type { StoryGroupRow } from '#contracts/story-group/rows.ts';
import { isGroupActive, storyStatus } from '#contracts/story-group/status.ts';
import type { StoryRow } from '#contracts/story-group/story-rows.ts';

type Stoppable = Pick<StoryGroupRow, 'status' | 'target_cap' | 'click_target_cap' | 'ts_end'> & {
  stories?: readonly Pick<StoryRow, 'status' | 'target_cap'>[] | undefined;
};

/** Whether the system may stop a group, or one of its stories, at a moment that no act here tells of. */
export const mayStop = ({ status, target_cap, click_target_cap, ts_end, stories }: Stoppable): boolean =>
  isGroupActive(status) &&
  (target_cap !== null ||
    click_target_cap !== null ||
    ts_end !== null ||
    (stories ?? []).some((story) => story.status === storyStatus.active && story.target_cap !== null));
