import type { UnixSeconds } from '../time.ts';

/** A stretch of whole UTC days: from a midnight up to, and without, another. */
export interface BillingPeriod {
  from: UnixSeconds;
  to: UnixSeconds;
}
/** How long a plan is paid for at once. */
export type BillingInterval = 'month' | 'year';

export const secondsPerDay = 86_400;

/** The UTC midnight at which the day of a moment begins. */
export const dayStart = (at: UnixSeconds): UnixSeconds => Math.floor(at / secondsPerDay) * secondsPerDay;

const monthsOf: Record<BillingInterval, number> = { month: 1, year: 12 };

/** The midnight `months` after the day of `anchor`: the same day of the month, its last one where it is shorter. */
const monthsAfter = (anchor: UnixSeconds, months: number): UnixSeconds => {
  const date = new Date(anchor * 1000);
  const month = date.getUTCMonth() + months;
  const last = new Date(Date.UTC(date.getUTCFullYear(), month + 1, 0)).getUTCDate();
  return Date.UTC(date.getUTCFullYear(), month, Math.min(date.getUTCDate(), last)) / 1000;
};

/** The period of number `index`, counted from 0, of what began on the day of `anchor`. */
export const periodAt = (anchor: UnixSeconds, index: number, interval: BillingInterval): BillingPeriod => ({
  from: monthsAfter(anchor, index * monthsOf[interval]),
  to: monthsAfter(anchor, (index + 1) * monthsOf[interval]),
});

/** How many months lie between those of two moments. */
const monthsBetween = (one: UnixSeconds, other: UnixSeconds): number => {
  const [start, end] = [new Date(one * 1000), new Date(other * 1000)];
  return (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth();
};

/** The month that runs at a moment, of those that began on the day of `anchor`. */
export const monthAround = (anchor: UnixSeconds, now: UnixSeconds): BillingPeriod => {
  const index = monthsBetween(anchor, now);
  const begun = periodAt(anchor, index, 'month');
  return begun.from <= now ? begun : periodAt(anchor, index - 1, 'month');
};

/** The period that begins where another has ended. */
export const periodAfter = (anchor: UnixSeconds, { to }: BillingPeriod, interval: BillingInterval): BillingPeriod => ({
  from: to,
  to: monthsAfter(anchor, monthsBetween(anchor, to) + monthsOf[interval]),
});

/** How many days a period has. */
export const wholeDays = ({ from, to }: BillingPeriod): number => (to - from) / secondsPerDay;

/** How many whole days of a period are left at a moment in it, that day included. */
export const daysLeft = ({ to }: BillingPeriod, now: UnixSeconds): number => (to - dayStart(now)) / secondsPerDay;

/** A share `part` of `whole` of an amount in cents, rounded half up once. */
export const share = (amount: number, part: number, whole: number): number =>
  Math.floor((2 * amount * part + whole) / (2 * whole));
