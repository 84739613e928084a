import type { BrandKit } from '#contracts/account/brand-kit.ts';
import { blankComponent, type ComponentOf } from '#contracts/studio/blank.ts';
import { type FlatComponent, flatten } from '#contracts/studio/flat.ts';
import type { FontName } from '#contracts/studio/fonts.ts';
import { type ComponentKind, canvas } from '#contracts/studio/kinds.ts';
import { studioLimits } from '#contracts/studio/limits.ts';
import type { Studio } from '#contracts/studio/shape.ts';
import { studioStartWords } from '../../dashboard/words/studio-start.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { brandFont, isHeadline } from './brand-font.ts';
import { freePlace } from './free-space.ts';
import { kindOfItem, type PaletteItem } from './palette-items.ts';

/** A picture of the account: its address, and its size in px where that is known. */
export interface PickedPicture {
  src: string;
  width: number | null;
  height: number | null;
}

/** What a component is made of; `now` is unix seconds, `picture` is there for images. */
export interface NewComponent {
  id: string;
  item: PaletteItem;
  now: number;
  brand: BrandKit | null;
  picture?: PickedPicture | null;
  /** Its middle, in canvas units, where it was dropped; else it stands in the free space. */
  at?: { x: number; y: number } | null;
}

type Start = Record<string, unknown> & { size: { width: number; height: number } };

const week = 7 * 86_400;
/** The longer side of a new picture, in canvas units. */
const pictureSide = 200;

/** The size of a new picture, in canvas units. */
export function pictureSize(picture: PickedPicture | null | undefined): Start['size'] {
  const { width, height } = picture ?? {};
  if (!width || !height) return { width: pictureSide, height: pictureSide };
  const scale = pictureSide / Math.max(width, height);
  const side = (length: number) => Math.max(studioLimits.width[0], Math.round(length * scale));
  return { width: side(width), height: side(height) };
}

/** The words and sizes of each item: large enough to be tapped, with what is read in them. */
const starts: Readonly<Record<PaletteItem, (given: NewComponent) => Start>> = {
  text: () => ({ text: t(studioStartWords.text), font_size: 28, text_weight: 700, size: { width: 304, height: 40 } }),
  image: ({ picture }) => ({ media: picture?.src ?? '', size: pictureSize(picture) }),
  button: () => ({
    type: 'button',
    button_text: t(studioStartWords.button),
    background: '#ffffff',
    text_color: '#17162b',
    icon_color: '#17162b',
    radius: 24,
    size: { width: 200, height: 48 },
  }),
  swipe: () => ({ type: 'swipe', size: { width: 240, height: 56 } }),
  reaction: () => ({ emojis: ['😍', '🔥', '👏'], radius: 32, size: { width: 240, height: 64 } }),
  poll: () => ({
    question: t(studioStartWords.pollQuestion),
    options: [t(studioStartWords.pollFirst), t(studioStartWords.pollSecond)].map((text) => ({ text, color: null })),
    size: { width: 304, height: 128 },
  }),
  quiz: () => ({
    question: t(studioStartWords.quizQuestion),
    options: [t(studioStartWords.quizFirst), t(studioStartWords.quizSecond)].map((text) => ({ text })),
    size: { width: 304, height: 176 },
  }),
  rating: () => ({ question: t(studioStartWords.ratingQuestion), size: { width: 304, height: 124 } }),
  countdown: ({ now }) => ({
    title: t(studioStartWords.countdownTitle),
    ts_end: now + week,
    size: { width: 304, height: 116 },
  }),
  product_tag: () => ({ size: { width: 200, height: 64 } }),
};

const swipePlace = { x: (canvas.width - 240) / 2, y: 560 };

/** The fields that a kit says, of those that the component has. */
const known = (looks: Readonly<Record<string, unknown>> | null, fields: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(looks ?? {}).filter(([field]) => field in fields));

function brandLooks(kind: ComponentKind, brand: BrandKit | null, fields: object): Record<string, unknown> {
  if (!brand || kind === 'image') return {};
  const font = brandFont(brand, kind === 'text' && 'font_size' in fields && isHeadline(Number(fields.font_size)));
  const looks = kind === 'cta' ? brand.button : kind === 'text' ? null : brand.card;
  return { ...known(looks, fields), ...(font && { text_font: font }) };
}

/** The fonts of a design, in no order. */
export const fontsOf = (design: Studio): Set<FontName> =>
  new Set(flatten(design).flatMap(({ component }) => ('text_font' in component ? [component.text_font] : [])));

/** A font that a design can have: one of its own where it has as many as it may. */
function allowedFont(design: Studio, font: FontName): FontName {
  const own = fontsOf(design);
  return own.has(font) || own.size < studioLimits.fonts ? font : [...own][0]!;
}

/** A component as the palette makes it, in the looks of the brand kit, where there is room for it. */
export function newComponent(
  design: Studio,
  given: NewComponent,
): { kind: ComponentKind; component: FlatComponent['component'] } {
  const kind = kindOfItem(given.item);
  const start = starts[given.item](given);
  const { size } = start;
  const { at } = given;
  const place = at
    ? { x: Math.round(at.x - size.width / 2), y: Math.round(at.y - size.height / 2) }
    : given.item === 'swipe'
      ? swipePlace
      : freePlace(design, size);
  const plain = blankComponent(kind, { ...start, id: given.id, position: place } as unknown as ComponentOf<
    typeof kind
  >);
  const component = { ...plain, ...brandLooks(kind, given.brand, plain) } as FlatComponent['component'];
  if ('text_font' in component) component.text_font = allowedFont(design, component.text_font);
  return { kind, component };
}
