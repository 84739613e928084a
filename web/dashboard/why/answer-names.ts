import type { WhyType } from '#contracts/stats/why-figures.ts';
import { t } from '../words/t.ts';
import { whyAnswerWords } from '../words/why-answer.en.ts';
import { figureName, type NamedFigure } from './names.ts';
import type { AskedAnswers, AskedFigure } from './use-why.ts';

const counts: Readonly<Record<WhyType, string>> = {
  component_impression: t(whyAnswerWords.seenTimes),
  reaction_clicked: t(whyAnswerWords.reactions),
  poll_selected: t(whyAnswerWords.pollVotes),
  quiz_answered: t(whyAnswerWords.quizAnswers),
  rating_submitted: t(whyAnswerWords.ratings),
  countdown_reminder_set: t(whyAnswerWords.remindersSet),
  countdown_reminder_removed: t(whyAnswerWords.remindersRemoved),
  product_tag_clicked: t(whyAnswerWords.tagClicks),
};

/** What a figure is called, of answers as well. */
export const whyName = (figure: AskedFigure, answers: AskedAnswers | undefined): string => {
  if (!answers) return figureName(figure as NamedFigure);
  if (figure === 'responders') return t(whyAnswerWords.respondents);
  if (figure === 'average_rating') return t(whyAnswerWords.averageRating);
  return figure === 'response_rate' ? t(whyAnswerWords.responseRate) : counts[answers.type];
};

/** Which component and which answer to it a figure is of. */
export const answersName = ({ type, component_id, answer }: AskedAnswers): string[] => [
  ...(component_id === undefined ? [] : [component_id || t(whyAnswerWords.noId)]),
  ...(answer === undefined
    ? []
    : type === 'rating_submitted' && /^[0-5]$/.test(answer)
      ? [t(whyAnswerWords.stars, { count: Number(answer) })]
      : [answer || t(whyAnswerWords.emptyAnswer)]),
];
