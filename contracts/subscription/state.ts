import type { CustomPlan, HeldPlanId } from '../api/plans.ts';
import type { UnixSeconds } from '../time.ts';
import { type CutOff, cutOffBefore, type UncountedPeriod } from './cut-off.ts';
import type { BillingProvider, SubscriptionEvent } from './events.ts';
import type { ClosedInvoice, InvoiceLine } from './invoice.ts';
import { evolveOutside, initialOutside, isRunOutside, type OutsideState } from './outside.ts';
import { unconfirmedCode } from './payment-page.ts';
import { type BillingPeriod, dayStart, periodAt, secondsPerDay, share } from './periods.ts';
import type { PromoTerms } from './promo.ts';
import { termsOf } from './terms.ts';
import type { ViewerLimitKind } from './viewer-limit.ts';

/** An invoice that is not paid: `ts_next` is when it is tried again, null while nothing is tried. */
export interface OpenInvoice {
  id: string;
  amount: number;
  ts_closed: UnixSeconds;
  attempts: number;
  ts_next: UnixSeconds | null;
  /** The person is to confirm it to their bank; absent else. */
  confirm?: true;
}
/** A promo code of the account. */
export interface HeldPromo extends PromoTerms {
  /** The months of all periods in which it has taken something off. */
  months_used: number;
  /** The start of the last of them. */
  used_in: UnixSeconds | null;
}
export interface SubscriptionState {
  account_id: string;
  /** Null without a subscription. */
  plan: HeldPlanId | null;
  provider: BillingProvider | null;
  /** When the first period began; null without a subscription. */
  ts_start: UnixSeconds | null;
  /** The period that runs, which is not closed. */
  period: BillingPeriod | null;
  /** What invoices asked, in cents, for the days of the period from `from` on; null where none did. */
  worth: { amount: number; from: UnixSeconds } | null;
  /** Until when the plan is kept because of an upgrade. */
  kept_until: UnixSeconds | null;
  /** What follows at a period's end: a lower plan, or none. */
  scheduled: { plan: HeldPlanId | null; ts: UnixSeconds } | null;
  open: OpenInvoice | null;
  /** Invoices that nothing is tried for: they are paid another way, or given up. */
  waiting: readonly Pick<OpenInvoice, 'id' | 'amount'>[];
  promo: HeldPromo | null;
  /** Ids of all promo codes that it ever had. */
  promos: readonly string[];
  /** Cents towards invoices to come. */
  credit: number;
  /** Months to come that cost nothing, by where they are from. */
  free_months: { referral: number; staff: number };
  custom: CustomPlan | null;
  card: string | null;
  /** It has begun once: what is left of the trial is over. */
  begun: boolean;
  /** It had an invoice with a plan that is paid for here. */
  billed: boolean;
  /** What paid for the period that runs is not given back: a deal's code. */
  paid_by_deal: boolean;
  /** The last end of free time that its owners were told of; absent before the first. */
  free_end_told?: UnixSeconds;
  /** The last two months of whose viewers its owners were told, and what last; absent before the first. */
  viewers_told?: readonly { ts_from: UnixSeconds; kind: ViewerLimitKind }[];
  /** When referrals earned months, the oldest first; at most the last twelve. */
  earned: readonly UnixSeconds[];
  /** What plans that were cut off leave to be counted and charged here, the oldest first; absent before the first. */
  cut_off?: readonly CutOff[];
  outside: OutsideState;
}
export const initialSubscription = (id: string): SubscriptionState => ({
  account_id: id,
  plan: null,
  provider: null,
  ts_start: null,
  period: null,
  worth: null,
  kept_until: null,
  scheduled: null,
  open: null,
  waiting: [],
  promo: null,
  promos: [],
  credit: 0,
  free_months: { referral: 0, staff: 0 },
  custom: null,
  card: null,
  begun: false,
  billed: false,
  paid_by_deal: false,
  earned: [],
  outside: initialOutside,
});

const firstPeriod = (plan: HeldPlanId, custom: CustomPlan | null, ts: UnixSeconds): BillingPeriod =>
  periodAt(dayStart(ts), 0, termsOf(plan, custom).interval);

const amountOf = (lines: readonly InvoiceLine[], kinds: readonly InvoiceLine['kind'][]): number =>
  lines.reduce((total, { kind, amount }) => total + (kinds.includes(kind) ? amount : 0), 0);

const takenOff = ['promo', 'free_month', 'premium', 'deal'] as const;

/** What the days of the period from a midnight on are worth, at what invoices asked for them; null where none did. */
export const worthFrom = (
  { worth, period }: Pick<SubscriptionState, 'worth' | 'period'>,
  from: UnixSeconds,
): { amount: number; days: number; of_days: number } | null => {
  if (!worth || !period || worth.from < period.from) return null;
  const [days, of_days] = [(period.to - from) / secondsPerDay, (period.to - worth.from) / secondsPerDay];
  return { amount: share(worth.amount, days, of_days), days, of_days };
};

