import { z } from 'zod';
import { makeInvoice, subscriptionOf, takeWaiting } from './billing.ts';
import { declined, invalid } from './fault.ts';
import { dropIntent } from './intents.ts';
import { chargeInvoice, finalizeInvoice, payingMethod, settle } from './payments.ts';
import { dropPending } from './pending-updates.ts';
import { bool, inRange, int, listRoute, metadata, none, route, timeRange } from './route.ts';
import type { CustomerRow, StripeInvoiceRow } from './rows.ts';
import { findRow, keepRow, rowsOf, type StripeWorld, seconds, tell } from './world.ts';

const day = 86_400;
const status = z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional();

const invoiceOf = (world: StripeWorld, id: string | undefined): StripeInvoiceRow =>
  findRow<StripeInvoiceRow>(world, 'invoice', id!, 'invoice');

/** A subscription whose first invoice nobody can pay any longer is none. */
const dropUnstarted = (world: StripeWorld, invoice: StripeInvoiceRow): void => {
  const sub = subscriptionOf(world, invoice);
  if (sub?.status !== 'incomplete' || sub.latest_invoice !== invoice.id) return;
  Object.assign(sub, { status: 'incomplete_expired', ended_at: seconds(world) });
  tell(world, 'customer.subscription.updated', sub);
};

const close = (
  world: StripeWorld,
  invoice: StripeInvoiceRow,
  to: 'void' | 'uncollectible',
  at: 'voided_at' | 'marked_uncollectible_at',
): StripeInvoiceRow => {
  if (invoice.status !== 'open' && !(to === 'void' && invoice.status === 'uncollectible'))
    throw invalid(`You can only pass in open invoices. This invoice is ${invoice.status}.`);
  invoice.status = to;
  invoice.status_transitions[at] = seconds(world);
  invoice.next_payment_attempt = null;
  tell(world, to === 'void' ? 'invoice.voided' : 'invoice.marked_uncollectible', invoice);
  if (to === 'void') {
    dropIntent(world, invoice);
    dropPending(world, invoice);
    dropUnstarted(world, invoice);
  }
  return invoice;
};

/** Invoices from draft to paid. */
export const invoiceRoutes = [
  listRoute(
    'GET',
    '/v1/invoices',
    z.strictObject({ created: timeRange, customer: z.string(), status, subscription: z.string() }).partial(),
    (world, params) =>
      rowsOf<StripeInvoiceRow>(world, 'invoice').filter(
        (row) =>
          inRange(row.created, params.created) &&
          (!params.customer || row.customer === params.customer) &&
          (!params.status || row.status === params.status) &&
          (!params.subscription || subscriptionOf(world, row)?.id === params.subscription),
      ),
  ),
  route(
    'POST',
    '/v1/invoices',
    z.strictObject({
      auto_advance: bool.optional(),
      collection_method: z.enum(['charge_automatically', 'send_invoice']).optional(),
      currency: z.string().optional(),
      customer: z.string(),
      days_until_due: int.optional(),
      description: z.string().optional(),
      metadata,
      pending_invoice_items_behavior: z.enum(['exclude', 'include']).default('exclude'),
    }),
    (world, params) => {
      const customer = findRow<CustomerRow>(world, 'customer', params.customer, 'customer');
      const now = seconds(world);
      const { collection_method: method = 'charge_automatically', days_until_due } = params;
      if ((method === 'send_invoice') !== (days_until_due !== undefined))
        throw invalid('days_until_due comes with a collection_method of send_invoice, and only then.', {
          param: 'days_until_due',
        });
      const invoice = makeInvoice(world, {
        customer: customer.id,
        subscription: null,
        reason: 'manual',
        charges: [],
        period: { start: now, end: now },
        currency: params.currency ?? customer.currency ?? 'usd',
        advances: params.auto_advance ?? false,
        method,
        more: {
          metadata: params.metadata ?? {},
          due_date: days_until_due === undefined ? null : now + days_until_due * day,
          ...(params.description ? { description: params.description } : {}),
        },
      });
      if (params.pending_invoice_items_behavior === 'include') takeWaiting(world, invoice);
      return invoice;
    },
  ),
  route('GET', '/v1/invoices/:id', none, (world, _, id) => invoiceOf(world, id)),
  route(
    'POST',
    '/v1/invoices/:id',
    z.strictObject({ auto_advance: bool.optional(), description: z.string().optional(), metadata }),
    (world, { metadata: words, ...params }, id) => {
      const invoice = invoiceOf(world, id);
      Object.assign(invoice, params, words ? { metadata: { ...invoice.metadata, ...words } } : {});
      tell(world, 'invoice.updated', invoice);
      return invoice;
    },
  ),
  route('DELETE', '/v1/invoices/:id', none, (world, _, id) => {
    const invoice = invoiceOf(world, id);
    if (invoice.status !== 'draft' || subscriptionOf(world, invoice))
      throw invalid('You can only delete draft invoices that were made by hand.');
    tell(world, 'invoice.deleted', invoice);
    return keepRow(world, { id: id!, object: 'invoice', deleted: true });
  }),
  listRoute('GET', '/v1/invoices/:id/lines', none, (world, _, id) => invoiceOf(world, id).lines.data),
  route('POST', '/v1/invoices/:id/finalize', z.strictObject({ auto_advance: bool.optional() }), (world, params, id) => {
    const invoice = invoiceOf(world, id);
    if (params.auto_advance !== undefined) invoice.auto_advance = params.auto_advance;
    finalizeInvoice(world, invoice);
    // Stripe charges an advancing invoice within the hour.
    if (invoice.status === 'open' && invoice.auto_advance) invoice.next_payment_attempt = seconds(world) + 3600;
    return invoice;
  }),
  route(
    'POST',
    '/v1/invoices/:id/pay',
    z.strictObject({ off_session: bool, paid_out_of_band: bool, payment_method: z.string() }).partial(),
    (world, { paid_out_of_band, payment_method }, id) => {
      const invoice = invoiceOf(world, id);
      if (invoice.status === 'paid') throw invalid('Invoice is already paid');
      if (invoice.status === 'void') throw invalid('This invoice is void and can no longer be paid.');
      if (invoice.status === 'draft') finalizeInvoice(world, invoice);
      if ((invoice.status as StripeInvoiceRow['status']) === 'paid') return invoice;
      if (paid_out_of_band) {
        dropIntent(world, invoice);
        settle(world, invoice);
        return invoice;
      }
      if (!payingMethod(world, invoice, payment_method))
        throw invalid(
          'There is no `default_payment_method` set on this Customer or Invoice. Please set either of these to continue.',
        );
      const decline = chargeInvoice(world, invoice, {
        automatic: false,
        ...(payment_method ? { method: payment_method } : {}),
      });
      if (decline) throw declined(decline);
      return invoice;
    },
  ),
  route('POST', '/v1/invoices/:id/void', none, (world, _, id) =>
    close(world, invoiceOf(world, id), 'void', 'voided_at'),
  ),
  route('POST', '/v1/invoices/:id/mark_uncollectible', none, (world, _, id) =>
    close(world, invoiceOf(world, id), 'uncollectible', 'marked_uncollectible_at'),
  ),
  listRoute(
    'GET',
    '/v1/invoice_payments',
    z.strictObject({ invoice: z.string().optional(), status: z.enum(['open', 'paid', 'canceled']).optional() }),
    (world, params) =>
      rowsOf(world, 'invoice_payment').filter(
        (row) =>
          (!params.invoice || row.invoice === params.invoice) && (!params.status || row.status === params.status),
      ),
  ),
];
