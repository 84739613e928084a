import t from 'tap';
import { groupTransitions } from '#contracts/story-group/status.ts';
import { runHistories } from './histories.ts';

t.test('no life of a story group breaks a rule, and together they take every transition there is', async (t) => {
  const { histories, changes, transitions } = runHistories(1500, 20_261_122);
  t.equal(histories, 1500);
  t.ok(changes > histories, 'the steps do something');
  const taken = [...transitions.keys()].sort();
  t.same(taken, groupTransitions.map(({ from, to }) => `${from}>${to}`).sort());
});
