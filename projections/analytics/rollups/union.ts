import { countEncoded, estimate, exactKind, exactLimit } from './sketch.ts';

// Scratch memory of the process: a count is synchronous, so nobody else uses it meanwhile.
const registersOf = new Map<number, Int32Array>();
const hashSlots = new Float64Array(1024);

/** Registers of a precision, four to a word, all zero. */
const cleared = (precision: number): Int32Array => {
  const scratch = registersOf.get(precision);
  if (scratch) return scratch.fill(0);
  const made = new Int32Array(2 ** precision / 4);
  registersOf.set(precision, made);
  return made;
};

/** The number of different hashes in lists of hashes, or null when they are more than a sketch counts exactly. */
const countExactly = (lists: readonly Buffer[]): number | null => {
  hashSlots.fill(0);
  let count = 0;
  for (const bytes of lists)
    for (let at = 2; at < bytes.length; at += 6) {
      const low = ((bytes[at + 2]! << 24) | (bytes[at + 3]! << 16) | (bytes[at + 4]! << 8) | bytes[at + 5]!) >>> 0;
      // Zero marks a free slot.
      const hash = ((bytes[at]! << 8) | bytes[at + 1]!) * 2 ** 32 + low + 1;
      let slot = low & 1023;
      while (hashSlots[slot] !== 0 && hashSlots[slot] !== hash) slot = (slot + 1) & 1023;
      if (hashSlots[slot] === hash) continue;
      hashSlots[slot] = hash;
      count += 1;
      if (count > exactLimit) return null;
    }
  return count;
};

const addList = (words: Int32Array, precision: number, bytes: Buffer): void => {
  const registers = new Uint8Array(words.buffer);
  // The index is cut from the first 16 bits; what is left of them are the high bits of the rank's 48 - precision.
  const spare = 16 - precision;
  for (let at = 2; at < bytes.length; at += 6) {
    const head = (bytes[at]! << 8) | bytes[at + 1]!;
    const high = head & ((1 << spare) - 1);
    const low = (bytes[at + 2]! << 24) | (bytes[at + 3]! << 16) | (bytes[at + 4]! << 8) | bytes[at + 5]!;
    const rank = high === 0 ? spare + Math.clz32(low) + 1 : spare - 31 + Math.clz32(high);
    const index = head >>> spare;
    if (registers[index]! < rank) registers[index] = rank;
  }
};

const addRegisters = (words: Int32Array, bytes: Buffer): void => {
  for (let to = 0, from = 2; to < words.length; to += 1, from += 3) {
    const a = words[to]!;
    const packed = (bytes[from]! << 16) | (bytes[from + 1]! << 8) | bytes[from + 2]!;
    const b = (packed >> 18) | ((packed >> 4) & 0x3f00) | ((packed << 10) & 0x3f0000) | ((packed & 63) << 24);
    // The greater of each of the four bytes without a branch: ranks stay below 64, so the top bit of a byte is free to
    // borrow.
    const notLess = ((a | 0x80808080) - b) & 0x80808080;
    const mask = notLess - (notLess >>> 7);
    words[to] = (a & mask) | (b & ~mask);
  }
};

const countRegisters = (precision: number, words: Int32Array): number => {
  // Four counts side by side: most registers hold the same rank, and each addition would wait for the one before.
  const counts = new Uint32Array(256);
  for (const word of words) {
    counts[word & 63]! += 1;
    counts[64 + ((word >> 8) & 63)]! += 1;
    counts[128 + ((word >> 16) & 63)]! += 1;
    counts[192 + (word >>> 24)]! += 1;
  }
  for (let rank = 0; rank < 64; rank += 1)
    counts[rank]! += counts[64 + rank]! + counts[128 + rank]! + counts[192 + rank]!;
  return estimate(precision, counts);
};

/** The number of distinct viewers in several encoded sketches of one precision. */
export const countUnion = (precision: number, encoded: readonly Buffer[]): number => {
  for (const bytes of encoded)
    if (bytes[1] !== precision) throw new Error(`a sketch of precision ${bytes[1]} where ${precision} was due`);
  if (encoded.length === 1) return countEncoded(encoded[0]!);
  if (encoded.every((bytes) => bytes[0] === exactKind)) {
    const count = countExactly(encoded);
    if (count !== null) return count;
  }
  const words = cleared(precision);
  for (const bytes of encoded)
    if (bytes[0] === exactKind) addList(words, precision, bytes);
    else addRegisters(words, bytes);
  return countRegisters(precision, words);
};
