import {
  DiscardPolicy,
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamManager,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
} from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import { streamNoun } from '#contracts/stream-name.ts';
import type { LogRow } from '../event-store/read.ts';
import { type Bus, BusUnavailable } from './bus.ts';

/** The JetStream stream that holds copies of the log's events. */
export const eventStream = 'STORYRAIL_EVENTS';
/** Every subject of that stream. */
export const eventSubjects = 'events.>';
/** Request timeout in ms. Nobody replies during a leader election: a repeated request finds the new leader. */
const questionMs = 500;

const keptMs = 30 * 86_400_000;
const duplicateWindowMs = 10 * 60_000;

// Fields that servers of 2.9 know. A full stream rejects new messages, which raises an alarm, rather than drop unread
// ones.
const wanted = (replicas: number) =>
  ({
    name: eventStream,
    description: 'Copies of the committed events of Storyrail, in the order of its log',
    subjects: [eventSubjects],
    retention: RetentionPolicy.Limits,
    storage: StorageType.File,
    discard: DiscardPolicy.New,
    max_age: nanos(keptMs),
    duplicate_window: nanos(duplicateWindowMs),
    num_replicas: replicas,
  }) satisfies Partial<StreamConfig>;

/** JetStream's error code, or null for an error of another kind. */
export const jetStreamErrorCode = (error: unknown): number | null =>
  error instanceof JetStreamApiError ? error.code : null;

/** The JetStream manager on the current connection; throws BusUnavailable when there is none. */
export const streamManager = async (bus: Pick<Bus, 'connection'>): Promise<JetStreamManager> =>
  jetstreamManager(bus.connection(), { checkAPI: false, timeout: questionMs });

/**
 * Creates the stream where it is missing. On an existing one, limits that an operator has set stay; subjects are
 * corrected and replicas are added when the cluster has grown. Answers the sequences of its first and last message.
 */
export const ensureStream = async (
  manager: JetStreamManager,
  replicas: number,
): Promise<{ first_seq: number; last_seq: number }> => {
  try {
    const { config, state } = await manager.streams.info(eventStream);
    const fits = config.subjects?.join() === eventSubjects && config.num_replicas >= replicas;
    if (!fits) {
      const num_replicas = Math.max(config.num_replicas, replicas);
      await manager.streams.update(eventStream, { ...config, subjects: [eventSubjects], num_replicas });
    }
    return state;
  } catch (error) {
    if (jetStreamErrorCode(error) !== JetStreamApiCodes.StreamNotFound) throw error;
    return (await manager.streams.add(wanted(replicas))).state;
  }
};

/**
 * The event that a message of the stream carries, by its message id; null for a message that is gone or none of ours.
 */
export const eventIdAt = async (manager: JetStreamManager, sequence: number): Promise<string | null> => {
  try {
    const message = await manager.streams.getMessage(eventStream, { seq: sequence });
    return message?.header.get('Nats-Msg-Id') || null;
  } catch (error) {
    if (jetStreamErrorCode(error) === JetStreamApiCodes.NoMessageFound) return null;
    throw error;
  }
};

const token = (text: string): string => text.replaceAll(/[^A-Za-z0-9_-]/g, '_') || '_';

/** The subject of an event: `events.<account>.<noun>.<Type>`, `none` for what belongs to no account. */
export const eventSubject = ({ account_id, stream, type }: Pick<LogRow, 'account_id' | 'stream' | 'type'>): string =>
  `events.${account_id ?? 'none'}.${token(streamNoun(stream))}.${token(type)}`;

/**
 * The message of an event for outside consumers: `{type, schema_version, data, meta}`, meta as in EventMeta. Data that
 * would make the message larger than `maxBytes` are left out (null); they stand in the log under the stream and version
 * of meta.
 */
export const eventPayload = (row: LogRow, maxBytes: number): string => {
  const { type, schema_version, data, transaction_id: _, position: __, actor_type, actor_id, ...meta } = row;
  const message = { type, schema_version, data, meta: { ...meta, actor: { type: actor_type, id: actor_id } } };
  const whole = JSON.stringify(message);
  return Buffer.byteLength(whole) <= maxBytes ? whole : JSON.stringify({ ...message, data: null });
};

/** Maps any failure of NATS to BusUnavailable, so that it is distinguished from one of the database. */
export const asBusError = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof BusUnavailable) throw error;
    throw new BusUnavailable((error as Error).message, { cause: error });
  }
};
