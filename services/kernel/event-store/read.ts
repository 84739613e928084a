import type pg from 'pg';
import type { Recorded } from '#contracts/event.ts';
import type { StoryrailEvent } from '#contracts/events.ts';
import { evolveStream, initialState } from '#contracts/stream.ts';
import { type EventRow, eventColumns, toEvent } from './row.ts';

/** A folded stream at a version. */
export interface FoldedState {
  state: unknown;
  version: number;
}

type Queryable = Pick<pg.PoolClient, 'query'> | Pick<pg.Pool, 'query'>;

/** The events of a stream in order, after version `after` and up to `until`. */
export const readStream = async (
  on: Queryable,
  stream: string,
  after = 0,
  until = 2_147_483_647,
): Promise<Recorded<StoryrailEvent>[]> => {
  const { rows } = await (on as pg.Pool).query<EventRow>({
    name: 'read-stream',
    text: `select ${eventColumns} from event where stream = $1 and version > $2 and version <= $3 order by version`,
    values: [stream, after, until],
  });
  return rows.map(toEvent);
};

/**
 * A stream folded to its state, and the version it stands at (0: it does not exist). `from` is what is known already.
 */
export const loadStream = async <S>(
  on: Queryable,
  stream: string,
  from?: FoldedState | null,
): Promise<{ state: S; version: number }> => {
  const events = await readStream(on, stream, from?.version ?? 0);
  let state = from ? from.state : initialState(stream);
  for (const event of events) state = evolveStream(state, event);
  return { state: state as S, version: events.at(-1)?.meta.version ?? from?.version ?? 0 };
};

/** The version a stream stands at, without reading it; 0 when it does not exist. */
export const streamVersion = async (on: Queryable, stream: string): Promise<number> => {
  const { rows } = await (on as pg.Pool).query<{ version: number }>({
    name: 'stream-version',
    text: 'select version from event where stream = $1 order by version desc limit 1',
    values: [stream],
  });
  return rows[0]?.version ?? 0;
};

/** A place in the log; both parts as text, since transaction ids are 64 bits wide. */
export interface Checkpoint {
  transaction_id: string;
  position: string;
}
export const logStart: Checkpoint = { transaction_id: '0', position: '0' };

/** An event with its place in the log, not yet checked against its schema. */
export type LogRow = EventRow & Checkpoint;

/**
 * The next events of the log after a checkpoint, oldest first. Only what lies below the oldest running transaction is
 * read, in the same statement, so that a transaction that commits late is never skipped.
 */
export const readLog = async (on: Queryable, after: Checkpoint, limit: number): Promise<LogRow[]> => {
  const { rows } = await (on as pg.Pool).query<LogRow>({
    name: 'read-log',
    text: `select ${eventColumns}, transaction_id::text, position::text from event
            where (transaction_id, position) > ($1::xid8, $2::bigint)
              and transaction_id < pg_snapshot_xmin(pg_current_snapshot())
            order by event.transaction_id, event.position limit $3`,
    values: [after.transaction_id, after.position, limit],
  });
  return rows;
};
