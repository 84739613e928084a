import { answersTo } from '#contracts/studio/answers.ts';
import { type ExamplePart, exampleDesign } from '#contracts/studio/examples.ts';
import { flatten } from '#contracts/studio/flat.ts';
import { fontNames } from '#contracts/studio/fonts.ts';
import { type ComponentKind, componentKinds, isAnswerable } from '#contracts/studio/kinds.ts';
import type { Studio } from '#contracts/studio/shape.ts';
import { pick, type Random } from '#ops/testing/random.ts';
import type { SentState } from '../../player/render/test-page.ts';

const texts = [
  'Which coat?',
  'Donaudampfschifffahrtsgesellschaftskapitänspatentverwaltung',
  'أي معطف تختار لهذا الشتاء الطويل؟',
  'איזה מעיל מתאים לך, Camel או Navy?',
  'ışığı söndürmeyi unutma 🔥',
  'A question with so many words in it that no single line has room for all',
];
const grounds = ['#17162b', '#b03060cc', '#106070'];
const inks = ['#ffffff', '#ffe08a', '#e8d9c4'];

/** A design with what its viewer has done to it: answers, reminders, and how others answered. */
export interface DrawnDesign {
  studio: Studio;
  components: NonNullable<SentState['components']>;
}

/** So many characters of a text at most; a share of them says which, so that equal texts differ. */
const words = (random: Random, most: number) => [...pick(random, texts)].slice(0, most - 2).join('');
const options = (random: Random) =>
  ['A', 'B', 'C', 'D']
    .slice(0, 2 + Math.floor(random() * 3))
    .map((letter) => ({ text: `${letter} ${words(random, 28)}` }));

/** What makes one component of a kind unlike another. `now` is unix seconds. */
const fieldsOf: Record<ComponentKind, (random: Random, now: number) => object> = {
  cta: (random) => ({ button_text: words(random, 40), type: pick(random, ['swipe', 'button']) }),
  image: (random) => ({ opacity: pick(random, [100, 60]), decorative: true }),
  text: (random) => ({ text: `${words(random, 60)} ${words(random, 60)}` }),
  reaction: (random) => ({
    emojis: pick(random, [
      ['😍', '🔥', '😮'],
      ['❄️', '🔥', '🏆', '👍🏽', '👩‍👩‍👧'],
    ]),
  }),
  quiz: (random) => ({ question: words(random, 60), options: options(random), explanation: words(random, 80) }),
  poll: (random) => ({ question: words(random, 60), options: options(random) }),
  rating: (random) => ({ question: words(random, 60) }),
  countdown: (random, now) => ({
    title: words(random, 40),
    ts_end: now + pick(random, [-60, 59, 7384, 20 * 86_400]),
    end_text: words(random, 60),
    reminder: random() < 0.5,
  }),
  product_tag: (random) => ({
    name: words(random, 60),
    old_price: pick(random, ['', '€299']),
    dot: pick(random, [null, { x: 180, y: 200 }]),
    opens: pick(random, ['card', 'web']),
  }),
};

function looksOf(random: Random, kind: ComponentKind): object {
  if (kind === 'image') return {};
  return {
    text_font: pick(random, fontNames.slice(0, 3).concat(pick(random, fontNames.slice(3)))),
    text_weight: pick(random, [400, 700]),
    text_align: pick(random, ['start', 'center', 'end']),
    radius: pick(random, [0, 12, 40]),
    ...(kind === 'cta' ? { text_size: 1 + Math.floor(random() * 5) } : { font_size: pick(random, [12, 16, 24]) }),
    ...(random() < 0.4 ? { background: pick(random, grounds), text_color: pick(random, inks) } : {}),
  };
}

/** A place in the pile, on the canvas and in the story; every one is there from its third tenth of a second on. */
const placeOf = (random: Random) => ({
  position: { x: Math.floor(random() * 120) - 20, y: Math.floor(random() * 480) },
  size: { width: 160 + Math.floor(random() * 160), height: 50 + Math.floor(random() * 170) },
  rotation: pick(random, [0, 0, 0, 8, -14, 90, 180]),
  z_index: Math.floor(random() * 4),
  start_time: pick(random, [0, 0, 40, 300]),
  end_time: pick(random, [null, 60_000]),
});

function answered(random: Random, { studio }: Pick<DrawnDesign, 'studio'>): DrawnDesign['components'] {
  const given: DrawnDesign['components'] = {};
  for (const one of flatten(studio)) {
    const { id } = one.component;
    if (one.kind === 'countdown') given[id] = { on: random() < 0.5 };
    if (!('show_results' in one.component) || !isAnswerable(one.kind)) continue;
    const all = answersTo({ ...one.component, kind: one.kind });
    const counts = Object.fromEntries(all.map((value) => [value, 1 + Math.floor(random() * 9)]));
    given[id] = { value: pick(random, all), final: true, ...(one.component.show_results && { counts }) };
  }
  return given;
}

/** So many designs with every kind among them; ids are used once. Pictures of components are at `picture`, `now` is unix seconds. */
export const randomDesigns = (random: Random, count: number, picture: string, now: number): DrawnDesign[] =>
  Array.from({ length: count }, (_, at) => {
    const kinds = [at, at * 2 + 1, at * 4 + 2].map((place) => componentKinds[place % componentKinds.length]!);
    const parts = [...new Set(kinds)].map((kind, place): ExamplePart => {
      const fields = { ...placeOf(random), ...looksOf(random, kind), ...fieldsOf[kind](random, now) };
      const results = isAnswerable(kind) ? { show_results: random() < 0.7, show_total: random() < 0.7 } : {};
      return [kind, `design-${at}-${place}`, { ...fields, ...results }];
    });
    const studio: Studio = {
      ...exampleDesign(...parts),
      background: pick(random, [null, '#204060']),
      medium: {
        fit: pick(random, ['fill', 'fit', 'blur']),
        x: Math.floor(random() * 100),
        y: Math.floor(random() * 100),
        zoom: pick(random, [100, 100, 160]),
        alt: '',
      },
    };
    for (const image of studio.imageData) image.media = picture;
    return { studio, components: answered(random, { studio }) };
  });
