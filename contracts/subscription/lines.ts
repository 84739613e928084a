import type { UnixSeconds } from '../time.ts';
import type { CountedViewers, InvoiceLine } from './invoice.ts';
import { type BillingPeriod, dayStart, daysLeft, periodAfter, share, wholeDays } from './periods.ts';
import { type SubscriptionState, worthFrom } from './state.ts';
import { type PlanTerms, termsOf } from './terms.ts';

/** What makes a plan free at this moment, apart from what the subscription itself knows. */
export interface Waivers {
  /** Staff have made the account premium. */
  premium: boolean;
  /** Somebody referred the account, and this is its first invoice. */
  referred: boolean;
}

const sum = (lines: readonly InvoiceLine[]): number => lines.reduce((total, { amount }) => total + amount, 0);

/** What the promo code takes off `amount` (cents) for the plan in a period. */
const promoLines = ({ promo }: SubscriptionState, amount: number, period: BillingPeriod): InvoiceLine[] => {
  if (!promo || amount <= 0) return [];
  const { code, percent_off, amount_off, months, months_used, used_in } = promo;
  const counted = used_in === period.from;
  const runs = months === null ? used_in === null : counted || months_used < months;
  if (!runs) return [];
  if (percent_off !== null) return [{ kind: 'promo', code, amount: -share(amount, percent_off, 100) }];
  // An amount is taken off once a period, whatever is paid in it.
  if (counted) return [];
  return [{ kind: 'promo', code, amount: -Math.min(amount, amount_off ?? 0) }];
};

/** What is taken off a whole period of a plan: all of it by the first reason that there is, else what a promo code takes off. */
const takenOff = (
  state: SubscriptionState,
  { id, amount }: PlanTerms,
  period: BillingPeriod,
  { premium, referred }: Waivers,
): InvoiceLine[] => {
  if (amount === 0) return [];
  if (premium) return [{ kind: 'premium', amount: -amount }];
  // What is free is a month: the year of a deal is not.
  if (id !== 'deal') {
    if (referred && !state.billed) return [{ kind: 'free_month', reason: 'referred', amount: -amount }];
    const { referral, staff } = state.free_months;
    if (referral + staff > 0)
      return [{ kind: 'free_month', reason: referral > 0 ? 'referral' : 'staff', amount: -amount }];
  }
  return promoLines(state, amount, period);
};

/** The lines of a whole period of a plan that begins. */
export const periodLines = (
  state: SubscriptionState,
  terms: PlanTerms,
  period: BillingPeriod,
  waivers: Waivers,
): InvoiceLine[] => [
  { kind: 'plan', plan: terms.id, name: terms.nickname, period, amount: terms.amount },
  ...takenOff(state, terms, period, waivers),
];

/** The lines of a change to a dearer plan at `now` within a period: the days that are left, that of `now` included. */
export const upgradeLines = (
  state: SubscriptionState & { period: BillingPeriod },
  from: PlanTerms,
  to: PlanTerms,
  now: UnixSeconds,
  { premium }: Waivers,
): InvoiceLine[] => {
  const { period } = state;
  const [days, of_days] = [daysLeft(period, now), wholeDays(period)];
  const lines: InvoiceLine[] = [
    {
      kind: 'unused',
      plan: from.id,
      name: from.nickname,
      period,
      days,
      of_days,
      amount: -share(from.amount, days, of_days),
    },
    { kind: 'rest', plan: to.id, name: to.nickname, period, days, of_days, amount: share(to.amount, days, of_days) },
  ];
  const rest = sum(lines);
  if (premium) return rest > 0 ? [...lines, { kind: 'premium', amount: -rest }] : lines;
  return [...lines, ...promoLines(state, rest, period)];
};

/**
 * The lines of a change from a deal, which is paid by the year, to a plan of months: what is left of the year at what was asked
 * for it, which is nothing where a code paid.
 */
