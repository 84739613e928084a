import t from 'tap';
import { storyConditions } from '#contracts/studio/conditions.ts';
import { type ExamplePart, exampleDesign } from '#contracts/studio/examples.ts';
import { componentKinds, listOf } from '#contracts/studio/kinds.ts';
import { studio } from '#contracts/studio/studio.ts';
import { createRandom, pick } from '#ops/testing/random.ts';
import { Editor } from '../state/editor.ts';
import { addWithRoom } from './add-with-room.ts';
import { clipboardText, longestPaste, readClipboard } from './clipboard-text.ts';
import { readComponent } from './read-fields.ts';

const everyKind = exampleDesign(...componentKinds.map((kind): ExamplePart => [kind, `comp-${kind.replace('_', '')}`]));
const ids = componentKinds.map((kind) => `comp-${kind.replace('_', '')}`);
const anyPicture = { account: 'ours', isOurPicture: () => true, mayLeadTo: () => true };
const noPicture = { account: 'ours', isOurPicture: () => false, mayLeadTo: () => false };
const pasted = (components: unknown, more: object = {}) =>
  readClipboard(JSON.stringify({ storyrail: 1, kind: 'components', components, ...more }), anyPicture);

t.test('every kind comes back as it was copied, with a new id', async (t) => {
  const read = readClipboard(clipboardText({ studio: everyKind, conditions: null }, ids, 'ours'), anyPicture);
  if (read.is !== 'components') return t.fail(read.is);
  t.same(read.leftOut, []);
  t.equal(read.components.length, componentKinds.length);
  for (const { kind, component } of read.components) {
    const [before] = everyKind[listOf[kind]];
    t.not(component.id, before!.id);
    t.strictSame({ ...component, id: before!.id }, before, kind);
  }
});

t.test('what is too large, broken or of another version is refused, and other texts are texts', async (t) => {
  const whole = clipboardText({ studio: everyKind, conditions: null }, ids, 'ours');
  t.same(readClipboard(whole.slice(0, 80), anyPicture), { is: 'refused', why: 'broken' });
  t.same(readClipboard(whole.padEnd(longestPaste + 1), anyPicture), { is: 'refused', why: 'tooLarge' });
  t.equal(readClipboard(whole.padEnd(longestPaste), anyPicture).is, 'components');
  t.same(pasted([], { storyrail: 2 }), { is: 'refused', why: 'version' });
  t.same(pasted({}), { is: 'refused', why: 'broken' });
  t.same(pasted([], { kind: 'story' }), { is: 'refused', why: 'broken' });
  for (const text of ['', 'Which coat?', '{"a": 1}', '[1]'])
    t.same(readClipboard(text, anyPicture), { is: 'text', text });
});

t.test('unknown fields are dropped, numbers and words come into their bounds, other types are refused', async (t) => {
  const place = { position: { x: -9000.4, y: 1e9, z: 1 }, size: { width: 1, height: 99_999 } };
  const read = readComponent('text', { ...place, text: '√'.repeat(400), font_size: 999, left: 1, locked: true }, 'id')!;
  t.same(read.position, { x: -360, y: 1280 });
  t.same(read.size, { width: 8, height: 1280 });
  t.match(read, { text: '√'.repeat(300), font_size: 96, text_color: '#ffffff', locked: true });
  t.notOk('left' in read);
  const box = { position: { x: 0, y: 0 }, size: { width: 90, height: 90 } };
  const refused = [
    [{ ...box, text: 1 }],
    [{ ...box, text_color: 'red' }],
    [{ ...box, text_font: 'comic' }],
    [{ ...box, text: 'a\u0000' }],
    [{ ...box, text: 'x'.repeat(5000) }],
    [{ ...box, rotation: null }],
    [{ ...box, hidden: 'no' }],
    [{ size: box.size }],
    [[]],
    [null],
  ];
  for (const [value] of refused) t.equal(readComponent('text', value, 'id'), null, JSON.stringify(value)?.slice(0, 60));
  t.equal(readComponent('reaction', { ...box, emojis: ['a', 'b', 'c'] }, 'id'), null);
  t.equal(readComponent('reaction', { ...box, emojis: ['🔥', '🔥', '❄️'] }, 'id'), null);
  t.equal(readComponent('poll', { ...box, options: [{ text: 'A' }] }, 'id'), null);
  t.equal(readComponent('image', box, 'id'), null);
  const links = { outlink: 'https://me:secret@shop.example/', deep_link: 'javascript:alert(1)' };
  t.match(readComponent('cta', { ...box, ...links }, 'id'), { outlink: '', deep_link: '' });
  const bad = JSON.parse(
    '{"__proto__": {"text": "a"}, "position": {"x": 0, "y": 0}, "size": {"width": 9, "height": 9}}',
  );
  t.equal(readComponent('text', bad, 'id')!.text, '');
});

