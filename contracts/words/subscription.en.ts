import { defineWords } from './define.ts';

/** What subscriptions answer and refuse. */
export const subscriptionWords = defineWords('subscription', {
  upgraded: 'Your plan upgraded successfully!',
  downgraded: 'Your plan changes to {plan} on {day}.',
  unchanged: 'Your plan stays as it is.',
  withdrawn: 'Your plan goes on.',
  paid: 'Your invoice is paid.',
  canceled: 'Your plan canceled successfully!',
  contactUs: 'Contact us for Enterprise.',
  planUnknown: 'Choose a plan from the list.',
  dealAfterInvoice: 'Pay your open invoice first, then use your deal code.',
  dealRedeemed: 'Your deal code pays for a year.',
  dealCodes: 'Make 1 to 1,000 codes at a time.',
  periodClosing: 'Your last billing period is still being closed. Try again later.',
  planName: 'Enter a name for the plan.',
  promoCodeNeeded: 'Enter a promo code.',
  reasonNeeded: 'Enter a reason.',
  cardAdded: 'Your card is saved.',
  cardUsed: 'This card is used from now on.',
  cardUnknown: 'This card is not there anymore.',
  payerNameNeeded: 'Enter the name of your company, or your own.',
  addressNeeded: 'Enter an address.',
  cityNeeded: 'Enter a city.',
  countryNeeded: 'Choose a country.',
  payerSaved: 'Billing info saved.',
  cardSessionEnded: 'This page has expired. Add the card again.',
});
