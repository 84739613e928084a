import { defineWords } from '#contracts/words/define.ts';

/** Texts beside the studio's canvas, on how a component looks after an answer. */
export const studioAfterWords = defineWords('studio-after', {
  afterAnswer: 'After the answer',
  sample: 'Sample results',
  right: 'Right answer',
  wrong: 'Wrong answer',
  vote: 'After the vote',
  tap: 'After a tap',
  rating: 'After the rating',
  picked: 'Picked {answer}',
  gaveStars: '{answer} stars',
  pictureOf: '{name}, {look}',
  note: 'Each viewer counts once. Figures stay when you change colors or place. A new question starts a new count.',
});
