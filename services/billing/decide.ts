import { Refusal } from '#contracts/api/errors.ts';
import type { HeldPlanId } from '#contracts/api/plans.ts';
import type { SubscriptionEvent } from '#contracts/subscription/events.ts';
import type { CountedViewers, InvoiceLine } from '#contracts/subscription/invoice.ts';
import { dealUpgradeLines, periodLines, totalsOf, upgradeLines, type Waivers } from '#contracts/subscription/lines.ts';
import { type BillingPeriod, dayStart, periodAfter, periodAt } from '#contracts/subscription/periods.ts';
import type { PromoTerms } from '#contracts/subscription/promo.ts';
import { evolveSubscription, type SubscriptionState } from '#contracts/subscription/state.ts';
import { planRank, termsOf } from '#contracts/subscription/terms.ts';
import type { UnixSeconds } from '#contracts/time.ts';
import { subscriptionWords } from '#contracts/words/subscription.en.ts';

/** The card that an account is charged by: the charges that it had, and from which one on it is declined (null: never). */
export interface ChargedCard {
  method_id: string;
  charges: number;
  declines_from: number | null;
}
/** What a decision on money knows beside the subscription. */
export interface BillingFacts extends Waivers {
  now: UnixSeconds;
  card: ChargedCard | null;
  /** The id of the invoice that a decision may close. */
  invoice_id: string;
}
/** The number of an invoice that is not given yet: it is once the decision stands. */
export const unnumbered = '';

const after = (state: SubscriptionState, events: readonly SubscriptionEvent[]): SubscriptionState =>
  events.reduce(evolveSubscription, state);

/** How the charge of a card ends that follows so many others of the same decision: null is paid. */
export const chargeOutcome = (card: ChargedCard | null, before = 0): 'card_declined' | 'no_card' | null => {
  if (!card) return 'no_card';
  return card.declines_from !== null && card.charges + before >= card.declines_from ? 'card_declined' : null;
};

/** An invoice of some lines, closed now. */
export const closeInvoice = (
  { credit }: SubscriptionState,
  lines: InvoiceLine[],
  { now, invoice_id }: Pick<BillingFacts, 'now' | 'invoice_id'>,
  closes: BillingPeriod | null = null,
  viewers: CountedViewers | null = null,
): SubscriptionEvent & { type: 'InvoiceClosed' } => ({
  type: 'InvoiceClosed',
  data: {
    invoice: {
      id: invoice_id,
      number: unnumbered,
      ts_closed: now,
      closes,
      lines,
      ...totalsOf(lines, credit),
      currency: 'usd',
      viewers,
    },
  },
});

/** The payment of an invoice by the card; of nothing, without one. */
export const paid = (
  invoice: { id: string; amount: number },
  { card, now }: Pick<BillingFacts, 'card' | 'now'>,
): SubscriptionEvent => ({
  type: 'InvoicePaid',
  data: {
    invoice_id: invoice.id,
    amount: invoice.amount,
    method_id: invoice.amount > 0 ? card!.method_id : null,
    ts_paid: now,
  },
});

/** Closes an invoice and pays it, or refuses: what is bought in a period's middle is paid at once. */
const paidAtOnce = (
  state: SubscriptionState,
  lines: InvoiceLine[],
  facts: BillingFacts,
  chargesBefore: number,
): SubscriptionEvent[] => {
  const closed = closeInvoice(state, lines, facts);
  const { id, amount_due: amount } = closed.data.invoice;
  if (amount > 0 && chargeOutcome(facts.card, chargesBefore)) throw new Refusal('CardDeclined');
  return [closed, paid({ id, amount }, facts)];
};

/** When a lower plan, or none, can follow: at the period's end, or that of the next one after an upgrade. */
export const earliestChange = ({ period, kept_until }: SubscriptionState): UnixSeconds =>
  Math.max(period?.to ?? 0, kept_until ?? 0);

/** Ends a subscription at the end of its period; what is ending already, or is not there, changes nothing. */
export const decideCancel = (state: SubscriptionState): SubscriptionEvent[] => {
  if (state.plan === null || state.plan === 'starter') return [];
  if (state.custom) throw new Refusal('PlanSetByStaff');
  if (state.scheduled && state.scheduled.plan === null) return [];
  return [{ type: 'CancellationScheduled', data: { ts_change: earliestChange(state) } }];
};

const start = (state: SubscriptionState, plan: HeldPlanId, facts: BillingFacts, chargesBefore: number) => {
  const { account_id } = state;
  const started: SubscriptionEvent = {
    type: 'SubscriptionStarted',
    data: { account_id, plan, provider: 'local', ts_start: facts.now },
  };
  const period = periodAt(dayStart(facts.now), 0, 'month');
  const now = after(state, [started]);
  return [started, ...paidAtOnce(now, periodLines(now, termsOf(plan, null), period, facts), facts, chargesBefore)];
};

