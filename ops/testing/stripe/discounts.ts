import { z } from 'zod';
import { periodEnd } from './calendar.ts';
import { invalid } from './fault.ts';
import type { Charge, DiscountRow, PromotionRow, StripeCouponRow, StripeInvoiceRow, SubscriptionRow } from './rows.ts';
import { findRow, keepRow, newId, rowsOf, type StripeWorld, seconds, tell } from './world.ts';

/** How requests name what takes something off. */
export const discountsField = z
  .union([
    z.literal('').transform(() => []),
    z.array(z.strictObject({ coupon: z.string(), discount: z.string(), promotion_code: z.string() }).partial()),
  ])
  .optional();

const refuseUsed = (coupon: StripeCouponRow, now: number): void => {
  const isUsedUp = coupon.max_redemptions !== null && coupon.times_redeemed >= coupon.max_redemptions;
  const isOver = coupon.redeem_by !== null && coupon.redeem_by <= now;
  if (isUsedUp || isOver || !coupon.valid)
    throw invalid(`Coupon ${coupon.id} is used up or expired, and cannot be applied.`, {
      code: 'coupon_expired',
      param: 'discounts[0][coupon]',
    });
};

const promotionFor = (world: StripeWorld, id: string, sub: SubscriptionRow): PromotionRow => {
  const row = findRow<PromotionRow>(world, 'promotion_code', id, 'discounts[0][promotion_code]');
  const refuse = (why: string) => invalid(`This promotion code ${why}.`, { param: 'discounts[0][promotion_code]' });
  const isOver = row.expires_at !== null && row.expires_at <= seconds(world);
  if (!row.active || isOver) throw refuse('is expired or inactive');
  if (row.max_redemptions !== null && row.times_redeemed >= row.max_redemptions) throw refuse('has been used up');
  if (row.customer !== null && row.customer !== sub.customer) throw refuse('is for another customer');
  const paidBefore = rowsOf<StripeInvoiceRow>(world, 'invoice').some(
    (one) => one.customer === sub.customer && one.status === 'paid' && one.amount_paid > 0,
  );
  if (row.restrictions.first_time_transaction && paidBefore)
    throw refuse('cannot be redeemed because the associated customer has prior transactions');
  const minimum = row.restrictions.minimum_amount;
  const price = sub.items.data[0]!.price.unit_amount;
  if (minimum !== null && price < minimum) throw refuse(`needs an amount of at least ${minimum}`);
  return row;
};

/** Puts discounts on a subscription in place of those that it has. Throws where a coupon or a code cannot be redeemed. */
export const setDiscounts = (
  world: StripeWorld,
  sub: SubscriptionRow,
  wanted: NonNullable<z.output<typeof discountsField>>,
): void => {
  const before = sub.discounts;
  sub.discounts = wanted.map((one) => {
    if (one.discount) {
      if (!before.includes(one.discount)) throw invalid(`No such discount: '${one.discount}'`, { param: 'discounts' });
      return one.discount;
    }
    const promotion = one.promotion_code ? promotionFor(world, one.promotion_code, sub) : null;
    const coupon = findRow<StripeCouponRow>(
      world,
      'coupon',
      promotion?.promotion.coupon ?? one.coupon ?? '',
      'discounts[0][coupon]',
    );
    refuseUsed(coupon, seconds(world));
    coupon.times_redeemed += 1;
    if (coupon.max_redemptions !== null && coupon.times_redeemed >= coupon.max_redemptions) coupon.valid = false;
    if (promotion) promotion.times_redeemed += 1;
    const start = seconds(world);
    const months = { interval: 'month', interval_count: coupon.duration_in_months ?? 0 } as const;
    const row: DiscountRow = keepRow(world, {
      id: newId(world, 'di'),
      object: 'discount',
      checkout_session: null,
      customer: sub.customer,
      customer_account: null,
      end: coupon.duration === 'repeating' ? periodEnd(start, months) : null,
      invoice: null,
      invoice_item: null,
      promotion_code: promotion?.id ?? null,
      source: { type: 'coupon', coupon: coupon.id },
      start,
      subscription: sub.id,
      subscription_item: null,
    });
    tell(world, 'customer.discount.created', row);
    return row.id;
  });
  for (const id of before)
    if (!sub.discounts.includes(id)) tell(world, 'customer.discount.deleted', findRow(world, 'discount', id));
};

const couponOf = (world: StripeWorld, discount: DiscountRow): StripeCouponRow =>
  (world.rows.get(`${discount.source.coupon} deleted`) ?? world.rows.get(discount.source.coupon)) as StripeCouponRow;

/** The discounts of a subscription that still take something off. */
const liveDiscounts = (world: StripeWorld, sub: SubscriptionRow): DiscountRow[] =>
  sub.discounts
    .map((id) => findRow<DiscountRow>(world, 'discount', id))
    .filter(({ end }) => end === null || end > seconds(world));

/** What share of a price is left by the discounts that go on beyond one invoice: 1 is all of it. */
export const shareLeft = (world: StripeWorld, sub: SubscriptionRow): number =>
  liveDiscounts(world, sub)
    .map((discount) => couponOf(world, discount))
    .filter(({ duration, percent_off }) => duration !== 'once' && percent_off !== null)
    .reduce((left, { percent_off }) => left * (1 - percent_off! / 100), 1);

/** What each charge of an invoice loses to each discount of its subscription, in cents; discounts come one after the other. */
export const discountAmounts = (
  world: StripeWorld,
  sub: SubscriptionRow | null,
  charges: readonly Charge[],
): { amount: number; discount: string }[][] => {
  const taken: { amount: number; discount: string }[][] = charges.map(() => []);
  const left = charges.map(({ amount, discountable }) => (discountable ? Math.max(0, amount) : 0));
  for (const discount of sub ? liveDiscounts(world, sub) : []) {
    const { percent_off, amount_off } = couponOf(world, discount);
    let rest = amount_off ?? 0;
    for (const [index, amount] of left.entries()) {
      const off = percent_off === null ? Math.min(rest, amount) : Math.round((amount * percent_off) / 100);
      rest -= percent_off === null ? off : 0;
      left[index] = amount - off;
      if (off > 0) taken[index]!.push({ amount: off, discount: discount.id });
    }
  }
  return taken;
};

/** Ends the discounts of a subscription that were for one invoice, or whose months are over. */
export const endDiscounts = (world: StripeWorld, sub: SubscriptionRow, isBilled: boolean): void => {
  const now = seconds(world);
  for (const id of [...sub.discounts]) {
    const row = findRow<DiscountRow>(world, 'discount', id);
    const isOnce = isBilled && couponOf(world, row).duration === 'once';
    if (!isOnce && (row.end === null || row.end > now)) continue;
    row.end ??= now;
    sub.discounts = sub.discounts.filter((one) => one !== id);
    tell(world, 'customer.discount.deleted', row);
  }
};
