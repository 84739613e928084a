import { LRUCache } from 'lru-cache';
import { invalidField, Refusal } from '#contracts/api/errors.ts';
import type { Recorded } from '#contracts/event.ts';
import type { StoryrailEvent } from '#contracts/events.ts';
import { evolveStream } from '#contracts/stream.ts';
import { streamNoun } from '#contracts/stream-name.ts';
import type { EpochMs } from '#contracts/time.ts';
import { requestWords } from '#contracts/words/requests.en.ts';
import type { Trx } from '../db/transaction.ts';
import { appendFailure, appendStatement, toRecorded } from '../event-store/append.ts';
import { type FoldedState, loadStream, readStream } from '../event-store/read.ts';
import { createSnapshotWriter, type SnapshotWriter } from '../event-store/snapshot.ts';
import { fileKeyInJson, mediaKeysIn, recordMediaUse } from '../media/media-use.ts';
import type { Logger } from '../platform/log.ts';
import type { CommandContext, CommandKernel, CommandTrx } from './command-trx.ts';

/** A stream as a command sees it: its state and the version that the next append expects. */
export interface LoadedStream<S> extends Partial<FoldedState<S>> {
  stream: string;
  state: S;
  version: number;
}

/** What was decided rests on a cached state that no append has verified, or that was stale: decide again on fresh reads. */
export class StaleRead extends Error {}

/**
 * States that were folded from committed events. Events never change, so a state at a version stays right for as long
 * as this release runs; whoever uses one reads only what came after it. Bounded by number and by size.
 */
type StateCache = LRUCache<string, FoldedState>;

interface StreamMemory {
  states: StateCache;
  /** Streams that writers contend for at the moment. */
  contended: LRUCache<string, true>;
  snapshots: SnapshotWriter;
}

const contendedMs = 1000;
// In characters of JSON; in memory it is about twice that. A state that counts as larger is loaded each time.
const mostCached = 67_108_864;
const mostOfOneState = 8_388_608;

const createMemory = ({ db, log, metrics }: CommandKernel): StreamMemory => ({
  states: new LRUCache({
    max: 1000,
    maxSize: mostCached,
    maxEntrySize: mostOfOneState,
    sizeCalculation: ({ stateBytes }) => stateBytes + 1,
  }),
  contended: new LRUCache({ max: 1000, ttl: contendedMs }),
  snapshots: createSnapshotWriter(db.pool, (stream, outcome) => {
    if ('error' in outcome) log.warn({ stream, err: outcome.error }, 'could not write a snapshot of a stream');
    else if (outcome.written) metrics.snapshots.inc({ outcome: 'written' });
  }),
});

// By kernel, so that tests can run two processes in one.
const memories = new WeakMap<CommandKernel, StreamMemory>();
const memoryOf = (kernel: CommandKernel): StreamMemory => {
  let memory = memories.get(kernel);
  if (!memory) {
    memory = createMemory(kernel);
    memories.set(kernel, memory);
  }
  return memory;
};

/** For the next second, writers of the stream in this process queue at once rather than after a lost attempt. */
export const markContended = (kernel: CommandKernel, stream: string): void => {
  memoryOf(kernel).contended.set(stream, true);
};

/**
 * Sets an attempt's time to the one at which it appends: of a person's request the present, since it may have waited
 * behind others, and what came later must not look earlier. What the system does by itself keeps the time it was given.
 */
export const advanceClock = (context: CommandContext, clock: { now(): EpochMs }): void => {
  // The one field that changes, and only here: deciders see the time at which their events are appended.
  const own = context as { -readonly [K in keyof CommandContext]: CommandContext[K] };
  if (own.request_id !== null) own.now = Math.max(own.now, clock.now());
};

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
  const { states, contended, snapshots } = memoryOf(trx.kernel);
  if (contended.has(stream)) {
    markContended(trx.kernel, stream);
    await lockStream(trx, stream);
    advanceClock(trx.context, trx.kernel);
  }
  const { snapshot, ...loaded } = await loadStream<S>(trx.client, stream, states.get(stream));
  if (snapshot) trx.kernel.metrics.snapshots.inc({ outcome: 'used' });
  states.set(stream, loaded);
  trx.afterCommit(() => snapshots.note(stream, loaded, snapshot));
  return { stream, ...loaded };
};

