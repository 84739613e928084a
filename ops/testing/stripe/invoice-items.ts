import { z } from 'zod';
import { takeItem } from './billing.ts';
import { invalid } from './fault.ts';
import { bool, int, listRoute, metadata, none, route } from './route.ts';
import type { Charge, CustomerRow, InvoiceItemRow, StripeInvoiceRow, StripeRow, SubscriptionRow } from './rows.ts';
import { findRow, keepRow, newId, rowsOf, type StripeWorld, seconds, tell } from './world.ts';

/** Keeps a charge until the next invoice of its customer. */
export const keepCharge = (world: StripeWorld, customer: string, currency: string, charge: Charge): InvoiceItemRow => {
  const product = charge.price ? ((world.rows.get(charge.price) as StripeRow).product as string) : null;
  const row: InvoiceItemRow = keepRow(world, {
    id: newId(world, 'ii'),
    object: 'invoiceitem',
    amount: charge.amount,
    currency,
    customer,
    customer_account: null,
    date: seconds(world),
    description: charge.description,
    discountable: charge.discountable,
    discounts: [],
    invoice: null,
    livemode: false,
    metadata: charge.metadata,
    net_amount: charge.amount,
    parent: charge.subscription
      ? {
          type: 'subscription_details',
          subscription_details: { subscription: charge.subscription, subscription_item: charge.subscription_item },
        }
      : null,
    period: charge.period,
    pricing: {
      price_details: charge.price ? { price: charge.price, product: product! } : null,
      type: 'price_details',
      unit_amount_decimal: String(charge.amount / charge.quantity),
    },
    proration: charge.proration,
    quantity: charge.quantity,
    quantity_decimal: String(charge.quantity),
    tax_rates: [],
    test_clock: null,
  });
  tell(world, 'invoiceitem.created', row);
  return row;
};

/** Things that are charged beside a subscription. */
export const invoiceItemRoutes = [
  route(
    'POST',
    '/v1/invoiceitems',
    z.strictObject({
      amount: int,
      currency: z.string().length(3).optional(),
      customer: z.string(),
      description: z.string().optional(),
      discountable: bool.optional(),
      invoice: z.string().optional(),
      metadata,
      period: z.strictObject({ start: int, end: int }).optional(),
      subscription: z.string().optional(),
    }),
    (world, params) => {
      const customer = findRow<CustomerRow>(world, 'customer', params.customer, 'customer');
      const sub = params.subscription
        ? findRow<SubscriptionRow>(world, 'subscription', params.subscription, 'subscription')
        : null;
      const invoice = params.invoice ? findRow<StripeInvoiceRow>(world, 'invoice', params.invoice, 'invoice') : null;
      if (sub && sub.customer !== customer.id)
        throw invalid('The subscription does not belong to this customer.', { param: 'subscription' });
      if (invoice && invoice.customer !== customer.id)
        throw invalid('The invoice does not belong to this customer.', { param: 'invoice' });
      if (invoice && invoice.status !== 'draft')
        throw invalid("This invoice is no longer editable, so items can't be added to it.", {
          code: 'invoice_not_editable',
          param: 'invoice',
        });
      const now = seconds(world);
      const row = keepCharge(world, customer.id, params.currency ?? customer.currency ?? 'usd', {
        amount: params.amount,
        description: params.description ?? '',
        period: params.period ?? { start: now, end: now },
        price: null,
        quantity: 1,
        proration: false,
        discountable: params.discountable ?? params.amount > 0,
        subscription: sub?.id ?? null,
        subscription_item: null,
        invoice_item: null,
        metadata: params.metadata ?? {},
      });
      if (invoice) {
        takeItem(world, invoice, row);
        tell(world, 'invoice.updated', invoice);
      }
      return row;
    },
  ),
  listRoute(
    'GET',
    '/v1/invoiceitems',
    z.strictObject({ customer: z.string(), invoice: z.string(), pending: bool }).partial(),
    (world, { customer, invoice, pending }) =>
      rowsOf<InvoiceItemRow>(world, 'invoiceitem').filter(
        (row) =>
          (!customer || row.customer === customer) &&
          (!invoice || row.invoice === invoice) &&
          (pending === undefined || (row.invoice === null) === pending),
      ),
  ),
  route('GET', '/v1/invoiceitems/:id', none, (world, _, id) => findRow<InvoiceItemRow>(world, 'invoiceitem', id!)),
  route('DELETE', '/v1/invoiceitems/:id', none, (world, _, id) => {
    const row = findRow<InvoiceItemRow>(world, 'invoiceitem', id!);
    if (row.invoice) throw invalid('This invoice item is already attached to an invoice.');
    tell(world, 'invoiceitem.deleted', row);
    return keepRow(world, { id: id!, object: 'invoiceitem', deleted: true });
  }),
];
