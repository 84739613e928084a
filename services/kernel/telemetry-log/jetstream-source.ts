import {
  AckPolicy,
  type ConsumerConfig,
  type ConsumerInfo,
  DeliverPolicy,
  type JetStreamManager,
} from '@nats-io/jetstream';
import { type Msg, type NatsConnection, nanos } from '@nats-io/transport-node';
import type { EpochMs } from '#contracts/time.ts';
import { type Bus, BusUnavailable } from '../messaging/bus.ts';
import { asBusError, streamManager } from '../messaging/stream.ts';
import { comparePositions, type LogPosition, maxReadBytes, type StoredBatch, type TelemetrySource } from './log.ts';
import { laneSubjectFilter, partitionIn } from './partition.ts';
import { streamCreatedMs, telemetryInfo, telemetryStream } from './stream.ts';

const responseTimeoutMs = 2000;
const inactiveMs = 60_000;
const pullMessages = 1000;
const pullBytes = 8 * 1024 * 1024;
const attempts = 3;

/**
 * The consumer of a lane, which continues where the last read ended; `at` is that position. `pending`: how many messages
 * of the lane came after it when it was made.
 */
interface LaneConsumer {
  connection: NatsConnection;
  name: string;
  streamCreated: string;
  at: LogPosition;
  delivered: number;
  pending: number;
}

/** The messages of one pull request, and whether the stream has no more or the consumer is gone. */
interface PullResult {
  messages: Msg[];
  exhausted: boolean;
  consumerLost: boolean;
}

/** Status codes of a pull that found no messages, or no more. */
const exhaustedCodes = new Set([404, 408]);

const pull = (
  { connection, name }: LaneConsumer,
  inbox: string,
  batch: number,
  max_bytes: number,
): Promise<PullResult> =>
  new Promise((done, fail) => {
    const messages: Msg[] = [];
    const finish = (end: () => void) => {
      clearTimeout(timer);
      answers.unsubscribe();
      end();
    };
    const late = () => finish(() => fail(new BusUnavailable(`no answer from NATS within ${responseTimeoutMs} ms`)));
    const answers = connection.subscribe(inbox, {
      callback: (error, message) => {
        if (error) return finish(() => fail(new BusUnavailable(error.message, { cause: error })));
        const code = message.headers?.code ?? 0;
        if (code === 0) {
          messages.push(message);
          if (messages.length === batch) finish(() => done({ messages, exhausted: false, consumerLost: false }));
          else timer.refresh();
          return;
        }
        if (code === 100) return;
        // 409 says that the next message would be too many bytes, or that the consumer was deleted.
        const full = code === 409 && /max_?bytes/i.test(message.headers?.description ?? '');
        const exhausted = exhaustedCodes.has(code);
        finish(() => done({ messages, exhausted, consumerLost: !exhausted && !full }));
      },
    });
    const timer = setTimeout(late, responseTimeoutMs);
    connection.publish(
      `$JS.API.CONSUMER.MSG.NEXT.${telemetryStream}.${name}`,
      JSON.stringify({ batch, max_bytes, no_wait: true }),
      { reply: inbox },
    );
  });

/** What the ack subject says of a message: stream sequence, consumer sequence, time of arrival. */
const ackMetadata = ({ reply = '' }: Msg): { sequence: string; delivered: number; ms: number } => {
  // $JS.ACK[.<domain>.<account>].<stream>.<consumer>.<tries>.<number>.<number here>.<ns>.<left>[.<random>]
  const parts = reply.split('.');
  const first = parts.length > 9 ? 7 : 5;
  return {
    sequence: parts[first] ?? '',
    delivered: Number(parts[first + 1]),
    ms: Number(BigInt(parts[first + 2] ?? '0') / 1_000_000n),
  };
};

const messageIdPattern = /^([0-9a-f-]{36}):([0-9a-f-]{36})$/;

const toStoredBatch = (message: Msg, streamCreated: string): StoredBatch | null => {
  const [, instance_id, batch_id] = messageIdPattern.exec(message.headers?.get('Nats-Msg-Id') ?? '') ?? [];
  const partition = partitionIn(message.subject);
  if (!instance_id || !batch_id || !Number.isInteger(partition)) return null;
  const { sequence, ms } = ackMetadata(message);
  return {
    transaction_id: streamCreated,
    position: sequence,
    partition,
    instance_id,
    batch_id,
    received_ms: ms,
    payload: message.string(),
  };
};

/**
 * Creates a consumer, with retries: a server that just went down may be chosen to host it, which shows as a timeout.
 */
const createConsumer = async (manager: JetStreamManager, config: Partial<ConsumerConfig>): Promise<ConsumerInfo> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await manager.consumers.add(telemetryStream, config);
    } catch (error) {
      if (attempt === attempts || (error as Error).name !== 'TimeoutError') throw error;
    }
  }
};

