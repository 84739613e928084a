import type { FontName } from '#contracts/studio/fonts.ts';
import { studioLimits } from '#contracts/studio/limits.ts';

/** How wide the letters of each font are beside each other. */
const widths: Readonly<Record<FontName, number>> = {
  inter: 1.07,
  lora: 1.03,
  'playfair-display': 0.96,
  oswald: 0.74,
  'space-grotesk': 1,
  caveat: 0.8,
  cairo: 0.96,
  heebo: 0.98,
};

/** The size at which words of one font are at most as wide in another. */
export const fittedSize = (size: number, from: FontName, to: FontName): number =>
  Math.max(studioLimits.fontSize[0], Math.floor(size * Math.min(1, widths[from] / widths[to])));
