import { auditWords } from '../words/audit.en.ts';
import { fill, type Phrase, type PhraseValue } from '../words/phrase.ts';

/** Words in a list: `a`, `a and b`, `a, b and c`; `nothing` for none. */
export const listed = <Word extends PhraseValue>(words: readonly Word[]): Word | Phrase => {
  const [first = auditWords.nothing as Phrase, ...others] = words;
  const last = others.pop();
  if (last === undefined) return first;
  const before = others.reduce<Word | Phrase>((list, one) => fill(auditWords.next, { list, one }), first);
  return fill(auditWords.last, { list: before, one: last });
};

/** Which fields were changed, by their labels; a field without one is named as it is. */
export const changedFields = (data: object, labels: Readonly<Record<string, PhraseValue>>): PhraseValue => {
  const fields = Object.keys(data).filter((field) => field !== 'type' && field !== 'thumbnail');
  return listed(fields.map((field) => labels[field] ?? field));
};
