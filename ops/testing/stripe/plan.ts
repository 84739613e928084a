import type { ItemRow, PriceRow } from './rows.ts';

/** A price as the plan that it was in earlier versions of the API, which items still carry. */
export const planOfPrice = (price: PriceRow): object => ({
  id: price.id,
  object: 'plan',
  active: price.active,
  amount: price.unit_amount,
  amount_decimal: String(price.unit_amount),
  billing_scheme: 'per_unit',
  created: price.created,
  currency: price.currency,
  interval: price.recurring.interval,
  interval_count: price.recurring.interval_count,
  livemode: false,
  metadata: price.metadata,
  meter: null,
  nickname: price.nickname,
  product: price.product,
  tiers_mode: null,
  transform_usage: null,
  trial_period_days: null,
  usage_type: 'licensed',
});

/** Gives an item another price. */
export const setPrice = (item: ItemRow, price: PriceRow, quantity: number): void => {
  Object.assign(item, { price, quantity, plan: planOfPrice(price) });
};
