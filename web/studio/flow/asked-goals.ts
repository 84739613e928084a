import type { WayAnswer } from './flow-graph.ts';

/** Where a way of a story is to lead: null for where viewers go without it. */
export interface GoalChange {
  storyId: string;
  answer: Pick<WayAnswer, 'component_id' | 'value'> | null;
  to: string | null;
}

/** Ways that were led elsewhere before their stories were open, in their order: one story is opened after the other for them. */
export type AskedGoals = readonly GoalChange[];

const isSameWay = (one: GoalChange, other: GoalChange): boolean =>
  one.storyId === other.storyId &&
  one.answer?.component_id === other.answer?.component_id &&
  one.answer?.value === other.answer?.value;

/** With one more; of a way that is led twice, the later counts. */
export const withAsked = (asked: AskedGoals, goal: GoalChange): AskedGoals => [
  ...asked.filter((one) => !isSameWay(one, goal)),
  goal,
];

/** Only those of a story: somebody opens it for itself. */
export const onlyAskedOf = (asked: AskedGoals, storyId: string): AskedGoals =>
  asked.every((one) => one.storyId === storyId) ? asked : asked.filter((one) => one.storyId === storyId);

/** Those of a story that is open now, what is left then, and the story to be opened for it; null when nothing is left. */
export function takeAsked(asked: AskedGoals, storyId: string) {
  const due = asked.filter((one) => one.storyId === storyId);
  const rest = asked.filter((one) => one.storyId !== storyId);
  return { due, rest, next: rest[0]?.storyId ?? null };
}
