import { defineWords } from '#contracts/words/define.ts';

/** Texts of shell. */
export const shellWords = defineWords('shell', {
  android: 'Android',
  web: 'Web',
});
