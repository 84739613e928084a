import t from 'tap';
import type { StoryConditions } from '#contracts/studio/conditions.ts';
import { type ExamplePart, exampleDesign } from '#contracts/studio/examples.ts';
import { goalsOf } from '#contracts/studio/goals.ts';
import type { UnixSeconds } from '#contracts/time.ts';
import type { StoryContent } from '../state/story-content.ts';
import { type FlowStory, flowGraph, mayLead } from './flow-graph.ts';
import { curve, dropAt, type FlowLayout, flowLayout } from './flow-layout.ts';

const three = { options: [{ text: 'Fast' }, { text: 'Clever' }, { text: 'Calm' }] };
const poll: ExamplePart = ['poll', 'poll-0001', three];
const ifPicks = (value: string, to: string) => ({ component_id: 'poll-0001', values: [value], to });

const story = (title: string, conditions: StoryConditions | null = null, ...parts: ExamplePart[]): StoryContent => ({
  ...{ title, type: 1, media: null, thumbnail: null, conditions, ignored: [] },
  studio: exampleDesign(...parts),
});

/** Which wings, how do you fly, one story for each answer and for none, then the egg; nothing leads to the last one. */
const flock = (): Map<string, StoryContent> =>
  new Map([
    ['s1', story('Which wings are yours?')],
    [
      's2',
      story(
        'How do you fly?',
        { rules: [ifPicks('A', 's3'), ifPicks('B', 's4'), ifPicks('C', 's5')], next: 's6' },
        poll,
      ),
    ],
    ['s3', story('Captain Pip', { rules: [], next: 's7' })],
    ['s4', story('Luna the Wise', { rules: [], next: 's7' })],
    ['s5', story('Gentle Moss', { rules: [], next: 's7' })],
    ['s6', story('All eight flyers', { rules: [], next: 's7' })],
    ['s7', story('Your first egg', { rules: [], next: 'end' })],
    ['s8', story('DJ Sunny')],
  ]);

type States = Readonly<Record<string, 'inactive' | 'deleted' | 'window'>>;
const graphOf = (contents: ReadonlyMap<string, StoryContent>, states: States = {}): FlowStory[] => {
  const known = new Map(Object.entries(states));
  const goals = goalsOf(
    [...new Set([...contents.keys(), ...known.keys()])].map((id) => {
      const state = known.get(id) ?? 'active';
      const ts_end = (state === 'window' ? 5 : null) as UnixSeconds | null;
      return { id, state: state === 'window' ? 'active' : state, ts_start: null, ts_end };
    }),
    10 as UnixSeconds,
  );
  return flowGraph([...contents.keys()], contents, goals).stories;
};
const led = ({ ways }: FlowStory) => ways.map(({ answer, to }) => [answer?.value ?? '-', to]);

t.test('each answer is a way, and the stories that nothing leads to are told apart', async (t) => {
  const graph = graphOf(flock());
  t.same(led(graph[1]!), [
    ['A', 's3'],
    ['B', 's4'],
    ['C', 's5'],
    ['-', 's6'],
  ]);
  t.same(led(graph[6]!), [['-', 'end']]);
  t.same(
    graph.filter(({ isReached }) => !isReached).map(({ place, title }) => [place, title]),
    [[8, 'DJ Sunny']],
  );
  const plain = graphOf(new Map([...flock()].map(([id, one]) => [id, { ...one, conditions: null }])));
  t.ok(plain.every(({ isReached }) => isReached));
  t.same(led(plain[1]!), [
    ['A', 's3'],
    ['B', 's3'],
    ['C', 's3'],
    ['-', 's3'],
  ]);
  t.same(led(plain[7]!), [['-', 'end']]);
});

