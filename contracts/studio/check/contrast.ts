/** WCAG 2.2, 1.4.3: words are read with this contrast at least, */
export const leastContrast = 4.5;
/** and with this where they are large: from 24 px, or 18.66 px in bold. */
export const leastOfLarge = 3;

/** Red, green and blue from 0 to 255. */
export type Rgb = readonly [number, number, number];

/** Red, green and blue of `#rrggbb` or `#rrggbbaa`, without how opaque it is. */
export const rgbOf = (color: string): Rgb =>
  [1, 3, 5].map((from) => Number.parseInt(color.slice(from, from + 2), 16)) as unknown as Rgb;

/** How opaque a color is, 0 to 1. */
export const opacityOf = (color: string): number =>
  color.length > 7 ? Number.parseInt(color.slice(7, 9), 16) / 255 : 1;

/** A color, opaque or not, as it is seen over a ground. */
export function laidOver(color: string, ground: Rgb): Rgb {
  const alpha = opacityOf(color);
  return rgbOf(color).map((part, at) => part * alpha + ground[at]! * (1 - alpha)) as unknown as Rgb;
}

const computed = (part: number): number => {
  const share = part / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};
// Pixels are whole numbers, and there are thousands of them.
const known = Array.from({ length: 256 }, (_, part) => computed(part));
const linear = (part: number): number => known[part] ?? computed(part);

/** Relative luminance as in WCAG 2.2, 0 (black) to 1 (white). */
export const luminanceOf = ([red, green, blue]: Rgb): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);

/** Contrast ratio of two luminances as in WCAG 2.2, 1 to 21. */
export const contrastOfLights = (one: number, other: number): number =>
  (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);

/** Contrast ratio of two colors as in WCAG 2.2, 1 to 21. */
export const contrastOf = (one: Rgb, other: Rgb): number => contrastOfLights(luminanceOf(one), luminanceOf(other));
