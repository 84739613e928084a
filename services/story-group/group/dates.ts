const formats = new Map<string, Intl.DateTimeFormat>();

const dayOf = (seconds: number, timeZone: string): string => {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
    formats.set(timeZone, format);
  }
  return format.format(seconds * 1000);
};

const dayBefore = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);

/** Whether a moment lies before yesterday on the calendar of a time zone. Both moments in unix seconds. */
export const isBeforeYesterday = (moment: number, now: number, timeZone: string): boolean =>
  dayOf(moment, timeZone).padStart(10, '0') < dayBefore(dayOf(now, timeZone));
