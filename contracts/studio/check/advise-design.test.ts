import t from 'tap';
import type { Phrase } from '../../words/phrase.ts';
import { type ExamplePart, exampleDesign, sentDesign } from '../examples.ts';
import type { RouteStory } from '../resting.ts';
import type { Studio } from '../shape.ts';
import { studio } from '../studio.ts';
import { adviseDesign } from './advise-design.ts';
import { type AdviceFacts, componentAt, type DesignContent, ignoredKey } from './checked.ts';
import { contrastOf, laidOver, rgbOf } from './contrast.ts';

const facts: AdviceFacts = {
  videoMs: null,
  mediumSize: null,
  samples: new Map(),
  group: [],
  storyId: 'story',
  hasOldSdk: false,
};
const content = (design: Studio | null, more: Partial<DesignContent> = {}): DesignContent => ({
  title: 'Coats',
  type: 1,
  hasMedium: true,
  studio: design,
  conditions: null,
  ...more,
});
const adviceOn = (given: DesignContent, known: Partial<AdviceFacts> = {}): string[] =>
  adviseDesign(given, { ...facts, ...known }).map(({ path, code }) => `${code} ${path}`);
const of = (...components: readonly ExamplePart[]): string[] => adviceOn(content(exampleDesign(...components)));
const valuesOf = (phrase: Phrase) => phrase.values;

t.test('examples need no advice, and hidden components get none', async (t) => {
  const kinds = ['cta', 'image', 'text', 'reaction', 'quiz', 'poll', 'rating', 'countdown', 'product_tag'] as const;
  const large = { size: { width: 320, height: 240 }, font_size: 22 };
  for (const kind of kinds)
    t.same(of([kind, 'comp-0001', kind === 'quiz' || kind === 'countdown' ? large : {}]), [], kind);
  t.same(of(['image', 'comp-0001', { alt: '', hidden: true }]), []);
  t.same(adviceOn(content(null)), []);
});

t.test('ratios of colors are those of WCAG', async (t) => {
  const ratio = (one: string, other: string) => contrastOf(rgbOf(one), rgbOf(other)).toFixed(2);
  t.equal(ratio('#000000', '#ffffff'), '21.00');
  t.equal(ratio('#ffffff', '#ffffff'), '1.00');
  t.equal(ratio('#777777', '#ffffff'), '4.48');
  t.equal(ratio('#767676', '#ffffff'), '4.54');
  t.equal(ratio('#ff0000', '#0000ff'), '2.15');
  t.same(laidOver('#ff000080', [255, 255, 255]).map(Math.round), [255, 127, 127]);
});

t.test('contrast over plain colors', async (t) => {
  const text = (more: object) => of(['text', 'comp-0001', { background: '#ffffff', ...more }]);
  const low = ['contrast studio.textData.0.text_color'];
  t.same(text({ text_color: '#777777' }), low);
  t.same(text({ text_color: '#767676' }), []);
  t.same(text({ text_color: '#949494', font_size: 24 }), [], '3:1 is enough for large words');
  t.same(text({ text_color: '#949494', font_size: 23 }), low);
  t.same(text({ text_color: '#949494', font_size: 19, text_weight: 700 }), []);
  t.same(text({ text_color: '#949494', font_size: 18, text_weight: 700 }), low);
  t.same(text({ text_color: '#959595', font_size: 40 }), low);
  t.same(text({ text_color: '#00000080' }), low, 'what shines through is counted');
  const over = (background: string | null, more: object = {}, hasMedium = false) =>
    adviceOn(content({ ...exampleDesign(['text', 'comp-0001', more]), background }, { hasMedium }));
  t.same(over(null), [], 'white on black');
  t.same(over('#ffe08a'), low);
  t.same(over('#ffe08a', { background: '#000000c0' }), []);
  t.same(over('#ffe08a', {}, true), [], 'a picture is measured, not guessed');
  const cards = content(exampleDesign(['poll', 'comp-0001', { option_color: '#5b3df5' }]));
  const [advice] = adviseDesign(cards, facts);
  t.match(advice, { path: 'studio.pollData.0.text_color', code: 'contrast', contrast: { needs: 4.5 } });
  t.same(valuesOf(advice!.phrase), { ratio: '2.8', needs: '4.5' });
  t.same(of(['countdown', 'comp-0001', { accent_color: '#7d7d7d', reminder: false }]), [
    'contrast studio.countdownData.0.text_color',
  ]);
  t.same(of(['countdown', 'comp-0001', { accent_color: '#6d6d6d', reminder: false }]), []);
});

