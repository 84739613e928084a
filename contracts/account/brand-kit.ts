import { z } from 'zod';
import { limits } from '../api/limits.ts';
import { mediaUrl } from '../api/media.ts';
import { text } from '../api/text.ts';
import { designColor } from '../studio/components/base.ts';
import { cardLooks, ctaLooks } from '../studio/components/looks.ts';
import { fontNames } from '../studio/fonts.ts';
import { accountWords } from '../words/account.en.ts';
import { faultWords } from '../words/faults.en.ts';
import { fill } from '../words/phrase.ts';
import { worded } from '../words/worded.ts';

const brandColor = z.strictObject({
  name: text({ min: 1, max: limits.brandColorName, required: accountWords.colorName }),
  value: designColor,
});
const picture = mediaUrl.nullable().default(null);

/**
 * What designs of an account have in common: named colors, fonts, the logo on light and on dark, and the looks with which a new
 * button or a new card starts (null: as usual). Pictures are addresses outside, keys of the file store inside.
 */
export const brandKit = z.strictObject({
  colors: z
    .array(brandColor)
    .max(limits.brandColors, worded(fill(accountWords.brandColors, { most: limits.brandColors })))
    .default([]),
  fonts: z
    .array(z.enum(fontNames, worded(faultWords.choice)))
    .max(limits.brandFonts, worded(fill(accountWords.brandFonts, { most: limits.brandFonts })))
    .overwrite((fonts) => [...new Set(fonts)])
    .default([]),
  logo: z.strictObject({ light: picture, dark: picture }).default({ light: null, dark: null }),
  button: z.strictObject(ctaLooks).nullable().default(null),
  card: z.strictObject(cardLooks).nullable().default(null),
});
export type BrandKit = z.infer<typeof brandKit>;

/** The brand kit of an account that has set none. */
export const emptyBrandKit: BrandKit = {
  colors: [],
  fonts: [],
  logo: { light: null, dark: null },
  button: null,
  card: null,
};

/** A brand kit whose logos are named otherwise. */
export const withLogos = (kit: BrandKit, nameOf: (picture: string) => string): BrandKit => ({
  ...kit,
  logo: { light: kit.logo.light && nameOf(kit.logo.light), dark: kit.logo.dark && nameOf(kit.logo.dark) },
});
