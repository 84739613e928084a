import fc from 'fast-check';
import t from 'tap';
import { fill, isPhrase, type Phrase } from '../words/phrase.ts';
import { answersTo, givenAnswer } from './answers.ts';
import { conditionLines, designChanges } from './changes.ts';
import { exampleDesign } from './examples.ts';
import { drawingOrder, flatten, readingOrder } from './flat.ts';
import { componentParts, cornersOf, shareInside } from './geometry.ts';
import { canvas, componentKinds } from './kinds.ts';
import { linkConflicts, storyLinkOf, swipeOf, withLink } from './links.ts';
import { picturesOf, withPictures } from './media.ts';
import { publishedOf, wouldMix } from './published.ts';
import type { Studio } from './shape.ts';
import { withSwipe } from './swipe.ts';

/** A phrase as it reads in English. */
const read = (phrase: unknown): string => {
  if (!isPhrase(phrase)) return String(phrase);
  const { defaultMessage, values = {} } = phrase as Phrase;
  return defaultMessage.replace(/\{(\w+)\}/g, (_, name) => read(values[name]));
};

t.test('drawn by layer, then by list and place; read from top to bottom, then from the start', async (t) => {
  const at = (x: number, y: number, more: object = {}) => ({
    position: { x, y },
    size: { width: 40, height: 40 },
    ...more,
  });
  const all = flatten(
    exampleDesign(
      ['text', 'right-top', at(200, 104)],
      ['text', 'left--top', at(20, 100, { z_index: 5 })],
      ['cta', 'cta--bottom', at(20, 500)],
      ['image', 'img-middle', at(20, 300)],
    ),
  );
  const ids = (list: typeof all) => list.map(({ component }) => component.id);
  t.same(ids(drawingOrder(all)), ['cta--bottom', 'img-middle', 'right-top', 'left--top']);
  t.same(ids(readingOrder(all, false)), ['left--top', 'right-top', 'img-middle', 'cta--bottom']);
  t.same(ids(readingOrder(all, true)), ['right-top', 'left--top', 'img-middle', 'cta--bottom']);
});

t.test('parts lie in their component, in order, and none covers another', async (t) => {
  const sizes = fc.record({ width: fc.integer({ min: 120, max: 720 }), height: fc.integer({ min: 120, max: 1280 }) });
  const boxes = fc.tuple(fc.constantFrom(...componentKinds), sizes, fc.integer({ min: 8, max: 30 }));
  fc.assert(
    fc.property(boxes, ([kind, size, font_size]) => {
      const hasFont = kind !== 'image' && kind !== 'cta';
      const [one] = flatten(exampleDesign([kind, 'comp-0001', { size, ...(hasFont ? { font_size } : {}) }]));
      const { head, targets, cells, foot } = componentParts(one!);
      const parts = [head, ...cells, ...targets, foot].filter((part) => part !== null);
      for (const part of parts) {
        const inside = part.x >= 0 && part.y >= 0 && part.x + part.width <= size.width + 1e-6;
        if (!inside || part.y + part.height > size.height + 1e-6) throw new Error(`${kind} ${JSON.stringify(part)}`);
      }
      for (const [place, a] of parts.entries())
        for (const b of parts.slice(place + 1)) {
          const apart = [a.x + a.width - b.x, b.x + b.width - a.x, a.y + a.height - b.y, b.y + b.height - a.y];
          if (Math.min(...apart) > 1e-6) throw new Error(`${kind}: ${JSON.stringify([a, b])}`);
        }
    }),
    { numRuns: 500 },
  );
  const count = (kind: 'quiz' | 'rating' | 'reaction' | 'poll') =>
    componentParts(flatten(exampleDesign([kind, 'comp-0001']))[0]!).targets.length;
  t.same([count('quiz'), count('rating'), count('reaction'), count('poll')], [3, 5, 3, 2]);
});

