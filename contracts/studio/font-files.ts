import type { FontName } from './fonts.ts';

// Code points of each part, in hexadecimal. Where parts overlap, each of them has the character; beyond that a range may
// name what a part lacks. Signs of mathematics and symbols are left out: a system draws them, as it does emoji.
const ranges = {
  'cyrillic-ext': '460-48f,492-4af,4b2-52f,1c80-1c8a,20b4,2de0-2dff,a640-a69f,fe2e-fe2f',
  cyrillic: '301,400-45f,490-491,4b0-4b1,2116',
  'greek-ext': '1f00-1fff',
  greek: '370-3ff',
  vietnamese: '102-103,110-111,128-129,168-169,1a0-1a1,1af-1b0,300-301,303-304,308-309,323,329,1ea0-1ef9,20ab',
  arabic: '600-6ff,750-77f,870-8ff,fb50-fdff,fe70-fefc',
  hebrew: '307-308,590-5ff,20aa,25cc,fb1d-fb4f',
  'latin-ext':
    '100-130,132-151,154-2ba,2bd-2c5,2c7-2d9,2dd-2ff,304,308,329,1d00-1e9f,1ef2-1eff,2020,20a0-20ab,20ad-20c0,2113,2c60-2c7f,a720-a7ff',
  latin: '0-ff,131,152-153,2bb-2bc,2c6,2da,2dc,304,308,329,2000-201f,2021-206f,20ac,2122,2191,2193,2212,2215,fffd',
} as const;

/** The part of a font that writes one script, a file for each weight. */
export type FontSubset = keyof typeof ranges;

/** The code points of a part, in hexadecimal, such as `0-ff,131`. */
export const fontRanges: Readonly<Record<FontSubset, string>> = ranges;

/** The weights of every font. */
export const fontWeights = [400, 700] as const;
export type FontWeight = (typeof fontWeights)[number];

/** What there is of a font: a name for the content of its files, and its parts. */
export interface FontFiles {
  hash: string;
  /** Of two parts with the same character the later one draws it. */
  subsets: readonly FontSubset[];
}

const files: Readonly<Record<FontName, FontFiles>> = {
  inter: {
    hash: 'Gk3CbekW',
    subsets: ['cyrillic-ext', 'cyrillic', 'greek-ext', 'greek', 'vietnamese', 'latin-ext', 'latin'],
  },
  lora: { hash: 'ZNa30uU4', subsets: ['cyrillic-ext', 'cyrillic', 'vietnamese', 'latin-ext', 'latin'] },
  'playfair-display': { hash: 'xUpmYMAz', subsets: ['cyrillic', 'vietnamese', 'latin-ext', 'latin'] },
  oswald: { hash: '0F4tx3IR', subsets: ['cyrillic-ext', 'cyrillic', 'vietnamese', 'latin-ext', 'latin'] },
  'space-grotesk': { hash: 'gfHNxjjq', subsets: ['vietnamese', 'latin-ext', 'latin'] },
  caveat: { hash: 'jUYUduOq', subsets: ['cyrillic-ext', 'cyrillic', 'latin-ext', 'latin'] },
  cairo: { hash: 'EC3Q9bUJ', subsets: ['arabic', 'latin-ext', 'latin'] },
  heebo: { hash: 'kYi395xp', subsets: ['hebrew', 'latin-ext', 'latin'] },
};

/**
 * The files of each font. A weight is a file of its own: a text has mostly one, and of a variable file both would come.
 * A hash is made of all files of its font by the build of the player, which refuses another and names the right one.
 */
export const fontFiles: ReadonlyMap<string, FontFiles> = new Map(Object.entries(files));

/** How a file is called at /sdk/v1/fonts/, such as `lora-latin-400.Ab3_dE9-.woff2`. */
export const fontFileName = (font: string, subset: FontSubset, weight: FontWeight): string =>
  `${font}-${subset}-${weight}.${fontFiles.get(font)?.hash}.woff2`;
