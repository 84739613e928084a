import { designCheckWords } from '../../words/design-checks.en.ts';
import { flatten } from '../flat.ts';
import { checkComponent } from './check-component.ts';
import { checkConditions } from './check-conditions.ts';
import { checkPlace } from './check-place.ts';
import type { DesignContent, DesignFacts, DesignFault } from './checked.ts';

/**
 * What stops a story from being published, in the order of its fields and components; hidden components are not checked.
 * Costs time in proportion to the components and rules, both of which are bounded.
 */
export function checkDesign(content: DesignContent, facts: DesignFacts): DesignFault[] {
  const faults: DesignFault[] = [];
  if (content.title.trim() === '')
    faults.push({ path: 'title', code: 'title_missing', phrase: designCheckWords.titleMissing });
  const { studio } = content;
  if (!content.hasMedium && !studio?.background)
    faults.push({ path: 'media', code: 'media_missing', phrase: designCheckWords.mediaMissing });
  for (const one of studio ? flatten(studio) : [])
    if (!one.component.hidden) faults.push(...checkComponent(one, content, facts), ...checkPlace(one));
  return [...faults, ...checkConditions(content, facts)];
}
