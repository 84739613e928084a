import { defineWords } from './define.ts';

/** What subscriptions refuse. */
export const subscriptionWords = defineWords('subscription', {
  thereAlready: 'This account has a subscription. Change its plan instead.',
  missing: 'This account has no subscription.',
  planBelow: 'This plan is below the one the account has.',
});
