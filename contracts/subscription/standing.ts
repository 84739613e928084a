import type { UnixSeconds } from '../time.ts';
import type { CutOff } from './cut-off.ts';
import { dayStart, periodAfter } from './periods.ts';
import type { SubscriptionState } from './state.ts';
import { termsOf } from './terms.ts';

/** Later than any moment that is asked for. */
const never: UnixSeconds = 32_503_680_000;

/**
 * Until when a promo code counts, null without one: that of one invoice until the end of the period that it paid for, one of
 * months until so many are over in which it takes something off.
 */
export const promoEnd = ({ promo, plan, period, ts_start, custom }: SubscriptionState): UnixSeconds | null => {
  if (!promo) return null;
  const { months, months_used, used_in } = promo;
  if (months === null && used_in === null) return never;
  if (plan === null || !period || ts_start === null) return used_in ?? never;
  const left = months === null ? 0 : months - months_used;
  if (left <= 0) return used_in === period.from ? period.to : used_in;
  const { interval } = termsOf(plan, custom);
  let last = period;
  for (let month = 0; month < left; month += interval === 'year' ? 12 : 1)
    last = periodAfter(dayStart(ts_start), last, interval);
  return last.to;
};

/** How a subscription stands: what the payment status of its account follows from. */
export interface SubscriptionStanding {
  /** A payment status: 1 active, 3 payment failed, 5 until the period ends, -3 a plan that staff made, 9 over; null before one. */
  standing: 1 | 3 | 5 | 9 | -3 | null;
  /** Until when it is active with a promo code; null without one. */
  promo_until: UnixSeconds | null;
}

/** How a subscription stands after its events. */
export const standingOf = (state: SubscriptionState): SubscriptionStanding => {
  const { plan, custom, open, scheduled } = state;
  if (plan === null) return { standing: state.begun ? 9 : null, promo_until: null };
  const promo_until = promoEnd(state);
  if (custom) return { standing: -3, promo_until };
  if (open && open.attempts > 0) return { standing: 3, promo_until };
  return { standing: scheduled && scheduled.plan === null ? 5 : 1, promo_until };
};

/** Whether a payment provider closes the periods: a plan that staff made is not its own. */
const isProviders = ({ provider, custom }: Pick<SubscriptionState, 'provider' | 'custom'>): boolean =>
  provider === 'stripe' && !custom;

/** What a plan that was cut off leaves to be counted next; null while another invoice is tried here: one is asked for at a time. */
export const cutOffToCount = (
  state: Pick<SubscriptionState, 'cut_off' | 'open' | 'provider' | 'custom'>,
): CutOff | null => {
  const [cut] = state.cut_off ?? [];
  return cut && (!state.open || isProviders(state)) ? cut : null;
};

/** How long an answer of the payment provider is waited for before it is asked again, in seconds. */
const askedAgain = 60;

/**
 * When something is to be done for a subscription without anybody asking: a payment tried again, or its period closed. Of one
 * that a payment provider runs, that it is asked again, or that viewers are counted.
 */
export const billingDueAt = (state: SubscriptionState): UnixSeconds | null => {
  const { open, period, outside } = state;
  const [asked] = outside.asks;
  const [uncounted] = outside.uncounted;
  if (asked) return asked.ts_asked + askedAgain;
  const cut = cutOffToCount(state);
  if (uncounted) return Math.min(uncounted.period.to, cut?.period.to ?? never);
  if (cut) return cut.period.to;
  if (isProviders(state)) return null;
  return open ? open.ts_next : (period?.to ?? null);
};
