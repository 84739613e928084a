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
import { refusalCode } from '../messaging/stream.ts';
import { laneOf, type TelemetryRecord } from './log.ts';

/** The JetStream stream that holds accepted batches until they are counted and archived. */
export const telemetryStream = 'STORYRAIL_TELEMETRY';
/** Every subject of that stream. */
export const telemetrySubjects = 'telemetry.>';

const duplicateWindowMs = 2 * 60_000;
const lookMs = 5000;

/** Where a batch of a partition is published: its lane comes first, so that one filter finds a lane. */
export const subjectOf = (partition: number): string => `telemetry.${laneOf(partition)}.${partition}`;
/** What a lane's batches are found by. */
export const laneSubjects = (lane: number): string => `telemetry.${lane}.*`;
/** The message id of a batch, by which the servers know a repetition for some minutes. */
export const messageId = ({ instance_id, batch_id }: Pick<TelemetryRecord, 'instance_id' | 'batch_id'>): string =>
  `${instance_id}:${batch_id}`;

interface Wanted {
  replicas: number;
  /** Most that the stream holds; more is refused, never dropped. */
  maxBytes: number;
}

// Fields that servers of 2.9 know. Nothing goes by age: what is counted and archived is purged.
const wanted = ({ replicas, maxBytes }: Wanted) =>
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

const isElsewhere = (manager: JetStreamManager): Promise<boolean> =>
  telemetryInfo(manager).then(
    () => false,
    (error) => {
      if (refusalCode(error) === JetStreamApiCodes.JetStreamNotEnabledForAccount) return true;
      throw error;
    },
  );

/**
 * Makes the stream where it is missing; of one that is there, its size and number of copies are put right. Whoever publishes
 * into it from another account leaves that to those of its own.
 */
export const ensureTelemetryStream = async (manager: JetStreamManager, want: Wanted): Promise<void> => {
  if (await isElsewhere(manager)) return;
  const info = await telemetryInfo(manager);
  if (!info) return void (await manager.streams.add(wanted(want)));
  const { config } = info;
  if (config.max_bytes === want.maxBytes && config.num_replicas >= want.replicas) return;
  const num_replicas = Math.max(config.num_replicas, want.replicas);
  await manager.streams.update(telemetryStream, { ...config, max_bytes: want.maxBytes, num_replicas });
};

/** What the servers say of the stream; null while there is none. */
export const telemetryInfo = async (manager: JetStreamManager): Promise<StreamInfo | null> => {
  try {
    return await manager.streams.info(telemetryStream);
  } catch (error) {
    if (refusalCode(error) === JetStreamApiCodes.StreamNotFound) return null;
    throw error;
  }
};

/** When a stream was made, unix ms: what tells its numbers from those of one that was lost. */
export const madeMs = ({ created }: Pick<StreamInfo, 'created'>): number => Date.parse(created);

/** The number of the last message that arrived before a moment (unix ms), 0 when there is none. */
export const lastBefore = async (manager: JetStreamManager, moment: number): Promise<number> => {
  // A consumer that begins at a moment knows what comes before it; nothing is read by it.
  const { name, delivered } = await manager.consumers.add(telemetryStream, {
    ack_policy: AckPolicy.None,
    deliver_policy: DeliverPolicy.StartTime,
    opt_start_time: new Date(moment).toISOString(),
    inactive_threshold: nanos(lookMs),
    mem_storage: true,
    num_replicas: 1,
  });
  await manager.consumers.delete(telemetryStream, name).catch(() => false);
  return delivered.stream_seq;
};
