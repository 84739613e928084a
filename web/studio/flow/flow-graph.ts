import { answersTo } from '#contracts/studio/answers.ts';
import { type FlatComponent, flatten } from '#contracts/studio/flat.ts';
import { nextPlace, type WalkStory } from '#contracts/studio/flow.ts';
import { type AnswerableKind, isAnswerable } from '#contracts/studio/kinds.ts';
import {
  deliveredConditions,
  type GoalFault,
  type Goals,
  type RestReason,
  restingOf,
} from '#contracts/studio/resting.ts';
import { restReasonFor, ruleFor } from '../edits/goals.ts';
import type { StoryContent } from '../state/story-content.ts';

/** A component that viewers answer. */
export type AskingComponent = Extract<FlatComponent, { kind: AnswerableKind }>;

/** An answer that a way out of a story is for; `asking` is null where the story doesn't have the component any more. */
export interface WayAnswer {
  component_id: string;
  value: string;
  asking: AskingComponent | null;
}

/** A way out of a story. */
export interface FlowWay {
  /** Unlike those of the story's other ways. */
  key: string;
  /** Null: the way of all viewers whom no answer leads elsewhere. */
  answer: WayAnswer | null;
  /** Where it was chosen to lead: a story, or 'end'. Null: where the others go, or the story after this one. */
  goal: string | null;
  /** Where viewers go now: a story, or 'end'. */
  to: string;
  /** Why it doesn't lead to its goal for the time being. */
  resting: RestReason | null;
}

/** A story of the group with its ways out, the one without an answer last. */
export interface FlowStory {
  id: string;
  /** Its place in the group, from 1. */
  place: number;
  title: string;
  /** What keeps it from viewers at this moment. */
  away: Exclude<GoalFault, 'deleted'>;
  /** Whether viewers come to it. */
  isReached: boolean;
  ways: readonly FlowWay[];
}

/** The key of the way that no answer is needed for. */
export const plainWay = 'next';

const isAsking = (one: FlatComponent): one is AskingComponent => isAnswerable(one.kind);

/** The components of a story that viewers answer, in the order of its lists; hidden ones only where rules ask them. */
export function askingComponents({
  studio,
  conditions,
}: Pick<StoryContent, 'studio' | 'conditions'>): AskingComponent[] {
  const ruled = new Set(conditions?.rules.map(({ component_id }) => component_id));
  return flatten(studio)
    .filter(isAsking)
    .filter(({ component }) => !component.hidden || ruled.has(component.id));
}

/** The answers that rules may be for: all that a component takes, then those that rules ask though nothing takes them. */
function wayAnswers(content: StoryContent): WayAnswer[] {
  const asking = askingComponents(content);
  const taken = asking.flatMap((one) =>
    answersTo({ ...one.component, kind: one.kind }).map((value) => ({
      component_id: one.component.id,
      value,
      asking: one,
    })),
  );
  const keys = new Set(taken.map(wayKey));
  const lost = (content.conditions?.rules ?? []).flatMap(({ component_id, values }) =>
    values.map((value) => ({
      component_id,
      value,
      asking: asking.find(({ component }) => component.id === component_id) ?? null,
    })),
  );
  return [...taken, ...lost.filter((one) => !keys.has(wayKey(one)))];
}

/** The key of an answer's way. */
export const wayKey = ({ component_id, value }: Pick<WayAnswer, 'component_id' | 'value'>): string =>
  `${component_id} ${value}`;

const isTaken = ({ asking, value }: WayAnswer): boolean =>
  asking !== null && answersTo({ ...asking.component, kind: asking.kind }).includes(value);

function waysOf(id: string, content: StoryContent | undefined, delivered: readonly WalkStory[], goals: Goals) {
  const at = delivered.findIndex((one) => one.id === id);
  const leads = (answerTo: (componentId: string) => string | undefined): string =>
    delivered[nextPlace(delivered, at, answerTo)]?.id ?? 'end';
  const conditions = content?.conditions ?? null;
  const rules = conditions?.rules ?? [];
  const resting = content ? restingOf({ id, studio: content.studio, conditions }, goals) : [];
  const answers = content ? wayAnswers(content) : [];
  const answered = answers.map((answer): FlowWay => {
    const rule = ruleFor(rules, answer);
    return {
      key: wayKey(answer),
      answer,
      goal: rules[rule]?.to ?? null,
      to: leads((asked) => (asked === answer.component_id ? answer.value : undefined)),
      resting: restReasonFor(resting, rule, isTaken(answer)),
    };
  });
  const plain: FlowWay = {
    key: plainWay,
    answer: null,
    goal: conditions?.next ?? null,
    to: leads(() => undefined),
    resting: resting.find(({ rule }) => rule === null)?.reason ?? null,
  };
  return [...answered, plain];
}

/** The stories of a group, and those of them that viewers get at this moment with the rules that lead them, in their order. */
export interface FlowGraph {
  stories: FlowStory[];
  delivered: WalkStory[];
}

/** The ways between the stories of a group: as delivery would decide at this moment if all drafts were published. */
export function flowGraph(
  ids: readonly string[],
  contents: ReadonlyMap<string, StoryContent>,
  goals: Goals,
): FlowGraph {
  const all = ids.map((id) => {
    const { studio = null, conditions = null } = contents.get(id) ?? {};
    const fault = goals.faultOf(id);
    const walked: WalkStory = { id, conditions: deliveredConditions({ id, studio, conditions }, goals) };
    return { walked, away: fault === 'deleted' ? 'inactive' : fault };
  });
  const delivered = all.filter(({ away }) => !away).map(({ walked }) => walked);
  const stories = all.map(({ walked: { id }, away }, at) => {
    // A story that viewers don't get leads where it would if they did.
    const among = away ? all.filter((one, place) => !one.away || place === at).map(({ walked }) => walked) : delivered;
    const content = contents.get(id);
    return { id, place: at + 1, title: content?.title ?? '', away, ways: waysOf(id, content, among, goals) };
  });
  const reached = new Set(delivered.slice(0, 1).map(({ id }) => id));
  for (const { id, ways } of stories) if (reached.has(id)) for (const { to } of ways) reached.add(to);
  return { stories: stories.map((story) => ({ ...story, isReached: reached.has(story.id) })), delivered };
}

/** Whether a way may lead to a story, or the end: only what comes later, so that no viewer goes in a circle. */
export function mayLead(stories: readonly FlowStory[], from: string, to: string): boolean {
  if (to === 'end') return true;
  const placeOf = (id: string) => stories.findIndex((one) => one.id === id);
  return placeOf(to) > placeOf(from);
}
