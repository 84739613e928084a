import { jetstream, type PubAck } from '@nats-io/jetstream';
import { TimeoutError } from '@nats-io/transport-node';
import type { LogRow } from '../event-store/read.ts';
import { type Bus, BusDown } from './bus.ts';
import { eventStream, payloadOf, subjectOf } from './stream.ts';
import type { Tail } from './tail.ts';

/**
 * Milliseconds after which a publication has failed: a full disk answers with silence, and so does a cluster about one that
 * reached it between two leaders. Where it did arrive, the end of the stream says so before it is sent again.
 */
const publishMs = 1000;

/** Room that headers take beside the payload of a message. */
const headerBytes = 1024;

/** What of a batch the stream has: its new end, how many events, and why the next one is not there (null: all are). */
export interface Published {
  tail: Tail;
  count: number;
  failure: BusDown | null;
}

const failed = (reason: unknown): BusDown =>
  reason instanceof BusDown ? reason : new BusDown((reason as Error).message, { cause: reason });

/**
 * Publishes events that follow the end of the stream, without waiting in between. Each names the number that the stream
 * must stand at before it, so that the server refuses whatever would leave a gap, come in another order, or come twice:
 * from a message that was lost on the way, a second relay, or an attempt that had succeeded without an answer.
 */
export const publishBatch = async (bus: Bus, from: Tail, rows: readonly LogRow[]): Promise<Published> => {
  const connection = bus.use();
  const stream = jetstream(connection, { timeout: publishMs });
  const maxBytes = (connection.info?.max_payload ?? 1024 * 1024) - headerBytes;
  const publish = (row: LogRow, index: number): Promise<PubAck> =>
    stream.publish(subjectOf(row), payloadOf(row, maxBytes), {
      msgID: row.event_id,
      timeout: publishMs,
      expect: { streamName: eventStream, lastSequence: from.sequence + index },
    });
  const settled = await Promise.allSettled(rows.map(publish));
  let tail = from;
  for (const [index, one] of settled.entries()) {
    if (one.status === 'rejected') {
      // A server that does not answer may be paused or cut off; others of the cluster may not be.
      if (one.reason instanceof TimeoutError) bus.leave();
      return { tail, count: index, failure: failed(one.reason) };
    }
    const { transaction_id, position } = rows[index]!;
    tail = { place: { transaction_id, position }, sequence: one.value.seq };
  }
  return { tail, count: rows.length, failure: null };
};
