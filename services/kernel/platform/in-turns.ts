import { setImmediate as turn } from 'node:timers/promises';

/** Maps many items, in order; after every `aTurn` of them other requests have their turn. */
export const mapInTurns = async <T, R>(
  items: Iterable<T>,
  each: (item: T) => R,
  { aTurn }: { aTurn: number },
): Promise<R[]> => {
  const mapped: R[] = [];
  for (const item of items) {
    if (mapped.length > 0 && mapped.length % aTurn === 0) await turn();
    mapped.push(each(item));
  }
  return mapped;
};
