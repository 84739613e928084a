import { invalidField } from '#contracts/errors.ts';

const daySeconds = 86_400;
const longest = 366;

/** Whole UTC days, both included: their names in order and the seconds at which they begin and end. */
export interface Range {
  days: string[];
  ts_start: number;
  ts_end: number;
}

const between = (firstDay: number, lastDay: number): Range => ({
  days: Array.from({ length: lastDay - firstDay + 1 }, (_, index) =>
    new Date((firstDay + index) * daySeconds * 1000).toISOString().slice(0, 10),
  ),
  ts_start: firstDay * daySeconds,
  ts_end: (lastDay + 1) * daySeconds - 1,
});

/**
 * The chosen range, widened to the UTC days that it lies in, and the range of the same length that ends the day before.
 * Without a choice: today and the six days before it.
 */
export const chooseRange = (
  chosen: { ts_start?: number | undefined; ts_end?: number | undefined },
  nowMs: number,
): { range: Range; previous: Range } => {
  const last = Math.floor((chosen.ts_end ?? nowMs / 1000) / daySeconds);
  const first = chosen.ts_start === undefined ? Math.max(0, last - 6) : Math.floor(chosen.ts_start / daySeconds);
  if (first > last) throw invalidField('ts_end', 'The end of the range is before its start.');
  if (last - first >= longest) throw invalidField('ts_start', `Choose a range of at most ${longest} days.`);
  const length = last - first + 1;
  return { range: between(first, last), previous: between(first - length, first - 1) };
};
