import type { HourOfWeek } from '#contracts/stats/hours.ts';

/** What is shown of an hour of the week. */
export const hourFigures = ['opens', 'impressions', 'clicks'] as const;
export type HourFigure = (typeof hourFigures)[number];

/** The average of a figure in an hour of the week; null where there was no such hour. */
export const hourAverage = (hour: HourOfWeek | undefined, figure: HourFigure): number | null =>
  hour === undefined || hour.times === 0 ? null : hour[figure] / hour.times;

/** Finds the hours of a week by weekday (1 is Monday) and hour. */
export const hourLookup = (
  hours: readonly HourOfWeek[],
): ((weekday: number, hour: number) => HourOfWeek | undefined) => {
  const found = new Map(hours.map((one) => [one.weekday * 24 + one.hour, one]));
  return (weekday, hour) => found.get(weekday * 24 + hour);
};

/** The hour with the highest average; null where nothing happened in any. */
export const bestHour = (hours: readonly HourOfWeek[], figure: HourFigure): HourOfWeek | null => {
  let best: HourOfWeek | null = null;
  for (const hour of hours)
    if ((hourAverage(hour, figure) ?? 0) > (best ? (hourAverage(best, figure) ?? 0) : 0)) best = hour;
  return best;
};

/** The name of a weekday, 1 is Monday. */
export const weekdayWord = (weekday: number, length: 'short' | 'long'): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', weekday: length }).format(Date.UTC(2024, 0, weekday));