t.test('contrast over what lies below: plain boxes are known, pictures are measured', async (t) => {
  const box = (background: string, more: object = {}): ExamplePart => [
    'text',
    'comp-0001',
    { text: '', background, ...more },
  ];
  const words: ExamplePart = ['text', 'comp-0002', { text_color: '#17162b' }];
  const low = ['contrast studio.textData.1.text_color'];
  t.same(of(box('#ffffff'), words), []);
  t.same(of(box('#303040'), words), low);
  t.same(of(box('#303040', { start_time: 1000 }), words), [], 'not always there');
  t.same(of(box('#303040', { position: { x: 120, y: 300 } }), words), [], 'not all below');
  const sample = (ratio: number) =>
    new Map([['comp-0002', { ratio, needs: 4.5, at: 0, dark: [0, 0, 0], light: [0, 0, 0] } as const]]);
  const measured = (ratio: number) => adviceOn(content(exampleDesign(words)), { samples: sample(ratio) });
  t.same(measured(4.49), ['contrast studio.textData.0.text_color']);
  t.same(adviceOn(content(exampleDesign(['text', 'comp-0002'])), { samples: sample(4.5) }), []);
});

t.test('targets that are hard to hit', async (t) => {
  const cta = (width: number, height: number) => of(['cta', 'comp-0001', { size: { width, height } }]);
  t.same(cta(44, 44), []);
  t.same(cta(43, 60), ['target_tight studio.ctaData.0.size']);
  t.same(cta(60, 24), ['target_tight studio.ctaData.0.size']);
  t.same(cta(60, 23), [], 'that is an error');
});

t.test('words and targets outside the safe area, and over others', async (t) => {
  const size = { width: 320, height: 100 };
  const poll = (x: number, y: number) => of(['cta', 'comp-0001', { position: { x, y }, size }]);
  t.same(poll(14, 64), []);
  t.same(poll(26, 528), []);
  for (const [x, y] of [
    [13, 300],
    [27, 300],
    [20, 63],
    [20, 529],
  ] as const)
    t.same(poll(x, y), ['safe_area studio.ctaData.0.position'], `${x}, ${y}`);
  t.same(of(['image', 'comp-0001', { position: { x: -10, y: 0 } }]), [], 'pictures may reach the edge');
  const two = (y: number, more: object = {}) =>
    of(
      ['cta', 'comp-0001', { position: { x: 20, y: 300 }, size: { width: 320, height: 60 } }],
      ['poll', 'comp-0002', { position: { x: 20, y }, size: { width: 320, height: 200 }, ...more }],
    );
  t.same(two(356), []);
  t.same(two(355), ['overlap studio.pollData.0.position']);
  t.same(two(300, { start_time: 1000, end_time: 5000 }), ['overlap studio.pollData.0.position']);
  const [covering] = adviseDesign(
    content(exampleDesign(['poll', 'comp-0001'], ['text', 'comp-0002', { z_index: 2, position: { x: 20, y: 350 } }])),
    facts,
  );
  t.match(covering, { code: 'overlap', phrase: { values: { other: '“Which coat?”' } } });
});

t.test('time to read and to answer', async (t) => {
  const words = (count: number, more: object = {}, design: object = {}) =>
    adviceOn(
      content(
        studio.parse({
          ...sentDesign([
            'text',
            'comp-0001',
            { text: 'word '.repeat(count), size: { width: 320, height: 300 }, ...more },
          ]),
          ...design,
        }),
      ),
    );
  t.same(words(24), [], '7 seconds');
  t.same(words(25), ['reading_time studio.duration_ms']);
  t.same(words(25, {}, { duration_ms: 7200 }), []);
  t.same(words(7, { start_time: 5000 }), []);
  t.same(words(8, { start_time: 5000 }), ['reading_time studio.textData.0.end_time']);
  const han = (count: number) => adviceOn(content(exampleDesign(['text', 'comp-0001', { text: '書'.repeat(count) }])));
  t.same(han(56), []);
  t.same(han(57), ['reading_time studio.duration_ms']);
  const [advice] = adviseDesign(content(exampleDesign(['text', 'comp-0001', { text: 'word '.repeat(31) }])), facts);
  t.match(advice, { ms: 8900, phrase: { values: { shown: '7.0', needed: '8.9' } } });
  const poll = (start_time: number) => of(['poll', 'comp-0001', { start_time }]);
  t.same(poll(4000), []);
  t.same(poll(4001), ['window_short studio.pollData.0.end_time']);
  t.same(adviceOn(content(exampleDesign(['poll', 'comp-0001']), { type: 2 })), [], 'a length that is not known');
  t.same(adviceOn(content(exampleDesign(['rating', 'comp-0001']), { type: 2 }), { videoMs: 2900 }), [
    'window_short studio.ratingData.0.end_time',
  ]);
});

