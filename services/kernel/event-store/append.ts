import { v7 as uuidv7 } from 'uuid';
import type { Actor, Cause, EventMeta, Recorded } from '#contracts/event.ts';
import { type EventType, eventSchemas, type StoryrailEvent, schemaVersion } from '#contracts/events.ts';
import type { Trx } from '../db/pool.ts';

/** Who does something, when, and in answer to what: what every event of a command carries. `now` is unix milliseconds. */
export interface Origin {
  account_id: string | null;
  actor: Actor;
  on_behalf_of: string | null;
  correlation_id: string;
  request_id: string | null;
  cause: Cause | null;
  /** Kept beside the log, by request id, where it can be erased; null for the system. */
  client: { ip: string; user_agent: string } | null;
  now: number;
}

/** Someone else wrote to the stream first. */
export class StreamConflict extends Error {
  readonly stream: string;
  readonly expected: number;
  readonly actual: number;

  constructor(stream: string, expected: number, actual: number) {
    super(`stream ${stream} is at version ${actual}, expected ${expected}`);
    this.name = 'StreamConflict';
    this.stream = stream;
    this.expected = expected;
    this.actual = actual;
  }
}

const statement = {
  name: 'append-events',
  text: `with latest as (
      select version, transaction_id from event where stream = $1 order by version desc limit 1
    ), current as (
      select coalesce((select version from latest), 0) as version, (select transaction_id from latest) as transaction_id
    ), added as (
      insert into event (event_id, stream, version, type, schema_version, account_id, data, actor_type, actor_id,
                         on_behalf_of, correlation_id, request_id, cause, ts)
      select e.event_id, $1, $2 + e.n, e.type, e.schema_version, $3, e.data, $4, $5, $6, $7, $8, $9, $10
        from current, unnest($11::uuid[], $12::text[], $13::smallint[], $14::jsonb[])
             with ordinality as e (event_id, type, schema_version, data, n)
       where current.version = $2
         and (current.transaction_id is null or current.transaction_id <= pg_current_xact_id())
      on conflict (stream, version) do nothing
      returning 1
    ), origin as (
      insert into request_origin (request_id, ip, user_agent)
      select $8, $15, $16 where $15::text is not null and $8::text is not null
      on conflict (request_id) do nothing
    )
    select (select version from current) as version, (select count(*)::int from added) as added`,
};

/** The data of an event as the log holds it: checked by its schema, unknown fields dropped. */
const checked = (event: StoryrailEvent): StoryrailEvent =>
  ({ type: event.type, data: eventSchemas[event.type as EventType].parse(event.data) }) as StoryrailEvent;

/** What events become when they are appended to a stream after version `expected`. */
export const record = (
  stream: string,
  expected: number,
  events: readonly StoryrailEvent[],
  origin: Origin,
): Recorded<StoryrailEvent>[] => {
  const { now, client: _, ...shared } = origin;
  return events.map((event, index): Recorded<StoryrailEvent> => {
    const meta: EventMeta = {
      event_id: uuidv7({ msecs: now }),
      stream,
      version: expected + index + 1,
      ...shared,
      ts: now,
    };
    return { ...checked(event), meta };
  });
};

/** Writes recorded events as `append` does. */
export const write = async (
  trx: Trx,
  stream: string,
  expected: number,
  recorded: readonly Recorded<StoryrailEvent>[],
  origin: Origin,
): Promise<void> => {
  const { rows } = await trx.client.query<{ version: number; added: number }>({
    ...statement,
    values: [
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
      recorded.map((event) => event.meta.event_id),
      recorded.map((event) => event.type),
      recorded.map((event) => schemaVersion(event.type)),
      recorded.map((event) => JSON.stringify(event.data)),
      origin.client?.ip ?? null,
      origin.client?.user_agent ?? null,
    ],
  });
  const { version, added } = rows[0]!;
  if (added !== recorded.length) throw new StreamConflict(stream, expected, Math.max(version, expected + 1));
};

/**
 * Appends events to a stream whose last version is `expected` (0 for a new one), as part of the caller's transaction.
 * One prepared statement checks the version and inserts. Throws StreamConflict; the transaction must then be rolled back.
 * A transaction that got its id before the one that wrote the last version conflicts too: the log is read in the order
 * of transaction ids, and the versions of a stream must come in that order.
 */
export const append = async (
  trx: Trx,
  stream: string,
  expected: number,
  events: readonly StoryrailEvent[],
  origin: Origin,
): Promise<Recorded<StoryrailEvent>[]> => {
  const recorded = record(stream, expected, events, origin);
  await write(trx, stream, expected, recorded, origin);
  return recorded;
};
