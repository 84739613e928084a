/** The fonts that designs may use. */
export const fontNames = [
  'inter',
  'lora',
  'playfair-display',
  'oswald',
  'space-grotesk',
  'caveat',
  'cairo',
  'heebo',
] as const;
export type FontName = (typeof fontNames)[number];

/** What the five steps of a button's `text_size` are, in canvas units. */
export const textSizes = [12, 16, 20, 24, 32] as const;
