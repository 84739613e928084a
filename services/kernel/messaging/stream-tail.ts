import type { JetStreamManager } from '@nats-io/jetstream';
import type { Db } from '../db/pool.ts';
import { type Checkpoint, logStart } from '../event-store/read.ts';
import type { Logger } from '../platform/log.ts';
import type { Bus } from './bus.ts';
import { asBusError, ensureStream, eventIdAt, streamManager } from './stream.ts';

/** The end of the stream: the log position of its last event, and that message's sequence, 0 for an empty stream. */
export interface StreamTail {
  checkpoint: Checkpoint;
  sequence: number;
}

const name = 'events';

/** The relay's checkpoint in the database; it may lag behind the stream, never lead. */
export const readRelayed = async (db: Pick<Db, 'pool'>): Promise<StreamTail> => {
  const { rows } = await db.pool.query<Checkpoint & { sequence: number }>(
    'select transaction_id::text, position::text, sequence from relay_checkpoint where name = $1',
    [name],
  );
  const [row] = rows;
  if (!row) return { checkpoint: logStart, sequence: 0 };
  return { checkpoint: { transaction_id: row.transaction_id, position: row.position }, sequence: row.sequence };
};

/** Saves what NATS has acknowledged. */
export const writeRelayed = async (db: Pick<Db, 'pool'>, { checkpoint, sequence }: StreamTail): Promise<void> => {
  await db.pool.query(
    `insert into relay_checkpoint (name, transaction_id, position, sequence) values ($1, $2::xid8, $3, $4)
     on conflict (name) do update set transaction_id = excluded.transaction_id, position = excluded.position,
       sequence = excluded.sequence, updated_at = now()`,
    [name, checkpoint.transaction_id, checkpoint.position, sequence],
  );
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const checkpointOf = async (db: Pick<Db, 'pool'>, eventId: string): Promise<Checkpoint | null> => {
  if (!uuid.test(eventId)) return null;
  const { rows } = await db.pool.query<Checkpoint>(
    'select transaction_id::text, position::text from event where event_id = $1',
    [eventId],
  );
  return rows[0] ?? null;
};

/** How many messages back from its end a stream is searched for an event of the log. */
const maxScanned = 100;

/** The log position of the last message in a range of sequences that carries an event of the log. */
const lastKnownEvent = async (
  manager: JetStreamManager,
  db: Pick<Db, 'pool'>,
  from: number,
  to: number,
): Promise<{ place: Checkpoint | null; passed: number }> => {
  for (let sequence = to; sequence >= from; sequence -= 1) {
    const eventId = await asBusError(eventIdAt(manager, sequence));
    const place = eventId === null ? null : await checkpointOf(db, eventId);
    if (place) return { place, passed: to - sequence };
  }
  return { place: null, passed: Math.max(0, to - from + 1) };
};

/**
 * The last event that a database restored from a backup has in common with the stream, which went on after the backup.
 * Stream and log agree up to the checkpoint of the backup, and from there until the first event that the log does not
 * have. The checkpoint itself when the stream does not hold it any more.
 */
const lastCommonEvent = async (manager: JetStreamManager, db: Pick<Db, 'pool'>, last: number): Promise<Checkpoint> => {
  const relayed = await readRelayed(db);
  let { checkpoint } = relayed;
  for (let sequence = relayed.sequence; sequence > 0 && sequence <= last; sequence += 1) {
    const eventId = await asBusError(eventIdAt(manager, sequence));
    const found = eventId === null ? null : await checkpointOf(db, eventId);
    if (!found) return checkpoint;
    checkpoint = found;
  }
  return checkpoint;
};

/**
 * Finds the end of the stream by the event that its last message carries, so that neither an unsaved checkpoint nor an
 * expired duplicate window matters. A new or emptied server gets the log from its beginning. A stream that ends with
 * messages that are no events of the log, as after a restore from a backup, continues behind the last one that is;
 * where all messages have expired, the checkpoint is used. Throws BusUnavailable.
 */
export const findTail = async (bus: Bus, db: Pick<Db, 'pool'>, log: Logger): Promise<StreamTail> => {
  const manager = await asBusError(streamManager(bus));
  const { first_seq, last_seq } = await asBusError(ensureStream(manager, bus.replicas));
  if (last_seq === 0) return { checkpoint: logStart, sequence: 0 };
  const { place, passed } = await lastKnownEvent(manager, db, Math.max(first_seq, last_seq - maxScanned), last_seq);
  if (passed > 0) log.error({ sequence: last_seq, passed }, 'the stream ends with messages that are not from this log');
  return { checkpoint: place ?? (await lastCommonEvent(manager, db, last_seq)), sequence: last_seq };
};
