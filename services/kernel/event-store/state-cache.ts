/** A folded stream at a version. */
export interface Folded {
  state: unknown;
  version: number;
}

/**
 * States that were folded from committed events. Events never change, so a state at a version stays right for as long
 * as this release runs; whoever uses one reads only what came after it. Bounded; the one unused longest goes first.
 */
export interface StateCache {
  get(stream: string): Folded | null;
  set(stream: string, folded: Folded): void;
}

/** Makes a cache for at most `max` streams. */
export const createStateCache = (max: number): StateCache => {
  const held = new Map<string, Folded>();
  return {
    get(stream) {
      const found = held.get(stream);
      if (!found) return null;
      held.delete(stream);
      held.set(stream, found);
      return found;
    },
    set(stream, folded) {
      held.delete(stream);
      held.set(stream, folded);
      if (held.size > max) held.delete(held.keys().next().value as string);
    },
  };
};