const addConsumer = async (
  manager: JetStreamManager,
  connection: NatsConnection,
  lane: number,
  after: LogPosition,
): Promise<LaneConsumer | null> => {
  const info = await telemetryInfo(manager);
  if (!info) return null;
  const streamCreated = String(streamCreatedMs(info));
  const order = BigInt(after.transaction_id) - BigInt(streamCreated);
  if (order > 0n) throw new Error('the stream for telemetry is older than what was read of it: was it restored?');
  const { name, num_pending } = await createConsumer(manager, {
    ack_policy: AckPolicy.None,
    deliver_policy: DeliverPolicy.StartSequence,
    opt_start_seq: order === 0n ? Number(after.position) + 1 : 1,
    filter_subject: laneSubjectFilter(lane),
    inactive_threshold: nanos(inactiveMs),
    mem_storage: true,
    num_replicas: 1,
  });
  return { connection, name, streamCreated, at: after, delivered: 0, pending: num_pending };
};

const removeConsumer = (bus: Pick<Bus, 'connection'>, name: string): Promise<unknown> =>
  streamManager(bus)
    .then((manager) => manager.consumers.delete(telemetryStream, name))
    .catch(() => {});

/**
 * How many messages the stream has of a lane after a position, and when the first of them arrived (unix ms; null without
 * any). Cost: a consumer, and one message when there is one. Throws while NATS is down.
 */
export const readLaneBacklog = (
  bus: Pick<Bus, 'connection' | 'newInbox'>,
  lane: number,
  after: LogPosition,
): Promise<{ messages: number; oldest_ms: EpochMs | null }> => {
  const read = async () => {
    const consumer = await addConsumer(await streamManager(bus), bus.connection(), lane, after);
    if (!consumer) return { messages: 0, oldest_ms: null };
    try {
      if (consumer.pending === 0) return { messages: 0, oldest_ms: null };
      const { messages } = await pull(consumer, bus.newInbox(), 1, pullBytes);
      return { messages: consumer.pending, oldest_ms: messages[0] ? ackMetadata(messages[0]).ms : null };
    } finally {
      void removeConsumer(bus, consumer.name);
    }
  };
  return asBusError(read());
};

/**
 * The JetStream stream as a source, for one reader: each lane has a consumer that continues where the last read ended
 * and is replaced when a read starts elsewhere. A gap in the consumer sequence means a lost message, which is read
 * again. `onUnreadable` is told the number in the stream of each message that is no batch; of one that is read again,
 * each time.
 */
export const createJetStreamSource = (
  bus: Pick<Bus, 'connection' | 'newInbox'>,
  onUnreadable: (sequence: number) => void = () => {},
): TelemetrySource => {
  const consumers = new Map<number, LaneConsumer>();

  const consumerFor = async (lane: number, after: LogPosition): Promise<LaneConsumer | null> => {
    const connection = bus.connection();
    const known = consumers.get(lane);
    if (known?.connection === connection && comparePositions(known.at, after) === 0) return known;
    consumers.delete(lane);
    if (known?.connection === connection) void removeConsumer(bus, known.name);
    const fresh = await addConsumer(await streamManager(bus), connection, lane, after);
    if (fresh) consumers.set(lane, fresh);
    return fresh;
  };

  /** The batches of a lane, or null when its consumer failed and has to be replaced. */
  const readLane = async (
    lane: number,
    after: LogPosition,
    until: LogPosition,
    limit: number,
  ): Promise<StoredBatch[] | null> => {
    const consumer = await consumerFor(lane, after);
    const rows: StoredBatch[] = [];
    if (!consumer) return rows;
    let bytes = 0;
    const restart = () => {
      consumers.delete(lane);
      return rows.length > 0 ? rows : null;
    };
    while (rows.length < limit && bytes < maxReadBytes - pullBytes) {
      const { messages, exhausted, consumerLost } = await pull(
        consumer,
        bus.newInbox(),
        Math.min(limit - rows.length, pullMessages),
        pullBytes,
      );
      for (const message of messages) {
        consumer.delivered += 1;
        if (ackMetadata(message).delivered !== consumer.delivered) return restart();
        const row = toStoredBatch(message, consumer.streamCreated);
        if (row && comparePositions(row, until) > 0) {
          consumers.delete(lane);
          return rows;
        }
        if (!row) {
          onUnreadable(Number(ackMetadata(message).sequence));
          continue;
        }
        rows.push(row);
        consumer.at = row;
        bytes += message.data.length;
      }
      if (consumerLost) return restart();
      if (exhausted) break;
    }
    return rows;
  };

  return {
    name: 'jetstream',
    async read(lane, after, until, limit) {
      try {
        for (let attempt = 0; attempt < attempts; attempt += 1) {
          const rows = await asBusError(readLane(lane, after, until, limit));
          if (rows) return rows;
        }
      } catch (error) {
        consumers.delete(lane);
        throw error;
      }
      throw new BusUnavailable('the stream for telemetry cannot be read');
    },
  };
};
