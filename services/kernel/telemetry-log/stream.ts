import {
  AckPolicy,
  DeliverPolicy,
  DiscardPolicy,
  JetStreamApiCodes,
  type JetStreamManager,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
  type StreamInfo,
} from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import type { EpochMs } from '#contracts/time.ts';
import { jetStreamErrorCode } from '../messaging/stream.ts';
import type { TelemetryRecord } from './log.ts';

/** The JetStream stream that holds accepted batches until they are counted and archived. */
export const telemetryStream = 'STORYRAIL_TELEMETRY';
/** Every subject of that stream. */
export const telemetrySubjects = 'telemetry.>';

const duplicateWindowMs = 2 * 60_000;
const probeInactiveMs = 5000;

/** The message id of a batch, by which the servers deduplicate for two minutes. */
export const messageId = ({ instance_id, batch_id }: Pick<TelemetryRecord, 'instance_id' | 'batch_id'>): string =>
  `${instance_id}:${batch_id}`;

interface StreamOptions {
  replicas: number;
  /** Most that the stream holds; more is refused, never dropped. */
  maxBytes: number;
}

// Fields that servers of 2.9 know. Nothing goes by age: what is counted and archived is purged.
const streamConfig = ({ replicas, maxBytes }: StreamOptions) =>
  ({
    name: telemetryStream,
    description: 'Batches of SDK events that were accepted and are not archived yet',
    subjects: [telemetrySubjects],
    retention: RetentionPolicy.Limits,
    storage: StorageType.File,
    discard: DiscardPolicy.New,
    max_bytes: maxBytes,
    duplicate_window: nanos(duplicateWindowMs),
    num_replicas: replicas,
  }) satisfies Partial<StreamConfig>;

const isInAnotherAccount = (manager: JetStreamManager): Promise<boolean> =>
  telemetryInfo(manager).then(
    () => false,
    (error) => {
      if (jetStreamErrorCode(error) === JetStreamApiCodes.JetStreamNotEnabledForAccount) return true;
      throw error;
    },
  );

/**
 * Creates the stream where it is missing and corrects its size and number of replicas otherwise. A publisher from
 * another account leaves that to those of the stream's own.
 */
export const ensureTelemetryStream = async (manager: JetStreamManager, options: StreamOptions): Promise<void> => {
  if (await isInAnotherAccount(manager)) return;
  const info = await telemetryInfo(manager);
  if (!info) return void (await manager.streams.add(streamConfig(options)));
  const { config } = info;
  if (config.max_bytes === options.maxBytes && config.num_replicas >= options.replicas) return;
  const num_replicas = Math.max(config.num_replicas, options.replicas);
  await manager.streams.update(telemetryStream, { ...config, max_bytes: options.maxBytes, num_replicas });
};

/** The stream's info from the servers; null while there is none. */
export const telemetryInfo = async (manager: JetStreamManager): Promise<StreamInfo | null> => {
  try {
    return await manager.streams.info(telemetryStream);
  } catch (error) {
    if (jetStreamErrorCode(error) === JetStreamApiCodes.StreamNotFound) return null;
    throw error;
  }
};

/** When a stream was created, unix ms: tells its sequence numbers from those of a stream that was lost. */
export const streamCreatedMs = ({ created }: Pick<StreamInfo, 'created'>): EpochMs => Date.parse(created);

/** The sequence number of the last message that arrived before a time (unix ms), 0 when there is none. */
export const lastSequenceBefore = async (manager: JetStreamManager, moment: EpochMs): Promise<number> => {
  // A consumer that starts at a time reports the sequence before it; nothing is read by it.
  const { name, delivered } = await manager.consumers.add(telemetryStream, {
    ack_policy: AckPolicy.None,
    deliver_policy: DeliverPolicy.StartTime,
    opt_start_time: new Date(moment).toISOString(),
    inactive_threshold: nanos(probeInactiveMs),
    mem_storage: true,
    num_replicas: 1,
  });
  await manager.consumers.delete(telemetryStream, name).catch(() => false);
  return delivered.stream_seq;
};

/** How many messages the stream has after a sequence number, up to and with another, by the server that leads it. */
export const messagesBetween = async (manager: JetStreamManager, after: number, until: number): Promise<number> => {
  const { state } = await manager.streams.info(telemetryStream, { deleted_details: true });
  const from = Math.max(after, state.first_seq - 1);
  const deleted = (state.deleted ?? []).filter((sequence) => sequence > from && sequence <= until).length;
  return Math.max(0, until - from) - deleted;
};
