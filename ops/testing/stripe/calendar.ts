/** How long a price's period is. */
export interface Recurring {
  interval: 'month' | 'year';
  interval_count: number;
}

/** The moment `count` months after `from` (unix seconds), on the day and time of day of `anchor`, or the month's last day where that is earlier. */
const monthsAfter = (from: number, count: number, anchor: number): number => {
  const [start, fixed] = [new Date(from * 1000), new Date(anchor * 1000)];
  const month = start.getUTCMonth() + count;
  const lastDay = new Date(Date.UTC(start.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const day = Math.min(fixed.getUTCDate(), lastDay);
  const ofDay = anchor - Date.UTC(fixed.getUTCFullYear(), fixed.getUTCMonth(), fixed.getUTCDate()) / 1000;
  return Date.UTC(start.getUTCFullYear(), month, day) / 1000 + ofDay;
};

/** The end of a period that starts at `from`, where periods keep to the day of `anchor` (unix seconds). */
export const periodEnd = (from: number, { interval, interval_count }: Recurring, anchor = from): number =>
  monthsAfter(from, interval === 'year' ? 12 * interval_count : interval_count, anchor);

/** The start of a period that ends at `end`. */
export const periodBefore = (end: number, { interval, interval_count }: Recurring): number =>
  monthsAfter(end, -(interval === 'year' ? 12 * interval_count : interval_count), end);

/** The next moment after `now` on a day of the month at a time of day, UTC; a month without that day has its last one. */
export const nextOnDay = (
  now: number,
  {
    day_of_month,
    hour = 0,
    minute = 0,
    second = 0,
  }: { day_of_month: number; hour?: number; minute?: number; second?: number },
): number => {
  const at = new Date(now * 1000);
  for (let month = at.getUTCMonth(); ; month += 1) {
    const lastDay = new Date(Date.UTC(at.getUTCFullYear(), month + 1, 0)).getUTCDate();
    const day = Math.min(day_of_month, lastDay);
    const candidate = Date.UTC(at.getUTCFullYear(), month, day, hour, minute, second) / 1000;
    if (candidate > now) return candidate;
  }
};

/** A moment in words of an invoice, such as 1 Dec 2026. */
export const dayInWords = (seconds: number): string =>
  new Date(seconds * 1000).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
