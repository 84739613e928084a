import type { DailyResponses, InteractiveStats, ResponseType } from '#contracts/stats/interactive-stats.ts';
import { interactionWords } from '../../words/interaction.en.ts';
import { t } from '../../words/t.ts';

/** A kind of answer that the page shows as a tab, a chart and a column. */
export interface AnswerKind {
  id: 'reactions' | 'quizzes' | 'polls' | 'ratings' | 'reminders' | 'tags' | 'seen';
  label: string;
  /** What a component of it is called. */
  component: string;
  /** Its events; only the first is counted as an answer. */
  types: readonly [ResponseType | 'component_impression', ...ResponseType[]];
  /** The report that lists each of its answers. */
  report?: { type: 'reaction' | 'quiz' | 'poll' | 'rating'; label: string };
}

/** The kinds of answers in their order, and how often components were seen. */
export const answerKinds: readonly AnswerKind[] = [
  {
    id: 'reactions',
    label: t(interactionWords.reactions),
    component: t(interactionWords.kindReaction),
    types: ['reaction_clicked'],
    report: { type: 'reaction', label: t(interactionWords.everyReaction) },
  },
  {
    id: 'quizzes',
    label: t(interactionWords.quizAnswers),
    component: t(interactionWords.kindQuiz),
    types: ['quiz_answered'],
    report: { type: 'quiz', label: t(interactionWords.everyQuizAnswer) },
  },
  {
    id: 'polls',
    label: t(interactionWords.pollVotes),
    component: t(interactionWords.kindPoll),
    types: ['poll_selected'],
    report: { type: 'poll', label: t(interactionWords.everyPollVote) },
  },
  {
    id: 'ratings',
    label: t(interactionWords.ratings),
    component: t(interactionWords.kindRating),
    types: ['rating_submitted'],
    report: { type: 'rating', label: t(interactionWords.everyRating) },
  },
  {
    id: 'reminders',
    label: t(interactionWords.remindersSet),
    component: t(interactionWords.kindReminder),
    types: ['countdown_reminder_set', 'countdown_reminder_removed'],
  },
  {
    id: 'tags',
    label: t(interactionWords.tagClicks),
    component: t(interactionWords.kindTag),
    types: ['product_tag_clicked'],
  },
  {
    id: 'seen',
    label: t(interactionWords.componentsSeen),
    component: t(interactionWords.component),
    types: ['component_impression'],
  },
];

/** The kind of an id, else the first. */
export const kindOf = (id: string | null): AnswerKind => answerKinds.find((one) => one.id === id) ?? answerKinds[0]!;

/** How many answers of a kind there are. */
export const countOf = (stats: InteractiveStats, { types }: AnswerKind): number => stats[types[0]].response_count;

/** How many answers of a kind there are on a day. */
export const countOn = (day: DailyResponses, { types }: AnswerKind): number => day[types[0]];

/** How many viewers answered: a number, or why it is not counted. */
export const respondentsOf = (responders: number | null, { id }: AnswerKind): number | string => {
  if (id === 'seen') return t(interactionWords.noneForSeen);
  return responders ?? t(interactionWords.noneForTags);
};

/** Whether anything at all was counted. */
export const hasAnswers = (stats: InteractiveStats): boolean =>
  Object.values(stats).some(({ response_count }) => response_count > 0);
