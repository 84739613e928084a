import type { BrandKit } from '#contracts/account/brand-kit.ts';
import type { FontName } from '#contracts/studio/fonts.ts';

/** From this size on, in canvas units, words are a headline. */
const headlineSize = 24;

/** Whether a text of a size, in canvas units, is a headline. */
export const isHeadline = (fontSize: number): boolean => fontSize >= headlineSize;

/** The font of a kit for words: its first for headlines, its second for all else; undefined where it names none. */
export const brandFont = ({ fonts }: Pick<BrandKit, 'fonts'>, forHeadlines: boolean): FontName | undefined =>
  forHeadlines ? fonts[0] : (fonts[1] ?? fonts[0]);
