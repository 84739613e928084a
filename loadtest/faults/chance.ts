/** A number from 0 up to, not including, 1. */
export type Chance = () => number;

/** A source of chance that repeats itself for the same seed. */
export const createChance = (seed: number): Chance => {
  let state = seed >>> 0;
  const step = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state;
  };
  // Low bits of such a sequence repeat soon, so the upper half of two steps is used.
  return () => ((step() >>> 16) * 65_536 + (step() >>> 16)) / 4_294_967_296;
};

/** One of a list, which must not be empty. */
export const pick = <T>(chance: Chance, list: readonly T[]): T => list[Math.floor(chance() * list.length)]!;
