import { invalidField } from '#contracts/api/errors.ts';
import { longestRangeDays } from '#contracts/stats/range.ts';
import type { EpochMs, UnixSeconds } from '#contracts/time.ts';
import { figureWords } from '#contracts/words/figures.en.ts';
import { fill } from '#contracts/words/phrase.ts';

const daySeconds = 86_400;

/** Whole UTC days, first and last included: `YYYY-MM-DD` in order, and the seconds at which they begin and end. */
export interface DayRange {
  days: string[];
  ts_start: UnixSeconds;
  ts_end: UnixSeconds;
}

const between = (firstDay: number, lastDay: number): DayRange => ({
  days: Array.from({ length: lastDay - firstDay + 1 }, (_, index) =>
    new Date((firstDay + index) * daySeconds * 1000).toISOString().slice(0, 10),
  ),
  ts_start: firstDay * daySeconds,
  ts_end: (lastDay + 1) * daySeconds - 1,
});

/** The days of ranges, each once and in order: ranges that are compared may lie anywhere, and on each other. */
export const eachDayOf = (...ranges: readonly DayRange[]): string[] =>
  [...new Set(ranges.flatMap(({ days }) => days))].sort();

/**
 * The requested range, widened to whole UTC days, and the one of the same length that it is compared with: that which
 * starts on the day of `ts_versus`, else that which ends the day before. Default: today and the six days before it.
 */
export const resolveRange = (
  requested: {
    ts_start?: UnixSeconds | undefined;
    ts_end?: UnixSeconds | undefined;
    ts_versus?: UnixSeconds | undefined;
  },
  nowMs: EpochMs,
): { range: DayRange; previous: DayRange } => {
  const last = Math.floor((requested.ts_end ?? nowMs / 1000) / daySeconds);
  const first = requested.ts_start === undefined ? Math.max(0, last - 6) : Math.floor(requested.ts_start / daySeconds);
  if (first > last) throw invalidField('ts_end', figureWords.rangeBackwards);
  if (last - first >= longestRangeDays)
    throw invalidField('ts_start', fill(figureWords.rangeTooLong, { most: longestRangeDays }));
  const length = last - first + 1;
  const versus = requested.ts_versus === undefined ? first - length : Math.floor(requested.ts_versus / daySeconds);
  return { range: between(first, last), previous: between(versus, versus + length - 1) };
};
