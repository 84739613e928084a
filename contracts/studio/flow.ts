import type { StoryConditions } from './conditions.ts';

/** A story as a walk through its group needs it. */
export interface WalkStory {
  id: string;
  conditions?: StoryConditions | null;
}

/**
 * Where a viewer goes from a story: the place of the next one among the delivered stories, or their number at the end.
 * `answerTo` gives what the viewer answered a component, undefined where nothing. Always a later place: no walk is endless.
 */
export function nextPlace(
  stories: readonly WalkStory[],
  at: number,
  answerTo: (componentId: string) => string | undefined,
): number {
  const { conditions } = stories[at]!;
  const met = conditions?.rules.find((rule) => {
    const answer = answerTo(rule.component_id);
    return answer !== undefined && rule.values.includes(answer);
  });
  const to = met ? met.to : (conditions?.next ?? null);
  if (to === 'end') return stories.length;
  const place = to === null ? at + 1 : stories.findIndex(({ id }) => id === to);
  return place > at ? place : at + 1;
}

/** Whether an answer to a component leads somewhere of its own: the story goes on soon after it. */
export const leadsOn = ({ conditions }: WalkStory, componentId: string, answer: string): boolean =>
  conditions?.rules.some((rule) => rule.component_id === componentId && rule.values.includes(answer)) ?? false;

/** The places of the stories that a viewer still goes through with the answers so far, the one at `at` included. */
export function restOfWalk(
  stories: readonly WalkStory[],
  at: number,
  answersAt: (story: number) => (componentId: string) => string | undefined,
): number[] {
  const way: number[] = [];
  for (let place = at; place < stories.length; place = nextPlace(stories, place, answersAt(place))) way.push(place);
  return way;
}
