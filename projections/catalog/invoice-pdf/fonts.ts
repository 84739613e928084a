import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { create, type Font } from 'fontkit';
import { type FontFile, filesFor, type Weight } from './font-files.ts';

/** A font that has a letter, by a name that no other has. */
export interface Face {
  name: string;
  font: Font;
}

export interface Fonts {
  /** The font that has all code points of a letter; null where none has. */
  faceOf(letter: string, weight: Weight): Face | null;
  /** What draws all that no font has, as empty boxes. */
  plain(weight: Weight): Face;
}

const codePointsOf = (text: string): number[] => [...text].map((one) => one.codePointAt(0)!);
const nameOf = (file: FontFile, weight: Weight): string => `${file.name}-${weight}`;

/**
 * The letters of a text at one weight, out of a file that has many at all weights; and a space, which each has: a font of
 * no letter can't be read.
 */
const cut = async (file: FontFile, weight: Weight, text: string): Promise<Buffer> => {
  // Loaded for those letters alone: it takes longer than drawing an invoice without them.
  const { default: subsetFont } = await import('subset-font');
  return subsetFont(await readFile(file.path(weight)), `${text} `, {
    targetFormat: 'sfnt',
    variationAxes: { wght: weight },
  });
};

/**
 * Opens the fonts that texts take, and no file besides. `texts` says what is drawn at each weight, `country` where it is
 * read, by ISO 3166-1 alpha-2. An East Asian letter that isn't in the text of its weight is in none of them.
 */
export const openFonts = async (texts: Record<Weight, string>, country: string | null): Promise<Fonts> => {
  const candidates = filesFor(texts[400] + texts[600], country);
  const faces = new Map<string, Face>();
  const keep = (name: string, bytes: Buffer): Face => {
    const font = create(bytes) as Font;
    // The files of a family call themselves the same, and a document has one font of a name.
    Object.defineProperty(font, 'postscriptName', { value: name });
    const face = { name, font };
    faces.set(name, face);
    return face;
  };
  /** A file at a weight; null for one with all weights that wasn't cut. */
  const open = (file: FontFile, weight: Weight): Face | null => {
    const name = nameOf(file, weight);
    return faces.get(name) ?? (file.isVariable ? null : keep(name, readFileSync(file.path(weight))));
  };
  for (const weight of [400, 600] as const) {
    const text = texts[weight].normalize('NFC');
    for (const codePoint of new Set(codePointsOf(text)))
      for (const file of candidates(codePoint)) {
        const face = open(file, weight) ?? keep(nameOf(file, weight), await cut(file, weight, text));
        if (face.font.hasGlyphForCodePoint(codePoint)) break;
      }
  }

  // A text is measured several times over: which font has a letter is asked once.
  const known = new Map<string, Face | null>();
  const find = (letter: string, weight: Weight): Face | null => {
    const codePoints = codePointsOf(letter);
    for (const file of candidates(codePoints[0]!)) {
      const face = open(file, weight);
      if (face && codePoints.every((one) => face.font.hasGlyphForCodePoint(one))) return face;
    }
    return null;
  };
  return {
    faceOf(letter, weight) {
      const asked = `${weight}${letter}`;
      if (!known.has(asked)) known.set(asked, find(letter, weight));
      return known.get(asked)!;
    },
    plain(weight) {
      const [first] = candidates(0x20);
      return open(first!, weight)!;
    },
  };
};
