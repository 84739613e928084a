import { defineWords } from '#contracts/words/define.ts';

/** Texts of days that are typed. */
export const rangeWords = defineWords('range', {
  first: 'First day',
  last: 'Last day',
  form: 'Use a date like 2026-11-20.',
  noDay: "This date doesn't exist. Use a date like 2026-11-20.",
  future: 'Choose days up to today.',
  apply: 'Apply',
  format: 'YYYY-MM-DD',
});
