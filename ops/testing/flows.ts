import fc from 'fast-check';
import { answersTo } from '#contracts/studio/answers.ts';
import type { StoryConditions } from '#contracts/studio/conditions.ts';
import { exampleDesign } from '#contracts/studio/examples.ts';
import { restOfWalk } from '#contracts/studio/flow.ts';
import { deliveredConditions, type GoalFault, type Goals, type RouteStory } from '#contracts/studio/resting.ts';

const storyId = (at: number): string => `00000000-0000-7000-8000-${String(at).padStart(12, '0')}`;
const kinds = ['poll', 'quiz', 'reaction', 'rating'] as const;

/** Stories with random components, rules of any kind to any story, and what keeps stories away. */
const flow = fc
  .array(fc.record({ kind: fc.constantFrom(...kinds, null), hidden: fc.boolean() }), { minLength: 1, maxLength: 12 })
  .chain((made) => {
    const to = fc.oneof(fc.constant('end'), fc.nat(made.length).map(storyId));
    const rule = fc.record({
      component_id: fc.constantFrom('comp-0001', 'comp-0002'),
      values: fc.uniqueArray(fc.constantFrom('A', 'B', 'C', 'D', '1', '5', '🔥', 'E'), { minLength: 1, maxLength: 5 }),
      to,
    });
    const ruled = fc.record({ rules: fc.array(rule, { maxLength: 4 }), next: fc.option(to) });
    return fc.record({
      stories: fc.tuple(...made.map(() => fc.option(ruled))).map((all) =>
        made.map(
          ({ kind, hidden }, at): RouteStory => ({
            id: storyId(at),
            studio: kind && exampleDesign([kind, 'comp-0001', { hidden }]),
            conditions: all[at] as StoryConditions | null,
          }),
        ),
      ),
      order: fc.shuffledSubarray(
        made.map((_, at) => at),
        { minLength: made.length, maxLength: made.length },
      ),
      faults: fc.array(fc.constantFrom<GoalFault>(null, 'deleted', 'inactive', 'window'), {
        minLength: made.length,
        maxLength: made.length,
      }),
      answers: fc.array(fc.constantFrom('A', 'B', 'C', 'D', '1', '5', '🔥'), { minLength: 12, maxLength: 12 }),
    });
  });

/**
 * Walks through so many random groups of stories with rules: whatever is sorted, deleted, hidden or answered, no delivered
 * rule leads to or asks what is not delivered, and each walk goes forward to its end. Answers how many stories with rules were
 * delivered; throws the smallest example of what is not so, with the seed.
 */
export const walkFlows = (runs: number, seed: number): number => {
  let ruled = 0;
  fc.assert(
    fc.property(flow, ({ stories, order, faults, answers }) => {
      const sorted = order.map((at) => stories[at]!);
      const faultOf = (id: string) => faults[stories.findIndex((story) => story.id === id)] ?? null;
      const living = sorted.filter(({ id }) => faultOf(id) === null);
      const places = new Map(sorted.map(({ id }, at) => [id, at]));
      const goals: Goals = { placeOf: (id) => places.get(id), faultOf };
      const delivered = living.map((story) => ({ ...story, conditions: deliveredConditions(story, goals) }));
      const ids = new Set(delivered.map(({ id }) => id));
      for (const { conditions: rules, studio } of delivered) {
        if (!rules) continue;
        ruled += 1;
        for (const to of [...rules.rules.map((one) => one.to), rules.next ?? 'end'])
          if (to !== 'end' && !ids.has(to)) throw new Error(`leads to ${to}, which is not delivered`);
        for (const { component_id, values } of rules.rules) {
          const asked = kinds.flatMap((kind) =>
            (studio?.[`${kind}Data`] ?? []).map((component) => ({ ...component, kind })),
          )[0]!;
          if (asked.id !== component_id || asked.hidden) throw new Error('asks what nobody sees');
          if (values.some((value) => !answersTo(asked).includes(value))) throw new Error('a value nobody can give');
        }
      }
      for (let start = 0; start < delivered.length; start += 1) {
        const way = restOfWalk(delivered, start, (at) => () => answers[at]);
        if (way.some((at, step) => step > 0 && at <= way[step - 1]!)) throw new Error('a walk goes back');
      }
    }),
    { numRuns: runs, seed },
  );
  return ruled;
};