t.test('pictures, links and fonts', async (t) => {
  t.same(of(['image', 'comp-0001', { alt: ' ' }]), ['alt_missing studio.imageData.0.alt']);
  t.same(
    of(['image', 'comp-0001', { alt: '', decorative: true }], ['image', 'comp-0002', { alt: '', name: 'Coat' }]),
    [],
  );
  const picture = (width: number, height: number, medium: object = {}) =>
    adviceOn(content(studio.parse({ version: 1, medium })), { mediumSize: { width, height } });
  t.same(picture(720, 1280), []);
  t.same(picture(719, 1280), ['picture_small media']);
  t.same(picture(720, 1279), ['picture_small media']);
  t.same(picture(1080, 1920, { zoom: 151 }), ['picture_small media']);
  t.same(picture(1920, 1080, { fit: 'blur' }), []);
  t.same(of(['cta', 'comp-0001', { outlink: 'http://shop.example' }]), ['link_http studio.ctaData.0.outlink']);
  const fonts = (...names: string[]) =>
    of(
      ...names.map(
        (text_font, at): ExamplePart => [
          'text',
          `comp-000${at}`,
          { text_font, position: { x: 20, y: 80 + 40 * at }, size: { width: 320, height: 36 } },
        ],
      ),
    );
  t.same(fonts('inter', 'lora'), []);
  t.same(fonts('inter', 'lora', 'oswald'), ['fonts_many studio']);
});

const poll = exampleDesign(['poll', 'poll-0001']);
const story = (id: string, rules: Record<string, string> = {}, next: string | null = null): RouteStory => ({
  id,
  studio: poll,
  conditions: {
    rules: Object.entries(rules).map(([value, to]) => ({ component_id: 'poll-0001', values: [value], to })),
    next,
  },
});
const flow = (storyId: string, ...group: RouteStory[]) => adviceOn(content(null), { group, storyId });

t.test('stories that nothing leads to, and ways that run into each other', async (t) => {
  const [two, three, four] = [story('2'), story('3'), story('4')];
  t.same(flow('2', story('1'), two), []);
  t.same(flow('2', story('1', { A: '3' }, 'end'), two, three), ['flow_unreached conditions']);
  t.same(flow('1', story('1', {}, 'end'), two), [], 'the first one is always reached');
  t.same(flow('3', story('1', { A: '2' }, '2'), story('2', {}, 'end'), three), ['flow_unreached conditions']);
  t.same(flow('3', story('1', { A: '2', B: '3' }, '2'), story('2', {}, 'end'), three), []);
  t.same(flow('2', story('1', { A: '2', B: '3' }), two, three), ['flow_both conditions.next']);
  t.same(flow('2', story('1', { A: '2', B: '3' }), story('2', {}, '3'), three), [], 'chosen');
  t.same(flow('3', story('1', { A: '2', B: '4' }), two, three, four), ['flow_both conditions.next']);
  t.same(flow('2', story('1', { A: '2', B: '4' }), two, three, four), []);
  t.same(flow('2', story('1', { A: '3' }), two, three), [], 'one answer skips a story');
  t.same(adviceOn(content(null), { group: [story('1', { A: 'end' }), two], storyId: '1', hasOldSdk: true }), [
    'flow_old_sdk conditions',
  ]);
  t.same(adviceOn(content(null), { group: [story('1'), two], storyId: '1', hasOldSdk: true }), []);
});

t.test('advice is set aside by component, wherever it stands in its list', async (t) => {
  const design = exampleDesign(['image', 'comp-0001'], ['image', 'comp-0002', { alt: '' }]);
  const [advice] = adviseDesign(content(design), facts);
  t.equal(ignoredKey(advice!, design), 'alt_missing comp-0002');
  t.equal(componentAt(design, 'studio.imageData.7.alt'), undefined);
  t.equal(ignoredKey({ code: 'fonts_many', path: 'studio' }, design), 'fonts_many studio');
});
