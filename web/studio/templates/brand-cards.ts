import type { BrandKit } from '#contracts/account/brand-kit.ts';
import type { Rgb } from '#contracts/studio/check/contrast.ts';
import { contrastOver, writtenOn } from '#contracts/studio/check/written.ts';
import type { FlatComponent } from '#contracts/studio/flat.ts';
import { brandContrast, brandGround, nearestBrand, plainInks } from './brand-colors.ts';

type Card = Exclude<FlatComponent, { kind: 'image' | 'text' | 'cta' }>;
type CardLooks = NonNullable<BrandKit['card']>;
type CardColors = Pick<CardLooks, 'background' | 'text_color' | 'option_color' | 'accent_color'>;

const black: Rgb = [0, 0, 0];

const withLooks = (one: Card, looks: Partial<CardLooks>): Card =>
  ({ ...one, component: { ...one.component, ...looks } }) as Card;

/** Whether all words of a card are read well; its ground must be opaque. */
const isRead = (one: Card): boolean => writtenOn(one).every((written) => contrastOver(written, black) >= brandContrast);

const optionsIn = (one: Card, brand: readonly string[]): Card =>
  one.kind === 'poll'
    ? {
        ...one,
        component: {
          ...one.component,
          options: one.component.options.map((option) => ({
            ...option,
            color: option.color && brandGround(option.color, brand),
          })),
        },
      }
    : one;

/** The colors that a card may have, the kit's own first. */
function* colorsFor(one: Card, kit: BrandKit, brand: readonly string[]): Generator<CardColors> {
  const { background, text_color, option_color, accent_color } = one.component;
  const drawn = { background, text_color, option_color, accent_color };
  const { card } = kit;
  const ground = card ? (card.background?.slice(0, 7) ?? background) : background;
  const accents = [card?.accent_color.slice(0, 7), nearestBrand(accent_color, brand), ...brand, accent_color];
  const options = [card?.option_color.slice(0, 7), option_color, ground];
  const inks = [card?.text_color.slice(0, 7), nearestBrand(text_color, brand), text_color, ...brand, ...plainInks];
  for (const option of options)
    for (const accent of accents)
      for (const ink of inks)
        if (option && accent && ink)
          yield { background: ground, text_color: ink, option_color: option, accent_color: accent };
  yield drawn;
}

/** A card in the brand: the looks of its cards, or its colors where it says none, as far as all words stay readable. */
export function brandCard(one: Card, kit: BrandKit, brand: readonly string[]): Card {
  const { card } = kit;
  const shaped = withLooks(optionsIn(one, brand), card ? { radius: card.radius, text_weight: card.text_weight } : {});
  for (const colors of colorsFor(one, kit, brand)) {
    const tried = withLooks(shaped, colors);
    if (isRead(tried)) return tried;
  }
  return one;
}
