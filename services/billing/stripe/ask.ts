import { Refusal } from '#contracts/api/errors.ts';
import type { HeldPlanId } from '#contracts/api/plans.ts';
import type { OutsideAsk } from '#contracts/subscription/outside-ask.ts';
import { dayStart } from '#contracts/subscription/periods.ts';
import type { PromoTerms } from '#contracts/subscription/promo.ts';
import type { SubscriptionState } from '#contracts/subscription/state.ts';
import { planRank } from '#contracts/subscription/terms.ts';
import type { UnixSeconds } from '#contracts/time.ts';
import { subscriptionWords } from '#contracts/words/subscription.en.ts';
import { earliestChange, requireCard, requireForSale } from '../decide.ts';

/** What somebody wants: a plan of the list, and a promotion code of Stripe's. */
export interface WantedAtStripe {
  plan: HeldPlanId;
  promo: { terms: PromoTerms; promotion: string } | null;
}
interface AskFacts {
  now: UnixSeconds;
  has_card: boolean;
  /** Somebody referred the account, and this is its first invoice. */
  referred: boolean;
}

/** Refuses between the end of a period and the moment at which Stripe's renewal is known. */
const requireRunning = ({ period }: SubscriptionState, now: UnixSeconds): void => {
  if (period && now >= period.to) throw new Refusal('Conflict', subscriptionWords.periodClosing);
};

/** What waits for the person to confirm it is given up by what they want instead. */
const instead = ({ outside: { confirming } }: SubscriptionState, asks: OutsideAsk[]): OutsideAsk[] =>
  confirming && asks.length > 0 ? [{ kind: 'give_up', invoice: confirming.invoice }, ...asks] : asks;

const endWithPeriod = (state: SubscriptionState, now: UnixSeconds): OutsideAsk[] => {
  if (state.custom) throw new Refusal('PlanSetByStaff');
  if (state.outside.subscription === null) return [];
  if (state.scheduled && state.scheduled.plan === null) return [];
  requireRunning(state, now);
  return [{ kind: 'end_later', ts: earliestChange(state) }];
};

/** What Stripe is asked for to end a plan with its period; what is ending already, or is not there, asks nothing. */
export const askCancel = (state: SubscriptionState, now: UnixSeconds): OutsideAsk[] =>
  instead(state, endWithPeriod(state, now));

const changePlan = (
  state: SubscriptionState,
  { plan, promo }: WantedAtStripe,
  { now, has_card, referred }: AskFacts,
): OutsideAsk[] => {
  requireForSale(state, plan);
  if (state.custom) return [];
  if (plan === 'starter') return endWithPeriod(state, now);
  requireCard(state, plan, has_card);
  const asks: OutsideAsk[] = [];
  const { outside, scheduled } = state;
  for (const { outside_id, open } of outside.invoices) if (open) asks.push({ kind: 'pay', invoice: outside_id });
  const runs = outside.subscription !== null;
  const held = runs ? state.plan : null;
  const isHigher = planRank(plan) > planRank(held ?? 'starter');
  // A change to a higher plan gives up what waits by itself, once it is paid.
  if (runs && scheduled && held === plan) asks.push({ kind: 'keep' });
  if (promo && state.promos.includes(promo.terms.promo_id)) throw new Refusal('PromoUsed');
  if (promo && runs && !isHigher) asks.push({ kind: 'promote', promo: promo.terms, promotion: promo.promotion });
  if (held === plan || state.plan === plan) return asks;
  const ts_day = dayStart(now);
  if (held === null) {
    const atOnce = referred ? null : promo;
    asks.push({
      ...{ kind: 'start', plan, ts_day, free_month: referred },
      ...{ promo: atOnce?.terms ?? null, promotion: atOnce?.promotion ?? null },
    });
    // The first month is free already: a code takes something off those after it.
    if (referred && promo) asks.push({ kind: 'promote', promo: promo.terms, promotion: promo.promotion });
    return asks;
  }
  if (isHigher) {
    requireRunning(state, now);
    return [...asks, { kind: 'change', plan, ts_day, promo: promo?.terms, promotion: promo?.promotion }];
  }
  if (scheduled?.plan === plan) return asks;
  requireRunning(state, now);
  return [...asks, { kind: 'change_later', plan, ts: earliestChange(state) }];
};

/**
 * What Stripe is asked for to change a plan, in this order: up at once, down at the period's end, to the free plan by ending
 * it. The plan that one has gives up what waits, and pays what is open.
 */
export const askChange = (state: SubscriptionState, wanted: WantedAtStripe, facts: AskFacts): OutsideAsk[] =>
  instead(state, changePlan(state, wanted, facts));
