import type { PromoTerms } from '#contracts/subscription/promo.ts';
import type { CouponRow } from '#contracts/subscription/rows.ts';

/** A promo code as it is told to whoever looks it up. */
export const couponOf = ({ code, amount_off, percent_off, months }: PromoTerms): CouponRow => ({
  id: code,
  amount_off,
  percent_off,
  duration: months === null ? 'once' : 'repeating',
  duration_in_months: months,
});
