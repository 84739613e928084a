import type { PlanId } from '../api/plans.ts';
import type { UnixSeconds } from '../time.ts';
import type { BillingProvider, SubscriptionEvent } from './events.ts';

export interface SubscriptionState {
  account_id: string;
  /** Null before the first subscription. */
  plan: PlanId | null;
  provider: BillingProvider | null;
  ts_start: UnixSeconds | null;
}
export const initialSubscription = (id: string): SubscriptionState => ({
  account_id: id,
  plan: null,
  provider: null,
  ts_start: null,
});
/** Folds one event into a subscription; an event it does not know changes nothing. */
export const evolveSubscription = (state: SubscriptionState, event: SubscriptionEvent): SubscriptionState => {
  switch (event.type) {
    case 'SubscriptionStarted': {
      const { plan, provider, ts_start } = event.data;
      return { ...state, plan, provider, ts_start };
    }
    case 'PlanUpgraded':
      return { ...state, plan: event.data.plan };
    default:
      return state;
  }
};
