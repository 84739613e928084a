import { unconfirmedCode } from '#contracts/subscription/payment-page.ts';
import type { UnixSeconds } from '#contracts/time.ts';

/** A card as Stripe keeps it: never its number. The same card has the same fingerprint, whoever gave it. */
export interface StripeCard {
  id: string;
  brand: string;
  last4: string;
  exp_month: number;
  exp_year: number;
  fingerprint: string | null;
  name: string | null;
}

export interface StripeAddress {
  line1: string | null;
  line2: string | null;
  city: string | null;
  state: string | null;
  postal_code: string | null;
  /** Two letters. */
  country: string | null;
}

/** A customer; `balance` in cents, below zero for a credit. */
export interface StripeCustomer {
  id: string;
  balance: number;
  default_card: string | null;
}

/** What became of a page for a card; `card` once one was saved. */
export interface StripeSetup {
  status: 'open' | 'complete' | 'expired';
  customer: string | null;
  card: StripeCard | null;
}

export interface StripePrice {
  id: string;
  lookup_key: string;
  /** Cents for each interval. */
  amount: number;
  interval: 'month' | 'year';
}

/** A price that there should be; `product` is the id of what is sold, named `name` on invoices. */
export interface WantedPrice extends Omit<StripePrice, 'id'> {
  product: string;
  name: string;
}

/** What a subscription can be. */
export const subscriptionStatuses = [
  'active',
  'canceled',
  'incomplete',
  'incomplete_expired',
  'past_due',
  'paused',
  'trialing',
  'unpaid',
] as const;
/** What an invoice can be. */
export const stripeInvoiceStatuses = ['draft', 'open', 'paid', 'uncollectible', 'void'] as const;
/** For how long a coupon takes something off. */
export const couponDurations = ['forever', 'once', 'repeating'] as const;

export interface StripeSubscription {
  id: string;
  customer: string;
  status: (typeof subscriptionStatuses)[number];
  price: string;
  /** What is sold at that price. */
  product: string;
  /** Cents for each period, before discounts. */
  amount: number;
  ts_start: UnixSeconds;
  period_start: UnixSeconds;
  period_end: UnixSeconds;
  /** When it ends; null where it goes on. */
  ts_cancel: UnixSeconds | null;
  ts_ended: UnixSeconds | null;
  /** The price that it changes to later, and when. */
  next: { price: string; ts: UnixSeconds } | null;
  latest_invoice: string | null;
  /** It, or a change of it, begins once its latest invoice is paid, up to this moment; null where nothing waits so. */
  ts_confirm: UnixSeconds | null;
  /** What it was started for; null where somebody made it at Stripe. */
  ask_id: string | null;
}

/** A line of an invoice in cents, for a stretch of time. */
export interface StripeLine {
  description: string;
  amount: number;
  period_start: UnixSeconds;
  period_end: UnixSeconds;
  proration: boolean;
  metadata: Readonly<Record<string, string>>;
}

/** What an invoice would be: cents, `ts` when it would be made. */
export interface StripePreview {
  amount_due: number;
  total: number;
  discount: number;
  currency: string;
  ts: UnixSeconds;
  lines: StripeLine[];
}

export interface StripeInvoice {
  id: string;
  customer: string | null;
  subscription: string | null;
  /** Null while it is a draft. */
  number: string | null;
  status: (typeof stripeInvoiceStatuses)[number];
  reason: string | null;
  currency: string;
  ts: UnixSeconds;
  ts_paid: UnixSeconds | null;
  period_start: UnixSeconds;
  period_end: UnixSeconds;
  subtotal: number;
  discount: number;
  total: number;
  amount_due: number;
  amount_paid: number;
  attempts: number;
  next_attempt: UnixSeconds | null;
  /** Its last payment waits for the person to confirm it to their bank; looked up where it was tried anew. */
  unconfirmed?: true;
  pdf: string | null;
  page: string | null;
  lines: StripeLine[];
}

/** How the payment of an invoice stands. */
export interface StripePayment {
  id: string;
  status: 'paid' | 'open' | 'over';
  /** It waits for the person to confirm it to their bank. */
  unconfirmed: boolean;
  /** Where the bank asks them, and where that leads back to; null where it does not ask yet. */
  asked: { url: string; return_url: string } | null;
}

/** A code that takes something off, and how long: `months` is null for one invoice or for all of them. */
export interface StripePromotion {
  id: string;
  code: string;
  amount_off: number | null;
  percent_off: number | null;
  duration: (typeof couponDurations)[number];
  months: number | null;
}

/** That something happened to an object; what it is now is to be read by its id. */
export interface StripeHappening {
  id: string;
  type: string;
  ts: UnixSeconds;
  object: { id: string | null; type: string; customer: string | null; subscription: string | null };
}

/** Whether a payment was declined only because the person has to confirm it to their bank. */
export const isUnconfirmedCode = (code: string | null | undefined): boolean =>
  code === unconfirmedCode || (code?.endsWith('_requires_action') ?? false);

/** Whether something that was asked for was refused only because of that. */
export const isUnconfirmedRefusal = (refused: string | null | undefined): boolean =>
  isUnconfirmedCode(/^declined: (.*)$/.exec(refused ?? '')?.[1]);

/** Why Stripe did not do what it was asked. */
export type StripeReason =
  | { kind: 'declined'; code: string; message: string }
  | { kind: 'not_found' }
  /** Nothing is known of what was done: the same call with the same key is safe. `kept`: under that key it is answered the same for a day. */
  | { kind: 'unavailable'; retry_after: number | null; kept?: true }
  | { kind: 'refused'; code: string | null; param: string | null };

/** A call that failed; its message names no customer. */
export class StripeFailure extends Error {
  readonly reason: StripeReason;
  /** By which Stripe finds the call again; null where it did not answer. */
  readonly request_id: string | null;
  constructor(reason: StripeReason, request_id: string | null = null) {
    const code = 'code' in reason && reason.code ? ` (${reason.code})` : '';
    super(`Stripe: ${reason.kind}${code}`);
    this.name = 'StripeFailure';
    this.reason = reason;
    this.request_id = request_id;
  }
}
