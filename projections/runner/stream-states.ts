import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { Recorded } from '#contracts/event.ts';
import type { StoryrailEvent } from '#contracts/events.ts';
import { evolveStream, initialState } from '#contracts/stream.ts';
import { loadStream } from '#kernel/event-store/read.ts';
import type { StateChange } from '../projection.ts';

/** Computes the state of a stream before and after one of its events, reading the stream when it is not cached. */
export type StateChangeAt = (
  client: Pick<pg.Pool, 'query'> | pg.PoolClient,
  event: Recorded<StoryrailEvent>,
) => Promise<StateChange>;

const noState: StateChange = { before: () => null, after: () => null };

/** A cache of stream states. */
export interface StreamStates {
  /** The state before and after an event, or null when the state before it is not cached. */
  known(event: Recorded<StoryrailEvent>): StateChange | null;
  /** The same, reading the stream on a miss. */
  at: StateChangeAt;
}

/**
 * Creates an LRU cache of stream states. States follow from immutable events alone, so entries stay valid after a
 * rollback, and a miss costs a read.
 */
export const createStreamStates = (max: number): StreamStates => {
  const states = new LRUCache<string, { version: number; state: unknown }>({ max });

  const advance = (event: Recorded<StoryrailEvent>, before: unknown): StateChange => {
    const { stream, version } = event.meta;
    const after = evolveStream(before, event);
    states.set(stream, { version, state: after });
    return { before: () => before, after: () => after };
  };

  const known: StreamStates['known'] = (event) => {
    const { stream, version } = event.meta;
    const initial = initialState(stream);
    if (initial === null) return noState;
    if (version === 1) return advance(event, initial);
    const last = states.get(stream);
    return last?.version === version - 1 ? advance(event, last.state) : null;
  };

  const at: StateChangeAt = async (client, event) => {
    const found = known(event);
    if (found) return found;
    const { stream, version } = event.meta;
    const { state } = await loadStream(client, stream, null, version - 1);
    return advance(event, state);
  };
  return { known, at };
};

/** The reader of state changes over a cache of its own. */
export const createStateReader = (max = 2000): StateChangeAt => createStreamStates(max).at;
