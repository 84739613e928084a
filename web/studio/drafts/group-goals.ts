import { storyStatus } from '#contracts/story-group/status.ts';
import { type GoalStory, goalsOf } from '#contracts/studio/goals.ts';
import type { Goals } from '#contracts/studio/resting.ts';
import type { UnixSeconds } from '#contracts/time.ts';
import type { LaterStory } from '../properties/panel-context.ts';
import type { StoryContent } from '../state/story-content.ts';
import type { StripEntry } from '../strip/entries.ts';

/** Where published rules led before what they lead to was deleted. */
const deletedGoals = (entries: readonly StripEntry[]): string[] =>
  entries.flatMap(({ story }) =>
    (story?.resting ?? []).flatMap(({ rule, reason }) => {
      const to = rule === null ? story?.conditions?.next : story?.conditions?.rules[rule]?.to;
      return reason === 'deleted' && to ? [to] : [];
    }),
  );

/** Where rules of a group's stories lead at a moment, drafts among them as if they were published. */
export function groupGoals(entries: readonly StripEntry[], now: UnixSeconds): Goals {
  const living = entries.map(
    ({ id, story }): GoalStory => ({
      id,
      state: story && story.status !== storyStatus.active ? 'inactive' : 'active',
      ts_start: story?.ts_start ?? null,
      ts_end: story?.ts_end ?? null,
    }),
  );
  const gone = [...new Set(deletedGoals(entries))].map(
    (id): GoalStory => ({ id, state: 'deleted', ts_start: null, ts_end: null }),
  );
  return goalsOf([...living, ...gone], now);
}

/** The stories that come after one, where its answers may lead. */
export function laterStories(
  entries: readonly StripEntry[],
  contents: ReadonlyMap<string, StoryContent>,
  storyId: string,
): LaterStory[] {
  const place = entries.findIndex(({ id }) => id === storyId);
  return entries.slice(place + 1).map(({ id }, at) => ({
    id,
    place: place + at + 2,
    title: contents.get(id)?.title ?? '',
  }));
}
