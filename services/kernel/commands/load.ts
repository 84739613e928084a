import type { Trx } from '../db/pool.ts';
import { loadStream } from '../event-store/read.ts';
import type { CommandTrx } from './command-trx.ts';
import { advanceClock } from './context.ts';
import { isContended, markContended, stateCacheOf } from './state-memory.ts';

/** A stream as a command sees it: its state and the version that the next append expects. */
export interface LoadedStream<S> {
  stream: string;
  state: S;
  version: number;
}

/** What was decided rests on a cached state that no append has verified, or that was stale: decide again on fresh reads. */
export class StaleRead extends Error {}

/** Waits until no other writer that queues for the stream is ahead; holds across processes, until the transaction ends. */
export const lockStream = (trx: Pick<Trx, 'client'>, stream: string) =>
  trx.client.query({
    name: 'lock-stream',
    text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))',
    values: [stream],
  });

/** Loads and folds a stream for a command; of a stream that was loaded before only the newer events are read. */
export const load = async <S>(trx: CommandTrx, stream: string): Promise<LoadedStream<S>> => {
  if (trx.attempt.appended.has(stream)) return { stream, ...(await loadStream<S>(trx.client, stream)) };
  const states = stateCacheOf(trx.kernel);
  if (isContended(trx.kernel, stream)) {
    markContended(trx.kernel, stream);
    await lockStream(trx, stream);
    advanceClock(trx.context, trx.kernel);
  }
  const loaded = await loadStream<S>(trx.client, stream, states.get(stream));
  states.set(stream, loaded);
  return { stream, ...loaded };
};

/**
 * A stream as this process has it cached, without asking Postgres, or null where it must be loaded. Only a first attempt
 * gets one: its append verifies that nothing came after, and whatever ends without one is decided again.
 */
export const loadCached = <S>(trx: CommandTrx, stream: string): LoadedStream<S> | null => {
  const { optimistic, appended, unverified } = trx.attempt;
  if (!optimistic || appended.has(stream) || isContended(trx.kernel, stream)) return null;
  const known = stateCacheOf(trx.kernel).get(stream);
  if (!known || known.version === 0) return null;
  unverified.add(stream);
  return { stream, state: known.state as S, version: known.version };
};
