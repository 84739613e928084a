import type { StoryGroupEvent } from '#contracts/story-group/events.ts';
import type { StoryGroupState } from '#contracts/story-group/state.ts';
import { groupStatus, transitionRefusal } from '#contracts/story-group/status.ts';
import type { UnixSeconds } from '#contracts/time.ts';

/** What the system does to a group at `now` (unix seconds): it ends an active one whose end has come, and nothing else. */
export const decideEnd = (state: StoryGroupState, now: UnixSeconds): StoryGroupEvent[] => {
  const endAhead = state.ts_end === null || state.ts_end > now;
  if (!state.exists || endAhead || state.status !== groupStatus.active) return [];
  const asked = { by: 'system', capOpen: true, endAhead, testDevices: false } as const;
  if (transitionRefusal(state.status, groupStatus.ended, asked)) return [];
  return [{ type: 'StoryGroupStatusChanged', data: { from: state.status, to: groupStatus.ended } }];
};
