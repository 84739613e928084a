import type { FontName } from '#contracts/studio/fonts.ts';

/** The fonts of designs by the names that their makers gave them, which no language translates. */
export const fontTitles: Readonly<Record<FontName, string>> = {
  inter: 'Inter',
  lora: 'Lora',
  'playfair-display': 'Playfair Display',
  oswald: 'Oswald',
  'space-grotesk': 'Space Grotesk',
  caveat: 'Caveat',
  cairo: 'Cairo',
  heebo: 'Heebo',
};
