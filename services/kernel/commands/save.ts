import type { Recorded } from '#contracts/event.ts';
import type { StoryrailEvent } from '#contracts/events.ts';
import { evolveStream } from '#contracts/stream.ts';
import { appendFailure, appendStatement, toRecorded } from '../event-store/append.ts';
import { mediaKeysIn, recordMediaUse } from '../media/media-use.ts';
import type { Logger } from '../platform/log.ts';
import type { CommandTrx } from './command-trx.ts';
import type { LoadedStream } from './load.ts';
import { stateCacheOf } from './state-memory.ts';

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
  const { stream, version: expected } = loaded;
  attempt.appended.add(stream);
  if (events.length === 0) return { recorded: [], state: loaded.state, version: expected };
  attempt.unverified.delete(stream);
  const recorded = toRecorded(stream, expected, events, context);
  const version = expected + recorded.length;
  let state: unknown = loaded.state;
  for (const event of recorded) state = evolveStream(state, event);
  trx.defer(appendStatement(stream, expected, recorded, context), (error) => appendFailure(error, stream, expected));
  await trx.together([recordMediaUse(trx, mediaKeysIn(events)), kernel.inline(trx, recorded, state)]);
  trx.afterCommit(() => {
    stateCacheOf(kernel).set(stream, { state, version });
    kernel.notifier.notify('events');
    logAppended(kernel.log, recorded);
  });
  return { recorded, state: state as S, version };
};
