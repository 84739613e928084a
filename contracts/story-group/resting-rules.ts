import { z } from 'zod';
import { id } from '../api/ids.ts';
import { goalsOf } from '../studio/goals.ts';
import { type RestReason, restingOf, restReasonNames } from '../studio/resting.ts';
import type { UnixSeconds } from '../time.ts';
import { livingStories, type StoryGroupState } from './state.ts';
import { storyStatus } from './status.ts';
import type { StoryState } from './story.ts';

/** A part of a story's conditions that leads nowhere for the time being: a rule by its place, `next` as null. */
export const restingRule = z.object({
  story_id: id,
  title: z.string(),
  rule: z.int().nullable(),
  reason: z.enum(restReasonNames),
  message: z.string(),
});
export type RestingRule = z.infer<typeof restingRule>;

const states = { [storyStatus.active]: 'active', [storyStatus.deleted]: 'deleted' } as const;
const goalState = ({ status }: StoryState) => states[status as keyof typeof states] ?? 'inactive';

const restingIn = (state: StoryGroupState, now: UnixSeconds): Omit<RestingRule, 'message'>[] => {
  const goals = goalsOf(
    state.stories.map((story) => ({ ...story, state: goalState(story) })),
    now,
  );
  return livingStories(state).flatMap((story) =>
    restingOf(story, goals).map((one) => ({ story_id: story.id, title: story.title, ...one })),
  );
};

/** The rules that rest after a change and did not before it. */
export const newlyResting = (
  before: StoryGroupState,
  after: StoryGroupState,
  now: UnixSeconds,
): (Omit<RestingRule, 'message'> & { reason: RestReason })[] => {
  const keyOf = ({ story_id, rule }: { story_id: string; rule: number | null }) => `${story_id} ${rule}`;
  const known = new Set(restingIn(before, now).map(keyOf));
  return restingIn(after, now).filter((one) => !known.has(keyOf(one)));
};
