import { toEpochMs, type UnixSeconds } from '#contracts/time.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

const dayOf = (seconds: UnixSeconds, timeZone: string): string => {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
    formats.set(timeZone, format);
  }
  return format.format(toEpochMs(seconds));
};

const dayBefore = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);

/** Whether a moment lies before yesterday on the calendar of a time zone. */
export const isBeforeYesterday = (moment: UnixSeconds, now: UnixSeconds, timeZone: string): boolean =>
  dayOf(moment, timeZone).padStart(10, '0') < dayBefore(dayOf(now, timeZone));
