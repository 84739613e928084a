import { z } from 'zod';
import { id, unixSeconds } from '../api/ids.ts';
import { planIds } from '../api/plans.ts';
import type { EventsOf } from '../event.ts';

export const plan = z.enum(planIds);
/** Who takes the money: `local` takes none and is there for installations without a payment provider. */
export const provider = z.enum(['local']);
export type BillingProvider = z.infer<typeof provider>;
/** What happens to the subscription of an account; the stream bears the account's id. */
export const subscriptionEvents = {
  /** The first month begins at `ts_start`; each next one on the same day of the month. */
  SubscriptionStarted: z.object({ account_id: id, plan, provider, ts_start: unixSeconds }),
  PlanUpgraded: z.object({ plan }),
};
export type SubscriptionEvent = EventsOf<typeof subscriptionEvents>;
