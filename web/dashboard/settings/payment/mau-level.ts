import type { Mau } from '#contracts/stats/mau.ts';
import { monthAround, secondsPerDay } from '#contracts/subscription/periods.ts';
import type { PaymentCustomer } from '#contracts/subscription/rows.ts';
import type { UnixSeconds } from '#contracts/time.ts';
import { dateIn } from '../../kit/text/format.ts';
import { paymentWords } from '../../words/payment.en.ts';
import { t } from '../../words/t.ts';

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

/**
 * The period that runs, and how many viewers it will have when it ends. They are counted since it began, or since the day
 * (UTC) on which the account was made, where that was later.
 */
export const runningPeriod = (
  { mau, current_period_start: from }: Pick<Mau, 'mau' | 'current_period_start'>,
  subscription: PaymentCustomer['subscription'],
  created: UnixSeconds,
  now: UnixSeconds,
) => {
  const since = Math.max(from, created - (created % secondsPerDay));
  const to = countedUntil(from, subscription, now);
  return { since, to, forecast: mauForecast(mau, { from: since, to, now }) };
};

/** What stands below the forecast, or alone without one: how the count and the forecast come about, and what viewers above the limit cost. */
export const meterNote = (since: UnixSeconds, forecast: number | null, exceedPrice: number | null): string =>
  [
    t(paymentWords.countedSince, { day: dateIn('UTC', since) }),
    forecast === null ? '' : t(paymentWords.straightLine),
    exceedPrice ? t(paymentWords.aboveLimit, { price: `$${exceedPrice}` }) : '',
  ]
    .filter(Boolean)
    .join(' ');
