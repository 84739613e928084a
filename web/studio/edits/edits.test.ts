import t from 'tap';
import { blankDesign } from '#contracts/studio/blank.ts';
import { type ExamplePart, exampleDesign } from '#contracts/studio/examples.ts';
import { flatten } from '#contracts/studio/flat.ts';
import type { Studio } from '#contracts/studio/shape.ts';
import { studio } from '#contracts/studio/studio.ts';
import { duplicateSelection } from '../commands/selection.ts';
import { Editor } from '../state/editor.ts';
import { alignComponents, distributeComponents } from './align.ts';
import { frameOf, middleOf } from './boxes.ts';
import { layersOf } from './components.ts';
import { copiesOf, newComponentId, pasteComponents, rulesOfCopies, withCopies } from './copies.ts';
import { flagComponents } from './flags.ts';
import { moveComponents, moveComponentTo } from './move.ts';
import { type OrderStep, orderComponents } from './order.ts';
import { resizeComponents } from './resize.ts';
import { noRoomFor } from './room.ts';
import { rotateComponents } from './rotate.ts';

const text = (id: string, x: number, y: number, width: number, height: number, more: object = {}): ExamplePart => [
  'text',
  id,
  { position: { x, y }, size: { width, height }, ...more },
];
const one = (design: Studio, id: string) => flatten(design).find(({ component }) => component.id === id)!.component;
const box = (design: Studio, id: string): number[] => {
  const { position, size } = one(design, id);
  return [position.x, position.y, size.width, size.height];
};
const two = exampleDesign(text('text-aaaa', 10, 20, 100, 50), text('text-bbbb', 200, 300, 60, 60));
const both = ['text-aaaa', 'text-bbbb'];

t.test('components move together, as far as the bounds of all let them, and locked ones stay', async (t) => {
  const moved = moveComponents(two, { ids: both, by: { x: 5.4, y: -7 } });
  t.same(
    [box(moved, 'text-aaaa'), box(moved, 'text-bbbb')],
    [
      [15, 13, 100, 50],
      [205, 293, 60, 60],
    ],
  );
  const far = moveComponents(two, { ids: both, by: { x: 9000, y: -9000 } });
  t.same(
    [box(far, 'text-aaaa').slice(0, 2), box(far, 'text-bbbb').slice(0, 2)],
    [
      [530, -640],
      [720, -360],
    ],
  );
  const locked = flagComponents(two, { ids: ['text-aaaa'], flag: 'locked', on: true });
  t.same(box(moveComponents(locked, { ids: both, by: { x: 1, y: 1 } }), 'text-aaaa'), [10, 20, 100, 50]);
  t.equal(moveComponentTo(locked, { id: 'text-aaaa', to: { x: 0, y: 0 } }), locked);
  t.same(box(moveComponentTo(two, { id: 'text-bbbb', to: { x: 1, y: 2 } }), 'text-bbbb'), [1, 2, 60, 60]);
  t.equal(moveComponents(two, { ids: ['text-none'], by: { x: 1, y: 1 } }), two);
});

t.test('each handle moves its sides and leaves those across from it', async (t) => {
  const pulled = (handle: Parameters<typeof resizeComponents>[1]['handle'], keepRatio = false) =>
    box(resizeComponents(two, { ids: ['text-aaaa'], handle, by: { x: 10, y: 20 }, keepRatio }), 'text-aaaa');
  t.same(pulled('nw'), [20, 40, 90, 30]);
  t.same(pulled('n'), [10, 40, 100, 30]);
  t.same(pulled('ne'), [10, 40, 110, 30]);
  t.same(pulled('e'), [10, 20, 110, 50]);
  t.same(pulled('se'), [10, 20, 110, 70]);
  t.same(pulled('s'), [10, 20, 100, 70]);
  t.same(pulled('sw'), [20, 20, 90, 70]);
  t.same(pulled('w'), [20, 20, 90, 50]);
  t.same(pulled('se', true), [10, 20, 140, 70], 'the larger of both sides decides');
  t.same(pulled('e', true), [10, 18, 110, 55], 'about the middle of the side');
  const tiny = resizeComponents(two, { ids: ['text-aaaa'], handle: 'se', by: { x: -500, y: -500 }, keepRatio: true });
  t.same(box(tiny, 'text-aaaa'), [10, 20, 16, 8]);
});

