/** A number from 0 up to, not including, 1. */
export type Random = () => number;

/** A seeded random generator: the same seed gives the same numbers. */
export const createRandom = (seed: number): Random => {
  let state = seed >>> 0;
  const step = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state;
  };
  // Low bits of such a sequence repeat soon, so the upper half of two steps is used.
  return () => ((step() >>> 16) * 65_536 + (step() >>> 16)) / 4_294_967_296;
};

/** One of a list, which must not be empty. */
export const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
