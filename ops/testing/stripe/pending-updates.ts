import { subscriptionOf } from './billing.ts';
import type { ScheduleRow, StripeInvoiceRow, SubscriptionRow } from './rows.ts';
import { findRow, type StripeWorld, seconds, tell } from './world.ts';

const longest = 23 * 3600;

/** Lets a change of a subscription wait until its invoice is paid: `before` is what it stays until then. */
export const keepPending = (
  world: StripeWorld,
  sub: SubscriptionRow,
  before: SubscriptionRow,
  invoice: StripeInvoiceRow,
): void => {
  const after = structuredClone(sub);
  world.pending.set(sub.id, after);
  const expires_at = Math.min(before.items.data[0]!.current_period_end, seconds(world) + longest);
  Object.assign(sub, before, {
    latest_invoice: invoice.id,
    pending_update: {
      billing_cycle_anchor: after.billing_cycle_anchor === before.billing_cycle_anchor ? null : seconds(world),
      discount: null,
      discounts: null,
      expires_at,
      metadata: null,
      subscription_items: after.items.data,
      trial_end: null,
      trial_from_plan: null,
    },
  });
  Object.assign(invoice, { auto_advance: false, next_payment_attempt: null });
  tell(world, 'customer.subscription.updated', sub);
};

const waitingFor = (world: StripeWorld, invoice: StripeInvoiceRow): SubscriptionRow | null => {
  const sub = subscriptionOf(world, invoice);
  return sub?.pending_update && sub.latest_invoice === invoice.id ? sub : null;
};

/** Makes the change that waited for an invoice. */
export const applyPending = (world: StripeWorld, invoice: StripeInvoiceRow): void => {
  const sub = waitingFor(world, invoice);
  if (!sub) return;
  const { items, discounts, billing_cycle_anchor } = world.pending.get(sub.id)!;
  world.pending.delete(sub.id);
  Object.assign(sub, { items, discounts, billing_cycle_anchor, pending_update: null });
  if (sub.schedule) setPhaseItems(world, sub);
  tell(world, 'customer.subscription.updated', sub);
};

/** Gives up what waited for an invoice that nobody can pay any longer. */
export const dropPending = (world: StripeWorld, invoice: StripeInvoiceRow): void => {
  const sub = waitingFor(world, invoice);
  if (!sub) return;
  world.pending.delete(sub.id);
  sub.pending_update = null;
  tell(world, 'customer.subscription.updated', sub);
};

/** Takes the items of a subscription into the phase of its schedule that runs. */
export const setPhaseItems = (world: StripeWorld, { schedule: id, items }: SubscriptionRow): void => {
  const schedule = findRow<ScheduleRow>(world, 'subscription_schedule', id!);
  const current = schedule.phases.find(({ start_date }) => start_date === schedule.current_phase?.start_date);
  if (current) current.items = items.data.map(({ price, quantity }) => ({ price: price.id, quantity }));
};
