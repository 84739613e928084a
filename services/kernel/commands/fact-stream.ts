import type { Recorded } from '#contracts/event.ts';
import type { StoryrailEvent } from '#contracts/events.ts';
import type { MonthlyNoun } from '#contracts/nouns.ts';
import type { EpochMs } from '#contracts/time.ts';
import type { CommandTrx } from './command-trx.ts';
import { save } from './streams.ts';

/** The stream of an account's facts of a kind of the month of `now` (unix milliseconds, UTC). */
export const monthlyStream = (noun: MonthlyNoun, accountId: string, now: EpochMs): string =>
  `${noun}-${accountId}-${new Date(now).toISOString().slice(0, 7).replace('-', '')}`;

/**
 * Appends to a stream that is long and folds to nothing. Only its version is read, under the lock that conflicting writers
 * of a stream take: call it last, the lock is held until the transaction ends.
 */
export const appendFacts = async (
  trx: CommandTrx,
  stream: string,
  events: readonly StoryrailEvent[],
): Promise<Recorded<StoryrailEvent>[]> => {
  await trx.client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [stream]);
  const { rows } = await trx.client.query<{ version: number }>({
    name: 'facts-version',
    text: 'select coalesce(max(version), 0)::int as version from event where stream = $1',
    values: [stream],
  });
  const { recorded } = await save(trx, { stream, state: null, version: rows[0]!.version }, events);
  return recorded;
};
