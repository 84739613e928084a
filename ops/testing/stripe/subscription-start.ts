import type { z } from 'zod';
import { makeInvoice } from './billing.ts';
import { nextOnDay, periodEnd } from './calendar.ts';
import { setDiscounts } from './discounts.ts';
import { declined, invalid, missingRow } from './fault.ts';
import { collectInvoice, finalizeInvoice, payingMethod } from './payments.ts';
import { planOfPrice } from './plan.ts';
import { trialPeriod, untilAnchor, wholePeriod } from './prorations.ts';
import type { Charge, CustomerRow, ItemRow, MethodRow, PriceRow, StripeInvoiceRow, SubscriptionRow } from './rows.ts';
import type { startFields } from './subscription-fields.ts';
import { findRow, keepRow, newId, type StripeWorld, seconds, tell } from './world.ts';

type Start = z.output<typeof startFields>;

const day = 86_400;

/** The price of a request. Throws where it cannot be subscribed to. */
export const subscribablePrice = (world: StripeWorld, id: string, param = 'items[0][price]'): PriceRow => {
  const price = findRow<PriceRow>(world, 'price', id, param);
  if (!price.active)
    throw invalid('The price specified is inactive. This field only accepts active prices.', { param });
  return price;
};

const itemOf = (
  world: StripeWorld,
  subscription: string,
  { price, quantity }: { price: PriceRow; quantity: number },
  period: { start: number; end: number },
): ItemRow => ({
  id: newId(world, 'si'),
  object: 'subscription_item',
  billing_thresholds: null,
  created: seconds(world),
  current_period_end: period.end,
  current_period_start: period.start,
  current_trial: null,
  discounts: [],
  metadata: {},
  plan: planOfPrice(price),
  price,
  quantity,
  subscription,
  tax_rates: [],
});

/** When a new subscription's first period begins and ends, as it is asked for. Throws where Stripe would not start it so. */
const firstPeriod = (world: StripeWorld, price: PriceRow, params: Start) => {
  const now = seconds(world);
  const backdated = params.backdate_start_date;
  if (backdated !== undefined && backdated >= now)
    throw invalid('The `backdate_start_date` must be in the past.', { param: 'backdate_start_date' });
  const trialEnd = params.trial_end === 'now' ? undefined : params.trial_end;
  const trialing = trialEnd ?? (params.trial_period_days ? now + params.trial_period_days * day : null);
  if (trialing !== null && trialing <= now)
    throw invalid('Invalid timestamp: must be an integer Unix timestamp in the future.', { param: 'trial_end' });
  if (params.billing_cycle_anchor !== undefined && params.billing_cycle_anchor_config)
    throw invalid('You may only specify one of these parameters: billing_cycle_anchor, billing_cycle_anchor_config.');
  const asked =
    params.billing_cycle_anchor ??
    (params.billing_cycle_anchor_config ? nextOnDay(now, params.billing_cycle_anchor_config) : undefined);
  if (asked !== undefined && asked <= now)
    throw invalid('Invalid timestamp: must be an integer Unix timestamp in the future.', {
      param: 'billing_cycle_anchor',
    });
  const natural = periodEnd(trialing ?? now, price.recurring);
  if (asked !== undefined && asked > natural)
    throw invalid(`billing_cycle_anchor cannot be later than next natural billing date (${natural}) for plan`, {
      param: 'billing_cycle_anchor',
    });
  if (trialing !== null) return { start: now, end: trialing, anchor: asked ?? trialing, isTrial: true, asked };
  // A start in the past alone does not move the day on which periods begin.
  if (asked === undefined) return { start: now, end: natural, anchor: now, isTrial: false, asked };
  let start = backdated ?? now;
  for (let next = periodEnd(start, price.recurring, start); next < asked && backdated !== undefined; ) {
    if (next > now) break;
    start = next;
    next = periodEnd(next, price.recurring, backdated);
  }
  return { start, end: asked, anchor: asked, isTrial: false, asked };
};

