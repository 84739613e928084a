import { z } from 'zod';
import { optionLetters } from '../answers.ts';
import { studioLimits } from '../limits.ts';
import { answerableBase } from './answerable.ts';
import { designColor, words } from './base.ts';
import { boundedList } from './bounded-list.ts';

/** A question with one right answer, named by its letter; `explanation` is shown after it. */
export const quizComponent = z.strictObject({
  ...answerableBase,
  right_color: designColor.default('#12805c'),
  wrong_color: designColor.default('#cf2a41'),
  question: words(studioLimits.question),
  options: boundedList(z.strictObject({ text: words(studioLimits.option) }), studioLimits.options),
  correct: z.enum(optionLetters),
  explanation: words(studioLimits.explanation),
});
export type QuizComponent = z.infer<typeof quizComponent>;
