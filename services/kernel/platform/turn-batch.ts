/**
 * Batches what is added within one turn of the event loop: `flush` gets the items, in order, at the end of the turn, or
 * as soon as there are `max`. Items that are added while it runs belong to the next batch.
 */
export const createTurnBatch = <T>(
  flush: (items: readonly T[]) => void,
  max = Number.POSITIVE_INFINITY,
): ((item: T) => void) => {
  let items: T[] = [];
  const flushItems = (): void => {
    const batch = items;
    items = [];
    flush(batch);
  };
  return (item) => {
    if (items.length === 0) setImmediate(flushItems);
    items.push(item);
    if (items.length >= max) flushItems();
  };
};
