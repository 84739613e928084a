/** A calendar day: month from 1. */
export interface CalendarDay {
  year: number;
  month: number;
  day: number;
}

export const msADay = 86_400_000;

/** The start of a calendar day as if it were in UTC, unix milliseconds. */
export const msOf = (day: CalendarDay): number => Date.UTC(day.year, day.month - 1, day.day);

/** The calendar day of unix milliseconds in UTC. */
export function calendarDayOf(ms: number): CalendarDay {
  const date = new Date(ms);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** The same day so many months later, at most the last of that month. */
export function sameDayIn(ms: number, by: number): number {
  const { year, month, day } = calendarDayOf(ms);
  const last = new Date(Date.UTC(year, month + by, 0)).getUTCDate();
  return Date.UTC(year, month - 1 + by, Math.min(day, last));
}

/** The first day of the month of `ms`. */
export function monthStart(ms: number): number {
  const { year, month } = calendarDayOf(ms);
  return Date.UTC(year, month - 1, 1);
}

/** How many days after Monday. */
export const weekdayOf = (ms: number): number => (new Date(ms).getUTCDay() + 6) % 7;

/** Where a key takes the cursor: arrows by day and week, Page Up and Down by month, Home and End in the week. */
export function dayAfterKey(key: string, cursor: number): number | undefined {
  const weekday = weekdayOf(cursor);
  const next: Record<string, number> = {
    ArrowLeft: cursor - msADay,
    ArrowRight: cursor + msADay,
    ArrowUp: cursor - 7 * msADay,
    ArrowDown: cursor + 7 * msADay,
    PageUp: sameDayIn(cursor, -1),
    PageDown: sameDayIn(cursor, 1),
    Home: cursor - weekday * msADay,
    End: cursor + (6 - weekday) * msADay,
  };
  return next[key];
}