/** What the first invoice of a subscription charges. */
const firstCharges = (world: StripeWorld, sub: SubscriptionRow, params: Start, asked: number | undefined): Charge[] => {
  const now = seconds(world);
  return sub.items.data.flatMap((item) => {
    if (sub.status === 'trialing') return [trialPeriod(world, item)];
    const backdated = params.backdate_start_date;
    const before =
      params.proration_behavior === 'none' || (backdated === undefined && asked === undefined)
        ? []
        : untilAnchor(world, item, {
            start: backdated ?? now,
            anchor: asked ?? now,
            isBackdated: backdated !== undefined,
          });
    return asked === undefined ? [...before, wholePeriod(world, item)] : before;
  });
};

/** Whether a customer has something to pay with. Throws as Stripe does where not. */
const requireMethod = (world: StripeWorld, invoice: StripeInvoiceRow): void => {
  if (invoice.amount_due === 0 || payingMethod(world, invoice)) return;
  throw invalid(
    'This customer has no attached payment source or default payment method. Please consider adding a default payment method.',
    { code: 'resource_missing' },
  );
};

/** Starts a subscription and makes its first invoice; charges it unless `charges` is false. Throws a decline where it is asked to. */
export const startSubscription = (world: StripeWorld, params: Start, charges = true): SubscriptionRow => {
  const customer = findRow<CustomerRow>(world, 'customer', params.customer, 'customer');
  const wanted = params.items.map(({ price, quantity = 1 }, at) => ({
    price: subscribablePrice(world, price, `items[${at}][price]`),
    quantity,
  }));
  const [first] = wanted;
  if (!first) throw missingRow('price', '', 'items');
  const method = params.default_payment_method;
  if (method && findRow<MethodRow>(world, 'payment_method', method, 'default_payment_method').customer !== customer.id)
    throw missingRow('PaymentMethod', method, 'default_payment_method');
  const { start, end, anchor, isTrial, asked } = firstPeriod(world, first.price, params);
  const now = seconds(world);
  const id = newId(world, 'sub');
  const config = params.billing_cycle_anchor_config;
  const sub: SubscriptionRow = keepRow(world, {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: anchor,
    billing_cycle_anchor_config: config ? { hour: 0, minute: 0, second: 0, ...config, month: null } : null,
    billing_mode: {
      type: params.billing_mode?.type ?? 'flexible',
      flexible: params.billing_mode?.type === 'classic' ? null : { proration_discounts: 'included' },
    },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: params.cancel_at_period_end ?? false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: now,
    currency: first.price.currency,
    customer: customer.id,
    customer_account: null,
    days_until_due: null,
    default_payment_method: method ?? null,
    default_source: null,
    default_tax_rates: [],
    description: params.description ?? null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: { object: 'list', data: [], has_more: false, url: `/v1/subscription_items?subscription=${id}` },
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: params.metadata ?? {},
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: { payment_method_options: null, payment_method_types: null, save_default_payment_method: 'off' },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: params.backdate_start_date ?? now,
    status: isTrial ? 'trialing' : 'active',
    test_clock: null,
    transfer_data: null,
    trial_end: isTrial ? end : null,
    trial_settings: { end_behavior: { missing_payment_method: 'create_invoice' } },
    trial_start: isTrial ? now : null,
  });
  sub.items.data = wanted.map((one) => itemOf(world, id, one, { start, end }));
  if (sub.cancel_at_period_end) Object.assign(sub, { cancel_at: end, canceled_at: now });
  if (params.discounts) setDiscounts(world, sub, params.discounts);
  const invoice = makeInvoice(world, {
    customer: customer.id,
    subscription: sub,
    reason: 'subscription_create',
    charges: firstCharges(world, sub, params, asked),
    period: { start: now, end: now },
    currency: sub.currency,
    advances: false,
  });
  if (!charges) return sub;
  const behavior = params.payment_behavior ?? 'allow_incomplete';
  if (behavior !== 'default_incomplete') requireMethod(world, invoice);
  if (invoice.amount_due > 0) sub.status = 'incomplete';
  tell(world, 'customer.subscription.created', sub);
  if (behavior === 'default_incomplete') {
    finalizeInvoice(world, invoice);
    return sub;
  }
  const decline = collectInvoice(world, invoice, true);
  if (decline && behavior === 'error_if_incomplete') throw declined(decline);
  return sub;
};
