import type pg from 'pg';
import type { Recorded } from '#contracts/event.ts';
import type { StoryrailEvent } from '#contracts/events.ts';
import { evolveStream, initialState } from '#contracts/stream.ts';
import { readStream } from '#kernel/event-store/read.ts';
import type { Fold } from '../projection.ts';

/** Answers the state of a stream before and after one of its events, reading the stream when it is not remembered. */
export type FoldAt = (client: pg.PoolClient, event: Recorded<StoryrailEvent>) => Promise<Fold>;

const nothing: Fold = { before: () => null, after: () => null };

/**
 * Folds with a memory of the streams used last. States follow from immutable events alone, so what is remembered stays
 * true after a rollback, and forgetting costs a read.
 */
export const createFolds = (limit = 2000): FoldAt => {
  const held = new Map<string, { version: number; state: unknown }>();
  return async (client, event) => {
    const { stream, version } = event.meta;
    const initial = initialState(stream);
    if (initial === null) return nothing;
    const last = held.get(stream);
    let before = last?.version === version - 1 ? last.state : initial;
    if (last?.version !== version - 1)
      for (const earlier of await readStream(client, stream, 0, version - 1)) before = evolveStream(before, earlier);
    const after = evolveStream(before, event);
    held.delete(stream);
    held.set(stream, { version, state: after });
    if (held.size > limit) held.delete(held.keys().next().value!);
    return { before: () => before, after: () => after };
  };
};
