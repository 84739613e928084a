import type pg from 'pg';
import type { Recorded } from '#contracts/event.ts';
import type { StoryrailEvent } from '#contracts/events.ts';
import { evolveStream, initialState } from '#contracts/stream.ts';
import { readStream } from '#kernel/event-store/read.ts';
import type { Fold } from '../projection.ts';

/** Answers the state of a stream before and after one of its events, reading the stream when it is not remembered. */
export type FoldAt = (client: Pick<pg.Pool, 'query'> | pg.PoolClient, event: Recorded<StoryrailEvent>) => Promise<Fold>;

const nothing: Fold = { before: () => null, after: () => null };

/** A memory of the streams used last. */
export interface Folds {
  /** The state before and after an event, or null when what comes before it is not remembered. */
  known(event: Recorded<StoryrailEvent>): Fold | null;
  /** The same, reading the stream where it must. */
  at: FoldAt;
}

/**
 * Folds with a memory of the streams used last. States follow from immutable events alone, so what is remembered stays
 * true after a rollback, and forgetting costs a read.
 */
export const rememberFolds = (limit: number): Folds => {
  const held = new Map<string, { version: number; state: unknown }>();

  const step = (event: Recorded<StoryrailEvent>, before: unknown): Fold => {
    const { stream, version } = event.meta;
    const after = evolveStream(before, event);
    held.delete(stream);
    held.set(stream, { version, state: after });
    if (held.size > limit) held.delete(held.keys().next().value!);
    return { before: () => before, after: () => after };
  };

  const known: Folds['known'] = (event) => {
    const { stream, version } = event.meta;
    const initial = initialState(stream);
    if (initial === null) return nothing;
    if (version === 1) return step(event, initial);
    const last = held.get(stream);
    return last?.version === version - 1 ? step(event, last.state) : null;
  };

  const at: FoldAt = async (client, event) => {
    const found = known(event);
    if (found) return found;
    const { stream, version } = event.meta;
    let before = initialState(stream);
    for (const earlier of await readStream(client, stream, 0, version - 1)) before = evolveStream(before, earlier);
    return step(event, before);
  };
  return { known, at };
};

/** Folds as `rememberFolds` does, for whoever waits for each. */
export const createFolds = (limit = 2000): FoldAt => rememberFolds(limit).at;
