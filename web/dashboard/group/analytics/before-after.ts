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
 * a day that is not over, and those before the first with data. Null where a side has none. `days` are all days in order.
 */
export const beforeAndAfter = (
  days: readonly Pick<ChartDay, 'date' | 'now'>[],
  firstDay: string,
  lastDay: string,
): BeforeAfter | null => {
  const begin = days.findIndex(({ now }) => now !== null);
  const whole = days.slice(Math.max(0, begin)).filter(({ date }) => !isToday(date));
  const earlier = whole.filter(({ date }) => date < firstDay);
  const later = whole.filter(({ date }) => date > lastDay);
  const length = Math.min(mostDays, earlier.length, later.length);
  // A rate does not exist on a day without views.
  const known = (side: typeof whole) => side.map(({ now }) => now).filter((now) => now !== null);
  const [before, after] = [known(earlier.slice(-length)), known(later.slice(0, length))];
  if (length === 0 || before.length === 0 || after.length === 0) return null;
  return { days: length, before: mean(before), after: mean(after) };
};
