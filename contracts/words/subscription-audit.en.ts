import { defineWords } from './define.ts';

/** How the audit tells of subscriptions. */
export const subscriptionAuditWords = defineWords('subscription-audit', {
  started: 'subscribed to {plan}',
  upgraded: 'upgraded to {plan}',
  plan: 'the {name} plan',
});
