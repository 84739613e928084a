import type { ArgumentsOf, Message } from './define.ts';

/** What fills an argument of a message: a value as it is, or words. */
export type PhraseValue = string | number | Phrase;

/** Words to be said: a message with all that it needs. A message without arguments is one. */
export interface Phrase {
  readonly id: string;
  readonly defaultMessage: string;
  readonly needs?: undefined;
  readonly values?: Readonly<Record<string, PhraseValue>>;
}

/** Makes a text of a phrase. Contracts have none of their own: who reads their words brings one. */
export type Say = (phrase: Phrase) => string;

/** A message with its arguments. */
export const fill = <Text extends string>(
  { id, defaultMessage }: Message<string, Text>,
  values: Readonly<Record<ArgumentsOf<Text>, PhraseValue>>,
): Phrase => ({ id, defaultMessage, values });

/** Whether a value is words that are still to be said. */
export const isPhrase = (value: unknown): value is Phrase =>
  typeof value === 'object' && value !== null && 'defaultMessage' in value && 'id' in value;
