import type { UnixSeconds } from '../time.ts';
import { type GoalFault, type Goals, goalsAmong } from './resting.ts';

/** What of a story says whether others lead to it. */
export interface GoalStory {
  id: string;
  state: 'active' | 'inactive' | 'deleted';
  ts_start: UnixSeconds | null;
  ts_end: UnixSeconds | null;
}

const faultOf = ({ state, ts_start, ts_end }: GoalStory, now: UnixSeconds): GoalFault => {
  if (state !== 'active') return state;
  return (ts_start !== null && ts_start > now) || (ts_end !== null && ts_end <= now) ? 'window' : null;
};

/** Where the rules of a group's stories lead at a moment; `stories` in their order, with deleted ones wherever they stand. */
export const goalsOf = (stories: readonly GoalStory[], now: UnixSeconds): Goals => {
  const faults = new Map(stories.map((story) => [story.id, faultOf(story, now)]));
  const { placeOf } = goalsAmong(stories.map(({ id }) => id));
  return { placeOf, faultOf: (id) => faults.get(id) ?? null };
};
