import { type FontName, fontNames } from '#contracts/studio/fonts.ts';

const sans = 'system-ui,sans-serif';
const serif = "Georgia,'Times New Roman',serif";
const instead = new Map<string, string>([
  ['lora', serif],
  ['playfair-display', serif],
  ['oswald', `'Roboto Condensed','Arial Narrow',${sans}`],
  ['caveat', "'Segoe Script','Bradley Hand',cursive"],
]);

/** What a font of designs is called in a page, whose own font of the same name stays what it is. */
export const familyOfFont = (font: string): string => `sr-${font}`;

/**
 * The value of `font-family` for a font of a design: what the system has of its kind stands in before it has come, where
 * it lacks a script, and for a font that is not known here.
 */
export const fontStack = (font: string): string =>
  fontNames.includes(font as FontName) ? `${familyOfFont(font)},${instead.get(font) ?? sans}` : sans;