t.test('a turned component is pulled along its own sides', async (t) => {
  const turned = exampleDesign(text('text-aaaa', 100, 100, 100, 40, { rotation: 90 }));
  const taller = resizeComponents(turned, {
    ids: ['text-aaaa'],
    handle: 'e',
    by: { x: 3, y: 20 },
    keepRatio: false,
  });
  t.same(box(taller, 'text-aaaa'), [90, 110, 120, 40]);
  const { y, height } = frameOf(one(taller, 'text-aaaa'));
  t.equal(y, frameOf(one(turned, 'text-aaaa')).y, 'its other end stays');
  t.equal(height, 120);
});

t.test('several are resized and turned as one', async (t) => {
  const wide = resizeComponents(two, { ids: both, handle: 'se', by: { x: 250, y: 0 }, keepRatio: false });
  t.same(
    [box(wide, 'text-aaaa'), box(wide, 'text-bbbb')],
    [
      [10, 20, 200, 50],
      [390, 300, 120, 60],
    ],
  );
  const even = resizeComponents(two, { ids: both, handle: 'nw', by: { x: -250, y: 0 }, keepRatio: true });
  t.same(box(even, 'text-bbbb'), [140, 240, 120, 120]);
  t.same(box(even, 'text-aaaa'), [-240, -320, 200, 100]);
  const turned = rotateComponents(two, { ids: both, degrees: 90 });
  t.same([one(turned, 'text-aaaa').rotation, one(turned, 'text-bbbb').rotation], [90, 90]);
  t.same(middleOf(one(turned, 'text-aaaa')), { x: 280, y: 115 }, 'about the middle of both');
  t.equal(one(rotateComponents(turned, { ids: both, degrees: 135 }), 'text-aaaa').rotation, -135);
  const alone = rotateComponents(two, { ids: ['text-aaaa'], degrees: 30 });
  t.same(box(alone, 'text-aaaa'), box(two, 'text-aaaa'));
});

t.test('components are aligned with each other, one alone with the canvas', async (t) => {
  const aligned = (ids: string[], way: Parameters<typeof alignComponents>[1]['way']) =>
    ids.map((id) => box(alignComponents(two, { ids, way }), id).slice(0, 2));
  t.same(aligned(both, 'left'), [
    [10, 20],
    [10, 300],
  ]);
  t.same(aligned(both, 'center'), [
    [85, 20],
    [105, 300],
  ]);
  t.same(aligned(both, 'right'), [
    [160, 20],
    [200, 300],
  ]);
  t.same(aligned(both, 'top'), [
    [10, 20],
    [200, 20],
  ]);
  t.same(aligned(both, 'middle'), [
    [10, 165],
    [200, 160],
  ]);
  t.same(aligned(both, 'bottom'), [
    [10, 310],
    [200, 300],
  ]);
  t.same(aligned(['text-aaaa'], 'center'), [[130, 20]]);
  t.same(aligned(['text-aaaa'], 'bottom'), [[10, 590]]);
  const row = exampleDesign(
    text('text-aaaa', 0, 0, 20, 20),
    text('text-bbbb', 25, 0, 20, 20),
    text('text-cccc', 180, 0, 20, 20),
  );
  const spread = distributeComponents(row, { ids: [...both, 'text-cccc'], axis: 'x' });
  t.same(
    ['text-aaaa', 'text-bbbb', 'text-cccc'].map((id) => box(spread, id)[0]),
    [0, 90, 180],
  );
  t.equal(distributeComponents(row, { ids: both, axis: 'y' }), row, 'two have one gap');
});

t.test('layers go up and down and keep their order among themselves', async (t) => {
  const ids = ['text-0001', 'text-0002', 'text-0003', 'text-0004'];
  const pile = exampleDesign(...ids.map((id, z_index) => text(id, 0, 0, 20, 20, { z_index })));
  const order = (design: Studio) =>
    layersOf(design)
      .map(({ component }) => component.id.at(-1))
      .join('');
  const after = (numbers: string, step: OrderStep) =>
    order(orderComponents(pile, { ids: [...numbers].map((one) => `text-000${one}`), step }));
  t.equal(order(pile), '4321');
  t.equal(after('1', 'forward'), '4312');
  t.equal(after('13', 'forward'), '3412');
  t.equal(after('4', 'backward'), '3421');
  t.equal(after('13', 'backward'), '4231');
  t.equal(after('12', 'front'), '2143');
  t.equal(after('43', 'back'), '2143');
  t.equal(orderComponents(pile, { ids: ['text-0004'], step: 'front' }), pile);
});

