import type { HeldPlanId } from '#contracts/api/plans.ts';
import type { CutOff } from '#contracts/subscription/cut-off.ts';
import type { SubscriptionEvent } from '#contracts/subscription/events.ts';
import type { CountedViewers } from '#contracts/subscription/invoice.ts';
import { overageLines, periodLines } from '#contracts/subscription/lines.ts';
import { type BillingPeriod, dayStart, periodAfter, secondsPerDay } from '#contracts/subscription/periods.ts';
import { billingDueAt, cutOffToCount } from '#contracts/subscription/standing.ts';
import type { OpenInvoice, SubscriptionState } from '#contracts/subscription/state.ts';
import { termsOf } from '#contracts/subscription/terms.ts';
import type { UnixSeconds } from '#contracts/time.ts';
import { type BillingFacts, chargeOutcome, closeInvoice, paid } from './decide.ts';

/** How many days after an invoice was closed a payment that failed is tried again. */
const tryAgainDays = [1, 3, 5, 7];

/** The viewers of a period, whose limit is that of the plan at its end. */
export type PeriodViewers = Omit<CountedViewers, 'mau_limit'>;

/** What the cycle knows beside the subscription; `viewers` of the period to count, null until they are counted. */
export interface CycleFacts extends BillingFacts {
  viewers: PeriodViewers | null;
  /** Nobody is left in the account. */
  ended: boolean;
}

/** The days of a period that an account has used in which nobody is left; null until it is known which one is the last. */
const lastPeriod = (
  { period, scheduled }: Pick<SubscriptionState, 'period' | 'scheduled'>,
  now: UnixSeconds,
): BillingPeriod | null => {
  if (!period || scheduled?.plan !== null) return null;
  const { ts } = scheduled;
  return ts <= Math.min(period.to, dayStart(now) + secondsPerDay) ? { from: period.from, to: ts } : null;
};

/** The period whose viewers a subscription that is due waits for; null where it waits for none. */
export const periodToCount = (
  state: Pick<SubscriptionState, 'plan' | 'period' | 'open' | 'scheduled' | 'cut_off' | 'provider' | 'custom'>,
  { ended, now }: Pick<CycleFacts, 'ended' | 'now'>,
): BillingPeriod | null => {
  const cut = cutOffToCount(state);
  if (cut) return cut.period.to <= now ? cut.period : null;
  if (state.open || state.plan === null) return null;
  const period = ended ? lastPeriod(state, now) : state.period;
  return period && period.to <= now ? period : null;
};

/** Tries to take what an invoice costs; after the last time the subscription ends, unless staff made its plan. */
const charge = (
  state: Pick<SubscriptionState, 'plan' | 'custom'>,
  open: Pick<OpenInvoice, 'id' | 'amount' | 'ts_closed' | 'attempts'>,
  facts: BillingFacts,
): SubscriptionEvent[] => {
  const code = open.amount > 0 ? chargeOutcome(facts.card) : null;
  if (!code) return [paid(open, facts)];
  const attempt = open.attempts + 1;
  const days = tryAgainDays[attempt - 1];
  // Staff agree with whom they made a plan for how it is paid; without a card nothing is tried.
  const waits = state.custom !== null && code === 'no_card';
  // After a standstill tries keep a day between them.
  const ts_next =
    days === undefined || waits ? null : Math.max(open.ts_closed + days * secondsPerDay, facts.now + secondsPerDay);
  const failed: SubscriptionEvent = {
    type: 'PaymentFailed',
    data: { invoice_id: open.id, amount: open.amount, code, attempt, ts_next },
  };
  if (ts_next !== null || state.custom) return [failed];
  const writtenOff: SubscriptionEvent = { type: 'InvoiceWrittenOff', data: { invoice_id: open.id } };
  if (state.plan === null) return [failed, writtenOff];
  return [failed, writtenOff, { type: 'SubscriptionEnded', data: { reason: 'unpaid', ts_end: facts.now } }];
};

/** The plan of the period that begins at `at`; null where none follows. */
const planFrom = ({ plan, scheduled }: SubscriptionState, at: UnixSeconds): HeldPlanId | null =>
  scheduled && scheduled.ts <= at ? scheduled.plan : plan;

