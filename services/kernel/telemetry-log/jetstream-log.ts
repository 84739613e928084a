import { headers, type Msg, type NatsConnection, type Subscription } from '@nats-io/transport-node';
import { Refusal } from '#contracts/api/errors.ts';
import type { Notifier } from '../db/notifier.ts';
import { type Bus, BusUnavailable } from '../messaging/bus.ts';
import { streamManager } from '../messaging/stream.ts';
import { delay } from '../platform/delay.ts';
import type { Logger } from '../platform/log.ts';
import { createTurnBatch } from '../platform/turn-batch.ts';
import type { TelemetryLog, TelemetryRecord } from './log.ts';
import { partitionSubject } from './partition.ts';
import { ensureTelemetryStream, messageId } from './stream.ts';

/** After this the sender is told to retry. */
const deadlineMs = 1950;
const maxInFlight = 8192;
const maxBytesInFlight = 32 * 1024 * 1024;
const retryMs = 500;
const noResponders = 503;
/** Largest record that ingest makes, with its headers. */
const largestRecord = 128 * 1024;

interface PendingPublish {
  bytes: number;
  since: number;
  done(): void;
  fail(error: Error): void;
}

/** A connection with the inbox on which the servers acknowledge. */
interface ActiveConnection {
  connection: NatsConnection;
  inbox: string;
  acks: Subscription;
}

/** A message to be published, and the key of its acknowledgement. */
interface OutgoingMessage {
  key: string;
  record: TelemetryRecord;
  payload: Uint8Array;
}

/** The reason of a negative acknowledgement, or null when the servers stored the message. */
const nackReason = (answer: Msg): string | null => {
  if (answer.headers?.code === noResponders)
    return 'no server takes batches: there is no stream, or no majority of its servers';
  try {
    const { error, seq } = answer.json<{ error?: { description: string }; seq?: number }>();
    return error ? error.description : typeof seq === 'number' ? null : 'the answer of NATS cannot be read';
  } catch {
    return 'the answer of NATS cannot be read';
  }
};

interface Deps {
  log: Logger;
  notifier: Pick<Notifier, 'notify'>;
  /** Most that the stream holds. */
  maxBytes: number;
}

/**
 * Appends accepted batches to JetStream: a message for each, many in flight at once; each resolves on acknowledgement.
 * When NATS is down, the stream is full, too much is in flight, or two seconds pass, it refuses with `Unavailable`: a
 * batch that was stored nevertheless is deduplicated when its sender repeats it.
 */
export const openJetStreamTelemetry = (bus: Bus, { log, notifier, maxBytes }: Deps): TelemetryLog => {
  const pending = new Map<string, PendingPublish>();
  const encoder = new TextEncoder();
  let current: ActiveConnection | null = null;
  let bytes = 0;
  let lastKey = 0;
  let deadlineTimer: NodeJS.Timeout | null = null;
  let stopped = false;
  let onDrained: (() => void) | null = null;
  // While the servers elect a leader several reasons alternate: each is logged once, until a batch is stored again.
  const logged = new Set<string>();

  const logOnce = (words: string) => {
    if (logged.has(words)) return;
    logged.add(words);
    log.error({ reason: words }, 'batches are not being stored');
  };
  const settle = (key: string, why: string | null) => {
    const one = pending.get(key);
    if (!one) return;
    pending.delete(key);
    bytes -= one.bytes;
    if (why === null) {
      logged.clear();
      notifier.notify('telemetry');
      one.done();
    } else {
      logOnce(why);
      one.fail(new Refusal('Unavailable'));
    }
    if (pending.size === 0) onDrained?.();
  };
  const onAck = (error: Error | null, answer: Msg) => {
    if (!error) settle(answer.subject.slice(answer.subject.lastIndexOf('.') + 1), nackReason(answer));
  };

  // Pending messages are in order of arrival: one timer for the first of them is enough.
  const expireOverdue = () => {
    deadlineTimer = null;
    const now = performance.now();
    for (const [key, one] of pending) {
      const left = deadlineMs - (now - one.since);
      if (left > 0) {
        deadlineTimer = setTimeout(expireOverdue, left + 1);
        return;
      }
      settle(key, 'NATS did not answer within two seconds');
    }
  };

  const makeStream = async (connection: NatsConnection) => {
    while (!stopped && !connection.isClosed()) {
      try {
        await ensureTelemetryStream(await streamManager({ connection: () => connection }), {
          replicas: bus.replicas,
          maxBytes,
        });
        return;
      } catch (error) {
        logOnce(`the stream for telemetry could not be made: ${(error as Error).message}`);
      }
      await delay(retryMs);
    }
  };

  const stopFollowing = bus.onConnection((connection) => {
    const inbox = bus.newInbox();
    const mine = { connection, inbox, acks: connection.subscribe(`${inbox}.*`, { callback: onAck }) };
    current = mine;
    const maxPayload = connection.info?.max_payload ?? 0;
    if (maxPayload < largestRecord)
      log.error({ max_payload: maxPayload }, 'max_payload of NATS is too small for large batches');
    void makeStream(connection);
    void connection.closed().then(() => {
      if (current === mine) current = null;
      // What this connection had in flight will never be acknowledged.
      for (const key of [...pending.keys()]) settle(key, 'the connection to NATS was lost');
    });
  });

  const publish = ({ connection, inbox }: ActiveConnection, { key, record, payload }: OutgoingMessage): void => {
    const headersOut = headers();
    headersOut.set('Nats-Msg-Id', messageId(record));
    try {
      connection.publish(partitionSubject(record.partition), payload, {
        headers: headersOut,
        reply: `${inbox}.${key}`,
      });
    } catch (error) {
      settle(key, (error as Error).message);
    }
  };
  // Write coalescing: what comes within one turn of the event loop is published together, since a system call for each
  // costs as much as validating a batch, here and in the server.
  const publishInBatch = createTurnBatch<OutgoingMessage & { on: ActiveConnection }>((messages) => {
    for (const { on, ...one } of messages) publish(on, one);
  });

  const send = (on: ActiveConnection, record: TelemetryRecord): Promise<void> => {
    const payload = encoder.encode(record.payload);
    if (pending.size >= maxInFlight || bytes + payload.length > maxBytesInFlight)
      throw new BusUnavailable('too much is on its way to NATS');
    lastKey += 1;
    const key = lastKey.toString(36);
    publishInBatch({ on, key, record, payload });
    return new Promise((done, fail) => {
      bytes += payload.length;
      pending.set(key, { bytes: payload.length, since: performance.now(), done, fail });
      if (deadlineTimer === null) deadlineTimer = setTimeout(expireOverdue, deadlineMs);
    });
  };

  return {
    async append(record) {
      try {
        if (stopped) throw new BusUnavailable('the log is being closed');
        if (!current || current.connection.isClosed()) bus.connection();
        if (!current) throw new BusUnavailable('NATS was reached a moment ago');
        await send(current, record);
      } catch (error) {
        if (error instanceof Refusal) throw error;
        logOnce((error as Error).message);
        throw new Refusal('Unavailable');
      }
    },
    async stop() {
      stopped = true;
      if (pending.size > 0)
        await new Promise<void>((done) => {
          onDrained = done;
        });
      stopFollowing();
      current?.acks.unsubscribe();
    },
  };
};
