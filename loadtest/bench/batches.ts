import { randomBytes, randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { type StoredBatch, serializePayload } from '#kernel/telemetry-log/log.ts';
import { partitionCount } from '#kernel/telemetry-log/partition.ts';

/** An instance whose SDKs send batches, and what they are about. */
export interface BatchSender {
  account_id: string;
  app_id: string;
  instance_id: string;
  partition: number;
  groups: { group_id: string; stories: string[] }[];
}

/** Senders that are nowhere else: `apps` apps of one instance each, ten apps to an account. */
export const makeBatchSenders = (apps: number, groups: number, stories: number): BatchSender[] => {
  const accounts = Array.from({ length: Math.ceil(apps / 10) }, () => uuidv7());
  return Array.from({ length: apps }, (_, index) => ({
    account_id: accounts[Math.floor(index / 10)]!,
    app_id: uuidv7(),
    instance_id: uuidv7(),
    partition: index % partitionCount,
    groups: Array.from({ length: groups }, () => ({
      group_id: uuidv7(),
      stories: Array.from({ length: stories }, () => uuidv7()),
    })),
  }));
};

const types = ['story_impression', 'story_left', 'story_next', 'story_completed', 'story_impression', 'story_clicked'];
const hashes = new Map<number, string>();
/** The keyed hash of a viewer, as the ingest makes it; the same for the same number. */
const viewerOf = (viewer: number): string => {
  let hash = hashes.get(viewer);
  if (!hash) {
    hash = randomBytes(16).toString('base64url');
    hashes.set(viewer, hash);
  }
  return hash;
};

let made = 0;

/**
 * A batch of 20 events of one viewer about one group, all within the 20 seconds before `at` (unix ms); no two alike.
 */
export const makeBatch = (sender: BatchSender, viewers: number, at: number): StoredBatch => {
  made += 1;
  const viewer = Math.floor(Math.random() * viewers);
  const { group_id, stories } = sender.groups[made % sender.groups.length]!;
  const events = Array.from({ length: 20 }, (_, index) => ({
    id: randomUUID(),
    type: types[index % types.length]!,
    at: at - 20_000 + index * 1000,
    group_id,
    story_id: stories[(made + index) % stories.length],
    position: index % stories.length,
    ...(index % types.length === 1 ? { watch_ms: 1000 + ((made * 37) % 9000) } : {}),
    mode: 'auto',
  }));
  return {
    transaction_id: '0',
    position: String(made),
    partition: sender.partition,
    instance_id: sender.instance_id,
    batch_id: randomUUID(),
    received_ms: at,
    payload: serializePayload(
      {
        v: 2,
        app_id: sender.app_id,
        account_id: sender.account_id,
        received_at: at,
        offset: 0,
        consent: true,
        viewer: viewerOf(viewer),
        session: viewerOf(viewer),
        device: null,
        platform: 'ios',
        sdk_version: '1.4.2',
        app_version: '3.2.1',
        rejected: [],
      },
      JSON.stringify(events),
    ),
  };
};
