import type { BrandKit } from '#contracts/account/brand-kit.ts';
import { contrastOf, leastContrast, luminanceOf, type Rgb, rgbOf } from '#contracts/studio/check/contrast.ts';

/** What lies behind words: nearly its darkest and nearly its lightest; of a plain color both are that. */
export interface LightRange {
  dark: Rgb;
  light: Rgb;
}

/** Words in the brand's colors are read at least so well, large ones too. */
export const brandContrast = leastContrast;
/** What words are written in that no color of the brand can write: one of these is read on any plain color. */
export const plainInks = ['#17162b', '#ffffff', '#000000'] as const;

/** A design keeps its light and dark parts: a color is exchanged for one of at most this contrast to it. */
const alikeContrast = 3;

/** The colors of a kit as `#rrggbb`: what lies below them shows through none. */
export const brandColorsOf = (kit: BrandKit): string[] => [
  ...new Set(kit.colors.map(({ value }) => value.slice(0, 7))),
];

export const plainGround = (color: string): LightRange => ({ dark: rgbOf(color), light: rgbOf(color) });

/** How well a color is read over what lies behind it, by the worst of it; 1 where it is itself as light as some of it. */
export function contrastBefore(ink: string, { dark, light }: LightRange): number {
  const color = rgbOf(ink);
  const [own, low, high] = [color, dark, light].map(luminanceOf) as [number, number, number];
  if (own > low && own < high) return 1;
  return Math.min(contrastOf(color, dark), contrastOf(color, light));
}

/** How far two colors are from each other as people see them. */
function distanceOf(one: string, other: string): number {
  const [[red, green, blue], [otherRed, otherGreen, otherBlue]] = [rgbOf(one), rgbOf(other)];
  const middle = (red + otherRed) / 2 / 256;
  return (2 + middle) * (red - otherRed) ** 2 + 4 * (green - otherGreen) ** 2 + (3 - middle) * (blue - otherBlue) ** 2;
}

/** The color of a brand that looks most like another one, of those that will do; undefined where none does. */
export function nearestBrand(
  color: string,
  brand: readonly string[],
  willDo: (one: string) => boolean = () => true,
): string | undefined {
  let nearest: string | undefined;
  for (const one of brand) {
    if (contrastOf(rgbOf(one), rgbOf(color)) > alikeContrast || !willDo(one)) continue;
    if (nearest === undefined || distanceOf(one, color) < distanceOf(nearest, color)) nearest = one;
  }
  return nearest;
}

/** A ground in the brand's colors, `first` where that will do; without one that is like it, it stays or is `first`. */
export const brandGround = (color: string, brand: readonly string[], first?: string): string =>
  (first && nearestBrand(color, [first])) ?? nearestBrand(color, brand) ?? first ?? color;

/**
 * What words are written in over what lies behind them: the color of the brand that is most like their own, else their own
 * where it is read as well as it `needs`, else dark or white ones.
 */
export function brandInk(own: string, brand: readonly string[], behind: LightRange, needs: number): string {
  const readable = nearestBrand(own, brand, (one) => contrastBefore(one, behind) >= brandContrast);
  if (readable) return readable;
  if (contrastBefore(own, behind) >= needs) return own;
  const [first, ...others] = plainInks;
  const best = others.reduce<string>(
    (ink, other) => (contrastBefore(ink, behind) >= contrastBefore(other, behind) ? ink : other),
    first,
  );
  return plainInks.find((ink) => contrastBefore(ink, behind) >= brandContrast) ?? best;
}
