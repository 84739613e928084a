import { StripeFailure, type StripePrice, type StripePromotion, type WantedPrice } from './answers.ts';
import type { StripeApi } from './library.ts';
import { readPromotion, refId } from './read.ts';

/** Calls about prices and what takes something off them. */
export const priceCalls = ({ stripe, ask, once, currency }: StripeApi) => ({
  /** The prices that are sold under these keys, at most ten; what is missing, or costs something else, is made. */
  async ensurePrices(key: string, wanted: readonly WantedPrice[]): Promise<StripePrice[]> {
    const lookup_keys = wanted.map(({ lookup_key }) => lookup_key);
    const { data } = await ask(() => stripe.prices.list({ lookup_keys, active: true, limit: 100 }));
    const ready: StripePrice[] = [];
    for (const { product, name, amount, interval, lookup_key } of wanted) {
      const there = data.find((price) => price.lookup_key === lookup_key);
      if (there && there.unit_amount === amount && there.recurring?.interval === interval) {
        ready.push({ id: there.id, lookup_key, amount, interval });
        continue;
      }
      await ask(() => stripe.products.create({ id: product, name }, once(`${key}:product:${product}`))).catch(
        (error) => {
          const isThere = error instanceof StripeFailure && error.reason.kind === 'refused';
          if (!isThere || error.reason.code !== 'resource_already_exists') throw error;
        },
      );
      const terms = { currency, product, nickname: name, unit_amount: amount, recurring: { interval } };
      const made = await ask(() =>
        stripe.prices.create(
          { ...terms, lookup_key, transfer_lookup_key: true },
          once(`${key}:price:${lookup_key}:${amount}:${interval}`),
        ),
      );
      ready.push({ id: made.id, lookup_key, amount, interval });
    }
    return ready;
  },

  /** The product that a price is of, also of one that is sold no longer. */
  async productAt(price: string): Promise<string | null> {
    return refId((await ask(() => stripe.prices.retrieve(price))).product);
  },

  /** The code that somebody typed, in capitals or not; null where there is none that can be redeemed. */
  async findPromotion(code: string, now: number): Promise<StripePromotion | null> {
    const { data } = await ask(() =>
      stripe.promotionCodes.list({ code, active: true, limit: 1, expand: ['data.promotion.coupon'] }),
    );
    const [found] = data;
    const coupon = found?.promotion.coupon;
    if (!found || !coupon || typeof coupon === 'string' || !coupon.valid) return null;
    if (found.expires_at !== null && found.expires_at <= now) return null;
    if (found.max_redemptions !== null && found.times_redeemed >= found.max_redemptions) return null;
    return readPromotion(found, coupon);
  },
});
