import { defineWords } from '#contracts/words/define.ts';

/** Texts of csv. */
export const csvWords = defineWords('csv', {
  csv: 'CSV',
  saved: '{what} saved as CSV.',
});
