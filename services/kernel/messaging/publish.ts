import { jetstream, type PubAck } from '@nats-io/jetstream';
import { TimeoutError } from '@nats-io/transport-node';
import type { LogRow } from '../event-store/read.ts';
import { type Bus, BusUnavailable } from './bus.ts';
import { eventPayload, eventStream, eventSubject } from './stream.ts';
import type { StreamTail } from './stream-tail.ts';

/**
 * Milliseconds after which a publication has failed: a full disk does not reply, nor does a cluster to one that
 * reached it between two leaders. If it did arrive, the end of the stream shows so before it is sent again.
 */
const publishMs = 1000;

/** Bytes reserved for the headers of a message. */
const headerBytes = 1024;

/**
 * What was published of a batch: the stream's new end, how many events, and why the next one was not (null: all were).
 */
export interface Published {
  tail: StreamTail;
  count: number;
  failure: BusUnavailable | null;
}

const unavailable = (reason: unknown): BusUnavailable =>
  reason instanceof BusUnavailable ? reason : new BusUnavailable((reason as Error).message, { cause: reason });

/**
 * Publishes events that follow the end of the stream, pipelined. Each carries its expected last sequence, so that the
 * server rejects gaps, reorderings and duplicates: after a lost message, from a second relay, or from an attempt that
 * had succeeded without a reply.
 */
export const publishBatch = async (bus: Bus, from: StreamTail, rows: readonly LogRow[]): Promise<Published> => {
  const connection = bus.connection();
  const stream = jetstream(connection, { timeout: publishMs });
  const maxBytes = (connection.info?.max_payload ?? 1024 * 1024) - headerBytes;
  const publish = (row: LogRow, index: number): Promise<PubAck> =>
    stream.publish(eventSubject(row), eventPayload(row, maxBytes), {
      msgID: row.event_id,
      timeout: publishMs,
      expect: { streamName: eventStream, lastSequence: from.sequence + index },
    });
  const settled = await Promise.allSettled(rows.map(publish));
  let tail = from;
  for (const [index, one] of settled.entries()) {
    if (one.status === 'rejected') {
      // A server that does not reply may be paused or cut off while others of the cluster are not.
      if (one.reason instanceof TimeoutError) bus.switchServer();
      return { tail, count: index, failure: unavailable(one.reason) };
    }
    const { transaction_id, position } = rows[index]!;
    tail = { checkpoint: { transaction_id, position }, sequence: one.value.seq };
  }
  return { tail, count: rows.length, failure: null };
};
