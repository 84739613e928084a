import t from 'tap';
import { walkFlows } from '#ops/testing/flows.ts';
import { storyConditions } from './conditions.ts';
import { exampleDesign } from './examples.ts';
import { leadsOn, nextPlace, restOfWalk } from './flow.ts';
import { deliveredConditions, type GoalFault, type Goals, type RouteStory, restingOf } from './resting.ts';

const uuid = (at: number): string => `00000000-0000-7000-8000-${String(at).padStart(12, '0')}`;
const poll = exampleDesign(['poll', 'poll-0001']);

t.test('a rule has an answer once, and leads to a story or the end', async (t) => {
  const rule = { component_id: 'poll-0001', values: ['A'], to: 'end' };
  t.same(storyConditions.parse({ rules: [rule] }), { rules: [rule], next: null });
  const wrong = (given: unknown) => storyConditions.safeParse(given).error?.issues.map(({ path }) => path.join('.'));
  t.same(wrong({ rules: [rule, rule] }), ['rules.1.values']);
  t.same(wrong({ rules: [{ ...rule, values: ['A', 'A'] }] }), ['rules.0.values']);
  t.same(wrong({ rules: [{ ...rule, values: [] }] }), ['rules.0.values']);
  t.same(wrong({ rules: [{ ...rule, to: 'start' }] }), ['rules.0.to']);
  t.same(wrong({ rules: [], next: 'nowhere' }), ['next']);
  t.same(wrong({ rules: [{ ...rule, component_id: '__proto__' }] }), ['rules.0.component_id']);
});

t.test('a rule rests with its reason, and is not delivered meanwhile', async (t) => {
  const faults = new Map<string, GoalFault>();
  const goals: Goals = {
    placeOf: (id) => [uuid(0), uuid(1), uuid(2)].indexOf(id) + 1 || undefined,
    faultOf: (id) => faults.get(id) ?? null,
  };
  const story = (more: Partial<RouteStory> = {}): RouteStory => ({
    id: uuid(1),
    studio: poll,
    conditions: { rules: [{ component_id: 'poll-0001', values: ['A'], to: uuid(2) }], next: null },
    ...more,
  });
  const ruled = (to: string, values = ['A']): Partial<RouteStory> => ({
    conditions: { rules: [{ component_id: 'poll-0001', values, to }], next: null },
  });
  const reason = (more: Partial<RouteStory> = {}) => restingOf(story(more), goals)[0]?.reason;
  t.equal(reason(), undefined);
  t.same(deliveredConditions(story(), goals), story().conditions);
  t.equal(reason(ruled('end')), undefined);
  t.equal(reason(ruled(uuid(1))), 'earlier', 'to itself');
  t.equal(reason(ruled(uuid(0))), 'earlier');
  t.equal(reason(ruled(uuid(9))), 'elsewhere');
  t.equal(reason(ruled(uuid(2), ['E'])), 'value');
  t.equal(reason({ studio: null }), 'component');
  t.equal(reason({ studio: exampleDesign(['text', 'poll-0001']) }), 'component');
  t.equal(reason({ studio: exampleDesign(['poll', 'poll-0001', { hidden: true }]) }), 'hidden');
  for (const fault of ['deleted', 'inactive', 'window'] as const) {
    faults.set(uuid(2), fault);
    t.equal(reason(), fault);
    t.equal(deliveredConditions(story(), goals), null);
  }
  const both = { rules: [{ component_id: 'poll-0001', values: ['A', 'D'], to: 'end' }], next: uuid(2) };
  t.same(deliveredConditions(story({ conditions: both }), goals), {
    rules: [{ component_id: 'poll-0001', values: ['A'], to: 'end' }],
    next: null,
  });
});

t.test('the first rule that an answer meets leads, else what comes next', async (t) => {
  const stories = [
    { id: 'a', conditions: { rules: [{ component_id: 'q', values: ['A', 'B'], to: 'd' }], next: 'c' } },
    { id: 'b' },
    { id: 'c', conditions: { rules: [], next: 'end' } },
    { id: 'd', conditions: { rules: [{ component_id: 'q', values: ['A'], to: 'a' }], next: null } },
    { id: 'e' },
  ];
  const given = (answer?: string) => () => answer;
  t.equal(nextPlace(stories, 0, given('B')), 3);
  t.equal(nextPlace(stories, 0, given('C')), 2);
  t.equal(nextPlace(stories, 0, given()), 2);
  t.equal(nextPlace(stories, 1, given()), 2);
  t.equal(nextPlace(stories, 2, given()), 5, 'the end');
  t.equal(nextPlace(stories, 3, given('A')), 4, 'never back');
  t.same(
    restOfWalk(stories, 0, () => given('A')),
    [0, 3, 4],
  );
  t.same(
    restOfWalk(stories, 0, () => given()),
    [0, 2],
  );
  t.equal(leadsOn(stories[0]!, 'q', 'B'), true);
  t.equal(leadsOn(stories[0]!, 'q', 'C'), false);
});

t.test('whatever is sorted, deleted, hidden or answered, each walk ends among what is delivered', async (t) => {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
  t.comment(`SEED=${seed}`);
  const ruled = walkFlows(300, seed);
  t.ok(ruled > 100, `${ruled} stories with rules were delivered`);
});
