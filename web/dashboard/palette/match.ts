/** The words of a text, in small letters; none for an empty one. */
export const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');

/** Whether each word of a text begins one of the words that are meant, in any order. */
export const fitsWords = (text: string, meant: string): boolean => {
  const known = ` ${meant.toLowerCase()}`;
  return wordsOf(text).every((word) => known.includes(` ${word}`));
};
