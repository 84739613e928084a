import type { AnswerableKind } from './kinds.ts';
import { mostStars } from './limits.ts';

/** What the options of a quiz or a poll are called, by their places. */
export const optionLetters = ['A', 'B', 'C', 'D'] as const;
export type OptionLetter = (typeof optionLetters)[number];

const stars = Array.from({ length: mostStars }, (_, at) => String(at + 1));

/** What of an answerable component says which answers there are. */
export interface Answerable {
  kind: AnswerableKind;
  options?: readonly unknown[];
  emojis?: readonly string[];
}

/** The answers that a component takes, in their order: letters, emoji as they are delivered, or numbers of stars. */
export function answersTo({ kind, options = [], emojis = [] }: Answerable): readonly string[] {
  if (kind === 'rating') return stars;
  return kind === 'reaction' ? emojis : optionLetters.slice(0, options.length);
}

/** The event that says the answer to a component of a kind. */
export const answerEvents = {
  reaction: 'reaction_clicked',
  quiz: 'quiz_answered',
  poll: 'poll_selected',
  rating: 'rating_submitted',
} as const satisfies Record<AnswerableKind, string>;

/** An answer as it is kept: the text of a letter, an emoji or a whole number of stars; null where a component takes none such. */
export function givenAnswer(answers: readonly string[], value: unknown): string | null {
  const given = typeof value === 'number' ? String(value) : value;
  return typeof given === 'string' && answers.includes(given) ? given : null;
}