/**
 * A stream as this process has it cached, without asking Postgres, or null where it must be loaded. Only a first attempt
 * gets one, soon after who asks was confirmed: its append verifies that nothing came after, and whatever ends without one
 * is decided again.
 */
export const loadCached = <S>(trx: CommandTrx, stream: string): LoadedStream<S> | null => {
  const { optimistic, appended, unverified } = trx.attempt;
  if (!optimistic || performance.now() >= trx.context.confirmed_until) return null;
  if (appended.has(stream) || memoryOf(trx.kernel).contended.has(stream)) return null;
  const known = memoryOf(trx.kernel).states.get(stream);
  if (!known || known.version === 0) return null;
  unverified.add(stream);
  return { stream, ...(known as FoldedState<S>) };
};

/** Logs, for whoever follows a request, what it has appended. */
const logAppended = (log: Logger, recorded: readonly Recorded<StoryrailEvent>[]): void => {
  if (!log.isLevelEnabled('debug')) return;
  for (const { type, meta } of recorded) {
    const { event_id, stream, version, request_id, correlation_id } = meta;
    log.debug({ event_id, type, stream, version, request_id, correlation_id }, 'event appended');
  }
};

/**
 * Appends what a decider decided, brings the catalog up to date in the same transaction, and wakes the readers after
 * COMMIT. The append is deferred: that another writer was first shows before COMMIT.
 */
export const save = async <S>(
  trx: CommandTrx,
  loaded: LoadedStream<S>,
  events: readonly StoryrailEvent[],
): Promise<{ recorded: Recorded<StoryrailEvent>[]; state: S; version: number }> => {
  const { kernel, context, attempt } = trx;
  const { stream, version: expected, eventBytes = 0, stateBytes = 0 } = loaded;
  attempt.appended.add(stream);
  if (events.length === 0) return { recorded: [], state: loaded.state, version: expected };
  attempt.unverified.delete(stream);
  const recorded = toRecorded(stream, expected, events, context);
  const version = expected + recorded.length;
  let state: unknown = loaded.state;
  for (const event of recorded) state = evolveStream(state, event);
  const { data, ...statement } = appendStatement(stream, expected, recorded, context);
  const dataBytes = data.reduce((sum, { length }) => sum + length, 0);
  const folded = { state, version, eventBytes: eventBytes + dataBytes, stateBytes: stateBytes + dataBytes };
  trx.defer(statement, (error) => appendFailure(error, stream, expected));
  const writes: Promise<void>[] = [];
  if (data.some((text) => fileKeyInJson.test(text))) writes.push(recordMediaUse(trx, mediaKeysIn(events)));
  const writeInline = kernel.inline[streamNoun(stream)];
  if (writeInline) writes.push(writeInline(trx, recorded, state));
  await trx.together(writes);
  trx.afterCommit(() => {
    const { states, snapshots } = memoryOf(kernel);
    states.set(stream, folded);
    kernel.notifier.notify('events');
    snapshots.note(stream, folded);
    logAppended(kernel.log, recorded);
  });
  return { recorded, state: state as S, version };
};

/** The version in an If-Match header, a number or one in quotes; null when there is none or it is `*`. */
export const matchVersion = (header: string | undefined): number | null => {
  if (header === undefined || header.trim() === '*') return null;
  const found = /^(?:W\/)?("?)(\d{1,9})\1$/.exec(header.trim());
  if (!found) throw invalidField('If-Match', requestWords.versionUnreadable);
  return Number(found[2]);
};

/** 412 when an event after `version` touched the same thing. */
export const requireUnchanged = async (
  trx: CommandTrx,
  stream: string,
  version: number | null,
  touches: (event: StoryrailEvent) => boolean,
): Promise<void> => {
  if (version === null) return;
  const later = await readStream(trx.client, stream, version);
  if (later.some(touches)) throw new Refusal('VersionConflict');
};