const worthAfter = (state: SubscriptionState, { lines }: ClosedInvoice): SubscriptionState['worth'] => {
  for (const line of lines) {
    if (line.kind === 'plan') return { amount: amountOf(lines, ['plan', ...takenOff]), from: line.period.from };
    if (line.kind !== 'rest') continue;
    const from = line.period.to - line.days * secondsPerDay;
    const before = worthFrom(state, from)?.amount ?? 0;
    return { amount: before + amountOf(lines, ['rest', 'unused', ...takenOff]), from };
  }
  return state.worth;
};

/** Whether an invoice is for a plan that is paid for here; a provider's says so in words of its own. */
const isForPlan = ({ lines, outside_id }: ClosedInvoice): boolean =>
  lines.some(
    (line) => (line.kind === 'plan' && line.plan !== 'deal') || (outside_id !== undefined && line.kind === 'outside'),
  );

const closed = (state: SubscriptionState, invoice: ClosedInvoice): SubscriptionState => {
  const months = { ...state.free_months };
  let { promo } = state;
  for (const line of invoice.lines) {
    if (line.kind === 'free_month' && line.reason !== 'referred') months[line.reason] -= 1;
    if (line.kind === 'promo' && promo) {
      const used_in = invoice.closes?.to ?? state.period?.from ?? dayStart(invoice.ts_closed);
      const ofYear = invoice.lines.some((other) => other.kind === 'plan' && other.plan === 'deal');
      const more = used_in === promo.used_in ? 0 : ofYear ? 12 : 1;
      promo = { ...promo, used_in, months_used: promo.months_used + more };
    }
  }
  return {
    ...state,
    // What a payment provider keeps of it may be more than is known here.
    credit: Math.max(0, state.credit - invoice.from_credit + amountOf(invoice.lines, ['to_credit'])),
    worth: worthAfter(state, invoice),
    free_months: months,
    promo,
    billed: state.billed || isForPlan(invoice),
    open: { id: invoice.id, amount: invoice.amount_due, ts_closed: invoice.ts_closed, attempts: 0, ts_next: null },
    // One is asked for at a time here; a payment provider may ask for several.
    waiting: state.open ? [...state.waiting, { id: state.open.id, amount: state.open.amount }] : state.waiting,
  };
};

const ended = (state: SubscriptionState): SubscriptionState => ({
  ...state,
  plan: null,
  ts_start: null,
  period: null,
  worth: null,
  kept_until: null,
  scheduled: null,
  promo: null,
  custom: null,
  paid_by_deal: false,
});

/** With what a plan leaves that is cut off; where the payment provider ran it, that is asked for there. */
const withCutOff = (
  state: SubscriptionState,
  more: readonly UncountedPeriod[] | undefined,
): Pick<SubscriptionState, 'cut_off'> => {
  if (!more || more.length === 0 || isRunOutside(state)) return {};
  const { custom } = state;
  return { cut_off: [...(state.cut_off ?? []), ...more.map((one) => ({ ...one, custom }))] };
};

/** Before another plan begins. */
const beginning = (state: SubscriptionState, ts_start: UnixSeconds): SubscriptionState =>
  state.cut_off ? { ...state, cut_off: cutOffBefore(state.cut_off, ts_start) } : state;