t.test('how much of a part is on the canvas', async (t) => {
  const share = (x: number, y: number, rotation = 0) => {
    const [one] = flatten(
      exampleDesign(['text', 'comp-0001', { position: { x, y }, size: { width: 100, height: 100 }, rotation }]),
    );
    return shareInside(cornersOf(one!, { x: 0, y: 0, width: 100, height: 100 }), canvas);
  };
  t.equal(share(0, 0), 1);
  t.equal(share(-25, 0), 0.75);
  t.equal(share(-50, -50), 0.25);
  t.equal(share(-100, 0), 0);
  t.ok(Math.abs(share(-50, 200, 45) - 0.5) < 1e-9, 'turned about its middle');
  t.ok(Math.abs(share(-50, -50, 45) - 0.25) < 1e-9);
});

t.test('changes are told by component, in words and real values', async (t) => {
  const before = exampleDesign(['poll', 'poll-0001'], ['text', 'text-0001'], ['image', 'imag-0001']);
  const after = exampleDesign(
    ['poll', 'poll-0001', { options: [{ text: 'Camel' }, { text: 'Navy parka', color: '#123456' }, { text: 'Red' }] }],
    ['image', 'imag-0001', { media: `/media/${'b'.repeat(64)}.png`, position: { x: 1, y: 2 } }],
    ['quiz', 'quiz-0001'],
  );
  t.same(
    designChanges(before, after).map(({ key, field, from, to }) => [key, read(field), from, to].map(read)),
    [
      ['imag-0001.position', 'Image “A coat” · position', '20, 300', '1, 2'],
      ['imag-0001.media', 'Image “A coat” · picture', '[object Object]', '[object Object]'],
      ['quiz-0001', 'Quiz “Where do moths lead?”', 'null', 'added'],
      ['poll-0001.options.A', 'Poll “Which coat?” · option A', 'Camel wool', 'Camel'],
      ['poll-0001.options.B.color', 'Poll “Which coat?” · color of option B', 'null', '#123456'],
      ['poll-0001.options.C', 'Poll “Which coat?” · option C', 'null', 'Red'],
      ['text-0001', 'Text “Which coat for November?”', 'in the design', 'removed'],
    ],
  );
  t.same(designChanges(before, before), []);
  t.same(
    designChanges(null, exampleDesign(['text', 'text-0001'])).map(({ key }) => key),
    ['text-0001'],
  );
  t.same(
    designChanges(exampleDesign(['text', 'text-0001']), null).map(({ to }) => read(to)),
    ['removed'],
  );
  const dark = { ...exampleDesign(['text', 'text-0001']), background: '#101010', duration_ms: 9000 };
  const own = (from: Studio | null, to: Studio | null) =>
    designChanges(from, to).map(({ key, from, to }) => [key, from, to].map(read));
  t.same(own(null, dark), [
    ['design.duration_ms', 'null', '9000'],
    ['design.backdrop', 'null', '#101010'],
    ['text-0001', 'null', 'added'],
  ]);
  t.same(own({ ...dark, textData: [] }, null), [
    ['design.duration_ms', '9000', 'null'],
    ['design.backdrop', '#101010', 'null'],
  ]);
  const [kind] = designChanges(exampleDesign(['text', 'comp-0001']), exampleDesign(['rating', 'comp-0001']));
  t.equal(read(kind!.field), 'Rating “How does it sit?”', 'another kind under an id is another component');
  const right = designChanges(
    exampleDesign(['quiz', 'comp-0001']),
    exampleDesign(['quiz', 'comp-0001', { correct: 'C' }]),
  );
  t.same(
    right.map(({ from, to }) => [read(from), read(to)]),
    [['B · Moonlit Path', 'C · Cinder Stairs']],
  );
  const lines = conditionLines(
    { rules: [{ component_id: 'poll-0001', values: ['A', 'B'], to: 'x' }], next: 'end' },
    before,
    () => fill({ id: 'x', defaultMessage: 'Winter' }, {}),
  );
  t.same(lines.map(read), [
    'Poll “Which coat?”: A · Camel wool or B · Navy parka leads to Winter',
    'Otherwise to the end',
  ]);
});

