/** An object of Stripe's as it is answered, with the fields that the stand-in reckons with named. */
export interface StripeRow {
  id: string;
  object: string;
  created?: number;
  [field: string]: unknown;
}

/** Free words that whoever made an object keeps with it. */
export type Metadata = Record<string, string>;
type Interval = 'month' | 'year';

export interface CustomerRow extends StripeRow {
  object: 'customer';
  balance: number;
  currency: string | null;
  email: string | null;
  name: string | null;
  address: object | null;
  delinquent: boolean;
  invoice_prefix: string;
  next_invoice_sequence: number;
  invoice_settings: {
    custom_fields: { name: string; value: string }[] | null;
    default_payment_method: string | null;
    footer: null;
    rendering_options: null;
  };
  metadata: Metadata;
}

export interface MethodRow extends StripeRow {
  object: 'payment_method';
  customer: string | null;
  billing_details: Record<string, unknown>;
  card: { last4: string; brand: string; fingerprint: string; exp_month: number; exp_year: number } & Record<
    string,
    unknown
  >;
}

export interface PriceRow extends StripeRow {
  object: 'price';
  active: boolean;
  currency: string;
  lookup_key: string | null;
  nickname: string | null;
  product: string;
  recurring: {
    interval: Interval;
    interval_count: number;
    meter: null;
    trial_period_days: null;
    usage_type: 'licensed';
  };
  unit_amount: number;
}

export interface StripeCouponRow extends StripeRow {
  object: 'coupon';
  amount_off: number | null;
  currency: string | null;
  duration: 'forever' | 'once' | 'repeating';
  duration_in_months: number | null;
  max_redemptions: number | null;
  percent_off: number | null;
  redeem_by: number | null;
  times_redeemed: number;
  valid: boolean;
}

export interface PromotionRow extends StripeRow {
  object: 'promotion_code';
  active: boolean;
  code: string;
  customer: string | null;
  expires_at: number | null;
  max_redemptions: number | null;
  promotion: { type: 'coupon'; coupon: string };
  restrictions: {
    first_time_transaction: boolean;
    minimum_amount: number | null;
    minimum_amount_currency: string | null;
  };
  times_redeemed: number;
}

export interface DiscountRow extends StripeRow {
  object: 'discount';
  customer: string;
  subscription: string | null;
  start: number;
  end: number | null;
  promotion_code: string | null;
  source: { type: 'coupon'; coupon: string };
}

export interface ItemRow extends StripeRow {
  object: 'subscription_item';
  created: number;
  current_period_start: number;
  current_period_end: number;
  price: PriceRow;
  quantity: number;
  subscription: string;
}

/** Rows that are answered inside another one, with the head of a list. */
export interface RowList<Row> {
  object: 'list';
  data: Row[];
  has_more: boolean;
  url: string;
}

export interface SubscriptionRow extends StripeRow {
  object: 'subscription';
  billing_cycle_anchor: number;
  billing_cycle_anchor_config: {
    day_of_month: number;
    hour: number;
    minute: number;
    month: null;
    second: number;
  } | null;
  billing_mode: { type: 'classic' | 'flexible'; flexible: { proration_discounts: 'included' } | null };
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  canceled_at: number | null;
  cancellation_details: { comment: null; feedback: null; feedback_option: null; reason: string | null };
  created: number;
  currency: string;
  customer: string;
  default_payment_method: string | null;
  discounts: string[];
  ended_at: number | null;
  items: RowList<ItemRow>;
  latest_invoice: string | null;
  metadata: Metadata;
  pending_update: { expires_at: number; subscription_items: ItemRow[] } | null;
  schedule: string | null;
  start_date: number;
  status: 'active' | 'canceled' | 'incomplete' | 'incomplete_expired' | 'past_due' | 'trialing' | 'unpaid';
  trial_start: number | null;
  trial_end: number | null;
}

/** A part of an invoice before it belongs to one: cents, unix seconds. */
export interface Charge {
  amount: number;
  description: string;
  period: { start: number; end: number };
  price: string | null;
  quantity: number;
  proration: boolean;
  discountable: boolean;
  subscription: string | null;
  subscription_item: string | null;
  invoice_item: string | null;
  metadata: Metadata;
}

