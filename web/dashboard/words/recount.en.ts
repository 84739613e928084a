import { defineWords } from '#contracts/words/define.ts';

/** Texts of what leads to a recount. */
export const recountWords = defineWords('recount', {
  whatIf: 'What if…',
});
