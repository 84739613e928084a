import {
  couponDurations,
  isUnconfirmedCode,
  type StripeCard,
  type StripeHappening,
  type StripeInvoice,
  type StripeLine,
  type StripePayment,
  type StripePreview,
  type StripePromotion,
  type StripeSubscription,
  stripeInvoiceStatuses,
  subscriptionStatuses,
} from './answers.ts';

/** An object, or its id alone. */
type Ref = string | { id: string } | null | undefined;

/** The id of an object that may have come along. */
export const refId = (ref: Ref): string | null => (typeof ref === 'string' ? ref : (ref?.id ?? null));

/** One of the values that are known. Throws on another one, which nobody can say the meaning of. */
export const known = <Value extends string>(values: readonly Value[], value: string): Value => {
  const found = values.find((one) => one === value);
  if (found === undefined) throw new Error(`Stripe says ${value}, which is not known`);
  return found;
};

interface MethodShape {
  id: string;
  billing_details: { name: string | null };
  card?: { brand: string; last4: string; exp_month: number; exp_year: number; fingerprint?: string | null };
}

/** A card out of a payment method; null where it is something else. */
export const readCard = ({ id, card, billing_details }: MethodShape): StripeCard | null => {
  if (!card) return null;
  const { brand, last4, exp_month, exp_year, fingerprint = null } = card;
  return { id, brand, last4, exp_month, exp_year, fingerprint, name: billing_details.name };
};

interface LineShape {
  amount: number;
  description: string | null;
  period: { start: number; end: number };
  metadata?: Record<string, string> | null;
  parent: {
    invoice_item_details?: { proration: boolean } | null;
    subscription_item_details?: { proration: boolean } | null;
  } | null;
}

/** A line of an invoice. */
export const readLine = ({ amount, description, period, parent, metadata }: LineShape): StripeLine => ({
  description: description ?? '',
  amount,
  period_start: period.start,
  period_end: period.end,
  proration: (parent?.invoice_item_details ?? parent?.subscription_item_details)?.proration ?? false,
  metadata: metadata ?? {},
});

interface InvoiceShape {
  id: string;
  customer: Ref;
  parent: { subscription_details?: { subscription: Ref } | null } | null;
  number: string | null;
  status: string | null;
  billing_reason: string | null;
  currency: string;
  created: number;
  status_transitions: { paid_at: number | null };
  period_start: number;
  period_end: number;
  subtotal: number;
  total: number;
  total_discount_amounts: { amount: number }[] | null;
  amount_due: number;
  amount_paid: number;
  attempt_count: number;
  next_payment_attempt: number | null;
  invoice_pdf?: string | null;
  hosted_invoice_url?: string | null;
  lines: { data: LineShape[] };
}

const discountOf = ({ total_discount_amounts }: Pick<InvoiceShape, 'total_discount_amounts'>): number =>
  (total_discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0);

/** An invoice in our words. */
export const readInvoice = (one: InvoiceShape): StripeInvoice => ({
  id: one.id,
  customer: refId(one.customer),
  subscription: refId(one.parent?.subscription_details?.subscription),
  number: one.number,
  status: known(stripeInvoiceStatuses, one.status ?? 'draft'),
  reason: one.billing_reason,
  currency: one.currency,
  ts: one.created,
  ts_paid: one.status_transitions.paid_at,
  period_start: one.period_start,
  period_end: one.period_end,
  subtotal: one.subtotal,
  discount: discountOf(one),
  total: one.total,
  amount_due: one.amount_due,
  amount_paid: one.amount_paid,
  attempts: one.attempt_count,
  next_attempt: one.next_payment_attempt,
  pdf: one.invoice_pdf ?? null,
  page: one.hosted_invoice_url ?? null,
  lines: one.lines.data.map(readLine),
});

/** An invoice that is not there yet. */
export const readPreview = (one: InvoiceShape): StripePreview => ({
  amount_due: one.amount_due,
  total: one.total,
  discount: discountOf(one),
  currency: one.currency,
  ts: one.created,
  lines: one.lines.data.map(readLine),
});

