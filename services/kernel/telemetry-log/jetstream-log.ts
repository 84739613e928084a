import { headers, type Msg, type NatsConnection, type Subscription } from '@nats-io/transport-node';
import { Refusal } from '#contracts/errors.ts';
import type { Wake } from '../db/wake.ts';
import { type Bus, BusDown } from '../messaging/bus.ts';
import { manageStreams } from '../messaging/stream.ts';
import type { Logger } from '../platform/log.ts';
import type { TelemetryLog, TelemetryRecord } from './log.ts';
import { ensureTelemetryStream, messageId, subjectOf } from './stream.ts';

/** After this a sender is told to come again. */
const deadlineMs = 1950;
const maxInFlight = 8192;
const maxBytesInFlight = 32 * 1024 * 1024;
const retryMs = 500;
const noResponders = 503;
/** Largest record that ingest makes, with its head. */
const largestRecord = 128 * 1024;

interface Waiting {
  bytes: number;
  since: number;
  done(): void;
  fail(error: Error): void;
}

/** A connection with the address where the servers answer. */
interface Current {
  connection: NatsConnection;
  inbox: string;
  answers: Subscription;
}

/** A message to be published, and what its answer is known by. */
interface Leaving {
  key: string;
  record: TelemetryRecord;
  payload: Uint8Array;
}

/** Why the servers did not take a message, or null when they have it. */
const refusalIn = (answer: Msg): string | null => {
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
  wake: Pick<Wake, 'tell'>;
  /** Most that the stream holds. */
  maxBytes: number;
}

/**
 * Keeps accepted batches in JetStream: a message for each, many on their way at once; each resolves when the servers have
 * it. When NATS is away, the stream is full, too much is on its way, or two seconds pass, it refuses with `Unavailable`: a
 * batch that was kept nevertheless is recognised when its sender repeats it.
 */
export const openJetStreamTelemetry = (bus: Bus, { log, wake, maxBytes }: Deps): TelemetryLog => {
  const waiting = new Map<string, Waiting>();
  const encoder = new TextEncoder();
  let current: Current | null = null;
  // What comes within one turn of the event loop is written in one piece: a call to the system for each costs as much as
  // checking a batch, here and in the server.
  let leaving: (Leaving & { on: Current })[] = [];
  let bytes = 0;
  let last = 0;
  let clock: NodeJS.Timeout | null = null;
  let stopped = false;
  let idle: (() => void) | null = null;
  // While the servers elect a leader several reasons alternate: each is said once, until a batch is kept again.
  const said = new Set<string>();

  const complain = (words: string) => {
    if (said.has(words)) return;
    said.add(words);
    log.error({ reason: words }, 'batches are not kept');
  };
  const settle = (key: string, why: string | null) => {
    const one = waiting.get(key);
    if (!one) return;
    waiting.delete(key);
    bytes -= one.bytes;
    if (why === null) {
      said.clear();
      wake.tell('telemetry');
      one.done();
    } else {
      complain(why);
      one.fail(new Refusal('Unavailable'));
    }
    if (waiting.size === 0) idle?.();
  };
  const hear = (error: Error | null, answer: Msg) => {
    if (!error) settle(answer.subject.slice(answer.subject.lastIndexOf('.') + 1), refusalIn(answer));
  };

  // They wait in the order in which they came: one clock for the first of them is enough.
  const sweep = () => {
    clock = null;
    const now = performance.now();
    for (const [key, one] of waiting) {
      const left = deadlineMs - (now - one.since);
      if (left > 0) {
        clock = setTimeout(sweep, left + 1);
        return;
      }
      settle(key, 'NATS did not answer within two seconds');
    }
  };

  const makeStream = async (connection: NatsConnection) => {
    while (!stopped && !connection.isClosed()) {
      try {
        await ensureTelemetryStream(await manageStreams({ use: () => connection }), {
          replicas: bus.replicas,
          maxBytes,
        });
        return;
      } catch (error) {
        complain(`the stream for telemetry could not be made: ${(error as Error).message}`);
      }
      await new Promise((done) => setTimeout(done, retryMs));
    }
  };

  const forget = bus.onConnection((connection) => {
    const inbox = bus.newInbox();
    const mine = { connection, inbox, answers: connection.subscribe(`${inbox}.*`, { callback: hear }) };
    current = mine;
    const most = connection.info?.max_payload ?? 0;
    if (most < largestRecord) log.error({ max_payload: most }, 'max_payload of NATS is too small for large batches');
    void makeStream(connection);
    void connection.closed().then(() => {
      if (current === mine) current = null;
      // Nobody answers any more for what this connection had on its way.
      for (const key of [...waiting.keys()]) settle(key, 'the connection to NATS was lost');
    });
  });

  const publish = ({ connection, inbox }: Current, { key, record, payload }: Leaving): void => {
    const head = headers();
    head.set('Nats-Msg-Id', messageId(record));
    try {
      connection.publish(subjectOf(record.partition), payload, { headers: head, reply: `${inbox}.${key}` });
    } catch (error) {
      settle(key, (error as Error).message);
    }
  };
  const depart = () => {
    const all = leaving;
    leaving = [];
    for (const { on, ...one } of all) publish(on, one);
  };

  const send = (on: Current, record: TelemetryRecord): Promise<void> => {
    const payload = encoder.encode(record.payload);
    if (waiting.size >= maxInFlight || bytes + payload.length > maxBytesInFlight)
      throw new BusDown('too much is on its way to NATS');
    last += 1;
    const key = last.toString(36);
    if (leaving.length === 0) setImmediate(depart);
    leaving.push({ on, key, record, payload });
    return new Promise((done, fail) => {
      bytes += payload.length;
      waiting.set(key, { bytes: payload.length, since: performance.now(), done, fail });
      if (clock === null) clock = setTimeout(sweep, deadlineMs);
    });
  };

  return {
    async append(record) {
      try {
        if (stopped) throw new BusDown('the log is being closed');
        if (!current || current.connection.isClosed()) bus.use();
        if (!current) throw new BusDown('NATS was reached a moment ago');
        await send(current, record);
      } catch (error) {
        if (error instanceof Refusal) throw error;
        complain((error as Error).message);
        throw new Refusal('Unavailable');
      }
    },
    async stop() {
      stopped = true;
      if (waiting.size > 0)
        await new Promise<void>((done) => {
          idle = done;
        });
      forget();
      current?.answers.unsubscribe();
    },
  };
};
