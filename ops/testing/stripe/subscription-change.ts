import type { z } from 'zod';
import { makeInvoice } from './billing.ts';
import { periodEnd } from './calendar.ts';
import { setDiscounts } from './discounts.ts';
import { declined, invalid, missingRow } from './fault.ts';
import { keepCharge } from './invoice-items.ts';
import { collectInvoice } from './payments.ts';
import { keepPending, setPhaseItems } from './pending-updates.ts';
import { setPrice } from './plan.ts';
import { proration, wholePeriod } from './prorations.ts';
import type { Charge, ItemRow, MethodRow, PriceRow, StripeInvoiceRow, SubscriptionRow } from './rows.ts';
import type { changeFields } from './subscription-fields.ts';
import { subscribablePrice } from './subscription-start.ts';
import { findRow, type StripeWorld, seconds, tell } from './world.ts';

type Change = z.output<typeof changeFields>;

const itemToChange = (sub: SubscriptionRow, id: string | undefined): ItemRow => {
  const item = id ? sub.items.data.find((one) => one.id === id) : undefined;
  if (id && !item) throw missingRow('subscription item', id, 'items[0][id]');
  if (!item)
    throw invalid('Items are changed by their id here: a second price is not known.', { param: 'items[0][id]' });
  return item;
};

/** The moment that a change is reckoned from. Throws where it is not in the running period. */
const changeMoment = (world: StripeWorld, sub: SubscriptionRow, asked: number | undefined): number => {
  const { current_period_start: start, current_period_end: end } = sub.items.data[0]!;
  const at = asked ?? seconds(world);
  if (at < start || at > end)
    throw invalid('Cannot specify proration date outside of current subscription period', { param: 'proration_date' });
  return at;
};

/** Begins a new period at `start`, from which later ones are counted. */
const beginAnew = (sub: SubscriptionRow, start: number): void => {
  sub.billing_cycle_anchor = start;
  for (const item of sub.items.data) {
    item.current_period_start = start;
    item.current_period_end = periodEnd(start, item.price.recurring);
  }
  if (sub.cancel_at_period_end) sub.cancel_at = sub.items.data[0]!.current_period_end;
};

const setCancellation = (world: StripeWorld, sub: SubscriptionRow, ends: boolean): void => {
  sub.cancel_at_period_end = ends;
  sub.cancel_at = ends ? sub.items.data[0]!.current_period_end : null;
  sub.canceled_at = ends ? seconds(world) : null;
  sub.cancellation_details.reason = ends ? 'cancellation_requested' : null;
};

const setCancelAt = (world: StripeWorld, sub: SubscriptionRow, at: number | ''): void => {
  const now = seconds(world);
  if (at !== '' && at <= now) throw invalid('`cancel_at` must be a timestamp in the future.', { param: 'cancel_at' });
  sub.cancel_at_period_end = false;
  sub.cancel_at = at === '' ? null : at;
  sub.canceled_at = at === '' ? null : now;
  sub.cancellation_details.reason = at === '' ? null : 'cancellation_requested';
};

const sameInterval = (one: PriceRow, other: PriceRow): boolean =>
  one.recurring.interval === other.recurring.interval &&
  one.recurring.interval_count === other.recurring.interval_count;

/** Changes the items of a subscription; answers what that charges and gives back, and whether a new period begins. */
const changeItems = (
  world: StripeWorld,
  sub: SubscriptionRow,
  params: Change,
): { charges: Charge[]; isAnew: boolean } => {
  const charges: Charge[] = [];
  let isAnew = params.billing_cycle_anchor?.type === 'now';
  const prorates = params.proration_behavior !== 'none' && sub.status !== 'trialing';
  const at = changeMoment(world, sub, params.proration_date);
  const wanted = params.items ?? [];
  const changed = isAnew && wanted.length === 0 ? sub.items.data.map(({ id }) => ({ id })) : wanted;
  for (const { id, ...given } of changed as NonNullable<Change['items']>) {
    const item = itemToChange(sub, id);
    const price = given.price ? subscribablePrice(world, given.price) : item.price;
    if (price.currency !== sub.currency)
      throw invalid('The price is in another currency.', { param: 'items[0][price]' });
    const quantity = given.quantity ?? item.quantity;
    const isReset = isAnew || !sameInterval(price, item.price);
    const isSame = price.id === item.price.id && quantity === item.quantity;
    if (prorates && (!isSame || isReset))
      charges.push(...proration(world, sub, item, isReset ? null : { price, quantity }, at));
    setPrice(item, price, quantity);
    if (isReset && sub.status !== 'trialing') isAnew = true;
  }
  return { charges, isAnew };
};

