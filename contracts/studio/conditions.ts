import { z } from 'zod';
import { id } from '../api/ids.ts';
import { text } from '../api/text.ts';
import { conditionWords } from '../words/conditions.en.ts';
import { worded } from '../words/worded.ts';
import { componentId } from './components/base.ts';
import { boundedList } from './components/bounded-list.ts';
import { studioLimits } from './limits.ts';

/** Where a story leads: to a later story of its group, or to the group's end. */
const target = z.union([z.literal('end'), id], worded(conditionWords.target));
/** An answer as it is counted: a letter, an emoji or a number of stars. */
const value = text({ min: 1, max: 40 });

/** A rule: who gave one of `values` to the component goes on with `to`. */
const rule = z.strictObject({
  component_id: componentId,
  values: boundedList(value, [1, 5]),
  to: target,
});

/** Which story follows: the first rule that the viewer's answer meets, else `next`; null is the one after it. */
export const storyConditions = z
  .strictObject({
    rules: boundedList(rule, [0, studioLimits.rules]).default([]),
    next: target.nullable().default(null),
  })
  .superRefine(({ rules }, context) => {
    const ruled = new Map<string, Set<string>>();
    rules.forEach(({ component_id, values }, at) => {
      const known = ruled.get(component_id) ?? new Set();
      ruled.set(component_id, known);
      for (const one of values) {
        if (known.has(one))
          context.addIssue({
            code: 'custom',
            path: ['rules', at, 'values'],
            message: worded(conditionWords.valueTwice).error(),
          });
        known.add(one);
      }
    });
  });
export type StoryConditions = z.infer<typeof storyConditions>;
export type ConditionRule = StoryConditions['rules'][number];
