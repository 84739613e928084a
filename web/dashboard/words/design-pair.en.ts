import { defineWords } from '#contracts/words/define.ts';

/** A design drawn before and after a change. */
export const designPairWords = defineWords('designPair', {
  designOf: 'Design of {title}',
});