export const dealUpgradeLines = (
  state: SubscriptionState & { period: BillingPeriod },
  to: PlanTerms,
  next: BillingPeriod,
  now: UnixSeconds,
  waivers: Waivers,
): InvoiceLine[] => {
  const { period, paid_by_deal } = state;
  const lines = periodLines(state, to, next, waivers);
  const left = paid_by_deal ? null : worthFrom(state, dayStart(now));
  // What costs nothing has nothing to take off.
  const amount = Math.min(left?.amount ?? 0, sum(lines));
  if (!left || amount <= 0) return lines;
  const { days, of_days } = left;
  const { nickname: name } = termsOf('deal', null);
  return [{ kind: 'unused', plan: 'deal', name, period, days, of_days, amount: -amount }, ...lines];
};

/**
 * The lines of a plan that staff make, `next` being its first period: what is left of the period that runs is taken off at
 * what was asked for it, and what goes beyond the plan's price becomes credit.
 */
export const customLines = (
  before: SubscriptionState,
  after: SubscriptionState & { period: BillingPeriod },
  to: PlanTerms,
  now: UnixSeconds,
  waivers: Waivers,
): InvoiceLine[] => {
  const lines = periodLines(after, to, after.period, waivers);
  const { plan, period, worth } = before;
  const left = worthFrom(before, dayStart(now));
  // No day is left of a period that waits for its viewers to be counted.
  if (plan === null || !period || !worth || !left || left.days <= 0 || left.amount === 0) return lines;
  const { amount, days, of_days } = left;
  const { nickname: name } = termsOf(plan, before.custom);
  const unused: InvoiceLine = {
    kind: 'unused',
    plan,
    name,
    period: { from: worth.from, to: period.to },
    days,
    of_days,
    amount: -amount,
  };
  const beyond = amount - sum(lines);
  return [unused, ...lines, ...(beyond > 0 ? [{ kind: 'to_credit' as const, amount: beyond }] : [])];
};

/** What viewers above the limit of a period's last plan cost; nothing while the account is premium. */
export const overageLines = (
  terms: PlanTerms,
  period: BillingPeriod,
  viewers: CountedViewers,
  { premium }: Waivers,
): InvoiceLine[] => {
  const thousands = Math.max(0, Math.ceil((viewers.mau - terms.mau_limit) / 1000));
  const unit_amount = (terms.mau_exceed_price ?? 0) * 100;
  if (premium || thousands === 0 || unit_amount === 0) return [];
  return [{ kind: 'overage', plan: terms.id, period, thousands, unit_amount, amount: thousands * unit_amount }];
};

/** The sum of an invoice's lines, what credit covers of it, and what is left to be paid. */
export const totalsOf = (lines: readonly InvoiceLine[], credit: number) => {
  const total = sum(lines);
  const from_credit = Math.max(0, Math.min(credit, total));
  return { total, from_credit, amount_due: total - from_credit };
};

/** The next invoice of a subscription as it stands, without viewers above the limit; null where none will follow. */
export const nextInvoice = (
  state: SubscriptionState,
  waivers: Waivers,
): { amount: number; date: UnixSeconds } | null => {
  const { plan, period, scheduled, ts_start, custom } = state;
  if (plan === null || !period || ts_start === null) return null;
  const next = scheduled && scheduled.ts <= period.to ? scheduled.plan : plan;
  if (next === null || next === 'starter') return null;
  const terms = termsOf(next, custom);
  const lines = periodLines(state, terms, periodAfter(dayStart(ts_start), period, terms.interval), waivers);
  return { amount: totalsOf(lines, state.credit).amount_due, date: period.to };
};

/** Who takes the money of an installation, null where nobody does, and whether an account has a card that is charged there. */
export interface Charging {
  billing: 'local' | 'stripe' | 'off';
  has_card: boolean;
}

/**
 * The next invoice that is really asked for: none where the plan ends with its period for want of a card, or since another
 * payment provider than the one of today began it.
 */
export const comingInvoice = (
  state: SubscriptionState,
  waivers: Waivers,
  { billing, has_card }: Charging,
): ReturnType<typeof nextInvoice> => {
  const { plan, custom, provider, outside } = state;
  const runsAtStripe = provider === 'stripe' && custom === null;
  if (runsAtStripe && billing !== 'stripe') return null;
  // A deal that its code has paid goes on by the card, whoever charges it.
  const byCard = plan === 'deal' && outside.subscription === null;
  const isOver = byCard ? !has_card : billing === 'stripe' && !runsAtStripe && custom === null;
  return isOver ? null : nextInvoice(state, waivers);
};
