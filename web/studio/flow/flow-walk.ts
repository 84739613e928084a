import { leadsOn, nextPlace, type WalkStory } from '#contracts/studio/flow.ts';
import { type FlowStory, plainWay } from './flow-graph.ts';

/** The answers that were given on the way, by story and component. */
type Given = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** A way through a group: the stories that were shown, the one that is shown last, and what was answered. */
export interface FlowWalk {
  /** Ids of stories; 'end' where the group is over. */
  steps: readonly string[];
  answers: Given;
}

/** A walk that begins with the first story of those that are delivered; over at once without any. */
export const beginFlowWalk = (stories: readonly WalkStory[]): FlowWalk => ({
  steps: [stories[0]?.id ?? 'end'],
  answers: new Map(),
});

/** The story that is shown, or 'end'. */
export const shownStep = ({ steps }: FlowWalk): string => steps.at(-1) ?? 'end';

/** What was answered in a story, by component. */
export const answersIn = ({ answers }: FlowWalk, storyId: string): ReadonlyMap<string, string> =>
  answers.get(storyId) ?? new Map();

/** Goes on from the story that is shown, as viewers with these answers do. */
export function goOn(walk: FlowWalk, stories: readonly WalkStory[]): FlowWalk {
  const shown = shownStep(walk);
  const at = stories.findIndex(({ id }) => id === shown);
  if (at < 0) return walk;
  const given = answersIn(walk, shown);
  const next = stories[nextPlace(stories, at, (asked) => given.get(asked))]?.id ?? 'end';
  return { ...walk, steps: [...walk.steps, next] };
}

/** Answers a component of the story that is shown; an answer that leads somewhere of its own goes on. */
export function giveAnswer(
  walk: FlowWalk,
  stories: readonly WalkStory[],
  { component_id, value }: { component_id: string; value: string },
): FlowWalk {
  const shown = shownStep(walk);
  const story = stories.find(({ id }) => id === shown);
  if (!story) return walk;
  const given = new Map([...answersIn(walk, shown), [component_id, value]]);
  const answered = { ...walk, answers: new Map([...walk.answers, [shown, given]]) };
  return leadsOn(story, component_id, value) ? goOn(answered, stories) : answered;
}

/** Back to the story before, which is asked anew; the first one stays. */
export function goBack({ steps, answers }: FlowWalk): FlowWalk {
  const kept = steps.length > 1 ? steps.slice(0, -1) : steps;
  const asked = kept.at(-1);
  return { steps: kept, answers: new Map([...answers].filter(([id]) => id !== asked)) };
}

/** A walk as it can be after the group was changed: up to where its stories still lead to each other. */
export function keptWalk(walk: FlowWalk, stories: readonly WalkStory[]): FlowWalk {
  let kept = beginFlowWalk(stories);
  while (kept.steps.length < walk.steps.length && shownStep(kept) === walk.steps[kept.steps.length - 1]) {
    const next = goOn({ ...kept, answers: walk.answers }, stories);
    if (shownStep(next) !== walk.steps[kept.steps.length]) break;
    kept = next;
  }
  return { steps: kept.steps, answers: walk.answers };
}

/** The ways that a walk went, by story: each that led to the next one, by the answer that was given where one did. */
export function walkedWays({ steps, answers }: FlowWalk, stories: readonly FlowStory[]): Map<string, string> {
  return new Map(
    steps.slice(0, -1).flatMap((id, at): [string, string][] => {
      const given = answers.get(id);
      const { ways } = stories.find((one) => one.id === id) ?? { ways: [] };
      const led = ways.find(
        ({ answer, goal, to, resting }) =>
          answer &&
          goal !== null &&
          !resting &&
          to === steps[at + 1] &&
          given?.get(answer.component_id) === answer.value,
      );
      return [[id, led?.key ?? plainWay]];
    }),
  );
}
