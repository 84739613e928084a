/** Bounds of a number, both included. */
export type Bounds = readonly [least: number, most: number];

/** A number within bounds, as whole as its step is. */
export function bounded(value: number, [least, most]: Bounds, step = 1): number {
  const stepped = Math.round(value / step) * step;
  // 0.1 has no exact number: what is shown is what is meant.
  return Number(Math.min(most, Math.max(least, stepped)).toFixed(3)) + 0;
}

/** What a person typed as a number, with a point or a comma; null where it is none. */
export function readNumber(text: string): number | null {
  const typed = text.trim().replace(',', '.').replace('−', '-');
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(typed) && typed.length <= 12 ? Number(typed) : null;
}

/** A number as its field shows it: as many digits behind the point as its step has. */
export const numberText = (value: number, step = 1): string => value.toFixed(step < 1 ? 1 : 0);

/** What several numbers have in common; undefined where they differ. */
export const commonOf = <Value>(values: readonly Value[]): Value | undefined =>
  values.every((value) => value === values[0]) ? values[0] : undefined;

/** A time of a story in ms, in the seconds of its field. */
export const secondsOf = (ms: number): number => ms / 1000;

/** Seconds of a field as a time of a story in ms, to the tenth of a second. */
export const msOfSeconds = (seconds: number): number => Math.round(seconds * 10) * 100;
