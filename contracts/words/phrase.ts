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

/** A message with its arguments. */
export const fill = <Text extends string>(
  { id, defaultMessage }: Message<string, Text>,
  values: Readonly<Record<ArgumentsOf<Text>, PhraseValue>>,
): Phrase => ({ id, defaultMessage, values });
