import { designCheckWords } from '../../words/design-checks.en.ts';
import { answersTo } from '../answers.ts';
import { flatten } from '../flat.ts';
import { isAnswerable } from '../kinds.ts';
import type { DesignContent, DesignFacts, DesignFault } from './checked.ts';

/** Whether every rule asks what the story has and leads to a later story of the group. */
export function checkConditions({ studio, conditions }: DesignContent, { laterStories }: DesignFacts): DesignFault[] {
  if (!conditions) return [];
  const asked = new Map<string, readonly string[]>();
  for (const { kind, component } of studio ? flatten(studio) : [])
    if (isAnswerable(kind) && !component.hidden) asked.set(component.id, answersTo({ ...component, kind }));
  const faults: DesignFault[] = [];
  const leadsNowhere = (to: string) => to !== 'end' && !laterStories.has(to);
  conditions.rules.forEach(({ component_id, values, to }, at) => {
    const path = `conditions.rules.${at}`;
    const answers = asked.get(component_id);
    if (!answers)
      faults.push({ path: `${path}.component_id`, code: 'flow_value', phrase: designCheckWords.flowComponent });
    else if (values.some((value) => !answers.includes(value)))
      faults.push({ path: `${path}.values`, code: 'flow_value', phrase: designCheckWords.flowValue });
    if (leadsNowhere(to)) faults.push({ path: `${path}.to`, code: 'flow_target', phrase: designCheckWords.flowTarget });
  });
  if (conditions.next !== null && leadsNowhere(conditions.next))
    faults.push({ path: 'conditions.next', code: 'flow_target', phrase: designCheckWords.flowTarget });
  return faults;
}
