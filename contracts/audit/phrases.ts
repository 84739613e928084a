import { auditWords } from '../words/audit.en.ts';
import { fill, type PhraseValue } from '../words/phrase.ts';

/** Words in a list: `a`, `a and b`, `a, b and c`; `nothing` for none. */
export const listed = (words: readonly PhraseValue[]): PhraseValue => {
  const [first = auditWords.nothing, ...others] = words;
  const last = others.pop();
  if (last === undefined) return first;
  const before = others.reduce<PhraseValue>((list, one) => fill(auditWords.next, { list, one }), first);
  return fill(auditWords.last, { list: before, one: last });
};

/** Which fields were changed, by their labels; a field without one is named as it is. */
export const changedFields = (data: object, labels: Readonly<Record<string, PhraseValue>>): PhraseValue => {
  const fields = Object.keys(data).filter((field) => field !== 'type' && field !== 'thumbnail');
  return listed(fields.map((field) => labels[field] ?? field));
};
