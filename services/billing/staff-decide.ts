import type { CustomPlan } from '#contracts/api/plans.ts';
import type { SubscriptionEvent } from '#contracts/subscription/events.ts';
import { periodLines } from '#contracts/subscription/lines.ts';
import { evolveSubscription, type SubscriptionState } from '#contracts/subscription/state.ts';
import { termsOf } from '#contracts/subscription/terms.ts';
import { type BillingFacts, chargeOutcome, closeInvoice, paid } from './decide.ts';

/**
 * Gives an account a plan of its own from now on, or ends it. Its first invoice is charged to the card where there is one
 * that works, else it waits for another way to be paid.
 */
export const decideCustomPlan = (
  state: SubscriptionState,
  terms: CustomPlan | null,
  facts: BillingFacts,
): SubscriptionEvent[] => {
  if (terms === null)
    return state.custom ? [{ type: 'SubscriptionEnded', data: { reason: 'staff', ts_end: facts.now } }] : [];
  if (state.custom && JSON.stringify(state.custom) === JSON.stringify(terms)) return [];
  const { account_id } = state;
  const set: SubscriptionEvent = {
    type: 'CustomPlanSet',
    data: { account_id, terms: { ...terms, features: [...terms.features] }, ts_start: facts.now },
  };
  const after = evolveSubscription(state, set);
  const lines = periodLines(after, termsOf('custom', terms), after.period!, facts);
  const closed = closeInvoice(after, lines, facts);
  const { id, amount_due: amount } = closed.data.invoice;
  const code = amount > 0 ? chargeOutcome(facts.card) : null;
  if (!code) return [set, closed, paid({ id, amount }, facts)];
  return [set, closed, { type: 'PaymentFailed', data: { invoice_id: id, amount, code, attempt: 1, ts_next: null } }];
};

/** Gives months that cost nothing, or an amount in cents towards invoices. */
export const decideCredit = (given: { months?: number; amount?: number; reason: string }): SubscriptionEvent[] => [
  { type: 'CreditGranted', data: { months: given.months ?? 0, amount: given.amount ?? 0, reason: given.reason } },
];