t.test('what answers mean never changes under an id', async (t) => {
  const published = (kind: 'poll' | 'quiz' | 'reaction' | 'product_tag' | 'rating', more: object = {}) =>
    publishedOf(exampleDesign([kind, 'comp-0001', more]))[0]!;
  const options = (...texts: string[]) => ({ options: texts.map((text) => ({ text })) });
  const mixes = (kind: Parameters<typeof published>[0], was: object, is: object) =>
    wouldMix(published(kind, was), published(kind, is));
  t.equal(mixes('poll', options('A', 'B'), options('A', 'Bee')), false, 'a corrected wording');
  t.equal(mixes('poll', options('Ice', 'Fire'), options('fire', ' ICE')), true, 'the same words, swapped');
  t.equal(mixes('poll', options('Ice', 'Fire'), options('ICE ', 'fire')), false);
  t.equal(mixes('poll', options('A', 'B'), options('A', 'B', 'C')), true);
  t.equal(mixes('quiz', { correct: 'A' }, { correct: 'B' }), true);
  t.equal(mixes('reaction', { emojis: ['🔥', '🏆', '❄️'] }, { emojis: ['🏆', '🔥', '❄️'] }), true);
  t.equal(mixes('product_tag', { product_id: 'a' }, { product_id: 'b' }), true);
  t.equal(mixes('product_tag', { price: '1' }, { price: '2' }), false);
  t.equal(wouldMix(published('poll'), published('rating')), true);
  t.equal(publishedOf(exampleDesign(['poll', 'comp-0001', { hidden: true }])).length, 1, 'hidden ones too');
});

t.test('an answer is one of those that the component has', async (t) => {
  t.same(answersTo({ kind: 'poll', options: [1, 2, 3] }), ['A', 'B', 'C']);
  const stars = answersTo({ kind: 'rating' });
  t.same(
    [1, '5', 0, 6, 3.5, '3.5', true, null, '__proto__'].map((value) => givenAnswer(stars, value)),
    ['1', '5', ...Array(7).fill(null)],
  );
  const emojis = answersTo({ kind: 'reaction', emojis: ['❤️', '🔥', '🏆'] });
  t.equal(givenAnswer(emojis, '❤️'), '❤️');
  t.equal(givenAnswer(emojis, '❤'), null, 'letter by letter');
  t.equal(givenAnswer(answersTo({ kind: 'quiz', options: [1, 2] }), 'a'), null);
});

t.test('the swipe and the link of its story are one; pictures are renamed where they stand', async (t) => {
  const design = exampleDesign(['cta', 'swip-0001'], ['cta', 'butt-0001', { type: 'button' }], ['image', 'imag-0001']);
  const changed = withLink(design, { outlink: 'https://b.example/' });
  t.equal(swipeOf(changed)?.outlink, 'https://b.example/');
  t.equal(changed.ctaData[1]?.outlink, 'https://shop.example/coats', 'a button keeps its own');
  const fonts = (...names: string[]) =>
    exampleDesign(...names.map((text_font, at) => ['text', `text-000${at}`, { text_font }] as const));
  const fontOfSwipe = (...names: string[]) =>
    swipeOf(withSwipe(fonts(...names), storyLinkOf(swipeOf(design)!)))!.text_font;
  t.same(
    [fontOfSwipe('lora', 'oswald'), fontOfSwipe('lora', 'oswald', 'caveat'), fontOfSwipe('lora', 'oswald', 'inter')],
    ['inter', 'lora', 'inter'],
    'a design has up to three fonts, with its swipe',
  );
  t.same(linkConflicts(swipeOf(design)!, { button_text: 'Shop coats', outlink: 'https://c.example' }), ['outlink']);
  const tagged = {
    ...design,
    productTagData: exampleDesign(['product_tag', 'ptag-0001', { media: '/b' }]).productTagData,
  };
  t.same(picturesOf(withPictures(tagged, (name) => `key:${name.slice(0, 7)}`)), ['key:/media/', 'key:/b']);
});