/** Closes the period that has run out: its viewers, the next period of the plan, and what is paid for them. */
const closePeriod = (state: SubscriptionState, period: BillingPeriod, counted: PeriodViewers, facts: BillingFacts) => {
  const at = period.to;
  const held = termsOf(state.plan!, state.custom);
  const viewers = { ...counted, mau_limit: held.mau_limit };
  const wanted = planFrom(state, at);
  // A deal goes on by the card, or ends.
  const next = wanted === 'deal' && !facts.card ? null : wanted;
  const nextTerms = next && termsOf(next, state.custom);
  const following = nextTerms && periodAfter(dayStart(state.ts_start!), period, nextTerms.interval);
  const lines = [
    ...overageLines(held, period, viewers, facts),
    ...(nextTerms && following ? periodLines(state, nextTerms, following, facts) : []),
  ];
  const events: SubscriptionEvent[] = [];
  const closed = lines.length > 0 ? closeInvoice(state, lines, facts, period, viewers) : null;
  if (closed) events.push(closed);
  if (next && following)
    events.push({ type: 'SubscriptionRenewed', data: { plan: next, ts_from: following.from, ts_to: following.to } });
  else {
    const reason = wanted === 'deal' ? 'deal_over' : 'canceled';
    events.push({ type: 'SubscriptionEnded', data: { reason, ts_end: at } });
  }
  if (!closed) return events;
  const { id, amount_due: amount, ts_closed } = closed.data.invoice;
  const left = { plan: next, custom: next ? state.custom : null };
  return [...events, ...charge(left, { id, amount, ts_closed, attempts: 0 }, facts)];
};

/** Gives up an invoice of an account in which nobody is left once it was asked for in vain. */
const chargeOnce = ({ id: invoice_id, amount }: { id: string; amount: number }, facts: BillingFacts) => {
  const code = amount > 0 ? chargeOutcome(facts.card) : null;
  if (!code) return [paid({ id: invoice_id, amount }, facts)];
  const failed = { invoice_id, amount, code, attempt: 1, ts_next: null };
  return [
    { type: 'PaymentFailed', data: failed },
    { type: 'InvoiceWrittenOff', data: { invoice_id } },
  ] satisfies SubscriptionEvent[];
};

/** Closes the days of a plan that was cut off: the viewers above its limit, at its own price, on an invoice of their own. */
const closeCutOff = (
  state: SubscriptionState,
  { plan, custom, period }: CutOff,
  counted: PeriodViewers,
  facts: CycleFacts,
): SubscriptionEvent[] => {
  const held = termsOf(plan, custom);
  const viewers = { ...counted, mau_limit: held.mau_limit };
  const lines = overageLines(held, period, viewers, facts);
  const [line] = lines;
  const overage = line?.kind === 'overage' ? line : null;
  const events: SubscriptionEvent[] = [{ type: 'PeriodCounted', data: { plan, period, viewers, overage } }];
  if (!overage) return events;
  const closed = closeInvoice(state, lines, facts, period, viewers);
  const { id, amount_due: amount, ts_closed } = closed.data.invoice;
  const asked = facts.ended
    ? chargeOnce({ id, amount }, facts)
    : charge({ ...state, custom: custom ?? state.custom }, { id, amount, ts_closed, attempts: 0 }, facts);
  return [...events, closed, ...asked];
};

/**
 * Ends the subscription of an account in which nobody is left: what is open is given up, and viewers above the limit up to
 * the end of that day are asked for once.
 */
const decideLast = (state: SubscriptionState, facts: CycleFacts): SubscriptionEvent[] => {
  const { plan, period, open, custom } = state;
  const events: SubscriptionEvent[] = [];
  if (open) events.push({ type: 'InvoiceWrittenOff', data: { invoice_id: open.id } });
  if (plan === null || !period) return events;
  const held = termsOf(plan, custom);
  const over = (ts_end: UnixSeconds): SubscriptionEvent => ({
    type: 'SubscriptionEnded',
    data: { reason: 'account_ended', ts_end },
  });
  if (facts.premium || !held.mau_exceed_price) return [...events, over(facts.now)];
  const last = lastPeriod(state, facts.now);
  if (!last) {
    const ts_change = Math.min(period.to, dayStart(facts.now) + secondsPerDay);
    return [...events, { type: 'CancellationScheduled', data: { ts_change } }];
  }
  if (last.to > facts.now || !facts.viewers) return events;
  const viewers = { ...facts.viewers, mau_limit: held.mau_limit };
  const lines = overageLines(held, last, viewers, facts);
  if (lines.length === 0) return [...events, over(last.to)];
  const closed = closeInvoice(state, lines, facts, last, viewers);
  const { id, amount_due: amount } = closed.data.invoice;
  return [...events, closed, over(last.to), ...chargeOnce({ id, amount }, facts)];
};

/**
 * The next step of a subscription that is due by itself: a payment tried again, or a period closed, that which was cut off
 * first. Nothing while nothing is due, and while the viewers of the period are not counted.
 */
export const decideAdvance = (state: SubscriptionState, facts: CycleFacts): SubscriptionEvent[] => {
  const { open, period } = state;
  const cut = cutOffToCount(state);
  if (cut && cut.period.to <= facts.now && facts.viewers) return closeCutOff(state, cut, facts.viewers, facts);
  if (facts.ended) return decideLast(state, cut ? { ...facts, viewers: null } : facts);
  if (cut) return [];
  const due = billingDueAt(state);
  if (due === null || due > facts.now) return [];
  if (open) return charge(state, open, facts);
  return period && facts.viewers ? closePeriod(state, period, facts.viewers, facts) : [];
};
