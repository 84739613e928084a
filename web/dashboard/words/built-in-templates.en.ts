import { defineWords } from '#contracts/words/define.ts';

/** What the templates that come with the product are called. */
export const builtInTemplateWords = defineWords('built-in-templates', {
  saleOpens: 'Sale opens',
  saleMidnight: 'Midnight markdown',
  saleMembers: 'Early access',
  saleGifts: 'Gift guide',
  productOne: 'One product',
  productLook: 'Shop the look',
  productNew: 'New this week',
  productCare: 'Product with benefits',
  pollThisOrThat: 'This or that',
  quizCoffee: 'Quick quiz',
  pollRestock: 'You pick',
  reactionMood: 'Mood check',
  countdownLaunch: 'Coming soon',
  countdownLastCall: 'Last call',
  countdownDate: 'Save the date',
  countdownWinter: 'Season opener',
  editorialThing: 'A story of one thing',
  editorialQuote: 'Quote',
  editorialSteps: 'Three steps',
  editorialNotes: 'Weekly notes',
  ratingFit: 'After a week',
  ratingSaid: 'Said by customers',
  ratingDelivery: 'Rate the delivery',
  ratingTaste: 'Rate the taste',
});
