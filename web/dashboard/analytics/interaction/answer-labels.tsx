import { Star } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ResponseType } from '#contracts/stats/interactive-stats.ts';
import { interactionWords } from '../../words/interaction.en.ts';
import { t } from '../../words/t.ts';

/** A value that a component was answered with. */
export interface AnswerValue {
  story_id: string;
  component_id: string;
  type: ResponseType;
  value: string;
}

/** What an answer is called, and the picture that stands before its name. */
export interface AnswerLabel {
  text: string;
  picture?: ReactNode;
}

/** Names the answers to components. */
export type LabelOf = (answer: AnswerValue) => AnswerLabel;

/** An answer by what is sent of it: the letter, the stars, the emoji. */
export const plainLabel = ({ type, value }: Pick<AnswerValue, 'type' | 'value'>): AnswerLabel => {
  if (type === 'countdown_reminder_set') return { text: t(interactionWords.reminderSet) };
  if (type === 'countdown_reminder_removed') return { text: t(interactionWords.reminderRemoved) };
  if (value === '')
    return { text: t(type === 'product_tag_clicked' ? interactionWords.tagClicked : interactionWords.emptyAnswer) };
  if (type === 'rating_submitted' && /^[0-5]$/.test(value))
    return { text: t(interactionWords.stars, { count: Number(value) }), picture: <Star size={14} aria-hidden /> };
  return { text: value };
};
