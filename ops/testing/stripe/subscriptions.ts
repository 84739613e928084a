import { z } from 'zod';
import { makeInvoice } from './billing.ts';
import { renewalCharges } from './clockwork.ts';
import { StripeFault } from './fault.ts';
import { keepCharge } from './invoice-items.ts';
import { collectInvoice, stopCollecting } from './payments.ts';
import { proration } from './prorations.ts';
import { bool, inRange, listRoute, none, route, timeRange } from './route.ts';
import type { CustomerRow, StripeInvoiceRow, SubscriptionRow } from './rows.ts';
import { endSchedule, enterPhase } from './schedules.ts';
import { changeSubscription } from './subscription-change.ts';
import { changeFields, previewFields, startFields } from './subscription-fields.ts';
import { startSubscription } from './subscription-start.ts';
import { allOrNothing, copyWorld, findRow, rowsOf, type StripeWorld, seconds, tell } from './world.ts';

const subscriptionOfId = (world: StripeWorld, id: string | undefined): SubscriptionRow =>
  findRow<SubscriptionRow>(world, 'subscription', id!);

const noneUpcoming = new StripeFault(404, {
  type: 'invalid_request_error',
  code: 'invoice_upcoming_none',
  message: 'No upcoming invoices for customer',
});

/** The invoice that the end of the running period makes. */
const nextInvoice = (world: StripeWorld, sub: SubscriptionRow): StripeInvoiceRow => {
  const end = sub.items.data[0]!.current_period_end;
  enterPhase(world, sub, end);
  const isLast = sub.cancel_at !== null && sub.cancel_at <= end;
  const charges = isLast ? [] : renewalCharges(world, sub);
  const invoice = makeInvoice(world, {
    customer: sub.customer,
    subscription: sub,
    reason: 'upcoming',
    charges,
    period: { start: sub.items.data[0]!.current_period_start, end },
    currency: sub.currency,
    advances: false,
    more: { created: end, next_payment_attempt: end + 3600 },
  });
  if (invoice.lines.data.length === 0) throw noneUpcoming;
  return invoice;
};

/** Works out in a copy of the world what a change, or the end of the period, would charge. */
const previewOf = (original: StripeWorld, params: z.output<typeof previewFields>): StripeInvoiceRow => {
  const world = copyWorld(original);
  const { subscription_details: details = {}, discounts, customer, subscription } = params;
  const { start_date, billing_cycle_anchor: anchor, ...change } = details;
  if (!subscription) {
    const owner = findRow<CustomerRow>(world, 'customer', customer ?? '', 'customer');
    const now = seconds(world);
    const items = (change.items ?? []).map(({ price, quantity }) => ({
      price: price ?? '',
      ...(quantity === undefined ? {} : { quantity }),
    }));
    const sub = startSubscription(
      world,
      {
        customer: owner.id,
        items,
        discounts,
        ...(start_date !== undefined && start_date < now ? { backdate_start_date: start_date } : {}),
        ...(anchor?.timestamp === undefined ? {} : { billing_cycle_anchor: anchor.timestamp }),
        ...(change.trial_end === undefined ? {} : { trial_end: change.trial_end }),
        ...(change.proration_behavior ? { proration_behavior: change.proration_behavior } : {}),
      },
      false,
    );
    return findRow<StripeInvoiceRow>(world, 'invoice', sub.latest_invoice!);
  }
  const sub = subscriptionOfId(world, subscription);
  if (sub.ended_at !== null) throw noneUpcoming;
  const cycle = anchor?.type === 'now' ? { billing_cycle_anchor: { type: anchor.type } } : {};
  const changed =
    params.subscription_details || discounts
      ? changeSubscription(world, sub, { ...change, ...cycle, discounts }, false)
      : null;
  return changed ?? nextInvoice(world, sub);
};

const cancel = (
  world: StripeWorld,
  sub: SubscriptionRow,
  { invoice_now, prorate }: { invoice_now?: boolean | undefined; prorate?: boolean | undefined },
): void => {
  const now = seconds(world);
  if (prorate)
    for (const item of sub.items.data)
      for (const charge of proration(world, sub, item, null, now))
        keepCharge(world, sub.customer, sub.currency, charge);
  if (invoice_now || prorate) {
    const invoice = makeInvoice(world, {
      customer: sub.customer,
      subscription: sub,
      reason: 'subscription_cycle',
      charges: [],
      period: { start: now, end: now },
      currency: sub.currency,
      advances: false,
    });
    collectInvoice(world, invoice);
  }
  if (sub.schedule) endSchedule(world, sub.schedule, 'canceled');
  Object.assign(sub, { status: 'canceled', canceled_at: now, ended_at: now });
  sub.cancellation_details.reason = 'cancellation_requested';
  stopCollecting(world, sub);
  tell(world, 'customer.subscription.deleted', sub);
};

/** Subscriptions, and what their changes would cost. */
export const subscriptionRoutes = [
  route('POST', '/v1/subscriptions', startFields, (world, params) =>
    allOrNothing(world, (copy) => startSubscription(copy, params)),
  ),
  listRoute(
    'GET',
    '/v1/subscriptions',
    z
      .strictObject({
        created: timeRange,
        customer: z.string(),
        price: z.string(),
        status: z.enum([
          'active',
          'all',
          'canceled',
          'ended',
          'incomplete',
          'incomplete_expired',
          'past_due',
          'trialing',
          'unpaid',
        ]),
      })
      .partial(),
    (world, { created, customer, price, status }) =>
      rowsOf<SubscriptionRow>(world, 'subscription').filter(
        (row) =>
          inRange(row.created, created) &&
          (!customer || row.customer === customer) &&
          (!price || row.items.data.some((item) => item.price.id === price)) &&
          (status === 'all' ||
            (status === 'ended'
              ? row.ended_at !== null
              : status
                ? row.status === status
                : row.status !== 'canceled' && row.status !== 'incomplete_expired')),
      ),
  ),
  route('GET', '/v1/subscriptions/:id', none, (world, _, id) => subscriptionOfId(world, id)),
  route('POST', '/v1/subscriptions/:id', changeFields, (world, params, id) =>
    allOrNothing(world, (copy) => {
      const sub = subscriptionOfId(copy, id);
      changeSubscription(copy, sub, params);
      return sub;
    }),
  ),
  route(
    'DELETE',
    '/v1/subscriptions/:id',
    z.strictObject({ invoice_now: bool.optional(), prorate: bool.optional() }),
    (world, params, id) => {
      const sub = subscriptionOfId(world, id);
      if (sub.ended_at !== null)
        throw new StripeFault(404, {
          type: 'invalid_request_error',
          code: 'resource_missing',
          message: `No such subscription: ${id}`,
          param: 'id',
        });
      cancel(world, sub, params);
      return sub;
    },
  ),
  route('POST', '/v1/invoices/create_preview', previewFields, (world, params) => {
    const invoice = previewOf(world, params);
    return { ...invoice, id: `upcoming_${invoice.id}` };
  }),
];
