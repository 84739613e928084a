/** The longest text that can be read. */
export const maxBytes = 1024 * 1024;

/** The text that is being read, as UTF-8. Four bytes are compared at a time, which JSON.parse cannot do. */
export const bytes = new Uint8Array(maxBytes);
const buffer = Buffer.from(bytes.buffer);
const view = new DataView(bytes.buffer);

/** Loads a text; answers its length in bytes, or -1 when it may be too long. */
export const loadText = (text: string): number => (text.length * 3 > maxBytes ? -1 : buffer.write(text));

/** A range of the bytes as a string. */
export const textAt = (from: number, to: number): string => buffer.toString('utf8', from, to);

/** Four of the bytes as one number. */
export const wordAt = (at: number): number => view.getInt32(at, true);

/** Four or more bytes to compare with. */
export interface Pattern {
  length: number;
  /** The bytes by fours; the last four overlap where they do not come out even. */
  words: Int32Array;
}

/** The pattern of a text. */
export const patternOf = (text: string): Pattern => {
  const sent = Buffer.from(text);
  const words = new Int32Array(Math.ceil(sent.length / 4));
  for (let index = 0; index < words.length; index += 1)
    words[index] = sent.readInt32LE(Math.min(index * 4, sent.length - 4));
  return { length: sent.length, words };
};

/** Whether the bytes from an index on match a pattern. */
export const matchesAt = (at: number, { length, words }: Pattern): boolean => {
  const last = words.length - 1;
  for (let index = 0; index < last; index += 1) if (view.getInt32(at + index * 4, true) !== words[index]) return false;
  return view.getInt32(at + length - 4, true) === words[last];
};

const hashWords = (first: number, last: number, bits: number): number =>
  Math.imul(Math.imul(last, 0x9e3779b1) ^ first, 0x85ebca6b) >>> (32 - bits);

const idWords = 9;
/** The length of an id's text in bytes. */
export const idLength = idWords * 4;
const idBits = 16;
const maxIds = 2 ** (idBits - 1);

/** Interned ids, in one open-addressing hash table of contiguous memory, since cache misses are what costs. */
const idSlots = new Int32Array(2 ** idBits);
const internedIds = new Int32Array(maxIds * idWords);
const idTexts: string[] = [];
const uuidShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const sameId = (at: number, number: number): boolean => {
  for (let word = 0, from = number * idWords; word < idWords; word += 1)
    if (view.getInt32(at + word * 4, true) !== internedIds[from + word]) return false;
  return true;
};

const internId = (at: number, slot: number): string | null => {
  const sent = textAt(at, at + idLength);
  if (!uuidShape.test(sent)) return null;
  if (idTexts.length === maxIds) {
    idTexts.length = 0;
    idSlots.fill(0);
    return idAt(at);
  }
  for (let word = 0; word < idWords; word += 1) internedIds[idTexts.length * idWords + word] = wordAt(at + word * 4);
  idSlots[slot] = idTexts.push(sent.toLowerCase());
  return idTexts.at(-1)!;
};

/** The UUID at an index in lower case, null where there is none; interned, so that maps compare it by reference. */
export const idAt = (at: number): string | null => {
  let slot = hashWords(wordAt(at + idLength - 8), wordAt(at + idLength - 4), idBits);
  for (let number = idSlots[slot]!; number > 0; number = idSlots[slot]!) {
    if (sameId(at, number - 1)) return idTexts[number - 1]!;
    slot = (slot + 1) & (idSlots.length - 1);
  }
  return internId(at, slot);
};

const wordBits = 8;
/** Matches words of at least 8 bytes by their bytes. */
export const createWordMatcher = <T extends string>(words: readonly T[]): ((from: number, to: number) => T | null) => {
  const found: { pattern: Pattern; word: T }[][] = Array.from({ length: 2 ** wordBits }, () => []);
  for (const word of words) {
    const sent = Buffer.from(word);
    found[hashWords(sent.readInt32LE(sent.length - 8), sent.readInt32LE(sent.length - 4), wordBits)]!.push({
      pattern: patternOf(word),
      word,
    });
  }
  return (from, to) => {
    const some = found[hashWords(wordAt(to - 8), wordAt(to - 4), wordBits)]!;
    for (let index = 0; index < some.length; index += 1) {
      const { pattern, word } = some[index]!;
      if (pattern.length === to - from && matchesAt(from, pattern)) return word;
    }
    return null;
  };
};
