import type { UnixSeconds } from '../time.ts';
import type { HeldPromo, SubscriptionState } from './state.ts';

/** Later than any moment that is asked for. */
const never: UnixSeconds = 32_503_680_000;

/** Until when a promo code counts: that of one invoice until the end of the period that it paid for. */
const promoEnd = ({ ts_until, used_in }: HeldPromo, { period }: SubscriptionState): UnixSeconds => {
  if (ts_until !== null) return ts_until;
  if (used_in === null) return never;
  return period && used_in === period.from ? period.to : used_in;
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
  const { plan, custom, open, scheduled, promo } = state;
  if (plan === null) return { standing: state.begun ? 9 : null, promo_until: null };
  const promo_until = promo && promoEnd(promo, state);
  if (custom) return { standing: -3, promo_until };
  if (open && open.attempts > 0) return { standing: 3, promo_until };
  return { standing: scheduled && scheduled.plan === null ? 5 : 1, promo_until };
};

/** How long an answer of the payment provider is waited for before it is asked again, in seconds. */
const askedAgain = 60;

/**
 * When something is to be done for a subscription without anybody asking: a payment tried again, or its period closed. Of one
 * that a payment provider runs, that it is asked again, or that viewers are counted.
 */
export const billingDueAt = ({ open, period, provider, custom, outside }: SubscriptionState): UnixSeconds | null => {
  const [asked] = outside.asks;
  const [uncounted] = outside.uncounted;
  if (asked) return asked.ts_asked + askedAgain;
  if (uncounted) return uncounted.period.to;
  if (provider === 'stripe' && !custom) return null;
  return open ? open.ts_next : (period?.to ?? null);
};
