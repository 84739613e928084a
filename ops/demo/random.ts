import { createHash } from 'node:crypto';

/** What all ids, choices and moments of the demo follow from. */
const seed = 'storyrail-demo-1';

const digestOf = (name: string): Buffer => createHash('sha256').update(`${seed}\0${name}`).digest();

const uuidOf = (random: Buffer, ms: number): string => {
  const bytes = random.subarray(0, 16);
  bytes.writeUIntBE(ms, 0, 6);
  bytes[6] = 0x70 | (bytes[6]! & 0x0f);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};

/** The id of a named thing made at a moment (unix milliseconds): a UUID of version 7, the same at every run. */
export const demoId = (name: string, ms: number): string => uuidOf(digestOf(name), ms);

/** Makes the ids of the many things of one name, one after the other, each made at a moment. */
export const createDemoIds = (name: string): ((ms: number) => string) => {
  const random = digestOf(name);
  const first = random.readUInt32BE(12);
  let count = 0;
  return (ms) => {
    random.writeUInt32BE((first + count) % 2 ** 32, 12);
    count += 1;
    return uuidOf(random, ms);
  };
};

/** The moment that an id tells, unix milliseconds. */
export const momentOfId = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

/** An unchanging opaque word for a name: 16 hex characters. */
export const demoWord = (name: string): string => digestOf(name).toString('hex', 0, 8);

/** A generator of chances that is the same for the same name. */
export const createSeededRandom = (name: string) => {
  let state = digestOf(name).readUInt32LE(0);
  /** A number from 0 up to 1. */
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    /** A whole number from `low` to `high`, both included. */
    whole: (low: number, high: number): number => low + Math.floor(next() * (high - low + 1)),
    /** True with a probability. */
    happens: (probability: number): boolean => next() < probability,
    /** The place of one of some weights, by weight. */
    weighed: (weights: readonly number[]): number => {
      let left = next() * weights.reduce((sum, one) => sum + one, 0);
      for (let at = 0; at < weights.length; at += 1) {
        left -= weights[at]!;
        if (left < 0) return at;
      }
      return weights.length - 1;
    },
  };
};
export type SeededRandom = ReturnType<typeof createSeededRandom>;
