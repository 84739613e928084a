import { addUp, smallestCharge, subscriptionOf } from './billing.ts';
import { chargeRefusal } from './cards.ts';
import { moveBalance } from './customers.ts';
import { type Decline, invalid } from './fault.ts';
import { failIntent, intentOf, payIntent } from './intents.ts';
import { applyPending } from './pending-updates.ts';
import type { CustomerRow, MethodRow, StripeInvoiceRow, SubscriptionRow } from './rows.ts';
import { findRow, rowsOf, type StripeWorld, seconds, tell } from './world.ts';

const day = 86_400;

/** Marks an invoice as paid, and what follows from it. */
export const settle = (world: StripeWorld, invoice: StripeInvoiceRow): void => {
  const now = seconds(world);
  Object.assign(invoice, {
    status: 'paid',
    attempted: true,
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, paid_at: now },
  });
  const customer = findRow<CustomerRow>(world, 'customer', invoice.customer);
  customer.delinquent = rowsOf<StripeInvoiceRow>(world, 'invoice').some(
    (one) => one.customer === customer.id && one.status === 'open' && one.attempted,
  );
  tell(world, 'invoice.paid', invoice);
  tell(world, 'invoice.payment_succeeded', invoice);
  applyPending(world, invoice);
  const sub = subscriptionOf(world, invoice);
  if (!sub || sub.latest_invoice !== invoice.id || !['past_due', 'incomplete', 'unpaid'].includes(sub.status)) return;
  sub.status = 'active';
  tell(world, 'customer.subscription.updated', sub);
};

/** Gives a draft its number and makes it due; pays it where nothing is due. */
export const finalizeInvoice = (world: StripeWorld, invoice: StripeInvoiceRow): void => {
  if (invoice.status !== 'draft')
    throw invalid('This invoice is already finalized, you can’t re-finalize a non-draft invoice.');
  addUp(world, invoice);
  const customer = findRow<CustomerRow>(world, 'customer', invoice.customer);
  const now = seconds(world);
  const { total, currency, id, starting_balance } = invoice;
  const moved = starting_balance < 0 && total > 0 ? Math.min(total, -starting_balance) : total < 0 ? total : 0;
  const rest = total + starting_balance;
  if (rest > 0 && rest < smallestCharge)
    moveBalance(world, customer, { amount: total, currency, type: 'invoice_too_small', invoice: id });
  else if (starting_balance > 0 && total >= 0)
    moveBalance(world, customer, { amount: -starting_balance, currency, type: 'applied_to_invoice', invoice: id });
  else if (moved !== 0)
    moveBalance(world, customer, { amount: moved, currency, type: 'applied_to_invoice', invoice: id });
  Object.assign(invoice, {
    status: 'open',
    number: `${customer.invoice_prefix}-${String(customer.next_invoice_sequence).padStart(4, '0')}`,
    ending_balance: customer.balance,
    effective_at: now,
    automatically_finalizes_at: null,
    hosted_invoice_url: `${world.url}/i/${id}`,
    invoice_pdf: `${world.url}/i/${id}/pdf`,
    status_transitions: { ...invoice.status_transitions, finalized_at: now },
  });
  customer.next_invoice_sequence += 1;
  tell(world, 'invoice.finalized', invoice);
  if (invoice.amount_due === 0) settle(world, invoice);
  else if (invoice.collection_method === 'charge_automatically') intentOf(world, invoice, payingMethod(world, invoice));
};

/** The method that pays an invoice, or null where nobody chose one. */
export const payingMethod = (world: StripeWorld, invoice: StripeInvoiceRow, chosen?: string): MethodRow | null => {
  const customer = findRow<CustomerRow>(world, 'customer', invoice.customer);
  const id =
    chosen ??
    invoice.default_payment_method ??
    subscriptionOf(world, invoice)?.default_payment_method ??
    customer.invoice_settings.default_payment_method;
  return id ? findRow<MethodRow>(world, 'payment_method', id, 'payment_method') : null;
};

const noMethod: Decline = {
  code: 'invoice_payment_intent_requires_action',
  decline_code: null,
  message:
    'There is no `default_payment_method` set on this Customer or Invoice. Please set either of these to continue.',
};

/** Charges what a subscription that ends still owes no longer by itself, as Stripe does. */
export const stopCollecting = (world: StripeWorld, { id }: Pick<SubscriptionRow, 'id'>): void => {
  for (const invoice of rowsOf<StripeInvoiceRow>(world, 'invoice')) {
    if (invoice.status !== 'open' || invoice.parent?.subscription_details?.subscription !== id) continue;
    Object.assign(invoice, { auto_advance: false, next_payment_attempt: null });
    tell(world, 'invoice.updated', invoice);
  }
};

/** What becomes of a subscription whose invoice could not be paid. */
const fallBehind = (world: StripeWorld, invoice: StripeInvoiceRow, isLastTry: boolean): void => {
  const sub = subscriptionOf(world, invoice);
  if (!sub || sub.ended_at !== null || sub.status === 'incomplete') return;
  const status = isLastTry ? world.dunning.afterwards : 'past_due';
  if (sub.status === status) return;
  sub.status = status;
  if (status === 'canceled') {
    sub.canceled_at = sub.ended_at = seconds(world);
    sub.cancellation_details = { ...sub.cancellation_details, reason: 'payment_failed' };
    tell(world, 'customer.subscription.deleted', sub);
  } else tell(world, 'customer.subscription.updated', sub);
};

/**
 * Charges an open invoice; answers why it could not be, or null. A failed try of its own (`automatic`) is followed by
 * others on the days that are set.
 */
export const chargeInvoice = (
  world: StripeWorld,
  invoice: StripeInvoiceRow,
  { automatic, method: chosen, isFirst = false }: { automatic: boolean; method?: string; isFirst?: boolean },
): Decline | null => {
  const method = payingMethod(world, invoice, chosen);
  const decline = method ? chargeRefusal(world, method) : noMethod;
  if (automatic || method) {
    invoice.attempted = true;
    invoice.attempt_count += 1;
  }
  if (method) {
    const intent = intentOf(world, invoice, method);
    intent.payment_method = method.id;
    if (decline) failIntent(world, intent, decline);
    else payIntent(world, invoice);
  }
  if (!decline) {
    settle(world, invoice);
    return null;
  }
  if (automatic) {
    const { retryDays } = world.dunning;
    const finalized = invoice.status_transitions.finalized_at!;
    const next = isFirst ? undefined : retryDays.find((days) => finalized + days * day > seconds(world));
    invoice.next_payment_attempt = next === undefined ? null : finalized + next * day;
    if (next === undefined && !isFirst) invoice.auto_advance = false;
  }
  findRow<CustomerRow>(world, 'customer', invoice.customer).delinquent = true;
  tell(world, 'invoice.payment_failed', invoice);
  tell(world, 'invoice.updated', invoice);
  if (automatic && !isFirst) fallBehind(world, invoice, invoice.next_payment_attempt === null);
  return decline;
};

/** Finalizes a draft and charges it, as Stripe does by itself; answers why it could not be paid, or null. */
export const collectInvoice = (world: StripeWorld, invoice: StripeInvoiceRow, isFirst = false): Decline | null => {
  finalizeInvoice(world, invoice);
  if (invoice.status === 'paid' || invoice.collection_method === 'send_invoice') return null;
  return chargeInvoice(world, invoice, { automatic: true, isFirst });
};
