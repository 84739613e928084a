import { blankComponent, blankDesign, type ComponentStart, withComponent } from '#contracts/studio/blank.ts';
import type { FlatComponent } from '#contracts/studio/flat.ts';
import type { ComponentKind } from '#contracts/studio/kinds.ts';
import type { Studio } from '#contracts/studio/shape.ts';

/** Left, top, width and height in canvas units. */
export type PartBox = readonly [x: number, y: number, width: number, height: number];

/** Fields of a component that a template gives another value than it usually has. */
type Special<Kind extends ComponentKind> = Partial<Omit<ComponentStart<Kind>, 'id' | 'z_index'>>;

/** Makes a component of a template, by its id and its height in the pile. */
export interface TemplatePart {
  kind: ComponentKind;
  make(id: string, z_index: number): FlatComponent['component'];
}

const part = <Kind extends ComponentKind>(
  kind: Kind,
  [x, y, width, height]: PartBox,
  fields: Special<Kind>,
): TemplatePart => ({
  kind,
  make: (id, z_index) =>
    blankComponent(kind, {
      ...fields,
      id,
      z_index,
      position: { x, y },
      size: { width, height },
    } as ComponentStart<Kind>),
});

/** How round the cards of templates are. */
const round = { radius: 20 } as const;
/** Where a template's links lead until they are replaced. */
/** Where buttons of built-in templates lead: a template that is used has no link until a person gives one. */
export const sampleLink = 'https://example.com/';
/** The room that a text keeps at both of its sides, in sizes of its font. */
const sideRoom = 0.25;

/** Words, by default at the start of their box, which is theirs alone: their component is wider by the room at its sides. */
export function wordsPart(text: string, [x, y, width, height]: PartBox, more: Special<'text'> = {}): TemplatePart {
  const font_size = more.font_size ?? 16;
  const side = more.background ? 0 : Math.round(font_size * sideRoom);
  return part('text', [x - side, y, width + 2 * side, height], { text_align: 'start', ...more, text, font_size });
}

/** A short line on a ground of its own. */
export const chipPart = (text: string, box: PartBox, more: Special<'text'> = {}): TemplatePart => {
  const looks = { text_align: 'center', text_weight: 700, font_size: 12, radius: 14, background: '#ffffff' } as const;
  return wordsPart(text, box, { ...looks, ...more });
};

/** The swipe at the lower edge. */
export const swipePart = (button_text: string, more: Special<'cta'> = {}): TemplatePart => {
  const icon_color = more.text_color ?? '#ffffff';
  return part('cta', [60, 566, 240, 56], { button_text, icon_color, outlink: sampleLink, ...more });
};

/** A round button. */
export const buttonPart = (button_text: string, box: PartBox, more: Special<'cta'> = {}): TemplatePart =>
  part('cta', box, { type: 'button', button_text, radius: 28, outlink: sampleLink, ...more });

export const reactionPart = (emojis: string[], box: PartBox, more: Special<'reaction'> = {}): TemplatePart =>
  part('reaction', box, { emojis, ...more });

/** A poll; an option's color is that of its bar. */
export const pollPart = (
  question: string,
  options: readonly (readonly [text: string, color?: string])[],
  box: PartBox,
  more: Special<'poll'> = {},
): TemplatePart =>
  part('poll', box, {
    ...round,
    question,
    options: options.map(([text, color = null]) => ({ text, color })),
    ...more,
  });

export const quizPart = (
  question: string,
  options: readonly string[],
  correct: 'A' | 'B' | 'C' | 'D',
  box: PartBox,
  more: Special<'quiz'> = {},
): TemplatePart =>
  part('quiz', box, { ...round, question, options: options.map((text) => ({ text })), correct, ...more });

export const ratingPart = (question: string, box: PartBox, more: Special<'rating'> = {}): TemplatePart =>
  part('rating', box, { ...round, question, ...more });

/** A countdown to a moment, in unix seconds. */
export const countdownPart = (
  title: string,
  ts_end: number,
  box: PartBox,
  more: Special<'countdown'> = {},
): TemplatePart => part('countdown', box, { ...round, title, ts_end, ...more });

/** A product with its picture, if any; a tap opens its card. */
export const tagPart = (
  [product_id, name, price]: readonly [id: string, name: string, price: string],
  box: PartBox,
  more: Special<'product_tag'> = {},
): TemplatePart =>
  part('product_tag', box, { radius: 16, text_align: 'start', opens: 'card', product_id, name, price, ...more });

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
  const design = blankDesign();
  const ground = { ...design, background, duration_ms: duration_ms ?? null, medium: { ...design.medium, alt } };
  return parts.reduce(
    (below: Studio, { kind, make }, height) => withComponent(below, kind, make(`template-${height + 1}`, height)),
    ground,
  );
}