t.test('what is left out is named with its reason', async (t) => {
  const read = pasted([
    { kind: 'sticker', component: { name: 'Star' } },
    { kind: 'constructor', component: {} },
    { kind: 'poll', component: { question: 'Which coat?', options: 'two' } },
    null,
  ]);
  t.same(read, {
    is: 'components',
    components: [],
    rules: [],
    leftOut: [
      { kind: null, says: 'Star', why: 'unreadable' },
      { kind: null, says: '', why: 'unreadable' },
      { kind: 'poll', says: 'Which coat?', why: 'unreadable' },
      { kind: null, says: '', why: 'unreadable' },
    ],
  });
  const media = 'https://other.example/media/1.png';
  const design = exampleDesign(
    ['image', 'image-001', { media, alt: 'A coat' }],
    ['product_tag', 'tag-00001', { media }],
  );
  const copied = clipboardText({ studio: design, conditions: null }, ['image-001', 'tag-00001'], 'theirs');
  const foreign = readClipboard(copied, noPicture);
  if (foreign.is !== 'components') return t.fail(foreign.is);
  t.same(foreign.leftOut, [
    { kind: 'image', says: 'A coat', why: 'picture' },
    { kind: 'product_tag', says: 'Storm Shell', why: 'picture' },
  ]);
  t.match(foreign.components, [{ kind: 'product_tag', component: { media: null } }]);
  t.match(readClipboard(copied, anyPicture), { leftOut: [], components: { length: 2 } }, 'but for known addresses');
  const own = readClipboard(
    clipboardText({ studio: design, conditions: null }, ['image-001', 'tag-00001'], 'ours'),
    noPicture,
  );
  t.match(own, { leftOut: [], components: [{ component: { media } }, { component: { media } }] }, 'of this account');
});

t.test('rules go with what they ask, to where they can lead', async (t) => {
  const [later, elsewhere] = ['01980000-0000-7000-8000-000000000001', '01980000-0000-7000-8000-000000000002'];
  const rules = [
    { component_id: 'comp-poll', values: ['A'], to: later },
    { component_id: 'comp-quiz', values: ['A', 'B'], to: 'end' },
    { component_id: 'comp-poll', values: ['B'], to: elsewhere },
  ];
  const place = { ...noPicture, mayLeadTo: (goal: string) => ['end', later].includes(goal) };
  const copied = clipboardText({ studio: everyKind, conditions: { rules, next: 'end' } }, ['comp-poll'], 'ours');
  t.same(JSON.parse(copied).rules, [rules[0], rules[2]], 'only those of what was copied');
  const read = readClipboard(copied, place);
  if (read.is !== 'components') return t.fail(read.is);
  t.same(read.rules, [{ component_id: read.components[0]!.component.id, values: ['A'], to: later }]);
  t.same(read.leftOut, [{ kind: 'poll', says: 'Which coat?', why: 'goals' }]);
  const full = Array.from({ length: 20 }, () => rules[1]!);
  const content = { title: '', type: 1, media: null, thumbnail: null, ignored: [] } as const;
  const start = { ...content, studio: exampleDesign(), conditions: { rules: full, next: null } };
  const editor = new Editor('story', start);
  addWithRoom(editor, read, (told) =>
    t.equal(
      told,
      'Left out: Poll: Which coat? (rules to stories that don’t come later here), Poll: Which coat? (20 rules at most)',
    ),
  );
  t.match(editor.state.content, { studio: { pollData: { length: 1 } }, conditions: { rules: { length: 20 } } });
  const poll = { kind: 'poll', component: everyKind.pollData[0] };
  const given = [
    ...[null, 4, {}, { ...rules[0], to: 4 }, { ...rules[0], values: 'A' }, { ...rules[0], component_id: 'none' }],
    { ...rules[0], values: ['D', 'B'], to: 'end', more: 1 },
    { ...rules[0], values: ['B', 'A'], to: later },
    ...Array.from({ length: 30 }, () => ({ ...rules[0], values: [''] })),
  ];
  for (const forged of [given, 'rules', { 0: rules[0] }]) {
    const found = readClipboard(
      JSON.stringify({ storyrail: 1, kind: 'components', components: [poll], rules: forged }),
      place,
    );
    if (found.is !== 'components') return t.fail(found.is);
    const component_id = found.components[0]!.component.id;
    const sound = [
      { component_id, values: ['B'], to: 'end' },
      { component_id, values: ['A'], to: later },
    ];
    t.same(found.rules, forged === given ? sound : []);
    t.ok(storyConditions.safeParse({ rules: found.rules, next: null }).success);
  }
});

t.test('whatever is read passes the schema', async (t) => {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
  const random = createRandom(seed);
  const values = [
    null,
    1,
    -1,
    1e12,
    0.5,
    true,
    '',
    'A',
    '#ffffff',
    [],
    {},
    ['🔥'],
    '/media/a.png',
    [{ text: 'A' }],
    'https://a.example',
  ];
  let kept = 0;
  for (let at = 0; at < 2000; at += 1) {
    const kind = pick(random, componentKinds);
    const [good] = everyKind[listOf[kind]];
    const names = Object.keys(good!);
    const change = () => ({ [pick(random, names)]: pick(random, values) });
    const component = { ...good, ...change(), ...(random() < 0.3 && change()) };
    const read = readComponent(kind, component, 'comp-0001');
    if (!read) continue;
    kept += 1;
    const checked = studio.safeParse({ version: 1, [listOf[kind]]: [read] });
    if (!checked.success) t.fail(`SEED=${seed} ${JSON.stringify(component)}: ${checked.error.message}`);
  }
  t.ok(kept > 200, `${kept} were kept`);
});
