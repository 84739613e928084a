import type { Plan } from '#contracts/api/plans.ts';
import type { CouponRow, PaymentCustomer } from '#contracts/subscription/rows.ts';

/** The promo code that can be used for the plan which the account subscribes to; null for another plan, and where it is in use. */
export const ownCode = (
  { id, amount }: Plan,
  { subscription }: Pick<PaymentCustomer, 'subscription'>,
  promo: CouponRow | null,
): string | null =>
  promo && amount > 0 && subscription?.plan.id === id && subscription.discount?.coupon.id !== promo.id
    ? promo.id
    : null;
