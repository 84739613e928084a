import type { FlatComponent } from '#contracts/studio/flat.ts';
import { type ComponentKind, listOf } from '#contracts/studio/kinds.ts';
import type { Studio } from '#contracts/studio/shape.ts';

type ComponentOf<Kind extends ComponentKind> = Extract<FlatComponent, { kind: Kind }>['component'];

/** Left, top, width and height in canvas units. */
export type PartBox = readonly [x: number, y: number, width: number, height: number];

/** A component of a template, before it has its id and its height in the pile. */
export type TemplatePart = {
  [Kind in ComponentKind]: { kind: Kind; fields: Omit<ComponentOf<Kind>, 'id' | 'z_index'> };
}[ComponentKind];

type FieldsOf<Kind extends ComponentKind> = Extract<TemplatePart, { kind: Kind }>['fields'];

const base = ([x, y, width, height]: PartBox) => ({
  position: { x, y },
  size: { width, height },
  rotation: 0,
  start_time: 0,
  end_time: null,
  name: '',
  locked: false,
  hidden: false,
});

const plainLooks = {
  text_color: '#ffffff',
  text_font: 'inter',
  text_weight: 400,
  text_align: 'center',
  background: null,
  radius: 0,
} as const;

const cardLooks = {
  ...plainLooks,
  text_color: '#17162b',
  background: '#ffffff',
  radius: 20,
  font_size: 16,
  option_color: '#f1f1f7',
  accent_color: '#5b3df5',
} as const;

const answered = { ...cardLooks, show_results: true, show_total: true } as const;
/** Where a template's links lead until they are replaced. */
const sampleLink = 'https://example.com/';

/** The room that a text keeps at both of its sides, in sizes of its font. */
const sideRoom = 0.25;

/** Words, by default at the start of their box, which is theirs alone: their component is wider by the room at its sides. */
export function wordsPart(
  text: string,
  [x, y, width, height]: PartBox,
  more: Partial<FieldsOf<'text'>> = {},
): TemplatePart {
  const font_size = more.font_size ?? 16;
  const side = more.background ? 0 : Math.round(font_size * sideRoom);
  const box = base([x - side, y, width + 2 * side, height]);
  return { kind: 'text', fields: { ...box, ...plainLooks, text_align: 'start', ...more, text, font_size } };
}

/** A short line on a ground of its own. */
export const chipPart = (text: string, box: PartBox, more: Partial<FieldsOf<'text'>> = {}): TemplatePart =>
  wordsPart(text, box, {
    text_align: 'center',
    text_weight: 700,
    font_size: 12,
    radius: 14,
    background: '#ffffff',
    ...more,
  });

const ctaPart = (type: 'swipe' | 'button', button_text: string, box: PartBox, more: Partial<FieldsOf<'cta'>>) =>
  ({
    kind: 'cta',
    fields: {
      ...base(box),
      ...plainLooks,
      text_weight: 700,
      text_size: 2,
      type,
      button_text,
      icon_color: more.text_color ?? '#ffffff',
      outlink: sampleLink,
      deep_link: '',
      ...more,
    },
  }) as const satisfies TemplatePart;

/** The swipe at the lower edge. */
export const swipePart = (words: string, more: Partial<FieldsOf<'cta'>> = {}): TemplatePart =>
  ctaPart('swipe', words, [60, 566, 240, 56], more);

/** A round button. */
export const buttonPart = (words: string, box: PartBox, more: Partial<FieldsOf<'cta'>> = {}): TemplatePart =>
  ctaPart('button', words, box, { radius: 28, ...more });

export const reactionPart = (
  emojis: string[],
  box: PartBox,
  more: Partial<FieldsOf<'reaction'>> = {},
): TemplatePart => ({
  kind: 'reaction',
  fields: { ...base(box), ...answered, radius: 40, emojis, ...more },
});

export const pollPart = (
  question: string,
  options: readonly (readonly [text: string, color?: string])[],
  box: PartBox,
  more: Partial<FieldsOf<'poll'>> = {},
): TemplatePart => ({
  kind: 'poll',
  fields: {
    ...base(box),
    ...answered,
    question,
    options: options.map(([text, color = null]) => ({ text, color })),
    ...more,
  },
});

export const quizPart = (
  question: string,
  options: readonly string[],
  correct: 'A' | 'B' | 'C' | 'D',
  box: PartBox,
  more: Partial<FieldsOf<'quiz'>> = {},
): TemplatePart => ({
  kind: 'quiz',
  fields: {
    ...base(box),
    ...answered,
    right_color: '#12805c',
    wrong_color: '#cf2a41',
    question,
    options: options.map((text) => ({ text })),
    correct,
    explanation: '',
    ...more,
  },
});

export const ratingPart = (question: string, box: PartBox, more: Partial<FieldsOf<'rating'>> = {}): TemplatePart => ({
  kind: 'rating',
  fields: { ...base(box), ...answered, question, ...more },
});

/** A countdown to a moment, in unix seconds. */
export const countdownPart = (
  title: string,
  ts_end: number,
  box: PartBox,
  more: Partial<FieldsOf<'countdown'>> = {},
): TemplatePart => ({
  kind: 'countdown',
  fields: {
    ...base(box),
    ...cardLooks,
    title,
    ts_end,
    units: ['days', 'hours', 'minutes', 'seconds'],
    end_text: '',
    reminder: false,
    ...more,
  },
});

/** A product with its picture, if any; a tap opens its card. */
export const tagPart = (
  [product_id, name, price]: readonly [id: string, name: string, price: string],
  box: PartBox,
  more: Partial<FieldsOf<'product_tag'>> = {},
): TemplatePart => ({
  kind: 'product_tag',
  fields: {
    ...base(box),
    ...cardLooks,
    radius: 16,
    text_align: 'start',
    product_id,
    name,
    price,
    old_price: '',
    media: null,
    dot: null,
    opens: 'card',
    outlink: '',
    deep_link: '',
    ...more,
  },
});

const empty = {
  ctaData: [],
  imageData: [],
  textData: [],
  reactionData: [],
  quizData: [],
  pollData: [],
  ratingData: [],
  countdownData: [],
  productTagData: [],
};

/** What of a template is not its components; `alt` describes its picture. */
export interface TemplateGround {
  /** Seen without a picture, and while it loads. */
  background: string;
  alt?: string;
  duration_ms?: number;
}

/** A design of parts, the first one lowest. */
export function templateDesign(
  { background, alt = '', duration_ms }: TemplateGround,
  ...parts: readonly TemplatePart[]
): Studio {
  const design: Studio = {
    ...structuredClone(empty),
    version: 1,
    duration_ms: duration_ms ?? null,
    background,
    medium: { fit: 'fill', x: 50, y: 50, zoom: 100, alt },
  };
  parts.forEach(({ kind, fields }, height) => {
    const component = { ...fields, id: `template-${height + 1}`, z_index: height };
    (design[listOf[kind]] as object[]).push(component);
  });
  return design;
}
