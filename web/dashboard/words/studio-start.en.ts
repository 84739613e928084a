import { defineWords } from '#contracts/words/define.ts';

/** The words that new components start with. */
export const studioStartWords = defineWords('studio-start', {
  text: 'Your text',
  button: 'Shop now',
  pollQuestion: 'Which one do you prefer?',
  pollFirst: 'This one',
  pollSecond: 'That one',
  quizQuestion: 'Which answer is right?',
  quizFirst: 'First answer',
  quizSecond: 'Second answer',
  ratingQuestion: 'How do you like it?',
  countdownTitle: 'Ends in',
});