interface IntentShape {
  id: string;
  status: string;
  last_payment_error: { code?: string | null; decline_code?: string | null } | null;
  next_action: { redirect_to_url?: { url: string | null; return_url: string | null } } | null;
}

/** The payment of an invoice. */
export const readPayment = ({ id, status, last_payment_error: error, next_action }: IntentShape): StripePayment => {
  const { url = null, return_url = null } = next_action?.redirect_to_url ?? {};
  const isAsked = status === 'requires_action';
  return {
    id,
    status: status === 'succeeded' ? 'paid' : status === 'canceled' ? 'over' : 'open',
    unconfirmed: isAsked || isUnconfirmedCode(error?.decline_code ?? error?.code),
    asked: isAsked && url !== null && return_url !== null ? { url, return_url } : null,
  };
};

interface ScheduleShape {
  id: string;
  phases: { start_date: number; items: { price: Ref }[] }[];
  current_phase: { end_date: number } | null;
}

interface SubscriptionShape {
  id: string;
  customer: Ref;
  status: string;
  items: {
    data: {
      id: string;
      price: { id: string; product: Ref; unit_amount: number | null };
      current_period_start: number;
      current_period_end: number;
    }[];
  };
  created: number;
  start_date: number;
  cancel_at: number | null;
  pending_update: { expires_at: number } | null;
  ended_at: number | null;
  schedule: string | ScheduleShape | null;
  latest_invoice: Ref;
  metadata: Record<string, string>;
}

/** Within how many seconds the first invoice of a subscription is paid, else the subscription is none. */
const firstPaidWithin = 23 * 3600;

const nextOf = (schedule: SubscriptionShape['schedule'], price: string): StripeSubscription['next'] => {
  if (!schedule || typeof schedule === 'string' || !schedule.current_phase) return null;
  const after = schedule.current_phase.end_date;
  const phase = schedule.phases.find(({ start_date }) => start_date >= after);
  const next = refId(phase?.items[0]?.price);
  return phase && next && next !== price ? { price: next, ts: phase.start_date } : null;
};

/** A subscription of one price; its schedule comes along. */
export const readSubscription = (one: SubscriptionShape): StripeSubscription => {
  const item = one.items.data[0];
  if (!item) throw new Error(`the subscription ${one.id} has no price`);
  return {
    id: one.id,
    customer: refId(one.customer)!,
    status: known(subscriptionStatuses, one.status),
    price: item.price.id,
    product: refId(item.price.product)!,
    amount: item.price.unit_amount ?? 0,
    ts_start: one.start_date,
    period_start: item.current_period_start,
    period_end: item.current_period_end,
    ts_cancel: one.cancel_at,
    ts_ended: one.ended_at,
    next: nextOf(one.schedule, item.price.id),
    latest_invoice: refId(one.latest_invoice),
    ts_confirm: one.status === 'incomplete' ? one.created + firstPaidWithin : (one.pending_update?.expires_at ?? null),
    ask_id: one.metadata.ask_id ?? null,
  };
};

interface CouponShape {
  amount_off: number | null;
  percent_off: number | null;
  duration: string;
  duration_in_months: number | null;
}

/** A promotion code with its coupon. */
export const readPromotion = ({ id, code }: { id: string; code: string }, coupon: CouponShape): StripePromotion => ({
  id,
  code,
  amount_off: coupon.amount_off,
  percent_off: coupon.percent_off,
  duration: known(couponDurations, coupon.duration),
  months: coupon.duration_in_months,
});

/** An event, whatever its object is. */
export const readHappening = ({
  id,
  type,
  created,
  data,
}: {
  id: string;
  type: string;
  created: number;
  data: { object: unknown };
}): StripeHappening => {
  const object = data.object as {
    id?: string;
    object: string;
    customer?: Ref;
    subscription?: Ref;
    parent?: { subscription_details?: { subscription?: Ref } | null } | null;
  };
  const own = object.id ?? null;
  return {
    id,
    type,
    ts: created,
    object: {
      id: own,
      type: object.object,
      customer: object.object === 'customer' ? own : refId(object.customer),
      subscription:
        object.object === 'subscription'
          ? own
          : refId(object.subscription ?? object.parent?.subscription_details?.subscription),
    },
  };
};