t.test('copies have ids of their own, lie above all others and end where there is no room', async (t) => {
  const locked = flagComponents(two, { ids: both, flag: 'locked', on: true });
  const copies = copiesOf(locked, { ids: both });
  const design = pasteComponents(locked, copies);
  t.same(
    layersOf(design)
      .map(({ component }) => component.id)
      .slice(0, 2),
    copies.map(({ component }) => component.id).reverse(),
  );
  t.same(box(design, copies[0]!.component.id), [22, 32, 100, 50]);
  t.notOk(one(design, copies[0]!.component.id).locked);
  t.equal(new Set([newComponentId(), newComponentId()]).size, 2);
  t.match(newComponentId(), /^[\w-]{16}$/);
  const swipe = exampleDesign(['cta', 'swipe-001'], ['poll', 'poll-0001']);
  t.equal(noRoomFor(swipe, copiesOf(swipe, { ids: ['swipe-001'] })[0]!), 'swipes');
  t.equal(pasteComponents(swipe, copiesOf(swipe, { ids: ['swipe-001'] })), swipe);
  let full = swipe;
  for (let at = 0; at < 9; at += 1) full = pasteComponents(full, copiesOf(full, { ids: ['poll-0001'] }));
  t.equal(full.pollData.length, 5);
  t.doesNotThrow(() => studio.parse(full));
  const high = pasteComponents(
    exampleDesign(text('text-aaaa', 0, 0, 9, 9, { z_index: 99 })),
    copiesOf(two, { ids: ['text-bbbb'] }),
  );
  t.equal(layersOf(high).at(-1)!.component.id, 'text-aaaa', 'above what lies as high as can be');
  const long = exampleDesign(
    ...Array.from({ length: 26 }, (_, at) => text(`text-00${at + 10}`, 0, 0, 9, 9, { text: '√'.repeat(300) })),
  );
  t.equal(noRoomFor(long, copiesOf(long, { ids: ['text-0010'] })[0]!), 'bytes');
  t.equal(noRoomFor(blankDesign(), copiesOf(two, { ids: both })[0]!), null);
  const media = `https://${'media.'.repeat(100)}example.com/media/${'a'.repeat(64)}.png`;
  const pictured = exampleDesign(
    ...Array.from({ length: 29 }, (_, at) => ['image', `imag-00${at + 10}`, { media }] as const),
  );
  t.equal(noRoomFor(pictured, copiesOf(pictured, { ids: ['imag-0010'] })[0]!), null, 'pictures count by their keys');
});

t.test('rules go with copies for which there is room, up to twenty of them', async (t) => {
  const studio = exampleDesign(['poll', 'poll-0001'], ['text', 'text-0001']);
  const rule = (component_id: string, value: string, to = 'end') => ({ component_id, values: [value], to });
  const rules = [rule('poll-0001', 'A'), rule('text-0001', 'A'), rule('poll-0001', 'B', 'story-0002')];
  const content = { title: '', type: 1, media: null, thumbnail: null, ignored: [] } as const;
  const editor = new Editor('story-0001', { ...content, studio, conditions: { rules, next: 'end' } });
  editor.select(['poll-0001']);
  const told: string[] = [];
  const duplicate = (one: Editor) => duplicateSelection(one, (text) => told.push(text));
  duplicate(editor);
  const [copy] = editor.state.selection as [string];
  t.not(copy, 'poll-0001');
  t.same(editor.state.content.conditions, {
    rules: [...rules, rule(copy, 'A'), rule(copy, 'B', 'story-0002')],
    next: 'end',
  });
  editor.undo();
  t.same(editor.state.content.conditions?.rules, rules, 'one step to undo');
  const copies = copiesOf(studio, { ids: ['poll-0001'] });
  const ids = new Map(copies.map(({ of, component }) => [of, component.id]));
  const added = { components: copies, rules: rulesOfCopies({ rules, next: null }, ids) };
  const most = Array.from({ length: 19 }, () => rule('poll-0001', 'A'));
  const full = { ...content, studio, conditions: { rules: most, next: null } };
  t.same(withCopies(full, added).conditions?.rules.slice(19), [rule(ids.get('poll-0001')!, 'A')]);
  const crowded = new Editor('story-0001', full);
  duplicate(crowded);
  t.same(told, [], 'nothing was left out before');
  crowded.select(['poll-0001']);
  duplicate(crowded);
  t.match(told, [/^Left out: Poll.*\(20 rules at most\)$/]);
  t.match(crowded.state.content, { studio: { pollData: { length: 2 } }, conditions: { rules: { length: 20 } } });
  const none = withCopies({ ...content, studio, conditions: null }, { ...added, components: [] });
  t.equal(none.conditions, null, 'nor without what they ask');
  t.equal(withCopies({ ...content, studio, conditions: null }, { ...added, rules: [] }).conditions, null);
});
