import { dateIn, exactNumber } from '../kit/text/format.ts';
import { homeWords } from '../words/home.en.ts';
import { t } from '../words/t.ts';

/** Height of a chart by day and of the table in its place, px. */
export const chartHeight = 224;

/** A group by the UTC day on which it was created. */
export interface MadeGroup {
  id: string;
  title: string;
  icon: string;
  status: number;
  date: string;
  /** Its app, where the chart is of several. */
  place?: string | undefined;
  /** Where its page is; default: as in the app that is chosen. */
  address?: string;
}

/** A change of content by the UTC day on which it was made. */
export interface DayChange {
  date: string;
  version: number;
  sentence: string;
}

/** A figure of one UTC day, and the same one period earlier; null where there was none yet. */
export interface ChartDay {
  date: string;
  now: number | null;
  before: number | null;
}

/** A figure of a day with its unit, such as '%' or ' s'; an en dash where there can be none. */
export const figureText = (figure: number | null, unit = ''): string =>
  figure === null ? '–' : `${exactNumber(unit === '%' ? Math.round(figure * 10) / 10 : figure)}${unit}`;

/** What is to be known of the figures of a chart in the file of its table. */
export interface ChartFacts {
  /** When they were read, unix ms; null where they do not change. */
  countedAt: number | null;
  /** The days that they are compared with. */
  compared?: ChartDays | null;
  note?: string | undefined;
}

type ChartDays = { from: number; to: number };

/** The first and the last of some UTC days in their order, unix seconds; null for none. */
export const chartDays = (dates: readonly string[]): ChartDays | null => {
  const [first, last] = [dates[0], dates.at(-1)];
  return first === undefined || last === undefined ? null : { from: secondsOf(first), to: secondsOf(last) };
};

/** The name of a figure with its unit, as a column of numbers alone is called. */
export const columnName = (name: string, unit: string): string => (unit === '' ? name : `${name} (${unit.trim()})`);

const secondsOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 1000;

/** A UTC day such as '2026-11-09' as '9 Nov'. */
export function shortDayName(date: string): string {
  return dateIn('UTC', secondsOf(date)).slice(0, -5);
}

/** A UTC day such as '2026-11-09' as 'Monday 9 November'. */
export function weekdayName(date: string): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', weekday: 'long', day: 'numeric', month: 'long' }).format(
    secondsOf(date) * 1000,
  );
}

/** Whether a UTC day is the one that is running. */
export function isToday(date: string): boolean {
  return date === new Date().toISOString().slice(0, 10);
}

/** The name of a UTC day, that it is counted in UTC, and of today that it is not over. */
export function dayInUtc(day: string, date: string): string {
  return isToday(date) ? t(homeWords.dayUtcSoFar, { day }) : t(homeWords.dayUtcShort, { day });
}

/** 'day before' or '30 days before': what the period before a range of so many days is called. */
export function beforeName(days: number): string {
  return t(homeWords.daysBefore, { days });
}
