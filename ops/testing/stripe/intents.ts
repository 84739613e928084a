import type { Decline } from './fault.ts';
import type { IntentRow, InvoicePaymentRow, MethodRow, StripeInvoiceRow } from './rows.ts';
import { findRow, keepRow, newId, rowsOf, type StripeWorld, seconds, tell } from './world.ts';

/** The payment of an invoice that is not made yet; undefined without one. */
const openPayment = (world: StripeWorld, { id }: Pick<StripeInvoiceRow, 'id'>): InvoicePaymentRow | undefined =>
  rowsOf<InvoicePaymentRow>(world, 'invoice_payment').find((one) => one.invoice === id && one.status === 'open');

const intentIn = (world: StripeWorld, { payment }: InvoicePaymentRow): IntentRow =>
  findRow<IntentRow>(world, 'payment_intent', payment.payment_intent);

/** The intent by which an open invoice is to be paid, which is made with its payment where there is none. */
export const intentOf = (world: StripeWorld, invoice: StripeInvoiceRow, method: MethodRow | null): IntentRow => {
  const open = openPayment(world, invoice);
  if (open) return intentIn(world, open);
  const id = newId(world, 'pi');
  const now = seconds(world);
  const intent = keepRow<IntentRow>(world, {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: invoice.amount_due,
    amount_capturable: 0,
    amount_details: {},
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: `${id}_secret_${newId(world, 'of').slice(3)}`,
    confirmation_method: 'automatic',
    created: now,
    currency: invoice.currency,
    customer: invoice.customer,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: method?.id ?? null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: method ? 'requires_confirmation' : 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  });
  tell(world, 'payment_intent.created', intent);
  keepRow<InvoicePaymentRow>(world, {
    id: newId(world, 'inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: now,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: id, type: 'payment_intent' },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  });
  return intent;
};

/** Notes why an intent's charge was declined. */
export const failIntent = (world: StripeWorld, intent: IntentRow, decline: Decline): void => {
  Object.assign(intent, {
    status: 'requires_payment_method',
    next_action: null,
    last_payment_error: { ...decline, type: 'card_error' },
  });
  tell(world, 'payment_intent.payment_failed', intent);
};

/** Notes that the payment of an invoice is made. */
export const payIntent = (world: StripeWorld, invoice: StripeInvoiceRow): void => {
  const open = openPayment(world, invoice);
  if (!open) return;
  const intent = intentIn(world, open);
  const { amount_due } = invoice;
  Object.assign(intent, {
    status: 'succeeded',
    next_action: null,
    last_payment_error: null,
    amount_received: amount_due,
  });
  Object.assign(open, {
    status: 'paid',
    amount_paid: amount_due,
    status_transitions: { ...open.status_transitions, paid_at: seconds(world) },
  });
  tell(world, 'payment_intent.succeeded', intent);
};

/** Gives the payment of an invoice up that nobody can pay any longer, or that was paid in another way. */
export const dropIntent = (world: StripeWorld, invoice: StripeInvoiceRow): void => {
  const open = openPayment(world, invoice);
  if (!open) return;
  const intent = intentIn(world, open);
  const now = seconds(world);
  Object.assign(intent, {
    status: 'canceled',
    next_action: null,
    canceled_at: now,
    cancellation_reason: 'void_invoice',
  });
  Object.assign(open, { status: 'canceled', status_transitions: { ...open.status_transitions, canceled_at: now } });
  tell(world, 'payment_intent.canceled', intent);
};

/** The invoice that an intent pays. */
export const invoiceOfIntent = (world: StripeWorld, { id }: Pick<IntentRow, 'id'>): StripeInvoiceRow => {
  const payment = rowsOf<InvoicePaymentRow>(world, 'invoice_payment').find((one) => one.payment.payment_intent === id)!;
  return findRow<StripeInvoiceRow>(world, 'invoice', payment.invoice);
};
