import { defineWords } from './define.ts';

/** What invoices say. */
export const billingWords = defineWords('billing', {
  planLine: '{plan}, {from} to {to}',
  restLine: '{plan} for the {days, plural, one {# day} other {# days}} left until {to}',
  unusedLine: 'Unused {days, plural, one {# day} other {# days}} of {plan}',
  overageLine: '{thousands, plural, one {# thousand users} other {# thousand users}} over the limit, {from} to {to}',
  promoLine: 'Promo code {code}',
  referralMonth: '1 month free for a referral',
  referredMonth: '1 month free, you were referred',
  staffMonth: '1 month free',
  premiumLine: 'Premium',
  dealLine: 'Paid by your deal code',
  planCalled: '{name} plan',
});
