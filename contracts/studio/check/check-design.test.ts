import t from 'tap';
import { type ExamplePart, exampleDesign, sentDesign } from '../examples.ts';
import type { Studio } from '../shape.ts';
import { studio } from '../studio.ts';
import { checkDesign } from './check-design.ts';
import type { DesignContent, DesignFacts } from './checked.ts';

const now = 1_790_000_000;
const facts: DesignFacts = { now, videoMs: null, before: null, laterStories: new Set(['later']) };
const content = (design: Studio | null, more: Partial<DesignContent> = {}): DesignContent => ({
  title: 'Coats',
  type: 1,
  hasMedium: true,
  studio: design,
  conditions: null,
  ...more,
});
const faults = (given: DesignContent, known: Partial<DesignFacts> = {}): string[] =>
  checkDesign(given, { ...facts, ...known }).map(({ path, code }) => `${code} ${path}`);
const of = (...components: readonly ExamplePart[]): string[] => faults(content(exampleDesign(...components)));

t.test('the examples have no fault, and hidden components are not checked', async (t) => {
  const kinds = ['cta', 'image', 'text', 'reaction', 'quiz', 'poll', 'rating', 'countdown', 'product_tag'] as const;
  for (const kind of kinds) t.same(of([kind, 'comp-0001']), [], kind);
  t.same(of(['cta', 'comp-0001', { button_text: '', hidden: true }]), []);
});

t.test('title and medium', async (t) => {
  t.same(faults(content(null, { title: ' ' })), ['title_missing title']);
  t.same(faults(content(null, { hasMedium: false })), ['media_missing media']);
  t.same(faults(content(studio.parse({ version: 1 }), { hasMedium: false })), ['media_missing media']);
  t.same(faults(content(studio.parse({ version: 1, background: '#101010' }), { hasMedium: false })), []);
});

t.test('words, links and options', async (t) => {
  t.same(of(['cta', 'comp-0001', { button_text: ' ', outlink: '' }]), [
    'link_text studio.ctaData.0.button_text',
    'link_missing studio.ctaData.0.outlink',
  ]);
  t.same(of(['cta', 'comp-0001', { outlink: '', deep_link: 'shop://' }]), []);
  const options = (...texts: string[]) => ({ options: texts.map((text) => ({ text })) });
  t.same(of(['poll', 'comp-0001', options('Yes', ' ')]), ['options studio.pollData.0.options.1.text']);
  t.same(of(['poll', 'comp-0001', options('Camel  wool', 'camel wool ')]), [
    'options studio.pollData.0.options.1.text',
  ]);
  t.same(of(['quiz', 'comp-0001', { correct: 'D' }]), ['options studio.quizData.0.correct']);
  t.same(of(['product_tag', 'comp-0001', { name: '', product_id: '', outlink: '' }]), [
    'tag_incomplete studio.productTagData.0.name',
    'tag_incomplete studio.productTagData.0.product_id',
    'tag_incomplete studio.productTagData.0.outlink',
  ]);
  t.same(of(['product_tag', 'comp-0001', { opens: 'app' }]), ['tag_incomplete studio.productTagData.0.deep_link']);
  t.same(of(['product_tag', 'comp-0001', { opens: 'card', outlink: '' }]), []);
});

t.test('a countdown ends later, unless it ran already', async (t) => {
  const ending = (ts_end: number) => exampleDesign(['countdown', 'comp-0001', { ts_end }]);
  t.same(faults(content(ending(now + 61))), []);
  for (const ts_end of [now - 5, now, now + 60])
    t.same(faults(content(ending(ts_end))), ['countdown_past studio.countdownData.0.ts_end']);
  t.same(faults(content(ending(now - 5)), { before: ending(now - 5) }), [], 'kept as it was');
  t.same(faults(content(ending(now - 4)), { before: ending(now - 5) }), [
    'countdown_past studio.countdownData.0.ts_end',
  ]);
});

t.test('the time of a component lies within its story', async (t) => {
  const at = (start_time: number, end_time: number | null, more: object = {}) =>
    studio.parse({ ...sentDesign(['text', 'comp-0001', { start_time, end_time }]), ...more });
  t.same(faults(content(at(1000, 7000))), []);
  t.same(faults(content(at(1000, 1000))), ['window studio.textData.0.end_time']);
  t.same(faults(content(at(2000, 1000))), ['window studio.textData.0.end_time']);
  t.same(faults(content(at(7000, null))), ['window studio.textData.0.start_time']);
  t.same(faults(content(at(1000, 7001))), ['window studio.textData.0.start_time']);
  t.same(faults(content(at(1000, 9000, { duration_ms: 9000 }))), []);
  const video = content(at(9000, null), { type: 2 });
  t.same(faults(video), [], 'a length that is not known refuses nothing');
  t.same(faults(video, { videoMs: 9000 }), ['window studio.textData.0.start_time']);
});

t.test('half of what is read or tapped is on the canvas, and large enough', async (t) => {
  const placed = (x: number, y: number, more: object = {}) => ({ position: { x, y }, ...more });
  t.same(of(['poll', 'comp-0001', placed(-100, 300)]), ['off_canvas studio.pollData.0.position'], 'its first option');
  t.same(of(['poll', 'comp-0001', placed(-60, 300)]), []);
  t.same(of(['text', 'comp-0001', placed(-160, 300)]), [], 'half');
  t.same(of(['text', 'comp-0001', placed(-161, 300)]), ['off_canvas studio.textData.0.position']);
  t.same(of(['image', 'comp-0001', placed(-319, 300)]), [], 'a picture may lie almost outside');
  t.same(of(['image', 'comp-0001', placed(-320, 300)]), ['off_canvas studio.imageData.0.position']);
  const thin = { size: { width: 320, height: 20 } };
  t.same(of(['text', 'comp-0001', placed(-150, 300, { ...thin, rotation: 90 })]), [], 'turned about its middle');
  t.same(of(['text', 'comp-0001', placed(-171, 300, { ...thin, rotation: 90 })]), [
    'off_canvas studio.textData.0.position',
  ]);
  t.same(of(['cta', 'comp-0001', { size: { width: 23, height: 40 } }]), ['target_small studio.ctaData.0.size']);
  t.same(of(['quiz', 'comp-0001', { size: { width: 320, height: 100 } }]), ['target_small studio.quizData.0.size']);
  t.same(of(['rating', 'comp-0001', { size: { width: 150, height: 120 } }]), ['target_small studio.ratingData.0.size']);
});

t.test('rules ask what the story has and lead to a later one', async (t) => {
  const design = exampleDesign(['poll', 'comp-0001'], ['text', 'comp-0002'], ['poll', 'comp-0003', { hidden: true }]);
  const ruled = (component_id: string, values: string[], to: string, next: string | null = null) =>
    faults(content(design, { conditions: { rules: [{ component_id, values, to }], next } }));
  t.same(ruled('comp-0001', ['A', 'B'], 'later', 'end'), []);
  t.same(ruled('comp-0001', ['E'], 'end'), ['flow_value conditions.rules.0.values']);
  t.same(ruled('comp-0001', ['C'], 'end'), ['flow_value conditions.rules.0.values']);
  for (const id of ['comp-0002', 'comp-0003', 'comp-0009'])
    t.same(ruled(id, ['A'], 'end'), ['flow_value conditions.rules.0.component_id'], id);
  t.same(ruled('comp-0001', ['A'], 'earlier'), ['flow_target conditions.rules.0.to']);
  t.same(ruled('comp-0001', ['A'], 'end', 'gone'), ['flow_target conditions.next']);
});
