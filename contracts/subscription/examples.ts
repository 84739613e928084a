import { exampleIds, examplesOf, exampleTime, stateAfter } from '../examples.ts';
import type { subscriptionEvents } from './events.ts';
import { evolveSubscription, initialSubscription, type SubscriptionState } from './state.ts';

export const subscriptionExamples = examplesOf<typeof subscriptionEvents>()({
  growthStarted: {
    type: 'SubscriptionStarted',
    data: { account_id: exampleIds.account, plan: 'growth', provider: 'local', ts_start: exampleTime },
  },
  upgradedToPro: { type: 'PlanUpgraded', data: { plan: 'pro' } },
});

/** A subscription to Growth in its first month. */
export const growthSubscription: SubscriptionState = stateAfter(
  initialSubscription(exampleIds.account),
  evolveSubscription,
  [subscriptionExamples.growthStarted],
);
