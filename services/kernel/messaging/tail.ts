import type { JetStreamManager } from '@nats-io/jetstream';
import type { Db } from '../db/pool.ts';
import { type Checkpoint, logStart } from '../event-store/read.ts';
import type { Logger } from '../platform/log.ts';
import type { Bus } from './bus.ts';
import { ensureStream, eventIdAt, manageStreams, onBus } from './stream.ts';

/** Where the stream ends: the place in the log of its last event, and that message's number, 0 for an empty stream. */
export interface Tail {
  place: Checkpoint;
  sequence: number;
}

const name = 'events';

/** What was published last as far as the database knows; it may lag behind the stream, never lead. */
export const readRelayed = async (db: Pick<Db, 'pool'>): Promise<Tail> => {
  const { rows } = await db.pool.query<Checkpoint & { sequence: number }>(
    'select transaction_id::text, position::text, sequence from relay_checkpoint where name = $1',
    [name],
  );
  const [row] = rows;
  if (!row) return { place: logStart, sequence: 0 };
  return { place: { transaction_id: row.transaction_id, position: row.position }, sequence: row.sequence };
};

/** Notes what NATS has acknowledged. */
export const writeRelayed = async (db: Pick<Db, 'pool'>, { place, sequence }: Tail): Promise<void> => {
  await db.pool.query(
    `insert into relay_checkpoint (name, transaction_id, position, sequence) values ($1, $2::xid8, $3, $4)
     on conflict (name) do update set transaction_id = excluded.transaction_id, position = excluded.position,
       sequence = excluded.sequence, updated_at = now()`,
    [name, place.transaction_id, place.position, sequence],
  );
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const placeOf = async (db: Pick<Db, 'pool'>, eventId: string): Promise<Checkpoint | null> => {
  if (!uuid.test(eventId)) return null;
  const { rows } = await db.pool.query<Checkpoint>(
    'select transaction_id::text, position::text from event where event_id = $1',
    [eventId],
  );
  return rows[0] ?? null;
};

/** How far back from its end a stream is searched for a message of ours. */
const searched = 100;

/** The place of the last message between two numbers that carries an event of the log. */
const lastPlace = async (
  manager: JetStreamManager,
  db: Pick<Db, 'pool'>,
  from: number,
  to: number,
): Promise<{ place: Checkpoint | null; passed: number }> => {
  for (let sequence = to; sequence >= from; sequence -= 1) {
    const eventId = await onBus(eventIdAt(manager, sequence));
    const place = eventId === null ? null : await placeOf(db, eventId);
    if (place) return { place, passed: to - sequence };
  }
  return { place: null, passed: Math.max(0, to - from + 1) };
};

/**
 * The place of the last event that a database restored from a backup has in common with a stream that went on after it.
 * Its checkpoint is of the moment of the backup, so the stream holds what the log does up to there, and from there on
 * until the first event that the log does not know. The checkpoint itself when the stream does not hold it any more.
 */
const commonPlace = async (manager: JetStreamManager, db: Pick<Db, 'pool'>, last: number): Promise<Checkpoint> => {
  const relayed = await readRelayed(db);
  let { place } = relayed;
  for (let sequence = relayed.sequence; sequence > 0 && sequence <= last; sequence += 1) {
    const eventId = await onBus(eventIdAt(manager, sequence));
    const found = eventId === null ? null : await placeOf(db, eventId);
    if (!found) return place;
    place = found;
  }
  return place;
};

/**
 * Finds where the stream ends by the event that its last message carries, so that neither a checkpoint that was not
 * written nor a duplicate window that has passed matters. A new or emptied server gets the log from its beginning. Where
 * the stream ends with messages that are no events of the log, as after a restore from a backup, it goes on behind the
 * last one that is; where all messages are gone by age, the checkpoint answers. Throws BusDown.
 */
export const findTail = async (bus: Bus, db: Pick<Db, 'pool'>, log: Logger): Promise<Tail> => {
  const manager = await onBus(manageStreams(bus));
  const { first_seq, last_seq } = await onBus(ensureStream(manager, bus.replicas));
  if (last_seq === 0) return { place: logStart, sequence: 0 };
  const { place, passed } = await lastPlace(manager, db, Math.max(first_seq, last_seq - searched), last_seq);
  if (passed > 0)
    log.error({ sequence: last_seq, passed }, 'the stream ends with messages that are no events of this log');
  return { place: place ?? (await commonPlace(manager, db, last_seq)), sequence: last_seq };
};
