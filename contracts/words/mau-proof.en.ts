import { defineWords } from './define.ts';

/** What those are told who ask for the proof of a bill that there is not. */
export const mauProofWords = defineWords('mau-proof', {
  noProof: 'There is no proof for a period that starts on this day.',
  fileGone:
    'The list of viewers of this period was deleted, 13 months after the period. Its digest and signature are kept.',
  batchesGone: "Data from before {day} is no longer kept, so this period can't be counted again.",
});
