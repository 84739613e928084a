import t from 'tap';
import '#kernel/platform/say.ts';
import type { BrandKit } from '#contracts/account/brand-kit.ts';
import { blankDesign } from '#contracts/studio/blank.ts';
import { checkDesign } from '#contracts/studio/check/check-design.ts';
import { exampleDesign } from '#contracts/studio/examples.ts';
import { componentParts } from '#contracts/studio/geometry.ts';
import { componentKinds, listOf } from '#contracts/studio/kinds.ts';
import { studioLimits } from '#contracts/studio/limits.ts';
import type { Studio } from '#contracts/studio/shape.ts';
import { studio } from '#contracts/studio/studio.ts';
import { uploadInto } from '../drafts/upload-story.ts';
import { addComponent } from '../edits/components.ts';
import { Editor } from '../state/editor.ts';
import { addItem } from './add-item.ts';
import { type NewComponent, newComponent } from './new-component.ts';
import { contentItems, interactiveItems, itemNamed, type PaletteItem } from './palette-items.ts';
import { fullReason } from './room-for.ts';

const now = 1_790_000_000;
const items = [...contentItems, ...interactiveItems];
const picture = { src: `/media/${'a'.repeat(64)}.png`, width: 800, height: 400 };
const facts = { now, videoMs: null, before: null, laterStories: new Set<string>() };

const adding = (design: Studio, item: PaletteItem, more: Partial<NewComponent> = {}): Studio =>
  addComponent(design, newComponent(design, { id: `comp-${item}`, item, now, brand: null, picture, ...more }));
const faults = (design: Studio): string[] =>
  checkDesign({ title: 'Coats', type: 1, hasMedium: true, studio: design, conditions: null }, facts).map(
    ({ path, code }) => `${code} ${path}`,
  );

t.test('what the palette makes is complete but for its links and its product', async (t) => {
  const links = new Map<PaletteItem, string[]>([
    ['button', ['link_missing studio.ctaData.0.outlink']],
    ['swipe', ['link_missing studio.ctaData.0.outlink']],
    [
      'product_tag',
      ['name', 'product_id', 'outlink'].map((field) => `tag_incomplete studio.productTagData.0.${field}`),
    ],
  ]);
  for (const item of items) {
    const design = adding(blankDesign(), item);
    t.same(studio.parse(design), design, `${item} passes the schema as it is`);
    t.same(faults(design), links.get(item) ?? [], item);
  }
  const quiz = adding(blankDesign(), 'quiz').quizData[0]!;
  t.match(quiz, { correct: 'A', options: [{ text: /./ }, { text: /./ }] });
  t.equal(adding(blankDesign(), 'countdown').countdownData[0]!.ts_end, now + 7 * 86_400);
  t.same(adding(blankDesign(), 'image').imageData[0]!.size, { width: 200, height: 100 }, 'the shape of its picture');
});

t.test('it stands in the free space, or where it was dropped, above all others', async (t) => {
  const first = adding(blankDesign(), 'poll');
  const { position, size, z_index } = first.pollData[0]!;
  t.same(position, { x: 28, y: Math.round(346 - size.height / 2) });
  const second = adding(first, 'quiz').quizData[0]!;
  t.ok(second.position.y >= position.y + size.height || second.position.y + second.size.height <= position.y);
  t.equal(second.z_index, z_index + 1);
  const dropped = adding(first, 'text', { at: { x: 100, y: 50 } }).textData[0]!;
  t.same(dropped.position, { x: 100 - 152, y: 50 - 20 });
  let full = first;
  for (let at = 0; at < 8; at += 1) full = adding(full, 'text', { id: `comp-000${at}` });
  t.ok(studio.safeParse(full).success, 'without room it lies in the middle');
});

t.test('targets are large enough to be tapped with ease', async (t) => {
  for (const item of items) {
    const { kind, component } = newComponent(blankDesign(), { id: 'comp-0001', item, now, brand: null, picture });
    const { targets } = componentParts({ kind, list: listOf[kind], at: 0, component } as never);
    for (const { width, height } of targets) t.ok(Math.min(width, height) >= 44, `${item} ${width} × ${height}`);
  }
});

