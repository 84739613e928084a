/** So many bytes can be read at once. */
export const mostBytes = 1024 * 1024;

/** Scratch memory: a text that is being read, as UTF-8. Four bytes are compared at a time, which JSON.parse cannot do. */
export const bytes = new Uint8Array(mostBytes);
const buffer = Buffer.from(bytes.buffer);
const view = new DataView(bytes.buffer);

/** Puts a text there; answers its length in bytes, or -1 when it may be too long. */
export const load = (text: string): number => (text.length * 3 > mostBytes ? -1 : buffer.write(text));

/** A copy of some of it as text. */
export const textAt = (from: number, to: number): string => buffer.toString('utf8', from, to);

/** Four of its bytes as one number. */
export const wordAt = (at: number): number => view.getInt32(at, true);

/** Four or more bytes to be looked for. */
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

/** Whether a pattern stands at a place. */
export const standsAt = (at: number, { length, words }: Pattern): boolean => {
  const last = words.length - 1;
  for (let index = 0; index < last; index += 1) if (view.getInt32(at + index * 4, true) !== words[index]) return false;
  return view.getInt32(at + length - 4, true) === words[last];
};

const mix = (first: number, last: number, bits: number): number =>
  Math.imul(Math.imul(last, 0x9e3779b1) ^ first, 0x85ebca6b) >>> (32 - bits);

const idWords = 9;
/** So many bytes has the text of an id. */
export const idLength = idWords * 4;
const idBits = 16;
const mostIds = 2 ** (idBits - 1);

/** Ids that were met, each with one text of its own; all in one piece of memory, since looking further afield is what costs. */
const slots = new Int32Array(2 ** idBits);
const idsMet = new Int32Array(mostIds * idWords);
const idTexts: string[] = [];
const uuidShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const sameId = (at: number, number: number): boolean => {
  for (let word = 0, from = number * idWords; word < idWords; word += 1)
    if (view.getInt32(at + word * 4, true) !== idsMet[from + word]) return false;
  return true;
};

const meet = (at: number, slot: number): string | null => {
  const sent = textAt(at, at + idLength);
  if (!uuidShape.test(sent)) return null;
  if (idTexts.length === mostIds) {
    idTexts.length = 0;
    slots.fill(0);
    return idAt(at);
  }
  for (let word = 0; word < idWords; word += 1) idsMet[idTexts.length * idWords + word] = wordAt(at + word * 4);
  slots[slot] = idTexts.push(sent.toLowerCase());
  return idTexts.at(-1)!;
};

/** The UUID at a place in lower case, null where there is none; always the same text, so that maps find it by its address. */
export const idAt = (at: number): string | null => {
  let slot = mix(wordAt(at + idLength - 8), wordAt(at + idLength - 4), idBits);
  for (let number = slots[slot]!; number > 0; number = slots[slot]!) {
    if (sameId(at, number - 1)) return idTexts[number - 1]!;
    slot = (slot + 1) & (slots.length - 1);
  }
  return meet(at, slot);
};

const wordBits = 8;
/** Finds words of at least 8 bytes by their bytes. */
export const createWords = <T extends string>(words: readonly T[]): ((from: number, to: number) => T | null) => {
  const found: { pattern: Pattern; word: T }[][] = Array.from({ length: 2 ** wordBits }, () => []);
  for (const word of words) {
    const sent = Buffer.from(word);
    found[mix(sent.readInt32LE(sent.length - 8), sent.readInt32LE(sent.length - 4), wordBits)]!.push({
      pattern: patternOf(word),
      word,
    });
  }
  return (from, to) => {
    const some = found[mix(wordAt(to - 8), wordAt(to - 4), wordBits)]!;
    for (let index = 0; index < some.length; index += 1) {
      const { pattern, word } = some[index]!;
      if (pattern.length === to - from && standsAt(from, pattern)) return word;
    }
    return null;
  };
};
