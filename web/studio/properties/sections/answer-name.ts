import { type OptionLetter, optionLetters } from '#contracts/studio/answers.ts';
import type { FlatComponent } from '#contracts/studio/flat.ts';
import { studioRuleWords as words } from '../../../dashboard/words/studio-rules.en.ts';
import { t } from '../../../dashboard/words/t.ts';

type Asked = Pick<FlatComponent, 'kind' | 'component'> | null;

/** The words of an option beside its letter; null where an answer has none. */
export function optionWords(one: Asked, value: string): string | null {
  const option =
    one && 'options' in one.component ? one.component.options[optionLetters.indexOf(value as OptionLetter)] : null;
  return option?.text || null;
}

/** An answer in words: '4 stars', 'A. Camel wool', an emoji; null for `one` where the story doesn't have it any more. */
export function answerName(one: Asked, value: string): string {
  if (one?.kind === 'rating') return t(words.stars, { answer: Number(value) });
  const option = optionWords(one, value);
  return option ? t(words.lettered, { letter: value, words: option }) : value;
}

/** Who goes a way: 'If a viewer picks A. Camel wool'. */
export const answerSaid = (one: Asked, value: string): string =>
  one?.kind === 'rating'
    ? t(words.ifStars, { answer: Number(value) })
    : t(words.ifPicks, { answer: answerName(one, value) });
