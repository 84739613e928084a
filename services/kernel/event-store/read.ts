import type pg from 'pg';
import type { Recorded } from '#contracts/event.ts';
import type { StoryrailEvent } from '#contracts/events.ts';
import { evolveStream, initialState, stateVersion } from '#contracts/stream.ts';
import { type EventRow, eventColumns, toEvent } from './row.ts';

/** A stream folded to its state. */
export interface FoldedState<S = unknown> {
  state: S;
  /** The version it stands at; 0: the stream does not exist. */
  version: number;
  /** How long the data of all its events is, in characters of JSON. */
  eventBytes: number;
  /** The same of the state, at most: of a snapshot, and of the data of the events after it. */
  stateBytes: number;
}

/** All events of a stream up to a version: how many they are, and how long their data is. */
export type StreamMark = Pick<FoldedState, 'version' | 'eventBytes'>;

type Queryable = Pick<pg.PoolClient, 'query'> | Pick<pg.Pool, 'query'>;

const lastVersion = 2_147_483_647;

/** The events of a stream in order, after version `after` and up to `until`. */
export const readStream = async (
  on: Queryable,
  stream: string,
  after = 0,
  until = lastVersion,
): Promise<Recorded<StoryrailEvent>[]> => {
  const { rows } = await (on as pg.Pool).query<EventRow>({
    name: 'read-stream',
    text: `select ${eventColumns} from event where stream = $1 and version > $2 and version <= $3 order by version`,
    values: [stream, after, until],
  });
  return rows.map(toEvent);
};

type LoadRow = Omit<EventRow, 'data'> & { data: string; snapshot: string | null; snapshot_event_bytes: number | null };

// The event that a snapshot ends with comes as the first row, with the snapshot beside it: one that is not of this
// stream's events is none. Text is parsed here, so that its length is known.
const loadText = `with snapshot as materialized (
    select s.version, s.state, s.event_bytes from stream_snapshot s
      join event last on (last.stream, last.version, last.event_id) = (s.stream, s.version, s.event_id)
     where s.stream = $1 and s.state_version = $4::int and s.version > $2::int and s.version <= $3::int
  )
  select ${eventColumns.replace(' data,', ' data::text as data,')},
         snapshot.state as snapshot, snapshot.event_bytes as snapshot_event_bytes
    from event left join snapshot using (version)
   where stream = $1 and version >= coalesce((select version from snapshot), $2::int + 1) and version <= $3::int
   order by version`;

/**
 * Folds a stream up to its last version, or to `until`. `from` is what is known already. One statement reads the snapshot
 * that is of use and the events after it; `snapshot` says which that was.
 */
export const loadStream = async <S>(
  on: Queryable,
  stream: string,
  from?: FoldedState | null,
  until = lastVersion,
): Promise<FoldedState<S> & { snapshot: StreamMark | null }> => {
  const { rows } = await (on as pg.Pool).query<LoadRow>({
    name: 'load-stream',
    text: loadText,
    values: [stream, from?.version ?? 0, until, stateVersion(stream)],
  });
  let { state, version, eventBytes, stateBytes }: FoldedState = from ?? {
    state: initialState(stream),
    version: 0,
    eventBytes: 0,
    stateBytes: 0,
  };
  let mark: StreamMark | null = null;
  for (const { snapshot, snapshot_event_bytes, data, ...row } of rows) {
    version = row.version;
    if (snapshot === null) {
      state = evolveStream(state, toEvent({ ...row, data: JSON.parse(data) }));
      eventBytes += data.length;
      stateBytes += data.length;
    } else {
      state = JSON.parse(snapshot);
      eventBytes = snapshot_event_bytes!;
      stateBytes = snapshot.length;
      mark = { version, eventBytes };
    }
  }
  return { state: state as S, version, eventBytes, stateBytes, snapshot: mark };
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
