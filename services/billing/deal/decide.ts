import { Refusal } from '#contracts/api/errors.ts';
import type { SubscriptionEvent } from '#contracts/subscription/events.ts';
import { dayStart, periodAt } from '#contracts/subscription/periods.ts';
import type { SubscriptionState } from '#contracts/subscription/state.ts';
import { termsOf } from '#contracts/subscription/terms.ts';
import type { UnixSeconds } from '#contracts/time.ts';
import { subscriptionWords } from '#contracts/words/subscription.en.ts';
import { type BillingFacts, closeInvoice, paid } from '../decide.ts';

/** Begins the year that a deal's code pays, with an invoice of nothing; refuses who has a plan, or owes for one. */
export const decideDeal = (state: SubscriptionState, deal_id: string, facts: BillingFacts): SubscriptionEvent[] => {
  if (facts.premium) throw new Refusal('PlanSetByStaff');
  if (state.plan !== null && state.plan !== 'starter') throw new Refusal('DealNotForPlan');
  if (state.open) throw new Refusal('Conflict', subscriptionWords.dealAfterInvoice);
  const { account_id } = state;
  const terms = termsOf('deal', null);
  const { id: plan, nickname: name, amount, interval } = terms;
  const period = periodAt(dayStart(facts.now), 0, interval);
  const closed = closeInvoice(
    state,
    [
      { kind: 'plan', plan, name, period, amount },
      { kind: 'deal', amount: -amount },
    ],
    facts,
  );
  return [
    { type: 'SubscriptionStarted', data: { account_id, plan, provider: 'local', ts_start: facts.now } },
    { type: 'DealRedeemed', data: { deal_id } },
    closed,
    paid({ id: closed.data.invoice.id, amount: closed.data.invoice.amount_due }, facts),
  ];
};

/** Ends the year that a code has paid, where it still runs. */
export const decideRelease = (
  { plan, paid_by_deal }: Pick<SubscriptionState, 'plan' | 'paid_by_deal'>,
  now: UnixSeconds,
): SubscriptionEvent[] =>
  plan === 'deal' && paid_by_deal ? [{ type: 'SubscriptionEnded', data: { reason: 'deal_over', ts_end: now } }] : [];