/**
 * Changes a subscription: charges at once where it is asked to or a new period begins, else the charges wait for the next
 * invoice. Answers the invoice that was made, which is a draft where `collects` is false. Throws a decline where it is asked to.
 */
export const changeSubscription = (
  world: StripeWorld,
  sub: SubscriptionRow,
  params: Change,
  collects = true,
): StripeInvoiceRow | null => {
  const before = structuredClone(sub);
  if (sub.ended_at !== null)
    throw invalid('A canceled subscription can only update its cancellation_details and metadata.');
  const endings = [params.cancel_at, params.cancel_at_period_end];
  if (endings.every((one) => one !== undefined))
    throw invalid('You cannot set both `cancel_at` and `cancel_at_period_end`.', { param: 'cancel_at' });
  if (sub.schedule && [...endings, params.trial_end].some((one) => one !== undefined))
    throw invalid(
      `The subscription is managed by the subscription schedule \`${sub.schedule}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
    );
  const { default_payment_method: method } = params;
  if (method && findRow<MethodRow>(world, 'payment_method', method, 'default_payment_method').customer !== sub.customer)
    throw missingRow('PaymentMethod', method, 'default_payment_method');
  if (method !== undefined) sub.default_payment_method = method || null;
  if (params.metadata) sub.metadata = { ...sub.metadata, ...params.metadata };
  if (params.description !== undefined) sub.description = params.description || null;
  if (params.discounts) setDiscounts(world, sub, params.discounts);
  const { charges, isAnew } = changeItems(world, sub, params);
  const now = seconds(world);
  let begins = isAnew;
  if (params.trial_end !== undefined && sub.status === 'trialing') {
    if (params.trial_end === 'now') {
      Object.assign(sub, { status: 'active', trial_end: now });
      begins = true;
    } else {
      sub.trial_end = params.trial_end;
      for (const item of sub.items.data) item.current_period_end = params.trial_end;
    }
  }
  if (begins) {
    beginAnew(sub, now);
    charges.push(...sub.items.data.map((item) => wholePeriod(world, item)));
  }
  if (params.cancel_at_period_end !== undefined) setCancellation(world, sub, params.cancel_at_period_end);
  if (params.cancel_at !== undefined) setCancelAt(world, sub, params.cancel_at);
  const pends = params.payment_behavior === 'pending_if_incomplete';
  if (sub.schedule && params.items && !pends) setPhaseItems(world, sub);
  if (!pends) tell(world, 'customer.subscription.updated', sub);
  const atOnce = begins || params.proration_behavior === 'always_invoice';
  if (pends && (charges.length === 0 || !atOnce))
    throw invalid('Only what is charged at once can wait for its payment here.', { param: 'payment_behavior' });
  if (charges.length === 0) return null;
  if (!atOnce) {
    for (const charge of charges) keepCharge(world, sub.customer, sub.currency, charge);
    return null;
  }
  const invoice = makeInvoice(world, {
    customer: sub.customer,
    subscription: sub,
    reason: 'subscription_update',
    charges,
    period: { start: now, end: now },
    currency: sub.currency,
    advances: false,
  });
  if (!collects) return invoice;
  const decline = collectInvoice(world, invoice, pends);
  if (decline && pends) keepPending(world, sub, before, invoice);
  else if (pends) tell(world, 'customer.subscription.updated', sub);
  if (decline && params.payment_behavior === 'error_if_incomplete') throw declined(decline);
  return invoice;
};
