import { price } from '#contracts/subscription/money.ts';
import type { CouponRow } from '#contracts/subscription/rows.ts';

/** What a promo code leaves of an amount of cents, and never less than nothing. */
export const discounted = (
  cents: number,
  { amount_off, percent_off }: { amount_off: number | null; percent_off: number | null },
): number => Math.max(0, cents - (amount_off ?? Math.round((cents * (percent_off ?? 0)) / 100)));

/** What a promo code takes off, as '−20%' or '−$50'. */
export const offText = ({ amount_off, percent_off }: Pick<CouponRow, 'amount_off' | 'percent_off'>): string =>
  percent_off === null ? price(-(amount_off ?? 0)) : `−${percent_off}%`;
