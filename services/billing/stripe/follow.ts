import type { HeldPlanId } from '#contracts/api/plans.ts';
import type { SubscriptionEvent } from '#contracts/subscription/events.ts';
import type { OutsideAsk } from '#contracts/subscription/outside-ask.ts';
import { unconfirmedCode } from '#contracts/subscription/payment-page.ts';
import { dayStart, periodAfter, periodAt, secondsPerDay } from '#contracts/subscription/periods.ts';
import { evolveSubscription, type SubscriptionState } from '#contracts/subscription/state.ts';
import { planRank, termsOf } from '#contracts/subscription/terms.ts';
import type { UnixSeconds } from '#contracts/time.ts';
import type { StripeInvoice } from './answers.ts';
import { closedInvoiceOf, ownIdOf } from './invoice-lines.ts';
import { isRunningAtStripe, type SeenSubscription, type StripeSnapshot } from './snapshot.ts';

/** What is known beside how the customer stands. */
export interface FollowFacts {
  now: UnixSeconds;
  /** Nobody is left in the account. */
  ended: boolean;
  /** What Stripe has just done because it was asked. */
  done: OutsideAsk | null;
  /** The invoice that somebody has just tried to pay in vain; null where nobody did. */
  tried: string | null;
}

/** Events in the order in which they are found, each with the state after those before it. */
const createFinding = (before: SubscriptionState) => {
  const events: SubscriptionEvent[] = [];
  let state = before;
  return {
    events,
    state: () => state,
    add(event: SubscriptionEvent): void {
      events.push(event);
      state = evolveSubscription(state, event);
    },
  };
};
type Finding = ReturnType<typeof createFinding>;

const longest = { month: 31 * secondsPerDay, year: 366 * secondsPerDay };

/** Renews up to the period in which `at` lies; one that ends at `at` is the last where `at` is an end. */
const renewUpTo = ({ state, add }: Finding, at: UnixSeconds, isEnd: boolean): void => {
  for (;;) {
    const { period, plan, scheduled, ts_start } = state();
    if (!period || plan === null || ts_start === null) return;
    if (isEnd ? period.to >= at : period.to > at) return;
    const changed = scheduled?.plan && scheduled.ts <= period.to ? scheduled.plan : plan;
    const next = periodAfter(dayStart(ts_start), period, termsOf(changed, null).interval);
    add({ type: 'SubscriptionRenewed', data: { plan: changed, ts_from: next.from, ts_to: next.to } });
  }
};

/** An upgrade at `now`; from a year to months another first period begins. Null without a plan. */
export const upgradeTo = (
  { plan: held, period, ts_start }: SubscriptionState,
  plan: HeldPlanId,
  now: UnixSeconds,
): SubscriptionEvent | null => {
  if (held === null || !period || ts_start === null) return null;
  const { interval } = termsOf(plan, null);
  if (termsOf(held, null).interval === interval) {
    const { to: kept_until } = periodAfter(dayStart(ts_start), period, interval);
    return { type: 'PlanUpgraded', data: { plan, kept_until } };
  }
  const first = periodAt(dayStart(now), 0, interval);
  const { to: kept_until } = periodAfter(first.from, first, interval);
  return { type: 'PlanUpgraded', data: { plan, kept_until, ts_start: now } };
};

const followPlan = ({ state, add }: Finding, { plan, period_start }: SeenSubscription): void => {
  const { plan: held, period } = state();
  if (plan === null || held === null || plan === held || !period) return;
  if (planRank(plan) > planRank(held)) {
    const upgraded = upgradeTo(state(), plan, period_start);
    if (upgraded) add(upgraded);
  } else add({ type: 'SubscriptionRenewed', data: { plan, ts_from: period.from, ts_to: period.to } });
};

const followScheduled = ({ state, add }: Finding, { ts_cancel, next }: SeenSubscription): void => {
  const { scheduled, plan } = state();
  if (ts_cancel !== null) {
    if (scheduled?.plan !== null || scheduled.ts !== ts_cancel)
      add({ type: 'CancellationScheduled', data: { ts_change: ts_cancel } });
  } else if (next && next.plan !== plan) {
    if (scheduled?.plan !== next.plan || scheduled.ts !== next.ts)
      add({ type: 'DowngradeScheduled', data: { plan: next.plan, ts_change: next.ts } });
  } else if (scheduled) add({ type: 'ScheduledChangeWithdrawn', data: {} });
};

/** The end of a deal's year that its code has paid, where the card pays the next one; null else. */
const endOfDealYear = ({ plan, period, outside }: SubscriptionState, next: HeldPlanId): UnixSeconds | null =>
  plan === 'deal' && next === 'deal' && outside.subscription === null && period ? period.to : null;

const followRunning = (finding: Finding, subscription: SeenSubscription): void => {
  const { state, add } = finding;
  const { id, plan, ts_start, period_start } = subscription;
  if (plan === null) return;
  const { account_id, outside } = state();
  if (outside.subscription !== id) {
    // What it cost before it was known here is not asked for once more.
    // Years of a deal follow one another without a gap, however late the card could be asked.
    const since = Math.min(ts_start, endOfDealYear(state(), plan) ?? ts_start);
    const begun = period_start - ts_start > longest[termsOf(plan, null).interval] ? period_start : since;
    const data = { account_id, plan, provider: 'stripe', ts_start: begun, outside_id: id } as const;
    add({ type: 'SubscriptionStarted', data });
  }
  // A change from a year to months begins another period.
  if (termsOf(state().plan ?? plan, null).interval === termsOf(plan, null).interval)
    renewUpTo(finding, period_start, false);
  followPlan(finding, subscription);
  renewUpTo(finding, period_start, false);
  followScheduled(finding, subscription);
};

