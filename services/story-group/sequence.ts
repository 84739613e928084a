import { invalidField } from '#contracts/api/errors.ts';
import type { Phrase } from '#contracts/words/phrase.ts';
import { storyGroupWords } from '#contracts/words/story-group.en.ts';

/** The ids of `present` with those of `wanted` in the wanted order; what `wanted` leaves out keeps its place. */
export const reordered = (present: readonly string[], wanted: readonly string[]): string[] => {
  const named = new Set(wanted);
  let next = 0;
  return present.map((id) => (named.has(id) ? wanted[next++]! : id));
};

/** Refuses an order that names a thing twice or one that is not there. */
export const requireKnown = (order: readonly string[], known: ReadonlySet<string>, unknown: Phrase): void => {
  const seen = new Set<string>();
  order.forEach((id, index) => {
    if (!known.has(id)) throw invalidField(`order.${index}`, unknown);
    if (seen.has(id)) throw invalidField(`order.${index}`, storyGroupWords.twiceInOrder);
    seen.add(id);
  });
};
