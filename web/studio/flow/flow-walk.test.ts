import t from 'tap';
import { answersIn, beginFlowWalk, type FlowWalk, giveAnswer, goBack, goOn, keptWalk, shownStep } from './flow-walk.ts';

const rule = (values: string[], to: string) => ({ component_id: 'poll-0001', values, to });
const stories = [
  { id: 'a', conditions: null },
  { id: 'b', conditions: { rules: [rule(['A'], 'd'), rule(['B'], 'end')], next: 'c' } },
  { id: 'c', conditions: { rules: [], next: 'e' } },
  { id: 'd', conditions: null },
  { id: 'e', conditions: null },
];
const pick = (walk: FlowWalk, value: string, component_id = 'poll-0001') =>
  giveAnswer(walk, stories, { component_id, value });

t.test('a walk goes where the answers lead, and back', async (t) => {
  const asked = goOn(beginFlowWalk(stories), stories);
  t.equal(shownStep(asked), 'b');
  t.same(pick(asked, 'A').steps, ['a', 'b', 'd'], 'an answer with a rule goes on');
  t.same(pick(asked, 'B').steps, ['a', 'b', 'end']);
  const kept = pick(asked, 'C');
  t.same(kept.steps, ['a', 'b'], 'one without stays');
  t.equal(answersIn(kept, 'b').get('poll-0001'), 'C');
  t.same(goOn(kept, stories).steps, ['a', 'b', 'c']);
  t.same(goOn(goOn(asked, stories), stories).steps, ['a', 'b', 'c', 'e'], 'and no answer, too');
  const back = goBack(pick(asked, 'A'));
  t.same([back.steps, answersIn(back, 'b').size], [['a', 'b'], 0], 'what comes back is asked anew');
  t.same(goBack(goBack(back)).steps, ['a']);
  const over = pick(asked, 'B');
  t.equal(goOn(over, stories), over, 'nothing follows on the end');
  t.equal(pick(over, 'A'), over);
  t.same(beginFlowWalk([]).steps, ['end']);
});

t.test('a walk is kept as far as the group still leads that way', async (t) => {
  const walk = goOn(pick(goOn(beginFlowWalk(stories), stories), 'A'), stories);
  t.same(walk.steps, ['a', 'b', 'd', 'e']);
  t.same(keptWalk(walk, stories).steps, walk.steps);
  const changed = stories.map((one) => (one.id === 'b' ? { id: 'b', conditions: null } : one));
  t.same(keptWalk(walk, changed).steps, ['a', 'b']);
  t.same(keptWalk(walk, changed.slice(1)).steps, ['b']);
});
