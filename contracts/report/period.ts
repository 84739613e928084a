import { lastSlotDay, slotOn } from '../slot.ts';
import type { UnixSeconds } from '../time.ts';
import type { Rhythm } from './events.ts';

const moved = (period: string, change: (day: Date) => void): string => {
  const day = new Date(period);
  change(day);
  return day.toISOString().slice(0, 10);
};
const stepped = (rhythm: Rhythm, period: string, by: 1 | -1): string =>
  moved(period, (day) =>
    rhythm === 'weekly' ? day.setUTCDate(day.getUTCDate() + 7 * by) : day.setUTCMonth(day.getUTCMonth() + by),
  );

/** The period after another; a period is named by the day on which its report comes: a Monday, or the first of a month. */
export const nextPeriod = (rhythm: Rhythm, period: string): string => stepped(rhythm, period, 1);

/** The whole UTC days that the report of a period shows, first and last: the week or the calendar month before it. */
export const daysOfPeriod = (rhythm: Rhythm, period: string): { first: string; last: string } => ({
  first: stepped(rhythm, period, -1),
  last: moved(period, (day) => day.setUTCDate(day.getUTCDate() - 1)),
});

/** When the report of a period is due: at 8 o'clock in the zone, where its last UTC day is not over by then once that is. */
export const dueAt = (period: string, zone: string): UnixSeconds =>
  Math.max(slotOn(period, zone), Date.parse(period) / 1000);

/** The last period whose report was due by `now`. */
export const lastDuePeriod = (rhythm: Rhythm, zone: string, now: UnixSeconds): string => {
  const period = lastSlotDay(rhythm, zone, now);
  return dueAt(period, zone) <= now ? period : stepped(rhythm, period, -1);
};
