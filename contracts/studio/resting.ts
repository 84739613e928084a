import { conditionWords } from '../words/conditions.en.ts';
import type { Phrase } from '../words/phrase.ts';
import { answersTo } from './answers.ts';
import type { ConditionRule, StoryConditions } from './conditions.ts';
import { flatten } from './flat.ts';
import { isAnswerable } from './kinds.ts';
import type { Studio } from './shape.ts';

/** Why a rule, or the story that follows, leads nowhere for the time being. */
export const restReasons = {
  deleted: conditionWords.restDeleted,
  elsewhere: conditionWords.restElsewhere,
  earlier: conditionWords.restEarlier,
  inactive: conditionWords.restInactive,
  window: conditionWords.restWindow,
  component: conditionWords.restComponent,
  hidden: conditionWords.restHidden,
  value: conditionWords.restValue,
} as const satisfies Record<string, Phrase>;
export type RestReason = keyof typeof restReasons;
export const restReasonNames = Object.keys(restReasons) as RestReason[];

/** What of a story decides whether others lead to it. */
export interface RouteStory {
  id: string;
  studio: Studio | null;
  conditions: StoryConditions | null;
}

/** What is wrong with a story of the group as the goal of a rule: `null`, nothing. */
export type GoalFault = 'deleted' | 'inactive' | 'window' | null;

/** The stories of a group that rules may name, in their order: deleted ones where it is known, with what keeps them away. */
export interface Goals {
  /** A story's place in the group; undefined where it is none of the group. */
  placeOf: (storyId: string) => number | undefined;
  faultOf: (storyId: string) => GoalFault;
}

/** Goals of which only the order is known: what is not among them is none. */
export const goalsAmong = (ids: readonly string[]): Goals => {
  const places = new Map(ids.map((id, place) => [id, place]));
  return { placeOf: (id) => places.get(id), faultOf: () => null };
};

/** A part of a story's conditions that rests: a rule by its place, or `next`. */
export interface Resting {
  rule: number | null;
  reason: RestReason;
}

const goalReason = (from: string, to: string, { placeOf, faultOf }: Goals): RestReason | null => {
  if (to === 'end') return null;
  const place = placeOf(to);
  if (place === undefined) return 'elsewhere';
  const fault = faultOf(to);
  if (fault) return fault;
  return place <= placeOf(from)! ? 'earlier' : null;
};

const askedReason = ({ component_id, values }: ConditionRule, studio: Studio | null): RestReason | null => {
  const asked = studio && flatten(studio).find(({ component }) => component.id === component_id);
  if (!asked || !isAnswerable(asked.kind)) return 'component';
  if (asked.component.hidden) return 'hidden';
  const answers = answersTo({ ...asked.component, kind: asked.kind });
  return values.some((value) => answers.includes(value)) ? null : 'value';
};

/** The parts of a story's conditions that rest, with the reason; the component is told before the goal. */
export function restingOf({ id, studio, conditions }: RouteStory, goals: Goals): Resting[] {
  if (!conditions) return [];
  const rules = conditions.rules.flatMap((rule, at): Resting[] => {
    const reason = askedReason(rule, studio) ?? goalReason(id, rule.to, goals);
    return reason ? [{ rule: at, reason }] : [];
  });
  const next = conditions.next === null ? null : goalReason(id, conditions.next, goals);
  return next ? [...rules, { rule: null, reason: next }] : rules;
}

/**
 * The conditions of a story as they are delivered: without what rests, and of a rule's values only those that the component
 * still has; null where none is left.
 */
export function deliveredConditions(story: RouteStory, goals: Goals): StoryConditions | null {
  if (!story.conditions) return null;
  const resting = new Set(restingOf(story, goals).map(({ rule }) => rule));
  const asked = new Map(
    story.studio
      ? flatten(story.studio).flatMap(({ kind, component }): [string, readonly string[]][] =>
          isAnswerable(kind) ? [[component.id, answersTo({ ...component, kind })]] : [],
        )
      : [],
  );
  const rules = story.conditions.rules
    .filter((_, at) => !resting.has(at))
    .map((rule) => ({
      ...rule,
      values: rule.values.filter((value) => asked.get(rule.component_id)?.includes(value)),
    }));
  const next = resting.has(null) ? null : story.conditions.next;
  return rules.length === 0 && next === null ? null : { rules, next };
}
