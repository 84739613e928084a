import { AckPolicy, type ConsumerConfig, DeliverPolicy, type JetStreamManager } from '@nats-io/jetstream';
import { type Msg, type NatsConnection, nanos } from '@nats-io/transport-node';
import { type Bus, BusDown } from '../messaging/bus.ts';
import { manageStreams, onBus } from '../messaging/stream.ts';
import { comparePlaces, type Place, readingBytes, type StoredBatch, type TelemetrySource } from './log.ts';
import { laneSubjects, madeMs, telemetryInfo, telemetryStream } from './stream.ts';

const silenceMs = 2000;
const inactiveMs = 60_000;
const pullMessages = 1000;
const pullBytes = 8 * 1024 * 1024;
const attempts = 3;

/** A consumer of a lane that goes on where the last reading ended. */
interface Held {
  connection: NatsConnection;
  name: string;
  made: string;
  at: Place;
  delivered: number;
}

/** What a pull brought, and whether nothing more was there. `broken`: the consumer is gone. */
interface Pulled {
  messages: Msg[];
  dry: boolean;
  broken: boolean;
}

/** Nothing, or nothing more, was there. */
const dryCodes = new Set([404, 408]);

const pull = ({ connection, name }: Held, inbox: string, batch: number, max_bytes: number): Promise<Pulled> =>
  new Promise((done, fail) => {
    const messages: Msg[] = [];
    const finish = (end: () => void) => {
      clearTimeout(timer);
      answers.unsubscribe();
      end();
    };
    const late = () => finish(() => fail(new BusDown(`no answer from NATS within ${silenceMs} ms`)));
    const answers = connection.subscribe(inbox, {
      callback: (error, message) => {
        if (error) return finish(() => fail(new BusDown(error.message, { cause: error })));
        const code = message.headers?.code ?? 0;
        if (code === 0) {
          messages.push(message);
          if (messages.length === batch) finish(() => done({ messages, dry: false, broken: false }));
          else timer.refresh();
          return;
        }
        if (code === 100) return;
        // 409 says that the next message would be too many bytes, or that the consumer was deleted.
        const full = code === 409 && /max_?bytes/i.test(message.headers?.description ?? '');
        const dry = dryCodes.has(code);
        finish(() => done({ messages, dry, broken: !dry && !full }));
      },
    });
    const timer = setTimeout(late, silenceMs);
    connection.publish(
      `$JS.API.CONSUMER.MSG.NEXT.${telemetryStream}.${name}`,
      JSON.stringify({ batch, max_bytes, no_wait: true }),
      { reply: inbox },
    );
  });

/** What the address for acknowledgements tells of a message: its number, its number in this consumer, when it came. */
const metaOf = ({ reply = '' }: Msg): { sequence: string; delivered: number; ms: number } => {
  // $JS.ACK[.<domain>.<account>].<stream>.<consumer>.<tries>.<number>.<number here>.<ns>.<left>[.<random>]
  const parts = reply.split('.');
  const first = parts.length > 9 ? 7 : 5;
  return {
    sequence: parts[first] ?? '',
    delivered: Number(parts[first + 1]),
    ms: Number(BigInt(parts[first + 2] ?? '0') / 1_000_000n),
  };
};

const shape = /^([0-9a-f-]{36}):([0-9a-f-]{36})$/;

const batchOf = (message: Msg, made: string): StoredBatch | null => {
  const [, instance_id, batch_id] = shape.exec(message.headers?.get('Nats-Msg-Id') ?? '') ?? [];
  const partition = Number(message.subject.slice(message.subject.lastIndexOf('.') + 1));
  if (!instance_id || !batch_id || !Number.isInteger(partition)) return null;
  const { sequence, ms } = metaOf(message);
  return {
    transaction_id: made,
    position: sequence,
    partition,
    instance_id,
    batch_id,
    received_ms: ms,
    payload: message.string(),
  };
};

/** Asks for a consumer: a server that is gone for less than minutes may be chosen to keep it, and only silence tells. */
const place = async (manager: JetStreamManager, config: Partial<ConsumerConfig>): Promise<string> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return (await manager.consumers.add(telemetryStream, config)).name;
    } catch (error) {
      if (attempt === attempts || (error as Error).name !== 'TimeoutError') throw error;
    }
  }
};

const addConsumer = async (
  manager: JetStreamManager,
  connection: NatsConnection,
  lane: number,
  after: Place,
): Promise<Held | null> => {
  const info = await telemetryInfo(manager);
  if (!info) return null;
  const made = String(madeMs(info));
  const order = BigInt(after.transaction_id) - BigInt(made);
  if (order > 0n) throw new Error('the stream for telemetry is older than what was read of it: was it restored?');
  const name = await place(manager, {
    ack_policy: AckPolicy.None,
    deliver_policy: DeliverPolicy.StartSequence,
    opt_start_seq: order === 0n ? Number(after.position) + 1 : 1,
    filter_subject: laneSubjects(lane),
    inactive_threshold: nanos(inactiveMs),
    mem_storage: true,
    num_replicas: 1,
  });
  return { connection, name, made, at: after, delivered: 0 };
};

/**
 * The JetStream stream as a source, for one reader: each lane has a consumer that goes on where the last reading ended and
 * is made anew whenever one begins elsewhere. A message that was lost on the way is noticed by the numbers and read again.
 */
export const createJetStreamSource = (bus: Pick<Bus, 'use' | 'newInbox'>): TelemetrySource => {
  const held = new Map<number, Held>();

  const consumerFor = async (lane: number, after: Place): Promise<Held | null> => {
    const connection = bus.use();
    const known = held.get(lane);
    if (known?.connection === connection && comparePlaces(known.at, after) === 0) return known;
    held.delete(lane);
    if (known?.connection === connection)
      void manageStreams(bus)
        .then((manager) => manager.consumers.delete(telemetryStream, known.name))
        .catch(() => {});
    const fresh = await addConsumer(await manageStreams(bus), connection, lane, after);
    if (fresh) held.set(lane, fresh);
    return fresh;
  };

  /** The batches of a lane, or null when its consumer failed and has to be made anew. */
  const next = async (lane: number, after: Place, until: Place, limit: number): Promise<StoredBatch[] | null> => {
    const consumer = await consumerFor(lane, after);
    const rows: StoredBatch[] = [];
    if (!consumer) return rows;
    let bytes = 0;
    const lose = () => {
      held.delete(lane);
      return rows.length > 0 ? rows : null;
    };
    while (rows.length < limit && bytes < readingBytes - pullBytes) {
      const { messages, dry, broken } = await pull(
        consumer,
        bus.newInbox(),
        Math.min(limit - rows.length, pullMessages),
        pullBytes,
      );
      for (const message of messages) {
        consumer.delivered += 1;
        if (metaOf(message).delivered !== consumer.delivered) return lose();
        const row = batchOf(message, consumer.made);
        if (row && comparePlaces(row, until) > 0) {
          held.delete(lane);
          return rows;
        }
        if (!row) continue;
        rows.push(row);
        consumer.at = row;
        bytes += message.data.length;
      }
      if (broken) return lose();
      if (dry) break;
    }
    return rows;
  };

  return {
    name: 'jetstream',
    async read(lane, after, until, limit) {
      try {
        for (let attempt = 0; attempt < attempts; attempt += 1) {
          const rows = await onBus(next(lane, after, until, limit));
          if (rows) return rows;
        }
      } catch (error) {
        held.delete(lane);
        throw error;
      }
      throw new BusDown('the stream for telemetry cannot be read');
    },
  };
};
