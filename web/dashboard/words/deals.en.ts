import { defineWords } from '#contracts/words/define.ts';

/** Texts of who comes with a deal code. */
export const dealWords = defineWords('deals', {
  title: 'Your deal code',
  wrong: "This deal code doesn't work",
  unreadable: 'There is no such deal code.',
  without: 'Continue without a code',
  notChecked: "Your deal code couldn't be checked",
  use: 'Use deal code',
});
