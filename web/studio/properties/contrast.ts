import { contrastOf, laidOver, leastContrast, leastOfLarge, type Rgb } from '#contracts/studio/check/contrast.ts';

const below: readonly Rgb[] = [
  [255, 255, 255],
  [0, 0, 0],
];

/**
 * The contrast of words on a ground, both `#rrggbb` or `#rrggbbaa`. Where the ground lets through what lies below, which may be
 * anything, the worse of white and black below it counts.
 */
export const contrastOn = (words: string, ground: string): number =>
  Math.min(
    ...below.map((color) => {
      const solid = laidOver(ground, color);
      return contrastOf(laidOver(words, solid), solid);
    }),
  );

/** Whether words of a size in canvas units and a weight can be read with a contrast; from 24, or 18.66 in bold, they are large. */
export const isReadable = (ratio: number, size: number, weight: number): boolean =>
  ratio >= (size >= 24 || (size >= 18.66 && weight >= 700) ? leastOfLarge : leastContrast);
