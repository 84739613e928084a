import { defineWords } from './define.ts';

/** What subscriptions refuse. */
export const subscriptionWords = defineWords('subscription', {
  thereAlready: 'This account already has a subscription. Change its plan instead.',
  missing: 'This account has no subscription.',
  planBelow: "This plan is lower than the account's current one.",
});
