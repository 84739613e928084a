import type { ConditionRule, StoryConditions } from '#contracts/studio/conditions.ts';
import { studioLimits } from '#contracts/studio/limits.ts';
import type { Resting, RestReason } from '#contracts/studio/resting.ts';

/** Where an answer to a component leads: a later story's id, 'end', or null for the story that follows anyway. */
export interface AnswerGoal {
  component_id: string;
  value: string;
  to: string | null;
}

/** The place of the rule for an answer among a story's rules; -1 where it has none. */
export const ruleFor = (
  rules: readonly ConditionRule[],
  { component_id, value }: Pick<AnswerGoal, 'component_id' | 'value'>,
): number => rules.findIndex((rule) => rule.component_id === component_id && rule.values.includes(value));

/** Why the rule for an answer rests; of a rule for several answers one may rest alone, when nothing takes it any more. */
export function restReasonFor(resting: readonly Resting[], rule: number, isTaken: boolean): RestReason | null {
  if (rule < 0) return null;
  return resting.find((one) => one.rule === rule)?.reason ?? (isTaken ? null : 'value');
}

const settled = (conditions: StoryConditions): StoryConditions | null =>
  conditions.rules.length === 0 && conditions.next === null ? null : conditions;

/** Where an answer leads by the rules of its story; null: nowhere else than all do. */
export const goalOf = (conditions: StoryConditions | null, componentId: string, value: string): string | null =>
  conditions?.rules.find((rule) => rule.component_id === componentId && rule.values.includes(value))?.to ?? null;

/**
 * The conditions in which an answer leads elsewhere: answers of a component with one goal stand in one rule. Beyond the most
 * rules that a story may have, they stay as they are.
 */
export function withGoal(
  conditions: StoryConditions | null,
  { component_id, value, to }: AnswerGoal,
): StoryConditions | null {
  const { rules, next } = conditions ?? { rules: [], next: null };
  const others = rules.flatMap((rule) => {
    if (rule.component_id !== component_id) return [rule];
    const values = rule.values.filter((one) => one !== value);
    return values.length === 0 ? [] : [{ ...rule, values }];
  });
  if (to === null) return settled({ rules: others, next });
  const known = others.findIndex((rule) => rule.component_id === component_id && rule.to === to);
  const added =
    known < 0
      ? [...others, { component_id, values: [value], to }]
      : others.map((rule, at) => (at === known ? { ...rule, values: [...rule.values, value] } : rule));
  return added.length > studioLimits.rules ? conditions : { rules: added, next };
}

/** The conditions with another story for viewers who don't answer; null: the one that follows anyway. */
export const withNext = (conditions: StoryConditions | null, next: string | null): StoryConditions | null =>
  settled({ rules: conditions?.rules ?? [], next });

/** The conditions without what they ask of some components. */
export const withoutRulesOf = (conditions: StoryConditions | null, ids: ReadonlySet<string>): StoryConditions | null =>
  conditions?.rules.some(({ component_id }) => ids.has(component_id))
    ? settled({ ...conditions, rules: conditions.rules.filter(({ component_id }) => !ids.has(component_id)) })
    : conditions;

/** How many rules more a story may have. */
export const roomForRules = (conditions: StoryConditions | null): number =>
  Math.max(0, studioLimits.rules - (conditions?.rules.length ?? 0));

/** The conditions with rules more behind all others, as far as there is room for them. */
export const withRules = (
  conditions: StoryConditions | null,
  added: readonly ConditionRule[],
): StoryConditions | null => {
  const { rules, next } = conditions ?? { rules: [], next: null };
  const more = added.slice(0, roomForRules(conditions));
  return more.length === 0 ? conditions : { rules: [...rules, ...more], next };
};
