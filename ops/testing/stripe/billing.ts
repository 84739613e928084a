import { blankInvoice, type InvoiceWish } from './blank-invoice.ts';
import { discountAmounts, endDiscounts } from './discounts.ts';
import type { Charge, CustomerRow, InvoiceItemRow, LineRow, StripeInvoiceRow, SubscriptionRow } from './rows.ts';
import { findRow, keepRow, newId, rowsOf, type StripeWorld, tell } from './world.ts';

/** What Stripe takes at least, in cents: less is carried to the next invoice. */
export const smallestCharge = 50;

/** The subscription of an invoice, or null. */
export const subscriptionOf = (world: StripeWorld, invoice: StripeInvoiceRow): SubscriptionRow | null => {
  const id = invoice.parent?.subscription_details?.subscription;
  return id ? findRow<SubscriptionRow>(world, 'subscription', id) : null;
};

/** Items that wait for the next invoice of a customer: of one subscription (`subscription`), or also of none. */
export const pendingItems = (world: StripeWorld, customer: string, subscription: string | null): InvoiceItemRow[] =>
  rowsOf<InvoiceItemRow>(world, 'invoiceitem')
    .filter((row) => row.customer === customer && row.invoice === null)
    .filter(({ parent }) => !parent || parent.subscription_details.subscription === subscription)
    .reverse();

/** What a waiting item adds to an invoice. */
const chargeOfItem = (item: InvoiceItemRow): Charge => ({
  amount: item.amount,
  description: item.description,
  period: item.period,
  price: item.pricing.price_details?.price ?? null,
  quantity: item.quantity,
  proration: item.proration,
  discountable: item.discountable,
  subscription: item.parent?.subscription_details.subscription ?? null,
  subscription_item: item.parent?.subscription_details.subscription_item ?? null,
  invoice_item: item.id,
  metadata: item.metadata,
});

const lineOf = (world: StripeWorld, invoice: StripeInvoiceRow, charge: Charge): LineRow => {
  const { proration, subscription, subscription_item, invoice_item } = charge;
  const details = { proration, proration_details: { credited_items: null }, subscription };
  return {
    id: newId(world, 'il'),
    object: 'line_item',
    amount: charge.amount,
    currency: invoice.currency,
    description: charge.description,
    discount_amounts: [],
    discountable: charge.discountable,
    discounts: [],
    invoice: invoice.id,
    livemode: false,
    metadata: charge.metadata,
    parent: invoice_item
      ? {
          type: 'invoice_item_details',
          invoice_item_details: { ...details, invoice_item },
          subscription_item_details: null,
        }
      : {
          type: 'subscription_item_details',
          invoice_item_details: null,
          subscription_item_details: { ...details, invoice_item: null, subscription_item: subscription_item! },
        },
    period: charge.period,
    pretax_credit_amounts: [],
    pricing: charge.price
      ? {
          price_details: {
            price: charge.price,
            product: (world.rows.get(charge.price)?.product as string | undefined) ?? '',
          },
          type: 'price_details',
          unit_amount_decimal: String(charge.amount / charge.quantity),
        }
      : null,
    quantity: charge.quantity,
    quantity_decimal: String(charge.quantity),
    subscription,
    subtotal: charge.amount,
    taxes: [],
  };
};

/** Adds up an invoice that is a draft, discounts and the customer's balance included. */
export const addUp = (world: StripeWorld, invoice: StripeInvoiceRow): void => {
  const lines = invoice.lines.data;
  const totals = new Map<string, number>();
  for (const { discount, amount } of lines.flatMap((line) => line.discount_amounts))
    totals.set(discount, (totals.get(discount) ?? 0) + amount);
  invoice.total_discount_amounts = [...totals].map(([discount, amount]) => ({ amount, discount }));
  invoice.subtotal = lines.reduce((sum, { amount }) => sum + amount, 0);
  invoice.total = invoice.subtotal - [...totals.values()].reduce((sum, amount) => sum + amount, 0);
  invoice.subtotal_excluding_tax = invoice.subtotal;
  invoice.total_excluding_tax = invoice.total;
  const { balance } = findRow<CustomerRow>(world, 'customer', invoice.customer);
  invoice.starting_balance = balance;
  const due = Math.max(0, invoice.total + balance);
  invoice.amount_due = due < smallestCharge ? 0 : due;
  invoice.amount_remaining = invoice.amount_due;
};

/** Puts charges on a draft. */
export const addLines = (world: StripeWorld, invoice: StripeInvoiceRow, charges: readonly Charge[]): void => {
  const sub = subscriptionOf(world, invoice);
  const taken = discountAmounts(world, sub, charges);
  for (const [index, charge] of charges.entries()) {
    const line = lineOf(world, invoice, charge);
    line.discount_amounts = taken[index]!;
    line.discounts = line.discount_amounts.map(({ discount }) => discount);
    invoice.lines.data.push(line);
    if (!charge.invoice_item) continue;
    findRow<InvoiceItemRow>(world, 'invoiceitem', charge.invoice_item).invoice = invoice.id;
  }
  addUp(world, invoice);
};

/** Makes a draft with these charges and all items of the subscription that wait. */
export const makeInvoice = (world: StripeWorld, wish: InvoiceWish): StripeInvoiceRow => {
  const { customer: owner, subscription: sub } = wish;
  const customer = findRow<CustomerRow>(world, 'customer', owner);
  customer.currency ??= wish.currency;
  const invoice = keepRow(world, blankInvoice(world, wish, customer));
  const waiting = sub ? pendingItems(world, owner, sub.id).map(chargeOfItem) : [];
  addLines(world, invoice, [...waiting, ...wish.charges]);
  if (sub) {
    sub.latest_invoice = invoice.id;
    if (wish.charges.some(({ discountable }) => discountable)) endDiscounts(world, sub, true);
  }
  tell(world, 'invoice.created', invoice);
  return invoice;
};

/** Takes all items of a customer that belong to no subscription on a draft. */
export const takeWaiting = (world: StripeWorld, invoice: StripeInvoiceRow): void =>
  addLines(world, invoice, pendingItems(world, invoice.customer, null).map(chargeOfItem));

/** Puts one item on a draft. */
export const takeItem = (world: StripeWorld, invoice: StripeInvoiceRow, item: InvoiceItemRow): void =>
  addLines(world, invoice, [chargeOfItem(item)]);
