import { z } from 'zod';
import { id, unixSeconds } from '../api/ids.ts';
import { heldPlanIds, planIds } from '../api/plans.ts';
import { closedInvoice, invoiceStatuses } from './invoice.ts';
import { payer } from './payer.ts';

/** Who takes the money here: `local` takes none, `off` takes nothing and staff set the plans. */
export const billingModes = ['local', 'stripe', 'off'] as const;
export type BillingMode = (typeof billingModes)[number];

/** What a change of the plan would cost, in cents: now, and from `next_date` on. */
export const subscribePreview = z.object({
  amount_due: z.int(),
  proration: z.array(z.object({ description: z.string(), amount: z.int() })),
  next_amount: z.int(),
  next_date: unixSeconds.nullable(),
  currency: z.literal('usd'),
  /** When it takes effect: now, or at the end of a period. */
  ts_change: unixSeconds,
  /** Until when the plan is then kept, because it is an upgrade; null else. */
  kept_until: unixSeconds.nullable(),
});
export type SubscribePreview = z.infer<typeof subscribePreview>;
/** A row of GET /payment/plan/due: what changing to a plan that begins at once would cost now, in cents. */
export const planDue = subscribePreview
  .pick({ amount_due: true, proration: true })
  .extend({ plan_id: z.enum(planIds) });
export type PlanDue = z.infer<typeof planDue>;
/** The answer to a change of the plan. */
export const planAnswer = z.object({ plan: z.enum(heldPlanIds).nullable(), payment_status: z.int(), version: z.int() });

const coupon = z.object({
  id: z.string(),
  amount_off: z.int().nullable(),
  percent_off: z.int().nullable(),
  duration: z.enum(['once', 'repeating']),
  duration_in_months: z.int().nullable(),
});
/** GET /payment/coupon/detail. */
export const couponRow = coupon;
export type CouponRow = z.infer<typeof couponRow>;

/** A card of the account: what may be shown of it. */
export const paymentMethod = z.object({
  id: z.string(),
  is_default: z.boolean(),
  card: z.object({ brand: z.string(), last4: z.string(), exp_month: z.int(), exp_year: z.int() }),
});
export type PaymentMethodRow = z.infer<typeof paymentMethod>;

/** A plan as a subscription names it: cents for each interval. */
const heldPlan = z.object({
  id: z.enum(heldPlanIds),
  nickname: z.string(),
  amount: z.int(),
  interval: z.enum(['month', 'year']),
  mau_limit: z.int(),
  mau_exceed_price: z.int().nullable(),
});

/** GET /payment/customer: what the account pays for, and how. */
export const paymentCustomer = z.object({
  billing: z.enum(billingModes),
  payment_status: z.int(),
  subscription: z
    .object({
      plan: heldPlan,
      current_period_start: unixSeconds,
      current_period_end: unixSeconds,
      /** When it ends, where it is canceled; null else. */
      cancel_at: unixSeconds.nullable(),
      /** The lower plan that follows; null where the same one does. */
      downgrade: z.object({ plan: heldPlan, ts: unixSeconds }).nullable(),
      /** Until when an upgrade is kept; null where nothing holds it. */
      kept_until: unixSeconds.nullable(),
      discount: z.object({ coupon, ts_until: unixSeconds.nullable() }).nullable(),
    })
    .nullable(),
  /** Who pays and where they live, as later invoices say it. */
  ...payer.shape,
  payment_methods: z.array(paymentMethod),
  /** Cents towards invoices to come, and months that will cost nothing. */
  credit: z.int(),
  free_months: z.int(),
  /** The next invoice as it stands, without viewers above the limit; null where none will follow. */
  next_invoice: z.object({ amount: z.int(), date: unixSeconds }).nullable(),
  /** An invoice that is not paid, and when it is tried again; null without one. */
  open_invoice: z
    .object({
      id,
      number: z.string(),
      amount_due: z.int(),
      ts_next: unixSeconds.nullable(),
      /** The person is to confirm it to their bank. */
      confirm: z.boolean(),
    })
    .nullable(),
  /** A plan that begins once the person confirms to their bank what it costs, by the invoice of this id; null without one. */
  to_confirm: z.object({ id, plan: heldPlan, amount_due: z.int(), ts_until: unixSeconds }).nullable(),
  /** Whether the payment provider has pages of its own for the account's cards and invoices. */
  portal: z.boolean(),
});
export type PaymentCustomer = z.infer<typeof paymentCustomer>;

/** A row of GET /admin/deal_code: codes that were made at once, `made_by` whom of staff, and how many of them are used. */
export const dealBatch = z.object({
  id,
  count: z.int(),
  redeemed: z.int(),
  /** Their name, else their email. */
  made_by: z.object({ id, name: z.string() }),
  created: unixSeconds,
});
export type DealBatch = z.infer<typeof dealBatch>;

/** A row of GET /payment/invoice/list, the newest first. */
export const invoiceRow = z.object({
  id: z.string(),
  number: z.string(),
  status: z.enum(invoiceStatuses),
  created: unixSeconds,
  closes: closedInvoice.shape.closes,
  lines: z.array(z.object({ description: z.string(), amount: z.int() })),
  from_credit: z.int(),
  amount_due: z.int(),
  amount_paid: z.int(),
  currency: z.literal('usd'),
  viewers: closedInvoice.shape.viewers,
  /** The path of its PDF; where the payment provider made it, the path of what says where the PDF is. */
  invoice_pdf: z.string(),
  hosted: z.boolean(),
});
export type InvoiceRow = z.infer<typeof invoiceRow>;
