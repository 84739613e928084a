import { z } from 'zod';
import { id, unixSeconds } from '../api/ids.ts';
import { heldPlanIds } from '../api/plans.ts';

const plan = z.enum(heldPlanIds);
/** What the plan was called when the invoice was closed. */
const name = z.string();
const period = z.object({ from: unixSeconds, to: unixSeconds });
/** US cents; below zero for what is taken off. */
const cents = z.int();

/** Viewers above the limit of a period, by the thousand. */
export const overage = z.object({
  kind: z.literal('overage'),
  plan,
  period,
  thousands: z.int(),
  unit_amount: cents,
  amount: cents,
});

/**
 * A line of an invoice. `plan` is a whole period of a plan, `rest` the days that are left of one for a plan, `unused` what
 * was paid for them for the plan before, `to_credit` what of that goes beyond the other lines, `overage` viewers above the
 * limit by the thousand; the others take off.
 */
export const invoiceLine = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('plan'), plan, name, period, amount: cents }),
  z.object({ kind: z.literal('rest'), plan, name, period, days: z.int(), of_days: z.int(), amount: cents }),
  z.object({ kind: z.literal('unused'), plan, name, period, days: z.int(), of_days: z.int(), amount: cents }),
  overage,
  z.object({ kind: z.literal('to_credit'), amount: cents }),
  z.object({ kind: z.literal('promo'), code: z.string(), amount: cents }),
  /** A month that a referral earned, the first one of a company that was referred, or one that staff gave. */
  z.object({ kind: z.literal('free_month'), reason: z.enum(['referral', 'referred', 'staff']), amount: cents }),
  /** Staff have made the account premium: its plan costs nothing. */
  z.object({ kind: z.literal('premium'), amount: cents }),
  /** A deal's code has paid for it. */
  z.object({ kind: z.literal('deal'), amount: cents }),
  /** In the words of the payment provider that made the invoice. */
  z.object({ kind: z.literal('outside'), description: z.string(), period, amount: cents }),
]);
export type InvoiceLine = z.infer<typeof invoiceLine>;

/**
 * The viewers of the period that an invoice closes, the SHA-256 (hex) of the list that proves them, and the signature
 * (base64) over that and what the list adds up to, with the id of its key; absent where invoices were closed without them.
 */
export const countedViewers = z.object({
  mau: z.int(),
  marked: z.int(),
  mau_limit: z.int(),
  digest: z.string().nullable(),
  signature: z.string().optional(),
  key_id: z.string().optional(),
});
export type CountedViewers = z.infer<typeof countedViewers>;

/** A closed invoice: what it says never changes. */
export const closedInvoice = z.object({
  id,
  /** `INV-<year>-<at least four digits>`, one series of the installation without gaps. */
  number: z.string(),
  ts_closed: unixSeconds,
  /** The period that it closes; null for what is paid in its middle. */
  closes: period.nullable(),
  lines: z.array(invoiceLine),
  /** The sum of the lines. */
  total: cents,
  /** What the account's credit covers of it. */
  from_credit: cents,
  /** What is to be paid. */
  amount_due: cents,
  currency: z.literal('usd'),
  viewers: countedViewers.nullable(),
  /** The payment provider's own id of it, where the provider made it; its number is the provider's, too. */
  outside_id: z.string().optional(),
});
export type ClosedInvoice = z.infer<typeof closedInvoice>;

/** How an invoice stands: to be paid, paid, or given up after the last try. */
export const invoiceStatuses = ['open', 'paid', 'uncollectible'] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];