const evolve = (before: SubscriptionState, event: SubscriptionEvent): SubscriptionState => {
  const begins = event.type === 'SubscriptionStarted' || event.type === 'CustomPlanSet';
  const state = begins ? beginning(before, event.data.ts_start) : before;
  switch (event.type) {
    case 'SubscriptionStarted': {
      const { plan, provider, ts_start, outside_id } = event.data;
      // The years after the first are paid by card.
      const paid_by_deal = plan === 'deal' && outside_id === undefined;
      const period = firstPeriod(plan, state.custom, ts_start);
      const begun = { begun: true, paid_by_deal, kept_until: null, scheduled: null };
      return { ...state, ...begun, plan, provider, ts_start, period };
    }
    case 'PlanUpgraded': {
      const { plan, kept_until = null, ts_start } = event.data;
      const upgraded = { ...state, plan, kept_until, scheduled: null };
      if (ts_start === undefined) return upgraded;
      return { ...upgraded, ts_start, period: firstPeriod(plan, state.custom, ts_start), paid_by_deal: false };
    }
    case 'DowngradeScheduled':
      return { ...state, scheduled: { plan: event.data.plan, ts: event.data.ts_change } };
    case 'CancellationScheduled':
      return { ...state, scheduled: { plan: null, ts: event.data.ts_change } };
    case 'ScheduledChangeWithdrawn':
      return { ...state, scheduled: null };
    case 'SubscriptionRenewed': {
      const { plan, ts_from, ts_to } = event.data;
      const changed = state.scheduled !== null && state.scheduled.ts <= ts_from;
      return {
        ...state,
        plan,
        period: { from: ts_from, to: ts_to },
        scheduled: changed ? null : state.scheduled,
        kept_until: state.kept_until !== null && state.kept_until > ts_from ? state.kept_until : null,
        paid_by_deal: false,
      };
    }
    case 'SubscriptionEnded':
      return { ...ended(state), ...withCutOff(state, event.data.cut_off) };
    case 'InvoiceClosed':
      return closed(state, event.data.invoice);
    case 'InvoicePaid':
    case 'InvoiceWrittenOff': {
      const { invoice_id } = event.data;
      const waiting = state.waiting.filter(({ id }) => id !== invoice_id);
      return { ...state, open: state.open?.id === invoice_id ? null : state.open, waiting };
    }
    case 'PaymentFailed': {
      const { invoice_id, attempt, ts_next, code } = event.data;
      if (state.open?.id !== invoice_id) return state;
      if (ts_next === null) {
        const { id, amount } = state.open;
        return { ...state, open: null, waiting: [...state.waiting, { id, amount }] };
      }
      const { confirm: _, ...open } = state.open;
      const confirm = code === unconfirmedCode ? { confirm: true as const } : {};
      return { ...state, open: { ...open, attempts: attempt, ts_next, ...confirm } };
    }
    case 'PromoApplied': {
      const { ts_applied: _, ...terms } = event.data;
      return {
        ...state,
        promo: { ...terms, months_used: 0, used_in: null },
        promos: [...state.promos, terms.promo_id],
      };
    }
    case 'CreditGranted': {
      const { referral, staff } = state.free_months;
      const { months, amount } = event.data;
      return { ...state, credit: state.credit + amount, free_months: { referral, staff: staff + months } };
    }
    case 'ReferralEarned': {
      const { referral, staff } = state.free_months;
      const earned = [...state.earned, event.data.ts_earned].slice(-12);
      return { ...state, free_months: { referral: referral + 1, staff }, earned };
    }
    case 'CustomPlanSet': {
      const { terms, ts_start, cut_off } = event.data;
      return {
        ...ended(state),
        ...withCutOff(state, cut_off),
        begun: true,
        plan: 'custom',
        custom: terms,
        provider: state.provider ?? 'local',
        ts_start,
        period: firstPeriod('custom', terms, ts_start),
      };
    }
    case 'FreeTimeEnding':
      return { ...state, free_end_told: event.data.ts_end };
    case 'ViewerLimitReached': {
      const { ts_from, kind } = event.data;
      const before = (state.viewers_told ?? []).filter((told) => told.ts_from !== ts_from);
      return { ...state, viewers_told: [...before, { ts_from, kind }].slice(-2) };
    }
    case 'PeriodCounted': {
      const { from } = event.data.period;
      return state.cut_off ? { ...state, cut_off: state.cut_off.filter(({ period }) => period.from !== from) } : state;
    }
    case 'CreditFollowed':
      return { ...state, credit: event.data.credit };
    case 'DealRedeemed':
    case 'DealReleased':
      return state;
    case 'CardChosen':
      return { ...state, card: event.data.method_id };
    case 'CardRemoved':
      return state.card === event.data.method_id ? { ...state, card: null } : state;
    default:
      return state;
  }
};

/**
 * A payment provider may ask for several invoices at once: the open one is that which has failed for the longest time, or,
 * where none has, one that is still asked for. What staff agree on is paid as they agree.
 */
const withOwed = (state: SubscriptionState): SubscriptionState => {
  const { provider, custom, open, outside } = state;
  if (provider !== 'stripe' || custom) return state;
  const asked = outside.invoices.filter((one) => one.open);
  const owed = asked.find(({ attempts }) => attempts > 0) ?? (open ? undefined : asked[0]);
  if (!owed || owed.id === open?.id) return state;
  const { id, amount, ts_closed, attempts, ts_next, confirm } = owed;
  const others = state.waiting.filter((one) => one.id !== id);
  return {
    ...state,
    open: { id, amount, ts_closed, attempts, ts_next, ...(confirm ? { confirm } : {}) },
    waiting: open ? [...others, { id: open.id, amount: open.amount }] : others,
  };
};

/** Folds one event into a subscription; an event it does not know changes nothing. */
export const evolveSubscription = (state: SubscriptionState, event: SubscriptionEvent): SubscriptionState =>
  withOwed({ ...evolve(state, event), outside: evolveOutside(state, event) });
