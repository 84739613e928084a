import bidiFactory from 'bidi-js';

export type Direction = 'ltr' | 'rtl';

/** A letter at its place in a line, where those of an odd level run from right to left. */
export interface PlacedLetter {
  letter: string;
  level: number;
}

const bidi = bidiFactory();

/** Which way a text runs: that of its first letter which has one. */
export const directionOf = (text: string): Direction =>
  (bidi.getEmbeddingLevels(text).paragraphs[0]?.level ?? 0) % 2 === 1 ? 'rtl' : 'ltr';

/**
 * The letters of a line as they stand from left to right, by the Unicode bidirectional algorithm; brackets within what
 * runs from right to left are turned around.
 */
export const fromLeftToRight = (letters: readonly string[], direction: Direction): PlacedLetter[] => {
  const text = letters.join('');
  const found = bidi.getEmbeddingLevels(text, direction);
  const mirrored = bidi.getMirroredCharactersMap(text, found.levels);
  const byStart = new Map<number, string>();
  let start = 0;
  for (const letter of letters) {
    byStart.set(start, mirrored.get(start) ?? letter);
    start += letter.length;
  }
  return bidi.getReorderedIndices(text, found).flatMap((index) => {
    const letter = byStart.get(index);
    return letter === undefined ? [] : [{ letter, level: found.levels[index]! }];
  });
};
