import type { ChartDay } from '../../charts/days.ts';
import { isToday } from '../../charts/days.ts';

/** Most days on either side. */
const mostDays = 7;

/** The average of a figure on equally many whole days before and after the days of a change. */
export interface BeforeAfter {
  days: number;
  before: number;
  after: number;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * Compares the days before a change with those after it: equally many, up to seven, without the days of the change itself,
 * a day that is not over, and days without data. Null where a side has none. `days` are in order and may have gaps at
 * their ends only.
 */
export const beforeAndAfter = (
  days: readonly Pick<ChartDay, 'date' | 'now'>[],
  firstDay: string,
  lastDay: string,
): BeforeAfter | null => {
  const known = days.filter(({ date, now }) => now !== null && !isToday(date));
  const earlier = known.filter(({ date }) => date < firstDay).map(({ now }) => now!);
  const later = known.filter(({ date }) => date > lastDay).map(({ now }) => now!);
  const length = Math.min(mostDays, earlier.length, later.length);
  if (length === 0) return null;
  return { days: length, before: mean(earlier.slice(-length)), after: mean(later.slice(0, length)) };
};
