import type { WhyType } from '#contracts/stats/why-figures.ts';
import { plainLabel } from '../analytics/interaction/answer-labels.tsx';
import { interactionWords } from '../words/interaction.en.ts';
import { t } from '../words/t.ts';
import { figureName, type NamedFigure } from './names.ts';
import type { AskedAnswers, AskedFigure } from './use-why.ts';

const counts: Readonly<Record<WhyType, string>> = {
  component_impression: t(interactionWords.seen),
  reaction_clicked: t(interactionWords.reactions),
  poll_selected: t(interactionWords.pollVotes),
  quiz_answered: t(interactionWords.quizAnswers),
  rating_submitted: t(interactionWords.ratings),
  countdown_reminder_set: t(interactionWords.remindersSet),
  countdown_reminder_removed: t(interactionWords.remindersRemoved),
  product_tag_clicked: t(interactionWords.tagClicks),
};

/** What a figure is called, of answers as well. */
export const whyName = (figure: AskedFigure, answers: AskedAnswers | undefined): string => {
  if (!answers) return figureName(figure as NamedFigure);
  if (figure === 'responders') return t(interactionWords.respondentsLabel);
  if (figure === 'average_rating') return t(interactionWords.averageRating);
  return figure === 'response_rate' ? t(interactionWords.responseRate) : counts[answers.type];
};

/** Which component and which answer to it a figure is of. */
export const answersName = ({ type, component_id, answer }: AskedAnswers): string[] => [
  ...(component_id === undefined ? [] : [component_id || t(interactionWords.noId)]),
  ...(answer === undefined
    ? []
    : [plainLabel({ type: type as Exclude<WhyType, 'component_impression'>, value: answer }).text]),
];