export interface LineRow extends StripeRow {
  object: 'line_item';
  amount: number;
  description: string;
  discountable: boolean;
  discount_amounts: { amount: number; discount: string }[];
  invoice: string;
  parent: {
    type: 'invoice_item_details' | 'subscription_item_details';
    invoice_item_details: ({ invoice_item: string; proration: boolean } & Record<string, unknown>) | null;
    subscription_item_details: ({ subscription_item: string; proration: boolean } & Record<string, unknown>) | null;
  } & Record<string, unknown>;
  period: { start: number; end: number };
  subscription: string | null;
}

export interface StripeInvoiceRow extends StripeRow {
  object: 'invoice';
  amount_due: number;
  amount_paid: number;
  amount_remaining: number;
  attempt_count: number;
  attempted: boolean;
  auto_advance: boolean;
  automatically_finalizes_at: number | null;
  billing_reason: string;
  collection_method: 'charge_automatically' | 'send_invoice';
  created: number;
  currency: string;
  customer: string;
  default_payment_method: string | null;
  discounts: string[];
  due_date: number | null;
  effective_at: number | null;
  ending_balance: number | null;
  hosted_invoice_url: string | null;
  invoice_pdf: string | null;
  lines: RowList<LineRow>;
  metadata: Metadata;
  next_payment_attempt: number | null;
  number: string | null;
  parent: {
    type: string;
    quote_details: null;
    subscription_details: { subscription: string; metadata: Metadata } | null;
  } | null;
  period_start: number;
  period_end: number;
  starting_balance: number;
  status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';
  status_transitions: Record<'finalized_at' | 'marked_uncollectible_at' | 'paid_at' | 'voided_at', number | null>;
  subtotal: number;
  total: number;
  total_discount_amounts: { amount: number; discount: string }[];
}

export interface InvoiceItemRow extends StripeRow {
  object: 'invoiceitem';
  amount: number;
  customer: string;
  currency: string;
  description: string;
  discountable: boolean;
  invoice: string | null;
  metadata: Metadata;
  parent: {
    type: 'subscription_details';
    subscription_details: { subscription: string; subscription_item: string | null };
  } | null;
  period: { start: number; end: number };
  pricing: { price_details: { price: string; product: string } | null } & Record<string, unknown>;
  proration: boolean;
  quantity: number;
}

/** The payment of an invoice, and the intent that makes it. */
export interface InvoicePaymentRow extends StripeRow {
  object: 'invoice_payment';
  invoice: string;
  payment: { payment_intent: string; type: 'payment_intent' };
  status: 'open' | 'paid' | 'canceled';
  status_transitions: { canceled_at: number | null; paid_at: number | null };
}

export interface IntentRow extends StripeRow {
  object: 'payment_intent';
  amount: number;
  client_secret: string;
  next_action: {
    type: 'redirect_to_url' | 'use_stripe_sdk';
    redirect_to_url?: { return_url: string; url: string };
    use_stripe_sdk?: object;
  } | null;
  payment_method: string | null;
  status: string;
}

export interface SetupIntentRow extends StripeRow {
  object: 'setup_intent';
  customer: string;
  last_setup_error: object | null;
  payment_method: string | null;
  status: 'requires_payment_method' | 'succeeded' | 'canceled';
}

export interface CheckoutRow extends StripeRow {
  object: 'checkout.session';
  cancel_url: string | null;
  customer: string;
  expires_at: number;
  setup_intent: string;
  status: 'open' | 'complete' | 'expired';
  success_url: string;
  url: string | null;
}

/** What holds in a stretch of a schedule. */
export interface PhaseRow {
  start_date: number;
  end_date: number;
  items: { price: string; quantity: number }[];
  proration_behavior: string;
  [field: string]: unknown;
}

export interface ScheduleRow extends StripeRow {
  object: 'subscription_schedule';
  canceled_at: number | null;
  completed_at: number | null;
  current_phase: { start_date: number; end_date: number } | null;
  end_behavior: 'release' | 'cancel';
  phases: PhaseRow[];
  released_at: number | null;
  released_subscription: string | null;
  status: 'active' | 'canceled' | 'completed' | 'not_started' | 'released';
  subscription: string | null;
}

export interface StripeEventRow extends StripeRow {
  object: 'event';
  created: number;
  data: { object: StripeRow; previous_attributes?: Record<string, unknown> };
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: string;
}
