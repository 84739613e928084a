import { monthAround, secondsPerDay } from '#contracts/subscription/periods.ts';
import type { PaymentCustomer } from '#contracts/subscription/rows.ts';
import type { UnixSeconds } from '#contracts/time.ts';

/** How near its limit a number of viewers is: the colour of the meter. */
export type MauLevel = 'fine' | 'near' | 'full' | 'over';

/** Below 80% of the limit, from 80, from 95, and above 100%. */
export const mauLevel = (mau: number, limit: number): MauLevel => {
  const share = (mau / limit) * 100;
  if (share > 100) return 'over';
  if (share >= 95) return 'full';
  return share >= 80 ? 'near' : 'fine';
};

/**
 * When viewers are counted anew that are counted since `from`: at the end of the month that is paid for; in a year that is
 * paid at once, and without a plan, a month of its kind later (UTC).
 */
export const countedUntil = (
  from: UnixSeconds,
  subscription: PaymentCustomer['subscription'],
  now: UnixSeconds,
): UnixSeconds =>
  subscription && subscription.current_period_end > now && subscription.plan.interval === 'month'
    ? subscription.current_period_end
    : // The first of a January stands for all firsts.
      monthAround(subscription?.current_period_start ?? 0, from).to;

/**
 * How many viewers a period will have if it goes on in a straight line; null in its first day and without viewers, from
 * which nothing follows, and once it is over. Viewers who come again are counted once, so that it is rather too high.
 */
export const mauForecast = (
  mau: number,
  { from, to, now }: { from: UnixSeconds; to: UnixSeconds; now: UnixSeconds },
): number | null =>
  mau === 0 || now - from < secondsPerDay || now >= to ? null : Math.round((mau * (to - from)) / (now - from));
