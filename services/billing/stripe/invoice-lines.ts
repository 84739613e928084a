import { v5 as uuidv5 } from 'uuid';
import { z } from 'zod';
import { heldPlanIds } from '#contracts/api/plans.ts';
import type { ClosedInvoice, InvoiceLine } from '#contracts/subscription/invoice.ts';
import { type BillingPeriod, dayStart } from '#contracts/subscription/periods.ts';
import type { SubscriptionState } from '#contracts/subscription/state.ts';
import { billingWords } from '#contracts/words/billing.en.ts';
import { say } from '#kernel/platform/say.ts';
import type { StripeInvoice, StripeLine } from './answers.ts';

const namespace = '6f0f7a0e-3c5b-4a53-9d0e-5b1a4c1f7d21';

/** Our id of an object of Stripe's, the same each time. */
export const ownIdOf = (outsideId: string): string => uuidv5(outsideId, namespace);

const number = z.coerce.number().int();
/** What a line that Storyrail has added says of itself. */
export const lineMetadata = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('overage'),
    plan: z.enum(heldPlanIds),
    from: number,
    to: number,
    thousands: number,
    unit_amount: number,
    closes: z.literal('true').optional(),
  }),
  z.object({ kind: z.literal('take_off'), reason: z.enum(['referral', 'staff', 'premium']) }),
]);

const lineOf = ({ description, amount, period_start, period_end, metadata }: StripeLine): InvoiceLine => {
  const { data: own } = lineMetadata.safeParse(metadata);
  if (own?.kind === 'overage') {
    const { kind, plan, from, to, thousands, unit_amount } = own;
    return { kind, plan, period: { from, to }, thousands, unit_amount, amount };
  }
  if (own)
    return own.reason === 'premium' ? { kind: 'premium', amount } : { kind: 'free_month', reason: own.reason, amount };
  return { kind: 'outside', description, period: { from: period_start, to: period_end }, amount };
};

/** The period that an invoice closes: a renewal the one before it, the last viewers of a plan that is over theirs. */
const closedBy = ({ reason, period_start, period_end, lines }: StripeInvoice): BillingPeriod | null => {
  for (const { metadata } of lines) {
    const { data: own } = lineMetadata.safeParse(metadata);
    if (own?.kind === 'overage' && own.closes) return { from: own.from, to: own.to };
  }
  const [from, to] = [dayStart(period_start), dayStart(period_end)];
  return reason === 'subscription_cycle' && from < to ? { from, to } : null;
};

/** An invoice of Stripe's as the log keeps it; `free_month`: a company that was referred pays nothing for the plan on it. */
export const closedInvoiceOf = (
  invoice: StripeInvoice,
  { promo, outside }: Pick<SubscriptionState, 'promo' | 'outside'>,
  free_month: boolean,
): ClosedInvoice => {
  const lines = invoice.lines.map(lineOf);
  if (invoice.discount > 0)
    lines.push(
      promo
        ? { kind: 'promo', code: promo.code, amount: -invoice.discount }
        : {
            kind: 'outside',
            description: say(billingWords.discount),
            period: { from: invoice.period_start, to: invoice.period_end },
            amount: -invoice.discount,
          },
    );
  if (free_month) lines.push({ kind: 'free_month', reason: 'referred', amount: -invoice.total });
  const total = free_month ? 0 : invoice.total;
  const closes = closedBy(invoice);
  const { counted } = outside;
  return {
    id: ownIdOf(invoice.id),
    number: invoice.number ?? invoice.id,
    ts_closed: invoice.ts,
    closes,
    lines,
    total,
    from_credit: Math.max(0, total - invoice.amount_due),
    amount_due: invoice.amount_due,
    currency: 'usd',
    viewers: closes && counted?.period.from === closes.from ? counted.viewers : null,
    outside_id: invoice.id,
  };
};