const upgrade = (
  state: SubscriptionState & { plan: HeldPlanId; period: BillingPeriod; ts_start: UnixSeconds },
  plan: HeldPlanId,
  facts: BillingFacts,
  chargesBefore: number,
): SubscriptionEvent[] => {
  const to = termsOf(plan, null);
  const from = termsOf(state.plan, state.custom);
  if (from.interval !== to.interval) {
    const next = periodAt(dayStart(facts.now), 0, to.interval);
    const lines = dealUpgradeLines(state, to, next, facts.now, facts);
    const { to: kept_until } = periodAfter(next.from, next, to.interval);
    const upgraded: SubscriptionEvent = { type: 'PlanUpgraded', data: { plan, kept_until, ts_start: facts.now } };
    return [upgraded, ...paidAtOnce(after(state, [upgraded]), lines, facts, chargesBefore)];
  }
  const lines = upgradeLines(state, from, to, facts.now, facts);
  const { to: kept_until } = periodAfter(dayStart(state.ts_start), state.period, to.interval);
  return [{ type: 'PlanUpgraded', data: { plan, kept_until } }, ...paidAtOnce(state, lines, facts, chargesBefore)];
};

/** What is asked for: a plan of the list, and a promo code that the account may use. */
export interface Wanted {
  plan: HeldPlanId;
  promo: PromoTerms | null;
}

/** Refuses a plan that nobody can buy, and another one than that which staff have made. */
export const requireForSale = (state: Pick<SubscriptionState, 'plan' | 'custom'>, plan: HeldPlanId): void => {
  if (plan === 'enterprise') throw new Refusal('Invalid', subscriptionWords.contactUs);
  if ((plan === 'deal' || plan === 'custom') && state.plan !== plan)
    throw new Refusal('Invalid', subscriptionWords.planUnknown);
  if (state.custom && plan !== 'custom') throw new Refusal('PlanSetByStaff');
};

/** Refuses to buy without a card. The plan that one has is gone on with, such as a year that a deal's code has paid. */
export const requireCard = (
  state: Pick<SubscriptionState, 'plan' | 'open'>,
  plan: HeldPlanId,
  hasCard: boolean,
): void => {
  if (!hasCard && (state.plan !== plan || state.open)) throw new Refusal('CardRequired');
};

/**
 * Changes what an account subscribes to: up at once, down at the period's end, to the free plan by canceling. The plan that
 * it has takes back what is scheduled, and pays what is open. Refuses what is not paid.
 */
export const decideSubscribe = (
  state: SubscriptionState,
  { plan, promo }: Wanted,
  facts: BillingFacts,
): SubscriptionEvent[] => {
  requireForSale(state, plan);
  if (plan === 'starter') return decideCancel(state);
  const events: SubscriptionEvent[] = [];
  requireCard(state, plan, facts.card !== null);
  if (state.open) {
    if (state.open.amount > 0 && chargeOutcome(facts.card)) throw new Refusal('CardDeclined');
    events.push(paid(state.open, facts));
  }
  if (state.custom) return events;
  if (state.scheduled && (state.plan === plan || planRank(plan) > planRank(state.plan ?? 'starter')))
    events.push({ type: 'ScheduledChangeWithdrawn', data: {} });
  const charged = events.some((event) => event.type === 'InvoicePaid' && event.data.amount > 0) ? 1 : 0;
  if (promo) {
    if (state.promos.includes(promo.promo_id)) throw new Refusal('PromoUsed');
    events.push({ type: 'PromoApplied', data: { ...promo, ts_applied: facts.now } });
  }
  if (state.plan === plan) return events;
  const ready = after(state, events);
  const { plan: held, period, ts_start } = ready;
  if (held === null || held === 'starter' || !period || ts_start === null)
    return [...events, ...start(ready, plan, facts, charged)];
  if (planRank(plan) > planRank(held)) {
    // No day is left of a period that waits for its viewers to be counted, and its limit is the one that it ended with.
    if (facts.now >= period.to) throw new Refusal('Conflict', subscriptionWords.periodClosing);
    return [...events, ...upgrade({ ...ready, plan: held, period, ts_start }, plan, facts, charged)];
  }
  if (state.scheduled?.plan === plan) return events;
  return [...events, { type: 'DowngradeScheduled', data: { plan, ts_change: earliestChange(ready) } }];
};

/** Whether there is something that a card is to pay, now or later. */
const isPaidFor = ({ plan, open, cut_off = [], outside }: SubscriptionState): boolean =>
  (plan !== null && plan !== 'starter') ||
  open !== null ||
  cut_off.length > 0 ||
  outside.confirming !== undefined ||
  outside.asks.length > 0 ||
  outside.uncounted.length > 0;

/** Keeps a card no longer, beside which there are `others`; refuses the one that pays next. */
export const decideCardRemoved = (state: SubscriptionState, method_id: string, others: number): SubscriptionEvent[] => {
  if (others === 0 && isPaidFor(state)) throw new Refusal('Conflict', subscriptionWords.cardLast);
  if (others > 0 && state.card === method_id) throw new Refusal('Conflict', subscriptionWords.cardCharged);
  return [{ type: 'CardRemoved', data: { account_id: state.account_id, method_id } }];
};

/** Pays with a card from now on. */
export const decideCard = ({ account_id, card }: SubscriptionState, method_id: string): SubscriptionEvent[] =>
  card === method_id ? [] : [{ type: 'CardChosen', data: { account_id, method_id } }];
