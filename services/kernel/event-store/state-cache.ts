import { LRUCache } from 'lru-cache';

/** A folded stream at a version. */
export interface FoldedState {
  state: unknown;
  version: number;
}

/**
 * States that were folded from committed events. Events never change, so a state at a version stays right for as long
 * as this release runs; whoever uses one reads only what came after it. Bounded; the one unused longest goes first.
 */
export interface StateCache {
  get(stream: string): FoldedState | null;
  set(stream: string, folded: FoldedState): void;
}

/** Makes a cache for at most `max` streams. */
export const createStateCache = (max: number): StateCache => {
  const states = new LRUCache<string, FoldedState>({ max });
  return {
    get: (stream) => states.get(stream) ?? null,
    set: (stream, folded) => void states.set(stream, folded),
  };
};