t.test('a way that rests says why, and leads where viewers go meanwhile', async (t) => {
  const contents = flock();
  const rules = [ifPicks('A', 's1'), ifPicks('B', 's4'), ifPicks('C', 's9')];
  contents.set('s2', story('How do you fly?', { rules, next: 's6' }, poll));
  const [, asked, , luna] = graphOf(contents, { s4: 'inactive', s6: 'window', s9: 'deleted' });
  t.same(
    asked!.ways.map(({ goal, to, resting }) => [goal, to, resting]),
    [
      ['s1', 's3', 'earlier'],
      ['s4', 's3', 'inactive'],
      ['s9', 's3', 'deleted'],
      ['s6', 's3', 'window'],
    ],
  );
  t.match(luna, { away: 'inactive', isReached: false, ways: [{ to: 's7' }] });
  contents.set('s2', story('How do you fly?', { rules: [ifPicks('A', 's3')], next: null }, ['text', 'text-0001']));
  t.match(graphOf(contents)[1]!.ways, [
    { answer: { value: 'A', asking: null }, to: 's3', resting: 'component' },
    { answer: null },
  ]);
  const two = [{ text: 'Fast' }, { text: 'Clever' }];
  const both = { component_id: 'poll-0001', values: ['A', 'C'], to: 's5' };
  contents.set('s2', story('How do you fly?', { rules: [both], next: null }, ['poll', 'poll-0001', { options: two }]));
  t.same(
    graphOf(contents)[1]!.ways.map(({ key, to, resting }) => [key, to, resting]),
    [
      ['poll-0001 A', 's5', null],
      ['poll-0001 B', 's3', null],
      ['poll-0001 C', 's3', 'value'],
      ['next', 's3', null],
    ],
    'of two answers only the one rests that nothing takes any more',
  );
});

const boxes = ({ cards, end }: FlowLayout) => [
  end,
  ...[...cards.values()].flatMap(({ box, ports }) => [box, ...ports.values()]),
];
const overlapping = (layout: FlowLayout): number => {
  const all = boxes(layout);
  return all.filter((one, at) =>
    all.some(
      (other, place) =>
        place > at &&
        one.x < other.x + other.width &&
        other.x < one.x + one.width &&
        one.y < other.y + other.height &&
        other.y < one.y + one.height,
    ),
  ).length;
};

t.test('stories stand right of all that lead to them, and what nothing leads to below', async (t) => {
  const graph = graphOf(flock());
  const layout = flowLayout(graph);
  const at = (id: string) => layout.cards.get(id)!.box;
  t.equal(overlapping(layout), 0);
  t.ok(boxes(layout).every(({ x, y }) => x >= 0 && y >= 0));
  t.ok(at('s1').x < at('s2').x && at('s2').x < at('s3').x && at('s3').x < at('s7').x && at('s7').x < layout.end.x);
  t.equal(new Set(['s3', 's4', 's5', 's6'].map((id) => at(id).x)).size, 1, 'the four ways stand below each other');
  t.same(
    ['s3', 's4', 's5', 's6'].map((id) => at(id).y),
    ['s3', 's4', 's5', 's6'].map((id) => at(id).y).sort((one, other) => one - other),
  );
  t.ok(at('s8').y > Math.max(...['s1', 's3', 's6', 's7'].map((id) => at(id).y + at(id).height)));
  t.equal(layout.lines.length, 1 + 4 + 4 + 1, 'from what nothing leads to only rules are drawn');
  t.same(flowLayout(graphOf(flock())), layout, 'the same for the same stories');
  t.same(flowLayout([]).lines, []);
  const drop = (from: string, to: string) => dropAt(layout, graph, from, { x: at(to).x + 20, y: at(to).y + 20 });
  t.same(drop('s2', 's4'), { to: 's4', fits: true });
  t.same(drop('s4', 's2'), { to: 's2', fits: false });
  t.equal(drop('s2', 's2'), null);
  t.same(dropAt(layout, graph, 's7', layout.end), { to: 'end', fits: true });
  t.equal(dropAt(layout, graph, 's1', { x: -200, y: -200 }), null);
  t.equal(mayLead(graph, 's8', 's7'), false);
});

t.test('a hundred stories with answers that lead far do not lie over each other', async (t) => {
  const ids = Array.from({ length: 100 }, (_, at) => `s${at}`);
  const contents = new Map(
    ids.map((id, at): [string, StoryContent] => {
      const far = ids[at + 7] ?? 'end';
      const rules = [ifPicks('A', far), ifPicks('B', ids[at + 2] ?? 'end')];
      return [id, at % 3 === 0 ? story(id, { rules, next: null }, poll) : story(id)];
    }),
  );
  const graph = graphOf(contents, { s4: 'inactive', s20: 'inactive' });
  const layout = flowLayout(graph);
  t.equal(overlapping(layout), 0);
  t.equal(layout.cards.size, 100);
  for (const { isPaused, path, end, storyId } of layout.lines) {
    if (isPaused) continue;
    const { box } = layout.cards.get(storyId)!;
    if (end!.x <= box.x || !path.startsWith('M')) t.fail(`${storyId} leads back`);
  }
  t.equal(
    curve([
      { x: 0, y: 0 },
      { x: 50, y: 0 },
    ]),
    'M0 0H50',
  );
});
