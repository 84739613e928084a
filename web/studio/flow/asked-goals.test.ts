import t from 'tap';
import { type AskedGoals, type GoalChange, onlyAskedOf, takeAsked, withAsked } from './asked-goals.ts';

const asking = (storyId: string, value: string | null, to: string | null): GoalChange => ({
  storyId,
  answer: value === null ? null : { component_id: 'poll-0001', value },
  to,
});
const all = (...goals: GoalChange[]): AskedGoals => goals.reduce(withAsked, [] as AskedGoals);

t.test('ways of stories that are not open yet wait for theirs, one story after the other', async (t) => {
  const [fast, calm, other, last] = [
    asking('b', 'A', 'e'),
    asking('b', null, 'end'),
    asking('c', 'A', 'e'),
    asking('d', 'A', null),
  ];
  const asked = all(fast, other, calm, last);
  t.same(takeAsked(asked, 'b'), { due: [fast, calm], rest: [other, last], next: 'c' });
  t.same(takeAsked([other, last], 'c'), { due: [other], rest: [last], next: 'd' });
  t.same(takeAsked([last], 'd'), { due: [last], rest: [], next: null });
  t.same(takeAsked(asked, 'a').due, [], 'nothing is for a story that nobody drew a way of');
});

t.test('of a way that is led twice the later counts', async (t) => {
  t.same(all(asking('b', 'A', 'c'), asking('b', 'B', 'c'), asking('b', 'A', 'd')), [
    asking('b', 'B', 'c'),
    asking('b', 'A', 'd'),
  ]);
  t.same(all(asking('b', null, 'c'), asking('b', null, 'd')), [asking('b', null, 'd')]);
});

t.test('who opens a story for itself gives up what waits for others', async (t) => {
  const asked = all(asking('b', 'A', 'd'), asking('c', 'A', 'd'));
  t.same(onlyAskedOf(asked, 'c'), [asking('c', 'A', 'd')]);
  t.same(onlyAskedOf(asked, 'a'), []);
  const own = all(asking('b', 'A', 'd'));
  t.equal(onlyAskedOf(own, 'b'), own, 'and nothing is drawn anew where nothing is given up');
});
