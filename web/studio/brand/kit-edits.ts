import type { BrandKit } from '#contracts/account/brand-kit.ts';
import { brandFont } from '../palette/brand-font.ts';
import { contrastOn } from '../properties/contrast.ts';
import { brandContrast, brandInk, nearestBrand, plainGround, plainInks } from '../templates/brand-colors.ts';

/** The colors of looks in a kit that has none. */
const violet = '#5b3df5';

/** What is read on a color: white where that is, else dark. */
export const readableOn = (ground: string): string => brandInk(plainInks[1], [], plainGround(ground), brandContrast);

const shared = (kit: BrandKit) => ({ text_font: brandFont(kit, false) ?? 'inter', text_align: 'center' }) as const;

/** The look with which the buttons of a kit begin: its first color. */
export function firstButton(kit: BrandKit): NonNullable<BrandKit['button']> {
  const background = kit.colors[0]?.value.slice(0, 7) ?? violet;
  return { ...shared(kit), text_color: readableOn(background), text_weight: 700, background, radius: 24, text_size: 2 };
}

/** The look with which the cards of a kit begin: white, with its first color. */
export function firstCard(kit: BrandKit): NonNullable<BrandKit['card']> {
  const brand = kit.colors.map(({ value }) => value.slice(0, 7));
  return {
    ...shared(kit),
    text_color: nearestBrand(plainInks[0], brand, (one) => contrastOn(one, '#ffffff') >= 7) ?? plainInks[0],
    text_weight: 400,
    background: '#ffffff',
    radius: 16,
    font_size: 16,
    option_color: '#f1f1f7',
    accent_color: brand[0] ?? violet,
  };
}

/** A kit as it is saved: names without spaces around them, and looks in its font for texts. */
export function kitToSave(kit: BrandKit): BrandKit {
  const font = brandFont(kit, false);
  const lettered = <Look extends object>(look: Look | null): Look | null =>
    look && { ...look, ...(font && { text_font: font }) };
  return {
    ...kit,
    colors: kit.colors.map(({ name, value }) => ({ name: name.trim(), value })),
    button: lettered(kit.button),
    card: lettered(kit.card),
  };
}

/** The fonts of a kit whose headlines and texts are written so; null is as designed, or for texts the font of headlines. */
export const fontsFor = (
  headlines: BrandKit['fonts'][number] | null,
  texts: BrandKit['fonts'][number] | null,
): BrandKit['fonts'] =>
  headlines === null ? [] : texts === null || texts === headlines ? [headlines] : [headlines, texts];
