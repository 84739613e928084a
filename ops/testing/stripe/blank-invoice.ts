import type { Charge, CustomerRow, StripeInvoiceRow, SubscriptionRow } from './rows.ts';
import { newId, type StripeWorld, seconds } from './world.ts';

/** How long a draft waits before it goes on by itself, in seconds. */
const draftSeconds = 3600;

/** What a new invoice is made of. */
export interface InvoiceWish {
  customer: string;
  subscription: SubscriptionRow | null;
  reason: string;
  charges: readonly Charge[];
  period: { start: number; end: number };
  currency: string;
  /** Whether it goes on by itself an hour later. */
  advances: boolean;
  method?: 'charge_automatically' | 'send_invoice';
  more?: Partial<StripeInvoiceRow>;
}

/** An invoice as it is before anything is charged on it. */
export const blankInvoice = (world: StripeWorld, wish: InvoiceWish, customer: CustomerRow): StripeInvoiceRow => {
  const { customer: owner, subscription: sub, advances } = wish;
  const id = newId(world, 'in');
  const now = seconds(world);
  return {
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: null,
    account_tax_ids: null,
    amount_due: 0,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_paid_off_stripe: 0,
    amount_remaining: 0,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: advances,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: advances ? now + draftSeconds : null,
    billing_reason: wish.reason,
    collection_method: wish.method ?? 'charge_automatically',
    created: now,
    currency: wish.currency,
    custom_fields: customer.invoice_settings.custom_fields,
    customer: owner,
    customer_account: null,
    customer_address: customer.address,
    customer_email: customer.email,
    customer_name: customer.name,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [...(sub?.discounts ?? [])],
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: { object: 'list', data: [], has_more: false, url: `/v1/invoices/${id}/lines` },
    livemode: false,
    metadata: {},
    next_payment_attempt: advances ? now + draftSeconds : null,
    number: null,
    on_behalf_of: null,
    parent: sub
      ? {
          quote_details: null,
          subscription_details: { metadata: sub.metadata, subscription: sub.id },
          type: 'subscription_details',
        }
      : null,
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: wish.period.end,
    period_start: wish.period.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: customer.balance,
    statement_descriptor: null,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: 0,
    subtotal_excluding_tax: 0,
    test_clock: null,
    total: 0,
    total_discount_amounts: [],
    total_excluding_tax: 0,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null,
    ...wish.more,
  };
};