t.test('a brand kit is what it starts in, as far as its kind and the fonts go', async (t) => {
  const lettered = { text_font: 'lora', text_weight: 700, text_align: 'start' } as const;
  const brand: BrandKit = {
    colors: [],
    fonts: ['lora'],
    logo: { light: null, dark: null },
    button: { ...lettered, text_color: '#101010', background: '#ffcc00', radius: 8, text_size: 3 },
    card: {
      ...lettered,
      option_color: '#336699',
      background: '#204060',
      text_color: '#ffffff',
      font_size: 20,
      accent_color: '#ffcc00',
      radius: 0,
    },
  };
  for (const kind of componentKinds) {
    const item = kind === 'cta' ? 'button' : kind;
    const design = adding(blankDesign(), item, { brand });
    t.ok(studio.safeParse(design).success, kind);
    if (kind !== 'image') t.equal((design[listOf[kind]][0] as { text_font: string }).text_font, 'lora', kind);
  }
  t.match(adding(blankDesign(), 'button', { brand }).ctaData[0], { ...brand.button, type: 'button' });
  t.match(adding(blankDesign(), 'poll', { brand }).pollData[0], brand.card);
  const three = exampleDesign(
    ...['inter', 'oswald', 'caveat'].map((text_font, at) => ['text', `comp-000${at}`, { text_font }] as const),
  );
  t.ok(studio.safeParse(adding(three, 'text', { brand })).success, 'no fourth font');
});

t.test(
  'a picture for which there is no room any more is told, and none is uploaded where nothing changes',
  async (t) => {
    const content = { title: '', type: 1, media: null, thumbnail: null, conditions: null, ignored: [] } as const;
    const editor = new Editor('story', { ...content, studio: blankDesign() });
    const told: string[] = [];
    const given = { brand: null, notify: (text: string) => told.push(text) };
    await addItem(editor, { ...given, item: 'image', onPickPicture: async () => picture });
    t.same(editor.state.selection, [editor.state.content.studio.imageData[0]!.id]);
    const onPickPicture = async () => {
      for (let at = 1; at < studioLimits.components; at += 1)
        await addItem(editor, { ...given, item: 'text', onPickPicture });
      t.same(told, []);
      return picture;
    };
    await addItem(editor, { ...given, item: 'image', onPickPicture });
    t.same(told, ['Left out: Image (30 components at most)']);
    t.equal(editor.state.content.studio.imageData.length, 1);
    editor.setReadOnly(true);
    await t.rejects(uploadInto(editor, new File(['A'], 'coat.png', { type: 'image/png' })), {
      message: "You can't change this story right now.",
    });
  },
);

t.test('a story that is full says why', async (t) => {
  const many = (kind: 'text' | 'poll' | 'product_tag' | 'cta', count: number, more: object = {}) =>
    exampleDesign(...Array.from({ length: count }, (_, at) => [kind, `comp-${1000 + at}`, more] as const));
  t.equal(fullReason(many('text', 29), 'text'), null);
  t.match(fullReason(many('text', 30), 'text'), '30');
  t.equal(fullReason(many('poll', 4), 'quiz'), null);
  for (const item of ['reaction', 'poll', 'quiz', 'rating'] as const) t.match(fullReason(many('poll', 5), item), '5');
  t.equal(fullReason(many('poll', 5), 'countdown'), null);
  t.match(fullReason(many('product_tag', 5), 'product_tag'), '5');
  t.ok(fullReason(many('cta', 1), 'swipe'));
  t.equal(fullReason(many('cta', 1), 'button'), null);
  t.match(fullReason(many('cta', studioLimits.buttons, { type: 'button' }), 'button'), '3');
  t.equal(fullReason(many('cta', 3, { type: 'button' }), 'swipe'), null);
  t.equal(itemNamed('__proto__'), null);
  t.equal(itemNamed('swipe'), 'swipe');
});
