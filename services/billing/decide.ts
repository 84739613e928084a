import { Refusal } from '#contracts/api/errors.ts';
import { type PlanId, plans } from '#contracts/api/plans.ts';
import type { BillingProvider, SubscriptionEvent } from '#contracts/subscription/events.ts';
import type { SubscriptionState } from '#contracts/subscription/state.ts';
import { type EpochMs, toSeconds } from '#contracts/time.ts';
import { subscriptionWords } from '#contracts/words/subscription.en.ts';

/** What can be asked of an account's subscription; `now` in unix milliseconds. */
export type SubscriptionCommand =
  | { type: 'Subscribe'; plan: PlanId; provider: BillingProvider; now: EpochMs }
  | { type: 'Upgrade'; plan: PlanId };

const rank = (plan: PlanId): number => plans.findIndex((one) => one.id === plan);

/** Decides what a command does to a subscription; the plan that it has already makes no event. */
export const decideSubscription = (
  command: SubscriptionCommand,
  { account_id, plan }: SubscriptionState,
): SubscriptionEvent[] => {
  if (command.plan === plan) return [];
  switch (command.type) {
    case 'Subscribe': {
      if (plan !== null) throw new Refusal('Conflict', subscriptionWords.thereAlready);
      const ts_start = toSeconds(command.now);
      const { plan: wanted, provider } = command;
      return [{ type: 'SubscriptionStarted', data: { account_id, plan: wanted, provider, ts_start } }];
    }
    case 'Upgrade':
      if (plan === null) throw new Refusal('NotFound', subscriptionWords.missing);
      if (rank(command.plan) < rank(plan)) throw new Refusal('Conflict', subscriptionWords.planBelow);
      return [{ type: 'PlanUpgraded', data: { plan: command.plan } }];
  }
};
