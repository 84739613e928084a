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
import { type Bus, BusDown } from './bus.ts';

/** The JetStream stream that holds copies of the log's events. */
export const eventStream = 'STORYRAIL_EVENTS';
/** Every subject of that stream. */
export const eventSubjects = 'events.>';
/** Milliseconds after which a question has failed; nobody answers while a cluster elects: asked again, it finds the leader. */
const questionMs = 500;

const keptMs = 30 * 86_400_000;
const duplicateWindowMs = 10 * 60_000;

// Fields that servers of 2.9 know. A full stream refuses, and so raises an alarm, rather than drop what nobody has read yet.
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

/** JetStream's number for a refusal, or null for an error of another kind. */
export const refusalCode = (error: unknown): number | null => (error instanceof JetStreamApiError ? error.code : null);

/** What manages streams on the connection that there is now; throws BusDown when there is none. */
export const manageStreams = async (bus: Pick<Bus, 'use'>): Promise<JetStreamManager> =>
  jetstreamManager(bus.use(), { checkAPI: false, timeout: questionMs });

/**
 * Makes the stream where it is missing. Of one that is there, limits that an operator has set stay as they are; subjects
 * are put right and copies are added when the cluster has grown. Answers the numbers of its first and last message.
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
    if (refusalCode(error) !== JetStreamApiCodes.StreamNotFound) throw error;
    return (await manager.streams.add(wanted(replicas))).state;
  }
};

/** The event that a message of the stream carries, by its message id; null for a message that is gone or none of ours. */
export const eventIdAt = async (manager: JetStreamManager, sequence: number): Promise<string | null> => {
  try {
    const message = await manager.streams.getMessage(eventStream, { seq: sequence });
    return message?.header.get('Nats-Msg-Id') || null;
  } catch (error) {
    if (refusalCode(error) === JetStreamApiCodes.NoMessageFound) return null;
    throw error;
  }
};

const token = (text: string): string => text.replaceAll(/[^A-Za-z0-9_-]/g, '_') || '_';

/** Where an event is published: `events.<account>.<noun>.<Type>`, `none` for what belongs to no account. */
export const subjectOf = ({ account_id, stream, type }: Pick<LogRow, 'account_id' | 'stream' | 'type'>): string =>
  `events.${account_id ?? 'none'}.${token(streamNoun(stream))}.${token(type)}`;

/**
 * An event as outside consumers get it: `{type, schema_version, data, meta}`, meta as in EventMeta. Data that would make
 * the message larger than `maxBytes` are left out (null); they stand in the log under the stream and version of meta.
 */
export const payloadOf = (row: LogRow, maxBytes: number): string => {
  const { type, schema_version, data, transaction_id: _, position: __, actor_type, actor_id, ...meta } = row;
  const message = { type, schema_version, data, meta: { ...meta, actor: { type: actor_type, id: actor_id } } };
  const whole = JSON.stringify(message);
  return Buffer.byteLength(whole) <= maxBytes ? whole : JSON.stringify({ ...message, data: null });
};

/** Any failure of NATS as BusDown, so that it is told from a failure of the database. */
export const onBus = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof BusDown) throw error;
    throw new BusDown((error as Error).message, { cause: error });
  }
};
