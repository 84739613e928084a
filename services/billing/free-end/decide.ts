import { type PlanFacts, paymentStatus, planAt, plans } from '#contracts/api/plans.ts';
import type { SubscriptionEvent } from '#contracts/subscription/events.ts';
import { type Charging, comingInvoice } from '#contracts/subscription/lines.ts';
import { secondsPerDay } from '#contracts/subscription/periods.ts';
import type { SubscriptionState } from '#contracts/subscription/state.ts';
import type { BillingFacts } from '../decide.ts';

/** How long before the end of free time its owners are told, in seconds. */
export const noticeSeconds = plans[0]!.metadata.free_end_notice_days! * secondsPerDay;

/** What the notice of an end knows; `freeMonth`: the period that runs is a month that was free. */
export interface FreeEndFacts extends BillingFacts, Charging {
  account: PlanFacts;
  freeMonth: boolean;
}

type Ending = (SubscriptionEvent & { type: 'FreeTimeEnding' })['data'];

const endingOf = (state: SubscriptionState, facts: FreeEndFacts): Omit<Ending, 'account_id'> | null => {
  const { account, freeMonth, premium } = facts;
  const { plan, period, paid_by_deal } = state;
  if (premium) return null;
  if (plan === null) {
    const trial = planAt(account, facts.now).payment_status === paymentStatus.trial;
    return trial ? { kind: 'trial', ts_end: account.trial_ends, amount: null } : null;
  }
  if (!period) return null;
  const next = comingInvoice(state, { premium, referred: false }, facts);
  if (plan === 'deal' && paid_by_deal) return { kind: 'deal', ts_end: period.to, amount: next?.amount ?? null };
  // A month that follows and is free too, or a plan that was canceled, costs nothing.
  return freeMonth && next && next.amount > 0 ? { kind: 'free_month', ts_end: period.to, amount: next.amount } : null;
};

/** Tells once that free time ends within the days of notice; nothing where it is over, goes on, or a plan was bought. */
export const decideFreeEnd = (state: SubscriptionState, facts: FreeEndFacts): SubscriptionEvent[] => {
  const ending = endingOf(state, facts);
  if (!ending || ending.ts_end <= facts.now || ending.ts_end > facts.now + noticeSeconds) return [];
  if (state.free_end_told === ending.ts_end) return [];
  return [{ type: 'FreeTimeEnding', data: { account_id: state.account_id, ...ending } }];
};
