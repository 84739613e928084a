import type { StoryGroupEvent } from '#contracts/story-group/events.ts';
import type { StoryGroupState } from '#contracts/story-group/state.ts';
import { groupStatus, storyStatus, transitionRefusal } from '#contracts/story-group/status.ts';

/** Which of a group's two caps is meant. */
export type CapKind = 'view' | 'click';

/** What was counted of a group: impressions (`ivod_viewed` of an interactive video) or clicks. */
export interface CountedTotal {
  kind: CapKind;
  counted: number;
}

/** The height of a cap; null when the group has none of that kind. */
export const capOf = (state: Pick<StoryGroupState, 'target_cap' | 'click_target_cap'>, kind: CapKind): number | null =>
  kind === 'view' ? state.target_cap : state.click_target_cap;

/** What the system does to a group of which so much was counted: it stops an active one whose cap that reaches, and nothing else. */
export const decideCap = (state: StoryGroupState, { kind, counted }: CountedTotal): StoryGroupEvent[] => {
  const cap = capOf(state, kind);
  if (!state.exists || cap === null || counted < cap || state.status !== groupStatus.active) return [];
  const asked = { by: 'system', capOpen: false, endAhead: true, testDevices: false } as const;
  if (transitionRefusal(state.status, groupStatus.capped, asked)) return [];
  return [{ type: 'StoryGroupStatusChanged', data: { from: state.status, to: groupStatus.capped } }];
};

/** What the system does to a story of which so many impressions were counted: it inactivates an active one whose cap that reaches. */
export const decideStoryCap = (state: StoryGroupState, storyId: string, counted: number): StoryGroupEvent[] => {
  const story = state.stories.find(({ id }) => id === storyId);
  const cap = story?.target_cap ?? null;
  if (!state.exists || state.status === groupStatus.archived || cap === null || counted < cap) return [];
  if (story!.status !== storyStatus.active) return [];
  return [{ type: 'StoryInactivated', data: { story_id: storyId, cap } }];
};
