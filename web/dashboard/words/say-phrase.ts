import { isPhrase, type Phrase } from '#contracts/words/phrase.ts';
import { t } from './t.ts';

/** Words with all that they need, said: what fills them may be words, too. */
export function sayPhrase(phrase: Phrase): string {
  const values = Object.entries(phrase.values ?? {}).map(([name, value]) => [
    name,
    isPhrase(value) ? sayPhrase(value) : value,
  ]);
  const said = t as (message: Phrase, values: Record<string, unknown>) => string;
  return said(phrase, Object.fromEntries(values));
}
