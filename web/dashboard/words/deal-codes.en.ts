import { defineWords } from '#contracts/words/define.ts';

/** Texts of deal codes, which staff make in batches. */
export const dealCodeWords = defineWords('deal-codes', {
  title: 'Deal codes',
  text: 'A deal code pays for the first year of the Deal plan. Give the codes to a deal site: people sign up with one each.',
  batches: 'Batches',
  made: 'Made',
  madeBy: 'Made by',
  count: 'Codes',
  redeemed: 'Redeemed',
  redeemedOf: '{redeemed, number} of {count, number}',
  make: 'Make codes',
  makeText: "The codes are saved as a CSV file. Keep it: they can't be shown again.",
  howMany: 'How many',
  cancel: 'Cancel',
  saved: '{count, plural, one {# deal code} other {# deal codes}} saved as CSV.',
  none: 'No deal codes yet',
  noneText: 'The batches that you make appear here, with how many codes are redeemed.',
  loading: 'Loading deal codes',
  didNotLoad: "Deal codes couldn't load",
  showMore: 'Show more',
});
