import t from 'tap';
import { storyConditions } from '#contracts/studio/conditions.ts';
import { goalOf, withGoal, withNext } from './goals.ts';

const [first, second] = ['01980000-0000-7000-8000-000000000001', '01980000-0000-7000-8000-000000000002'] as const;
const goal = (value: string, to: string | null, component_id = 'poll-0001') => ({ component_id, value, to });

t.test('answers with one goal stand in one rule, and each in one rule only', async (t) => {
  const one = withGoal(null, goal('A', first));
  t.same(one, { rules: [{ component_id: 'poll-0001', values: ['A'], to: first }], next: null });
  const two = withGoal(one, goal('B', first));
  t.same(two?.rules, [{ component_id: 'poll-0001', values: ['A', 'B'], to: first }]);
  const moved = withGoal(two, goal('A', 'end'));
  t.same(
    ['A', 'B', 'C'].map((value) => goalOf(moved, 'poll-0001', value)),
    ['end', first, null],
  );
  t.same(goalOf(moved, 'quiz-0001', 'A'), null);
  t.same(storyConditions.parse(moved), moved, 'as the schema has it');
});

t.test('without rules and another story there are no conditions', async (t) => {
  t.equal(withGoal(withGoal(null, goal('A', first)), goal('A', null)), null);
  const next = withNext(null, second);
  t.same(next, { rules: [], next: second });
  t.equal(withNext(next, null), null);
  t.same(withGoal(next, goal('A', null)), next, 'what was never there can be taken away');
});

t.test('there are at most twenty rules', async (t) => {
  let conditions = withNext(null, 'end');
  for (let at = 0; at < 25; at += 1)
    conditions = withGoal(conditions, goal('A', at % 2 ? first : second, `poll-${String(at).padStart(4, '0')}`));
  t.equal(conditions?.rules.length, 20);
});
