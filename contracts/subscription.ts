import { z } from 'zod';
import type { EventsOf } from './event.ts';
import { id, unixSeconds } from './ids.ts';
import { type PlanId, planIds } from './plans.ts';
import type { UnixSeconds } from './time.ts';

const plan = z.enum(planIds);
/** Who takes the money: `local` takes none and is there for installations without a payment provider. */
const provider = z.enum(['local']);
export type BillingProvider = z.infer<typeof provider>;

/** What happens to the subscription of an account; the stream bears the account's id. */
export const subscriptionEvents = {
  /** The first month begins at `ts_start`; each next one on the same day of the month. */
  SubscriptionStarted: z.object({ account_id: id, plan, provider, ts_start: unixSeconds }),
  PlanUpgraded: z.object({ plan }),
};
export type SubscriptionEvent = EventsOf<typeof subscriptionEvents>;

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
