import { answersTo } from '#contracts/studio/answers.ts';
import type { ConditionRule } from '#contracts/studio/conditions.ts';
import { isAnswerable } from '#contracts/studio/kinds.ts';
import { studioLimits } from '#contracts/studio/limits.ts';
import type { KindComponent } from '../edits/room.ts';
import { readRule } from './read-fields.ts';

/** Rules that came with components, and those of the components that some rule did not come along with. */
export interface ReadRules {
  rules: ConditionRule[];
  without: ReadonlySet<KindComponent>;
}

const answersOf = ({ kind, component }: KindComponent): readonly string[] =>
  isAnswerable(kind) ? answersTo({ ...component, kind }) : [];

/**
 * The rules that a value lists, for components by their former ids: what is no rule, and what is no answer or stands in an
 * earlier rule, is dropped; a rule that leads to where `mayLeadTo` forbids is left out.
 */
export function readRules(
  given: unknown,
  copies: ReadonlyMap<string, KindComponent>,
  mayLeadTo: (goal: string) => boolean,
): ReadRules {
  const rules: ConditionRule[] = [];
  const without = new Set<KindComponent>();
  const ruled = new Set<string>();
  for (const entry of Array.isArray(given) ? given.slice(0, studioLimits.rules) : []) {
    const rule = readRule(entry);
    const copy = rule && copies.get(rule.component_id);
    if (!copy) continue;
    const { id } = copy.component;
    const answers = answersOf(copy);
    const values = rule.values.filter((value) => answers.includes(value) && !ruled.has(`${id} ${value}`));
    if (values.length === 0) continue;
    if (!mayLeadTo(rule.to)) {
      without.add(copy);
      continue;
    }
    for (const value of values) ruled.add(`${id} ${value}`);
    rules.push({ component_id: id, values, to: rule.to });
  }
  return { rules, without };
}
