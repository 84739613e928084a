import { makeInvoice, pendingItems } from './billing.ts';
import { periodEnd } from './calendar.ts';
import { endDiscounts } from './discounts.ts';
import { dropIntent } from './intents.ts';
import { chargeInvoice, collectInvoice, stopCollecting } from './payments.ts';
import { dropPending } from './pending-updates.ts';
import { wholePeriod } from './prorations.ts';
import type { Charge, CheckoutRow, StripeInvoiceRow, SubscriptionRow } from './rows.ts';
import { endSchedule, enterPhase } from './schedules.ts';
import { rowsOf, type StripeWorld, seconds, tell } from './world.ts';

const hour = 3600;
const day = 86_400;

/** What the period after the running one costs. */
export const renewalCharges = (world: StripeWorld, sub: SubscriptionRow): Charge[] =>
  sub.items.data.map((item) => {
    const start = item.current_period_end;
    return wholePeriod(world, item, { start, end: nextEnd(sub, item.price.recurring, start) });
  });

const nextEnd = (sub: SubscriptionRow, recurring: Parameters<typeof periodEnd>[1], start: number): number => {
  const { billing_cycle_anchor: anchor, billing_cycle_anchor_config: config } = sub;
  // The day that was asked for, which a short month did not have.
  const fixed = config
    ? Date.UTC(2000, 0, config.day_of_month, config.hour, config.minute, config.second) / 1000
    : anchor;
  return periodEnd(start, recurring, fixed);
};

/** Something that happens by itself at a moment, unix seconds. */
interface Due {
  at: number;
  run(): void;
}

const end = (world: StripeWorld, sub: SubscriptionRow): void => {
  const { current_period_start: start, current_period_end } = sub.items.data[0]!;
  // What is owed for the period that ends is billed all the same.
  if (pendingItems(world, sub.customer, sub.id).length > 0)
    makeInvoice(world, {
      customer: sub.customer,
      subscription: sub,
      reason: 'subscription_cycle',
      charges: [],
      period: { start, end: current_period_end },
      currency: sub.currency,
      advances: true,
    });
  if (sub.schedule) endSchedule(world, sub.schedule, 'canceled');
  Object.assign(sub, { status: 'canceled', ended_at: seconds(world) });
  stopCollecting(world, sub);
  tell(world, 'customer.subscription.deleted', sub);
};

const renew = (world: StripeWorld, sub: SubscriptionRow): void => {
  const at = sub.items.data[0]!.current_period_end;
  const before = sub.items.data[0]!.current_period_start;
  enterPhase(world, sub, at);
  endDiscounts(world, sub, false);
  if (sub.status === 'trialing') {
    sub.status = 'active';
    sub.billing_cycle_anchor = Math.max(sub.billing_cycle_anchor, at);
  }
  const charges = renewalCharges(world, sub);
  for (const item of sub.items.data) {
    item.current_period_start = at;
    item.current_period_end = nextEnd(sub, item.price.recurring, at);
  }
  makeInvoice(world, {
    customer: sub.customer,
    subscription: sub,
    reason: 'subscription_cycle',
    charges,
    period: { start: before, end: at },
    currency: sub.currency,
    // What nobody pays is left as a draft.
    advances: sub.status !== 'unpaid',
  });
  tell(world, 'customer.subscription.updated', sub);
};

const ofSubscription = (world: StripeWorld, sub: SubscriptionRow): Due[] => {
  if (sub.ended_at !== null) return [];
  if (sub.status === 'incomplete')
    return [
      {
        at: sub.created + 23 * hour,
        run() {
          Object.assign(sub, { status: 'incomplete_expired', ended_at: seconds(world) });
          const invoice = world.rows.get(sub.latest_invoice!) as StripeInvoiceRow;
          invoice.status = 'void';
          dropIntent(world, invoice);
          tell(world, 'invoice.voided', invoice);
          tell(world, 'customer.subscription.updated', sub);
        },
      },
    ];
  if (sub.pending_update)
    return [
      {
        at: sub.pending_update.expires_at,
        run() {
          const invoice = world.rows.get(sub.latest_invoice!) as StripeInvoiceRow;
          invoice.status = 'void';
          dropIntent(world, invoice);
          tell(world, 'invoice.voided', invoice);
          dropPending(world, invoice);
        },
      },
    ];
  const { current_period_end: over } = sub.items.data[0]!;
  const isLast = sub.cancel_at !== null && sub.cancel_at <= over;
  const due: Due[] = [{ at: isLast ? sub.cancel_at! : over, run: () => (isLast ? end : renew)(world, sub) }];
  const isToldOf = world.events.some(
    ({ type, data }) => type === 'customer.subscription.trial_will_end' && data.object.id === sub.id,
  );
  if (sub.status === 'trialing' && !isToldOf)
    due.push({
      at: Math.max(sub.created, sub.trial_end! - 3 * day),
      run: () => tell(world, 'customer.subscription.trial_will_end', sub),
    });
  return due;
};

const ofInvoice = (world: StripeWorld, invoice: StripeInvoiceRow): Due[] => {
  if (!invoice.auto_advance) return [];
  if (invoice.status === 'draft' && invoice.automatically_finalizes_at !== null)
    return [{ at: invoice.automatically_finalizes_at, run: () => void collectInvoice(world, invoice) }];
  if (invoice.status === 'open' && invoice.next_payment_attempt !== null)
    return [{ at: invoice.next_payment_attempt, run: () => void chargeInvoice(world, invoice, { automatic: true }) }];
  return [];
};

const ofSession = (world: StripeWorld, session: CheckoutRow): Due[] =>
  session.status === 'open'
    ? [
        {
          at: session.expires_at,
          run() {
            Object.assign(session, { status: 'expired', url: null });
            tell(world, 'checkout.session.expired', session);
          },
        },
      ]
    : [];

/** Lets time pass until `until` (unix milliseconds): all that is due on the way happens at its own moment. */
export const letTimePass = (world: StripeWorld, until: number): void => {
  for (;;) {
    const due = [
      ...rowsOf<SubscriptionRow>(world, 'subscription').flatMap((sub) => ofSubscription(world, sub)),
      ...rowsOf<StripeInvoiceRow>(world, 'invoice').flatMap((invoice) => ofInvoice(world, invoice)),
      ...rowsOf<CheckoutRow>(world, 'checkout.session').flatMap((session) => ofSession(world, session)),
    ].sort((a, b) => a.at - b.at);
    const [next] = due;
    if (!next || next.at * 1000 > until) break;
    world.now = Math.max(world.now, next.at * 1000);
    next.run();
  }
  world.now = Math.max(world.now, until);
};
