import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import type { Actor, Cause, EventMeta, Recorded } from '#contracts/event.ts';
import { type EventType, eventSchemas, type StoryrailEvent, schemaVersion } from '#contracts/events.ts';
import type { EpochMs } from '#contracts/time.ts';
import type { NamedQuery, Trx } from '../db/transaction.ts';

/**
 * Who does something, when, and in answer to what: what every event of a command carries. `now` is unix milliseconds.
 */
export interface Origin {
  account_id: string | null;
  actor: Actor;
  on_behalf_of: string | null;
  correlation_id: string;
  request_id: string | null;
  cause: Cause | null;
  /** Kept beside the log, by request id, where it can be erased; null for the system. */
  client: { ip: string; user_agent: string } | null;
  now: EpochMs;
}

/** The stream is not at the version that a writer expected: someone else wrote first. */
export class StreamConflict extends Error {
  readonly stream: string;
  readonly expected: number;

  constructor(stream: string, expected: number) {
    super(`stream ${stream} is not at version ${expected}`);
    this.name = 'StreamConflict';
    this.stream = stream;
    this.expected = expected;
  }
}

const columns = `event_id, stream, version, type, schema_version, account_id, data, actor_type, actor_id,
  on_behalf_of, correlation_id, request_id, cause, ts`;
// The version before must be there, written by a transaction that is not younger; otherwise there is no number, which
// the column refuses. That none is there after it, the primary key sees to. A first event asks for none, in a statement
// of its own: with the condition in one statement Postgres would plan it anew each time.
const before = {
  first: '$2::int',
  next: `(select version from event
  where stream = $1 and version = $2::int and transaction_id <= pg_current_xact_id())`,
};
// One event is the usual case; it goes without arrays.
const single = (last: string) => `insert into event (${columns})
  values ($11::uuid, $1, ${last} + 1, $12, $13::smallint, $3, $14::jsonb, $4, $5, $6, $7, $8, $9, $10)`;
const several = (last: string) => `insert into event (${columns})
  select e.event_id, $1, ${last} + e.n, e.type, e.schema_version, $3, e.data, $4, $5, $6, $7, $8, $9, $10
    from unnest($11::uuid[], $12::text[], $13::smallint[], $14::jsonb[])
         with ordinality as e (event_id, type, schema_version, data, n)`;
const withOrigin = (insert: string) => `with origin as (
  insert into request_origin (request_id, ip, user_agent) values ($8, $15, $16) on conflict (request_id) do nothing
) ${insert}`;

const statement = (name: string, text: string) => ({
  plain: { name, text },
  withOrigin: { name: `${name}-origin`, text: withOrigin(text) },
});
const statements = {
  first: {
    one: statement('append-first', single(before.first)),
    more: statement('append-firsts', several(before.first)),
  },
  next: { one: statement('append-next', single(before.next)), more: statement('append-nexts', several(before.next)) },
};

/** The data of an event as the log holds it: checked by its schema, unknown fields dropped. */
const checked = (event: StoryrailEvent): StoryrailEvent =>
  ({ type: event.type, data: eventSchemas[event.type as EventType].parse(event.data) }) as StoryrailEvent;

/** What events become when they are appended to a stream after version `expected`. */
export const toRecorded = (
  stream: string,
  expected: number,
  events: readonly StoryrailEvent[],
  origin: Origin,
): Recorded<StoryrailEvent>[] => {
  const { account_id, actor, on_behalf_of, correlation_id, request_id, cause, now } = origin;
  return events.map((event, index): Recorded<StoryrailEvent> => {
    const meta: EventMeta = {
      event_id: uuidv7({ msecs: now }),
      stream,
      version: expected + index + 1,
      account_id,
      actor,
      on_behalf_of,
      correlation_id,
      request_id,
      cause,
      ts: now,
    };
    return { ...checked(event), meta };
  });
};

/** True for the errors of a writer whose version is taken, or does not follow the last one. */
const isConflict = (error: unknown): boolean => {
  const { code, constraint, table, column } = error as pg.DatabaseError;
  return (
    (code === '23505' && constraint === 'event_pkey') || (code === '23502' && table === 'event' && column === 'version')
  );
};

/** The one statement that checks a stream's version and inserts recorded events after it; `data` is theirs, as JSON. */
export const appendStatement = (
  stream: string,
  expected: number,
  recorded: readonly Recorded<StoryrailEvent>[],
  origin: Origin,
): NamedQuery & { data: readonly string[] } => {
  if (!(expected >= 0)) throw new RangeError(`${expected} is no version of a stream`);
  const data = recorded.map((event) => JSON.stringify(event.data));
  const alone = recorded.length === 1 ? recorded[0]! : null;
  const values: unknown[] = [
    stream,
    expected,
    origin.account_id,
    origin.actor.type,
    origin.actor.id,
    origin.on_behalf_of,
    origin.correlation_id,
    origin.request_id,
    origin.cause === null ? null : JSON.stringify(origin.cause),
    origin.now,
    alone ? alone.meta.event_id : recorded.map((event) => event.meta.event_id),
    alone ? alone.type : recorded.map((event) => event.type),
    alone ? schemaVersion(alone.type) : recorded.map((event) => schemaVersion(event.type)),
    alone ? data[0] : data,
  ];
  const known = origin.client !== null && origin.request_id !== null;
  if (known) values.push(origin.client!.ip, origin.client!.user_agent);
  const { name, text } =
    statements[expected === 0 ? 'first' : 'next'][alone ? 'one' : 'more'][known ? 'withOrigin' : 'plain'];
  return { name, text, values, data };
};

/** What an append's statement failed with, as a StreamConflict where it is one. */
export const appendFailure = (error: unknown, stream: string, expected: number): unknown =>
  isConflict(error) ? new StreamConflict(stream, expected) : error;

/**
 * Writes recorded events as `append` does, on a connection with an open transaction or on a pool, where the one
 * statement is its own transaction: all of the events or none.
 */
export const insertEvents = async (
  on: Pick<pg.PoolClient, 'query'> | Pick<pg.Pool, 'query'>,
  stream: string,
  expected: number,
  recorded: readonly Recorded<StoryrailEvent>[],
  origin: Origin,
): Promise<void> => {
  try {
    await (on as pg.Pool).query(appendStatement(stream, expected, recorded, origin));
  } catch (error) {
    throw appendFailure(error, stream, expected);
  }
};

/**
 * Appends events to a stream whose last version is `expected` (0 for a new one), as part of the caller's transaction.
 * One prepared statement checks the version and inserts. Throws StreamConflict; the transaction must then be rolled
 * back. A transaction that got its id before the one that wrote the last version conflicts too: the log is read in the
 * order of transaction ids, and the versions of a stream must come in that order.
 */
export const append = async (
  trx: Trx,
  stream: string,
  expected: number,
  events: readonly StoryrailEvent[],
  origin: Origin,
): Promise<Recorded<StoryrailEvent>[]> => {
  const recorded = toRecorded(stream, expected, events, origin);
  await insertEvents(trx.client, stream, expected, recorded, origin);
  return recorded;
};
