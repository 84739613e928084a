import { type HeldPlanId, plans } from '#contracts/api/plans.ts';
import { termsOf } from '#contracts/subscription/terms.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { StripeFailure, StripePrice, WantedPrice } from './answers.ts';
import { openStripe, type StripeClient } from './client.ts';
import { ifThere } from './if-there.ts';

/** What a plan and its price are called at Stripe. */
const keyOf = (plan: string): string => `storyrail_${plan}`;

/** Stripe as this installation reaches it, and the prices that its plans have there. */
export interface Stripe extends StripeClient {
  /** The id of the price of a plan that is sold. */
  priceOf(plan: HeldPlanId): Promise<string>;
  /** The plan that is sold at a price; null for one that is not ours. */
  planAt(price: string): Promise<HeldPlanId | null>;
}

/** What is sold: the plans of the list that cost something, and the years of a deal after the first. */
const sold = [...plans.filter(({ amount }) => amount > 0).map(({ id }) => id), 'deal' as const].map((id) =>
  termsOf(id, null),
);

/** The plan that a product of Stripe is; null for one that is not ours. */
export const planOfProduct = (product: string): HeldPlanId | null =>
  sold.find(({ id }) => keyOf(id) === product)?.id ?? null;

const wantedPrices: readonly WantedPrice[] = sold.map(({ id, nickname: name, amount, interval }) => ({
  product: keyOf(id),
  name,
  amount,
  interval,
  lookup_key: keyOf(id),
}));
// Other amounts are other prices, which are made under another key.
const pricesKey = `prices ${wantedPrices.map(({ lookup_key, amount }) => `${lookup_key}:${amount}`).join(' ')}`;

/** Says what Stripe refused, with what it finds the call by; a card that is declined is its bank's matter. */
const tellRefusal =
  (log: Kernel['log']) =>
  ({ reason, request_id }: StripeFailure): void => {
    if (reason.kind !== 'refused') return;
    const { code, param } = reason;
    log.warn({ request_id, code, param }, 'Stripe refused a call');
  };

const open = async ({ config, log }: Pick<Kernel, 'config' | 'log'>): Promise<Stripe> => {
  const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_URL } = config;
  const client = await openStripe({
    key: STRIPE_SECRET_KEY!,
    webhookSecret: STRIPE_WEBHOOK_SECRET!,
    api: STRIPE_API_URL,
    onRefused: tellRefusal(log),
  });
  let prices: Promise<StripePrice[]> | null = null;
  const readPrices = (): Promise<StripePrice[]> => {
    prices ??= client.ensurePrices(pricesKey, wantedPrices).catch((error) => {
      prices = null;
      throw error;
    });
    return prices;
  };
  return {
    ...client,
    async priceOf(plan) {
      const found = (await readPrices()).find(({ lookup_key }) => lookup_key === keyOf(plan));
      if (!found) throw new Error(`the plan ${plan} is not sold`);
      return found.id;
    },
    async planAt(price) {
      const found = (await readPrices()).find(({ id }) => id === price);
      if (found) return planOfProduct(found.lookup_key);
      // What was to follow before a plan cost something else.
      const product = await ifThere(client.productAt(price));
      return product === null ? null : planOfProduct(product);
    },
  };
};

const opened = new WeakMap<Kernel['config'], Promise<Stripe>>();

/** Stripe of this process, which is opened when it is first needed. */
export const stripeOf = (kernel: Pick<Kernel, 'config' | 'log'>): Promise<Stripe> => {
  const { config } = kernel;
  const known = opened.get(config);
  if (known) return known;
  const made = open(kernel);
  opened.set(config, made);
  return made;
};