const followEnd = (finding: Finding, { subscription, invoices }: StripeSnapshot, { now, ended }: FollowFacts): void => {
  const { state, add } = finding;
  const ts_end = subscription?.ts_ended ?? now;
  renewUpTo(finding, ts_end, true);
  const { scheduled } = state();
  const isOver = scheduled?.plan === null && scheduled.ts <= ts_end;
  const isUnpaid = invoices.some(
    ({ status, attempts, amount_due }) =>
      (status === 'open' || status === 'uncollectible') && attempts > 0 && amount_due > 0,
  );
  const reason = ended ? 'account_ended' : !isOver && isUnpaid ? 'unpaid' : 'canceled';
  add({ type: 'SubscriptionEnded', data: { reason, ts_end } });
};

/** An invoice that says nothing, such as that of an end without anything left to charge. */
const isOfNothing = ({ total, lines }: StripeInvoice): boolean =>
  total === 0 && lines.every(({ amount }) => amount === 0);

const followInvoice = ({ state, add }: Finding, invoice: StripeInvoice, { now, done, tried }: FollowFacts): void => {
  const { status, attempts, next_attempt, amount_due, amount_paid, number, reason } = invoice;
  if (status === 'draft' || isOfNothing(invoice)) return;
  const isOfAct = reason === 'subscription_create' || reason === 'subscription_update';
  const knownAs = () => state().outside.invoices.find(({ outside_id }) => outside_id === invoice.id);
  if (!knownAs()) {
    // What nobody was ever asked for; a start or a change that was not paid is none.
    if (status === 'void' && (number === null || isOfAct)) return;
    const isFree = done?.kind === 'start' && done.free_month && reason === 'subscription_create';
    add({ type: 'InvoiceClosed', data: { invoice: closedInvoiceOf(invoice, state(), isFree) } });
  }
  const known = knownAs();
  // What was given up can be paid later all the same.
  if (!known || !(known.open || (known.given_up && status === 'paid'))) return;
  const invoice_id = ownIdOf(invoice.id);
  // How often it was tried is told also of one that was given up before it was looked at.
  if (status !== 'paid' && attempts > known.attempts) {
    const code = invoice.unconfirmed ? unconfirmedCode : 'card_declined';
    const data = { invoice_id, amount: amount_due, code, attempt: attempts, ts_next: next_attempt };
    add({ type: 'PaymentFailed', data: tried === invoice.id ? { ...data, by_person: true } : data });
  }
  if (status === 'paid') {
    const method_id = amount_paid > 0 ? state().card : null;
    add({ type: 'InvoicePaid', data: { invoice_id, amount: amount_paid, method_id, ts_paid: invoice.ts_paid ?? now } });
  } else if (status !== 'open') add({ type: 'InvoiceWrittenOff', data: { invoice_id } });
};

/** What became of something that waited for the person to confirm it; null while it waits, and where nothing did. */
const confirmationEnd = (
  { outside: { confirming } }: SubscriptionState,
  { invoices, waiting }: StripeSnapshot,
): { event: SubscriptionEvent; done: OutsideAsk | null } | null => {
  if (!confirming || waiting?.invoice.id === confirming.invoice) return null;
  const isPaid = invoices.some(({ id, status }) => id === confirming.invoice && status === 'paid');
  const data = { ask_id: confirming.ask_id, refused: isPaid ? null : 'expired' };
  return { event: { type: 'ProviderAnswered', data }, done: isPaid ? confirming.ask : null };
};

/** Follows the credit that Stripe keeps: its own pages move it too. What it was asked to give is not in it yet. */
const followCredit = ({ state, add }: Finding, { credit: kept }: StripeSnapshot): void => {
  const asks = state().outside.asks.map(({ ask }) => ask);
  // The free month of a start is given before it, and used up by it.
  if (asks.some(({ kind }) => kind === 'start')) return;
  const credit = asks.reduce((sum, ask) => sum + (ask.kind === 'credit' ? ask.amount : 0), kept);
  if (credit !== state().credit) add({ type: 'CreditFollowed', data: { credit } });
};

/**
 * What has happened to a subscription, by how its customer stands at Stripe: the same for the same, however often and in
 * whatever order it is asked. A plan that staff made is not Stripe's.
 */
export const followStripe = (
  before: SubscriptionState,
  snapshot: StripeSnapshot,
  facts: FollowFacts,
): SubscriptionEvent[] => {
  const finding = createFinding(before);
  const { state, add, events } = finding;
  const confirmed = confirmationEnd(before, snapshot);
  if (confirmed) add(confirmed.event);
  const done = confirmed?.done ?? facts.done;
  if (done && (done.kind === 'start' || done.kind === 'change' || done.kind === 'promote') && done.promo)
    add({ type: 'PromoApplied', data: { ...done.promo, ts_applied: facts.now } });
  const { subscription, default_card } = snapshot;
  const { account_id, card, custom } = state();
  if (default_card && ownIdOf(default_card) !== card)
    add({ type: 'CardChosen', data: { account_id, method_id: ownIdOf(default_card) } });
  const isLive = !snapshot.gone && subscription !== null && isRunningAtStripe(subscription);
  if (isLive && !custom) followRunning(finding, subscription);
  for (const invoice of snapshot.invoices) followInvoice(finding, invoice, facts);
  if (!snapshot.gone) followCredit(finding, snapshot);
  if (!isLive && state().outside.subscription !== null) followEnd(finding, snapshot, facts);
  if (snapshot.gone)
    for (const { id, open } of state().outside.invoices)
      if (open) add({ type: 'InvoiceWrittenOff', data: { invoice_id: id } });
  return events;
};
