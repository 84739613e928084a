import { dayInWords, periodBefore, periodEnd } from './calendar.ts';
import { shareLeft } from './discounts.ts';
import type {
  Charge,
  InvoiceItemRow,
  ItemRow,
  PriceRow,
  StripeInvoiceRow,
  StripeRow,
  SubscriptionRow,
} from './rows.ts';
import { rowsOf, type StripeWorld } from './world.ts';

/** What a price's product is called on invoices. */
const nameOf = (world: StripeWorld, { product, nickname }: PriceRow): string =>
  (world.rows.get(product) as (StripeRow & { name?: string }) | undefined)?.name ?? nickname ?? product;

const chargeOf = (
  item: ItemRow,
  more: Pick<Charge, 'amount' | 'description' | 'period'> & Partial<Charge>,
): Charge => ({
  price: item.price.id,
  quantity: item.quantity,
  proration: false,
  discountable: true,
  subscription: item.subscription,
  subscription_item: item.id,
  invoice_item: null,
  metadata: {},
  ...more,
});

/** The price of an item for a whole period. */
export const wholePeriod = (
  world: StripeWorld,
  item: ItemRow,
  period = {
    start: item.current_period_start,
    end: item.current_period_end,
  },
): Charge => {
  const { unit_amount, recurring } = item.price;
  const each = `$${(unit_amount / 100).toFixed(2)} / ${recurring.interval}`;
  return chargeOf(item, {
    amount: unit_amount * item.quantity,
    description: `${item.quantity} × ${nameOf(world, item.price)} (at ${each})`,
    period,
  });
};

/** A line of nothing for a trial. */
export const trialPeriod = (world: StripeWorld, item: ItemRow): Charge => ({
  ...wholePeriod(world, item),
  amount: 0,
  description: `Free trial for ${item.quantity} × ${nameOf(world, item.price)}`,
});

/**
 * What the time before the first anchor costs: each whole period from the start on, and the rest by the second. A start in
 * the past counts its periods from itself, else they are counted back from the anchor.
 */
export const untilAnchor = (
  world: StripeWorld,
  item: ItemRow,
  { start, anchor, isBackdated }: { start: number; anchor: number; isBackdated: boolean },
): Charge[] => {
  const { recurring, unit_amount } = item.price;
  if (!isBackdated) {
    const share = (anchor - start) / (anchor - periodBefore(anchor, recurring));
    return [
      chargeOf(item, {
        amount: Math.round(unit_amount * item.quantity * Math.min(1, share)),
        description: `Remaining time on ${nameOf(world, item.price)} after ${dayInWords(start)}`,
        period: { start, end: anchor },
        proration: share < 1,
      }),
    ];
  }
  const charges: Charge[] = [];
  for (let from = start; from < anchor; ) {
    const end = periodEnd(from, recurring, start);
    const to = Math.min(end, anchor);
    const whole = wholePeriod(world, item, { start: from, end: to });
    const amount = Math.round((whole.amount * (to - from)) / (end - from));
    charges.push({ ...whole, amount, proration: to < end });
    from = to;
  }
  return charges;
};

/** What was charged for an item in its running period and is still ahead at `at`, in cents; credits count against it. */
const valueAhead = (world: StripeWorld, item: ItemRow, at: number): number => {
  const end = item.current_period_end;
  const share = (period: { start: number; end: number }) =>
    (period.end - Math.max(at, period.start)) / (period.end - period.start);
  const lines = rowsOf<StripeInvoiceRow>(world, 'invoice')
    .filter(({ status }) => status !== 'void')
    .flatMap((invoice) => invoice.lines.data)
    .filter((line) => line.period.end === end && line.period.end > line.period.start)
    .filter((line) => {
      const { subscription_item_details: own, invoice_item_details: added } = line.parent;
      if (own) return own.subscription_item === item.id;
      const row = added ? (world.rows.get(added.invoice_item) as InvoiceItemRow | undefined) : undefined;
      return row?.parent?.subscription_details.subscription_item === item.id;
    })
    .map((line) => ({
      period: line.period,
      net: line.amount - line.discount_amounts.reduce((sum, { amount }) => sum + amount, 0),
    }));
  const waiting = rowsOf<InvoiceItemRow>(world, 'invoiceitem')
    .filter((row) => row.invoice === null && row.period.end === end)
    .filter((row) => row.parent?.subscription_details.subscription_item === item.id)
    .map(({ period, amount }) => ({ period, net: amount }));
  return [...lines, ...waiting].reduce((sum, { period, net }) => sum + net * share(period), 0);
};

/**
 * The two lines of a change of price at `at` (unix seconds): what is left of the earlier price is given back, what is left
 * of the period at the new one is charged, both by the second. A subscription in the classic mode gives back by its price,
 * a flexible one what was really charged.
 */
export const proration = (
  world: StripeWorld,
  sub: SubscriptionRow,
  item: ItemRow,
  next: { price: PriceRow; quantity: number } | null,
  at: number,
): Charge[] => {
  const { current_period_start: start, current_period_end: end } = item;
  const share = (end - at) / (end - start);
  const left = shareLeft(world, sub);
  const ahead =
    sub.billing_mode.type === 'flexible'
      ? valueAhead(world, item, at)
      : item.price.unit_amount * item.quantity * share * left;
  const more = { period: { start: at, end }, proration: true, discountable: false };
  const credit = chargeOf(item, {
    ...more,
    // Never the negative zero of a trial.
    amount: -Math.round(ahead) || 0,
    description: `Unused time on ${nameOf(world, item.price)} after ${dayInWords(at)}`,
  });
  if (!next) return [credit];
  const debit = chargeOf(
    { ...item, ...next },
    {
      ...more,
      amount: Math.round(next.price.unit_amount * next.quantity * share * left),
      description: `Remaining time on ${nameOf(world, next.price)} after ${dayInWords(at)}`,
    },
  );
  return [credit, debit];
};
