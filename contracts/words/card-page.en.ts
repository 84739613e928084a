import { defineWords } from './define.ts';

/** Texts of the page where a test card is entered. */
export const cardPageWords = defineWords('card-page', {
  product: 'Storyrail',
  title: 'Add a test card',
  pageTitle: 'Add a test card · Storyrail',
  testMode: "Test mode. You won't be charged.",
  intro: 'Storyrail moves no money here. Only these cards are taken:',
  number: 'Card number',
  add: 'Add card',
  back: 'Back without a card',
  works: 'Works',
  declined: 'Declined',
  failsLater: 'Fails at the next renewal',
  refused: 'This is not one of the test cards. Nothing you entered was kept.',
  usedTitle: 'A card was already entered here',
  used: 'This page takes one card. To add another one, go back and choose Add card.',
  usedRefused:
    "The card you just entered wasn't saved. This page takes one card. To add another one, go back and choose Add card.",
  backFromUsed: 'Go back',
  expiredTitle: 'This page has expired',
  toBilling: 'Payment and Billing',
});
