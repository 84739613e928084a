import { defineWords } from '#contracts/words/define.ts';

/** Texts of tables that are saved as CSV. */
export const tableCsvWords = defineWords('tableCsv', {
  of: 'CSV of {name}',
  saved: '{name} saved as CSV.',
  percent: '{name} (%)',
  reachByDay: 'Reach counts each viewer once a day.',
  reach: 'Reach counts each viewer once in these days.',
});
