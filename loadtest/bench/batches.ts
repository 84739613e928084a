import { randomBytes, randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { SdkEventType } from '#contracts/sdk/protocol.ts';
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

const plainTypes = [
  'story_impression',
  'story_left',
  'story_next',
  'story_completed',
  'story_impression',
  'story_clicked',
] as const satisfies readonly SdkEventType[];

/** A way through a group, with the cover in the bar and what stories are watched for: 20 events. */
const fullTypes = [
  'bar_impression',
  'group_opened',
  'story_impression',
  'story_left',
  'story_impression',
  'component_impression',
  'story_left',
  'story_impression',
  'story_clicked',
  'story_left',
  'story_impression',
  'component_impression',
  'story_left',
  'story_next',
  'story_impression',
  'story_skipped',
  'story_impression',
  'story_left',
  'group_completed',
  'group_closed',
] as const satisfies readonly SdkEventType[];
/** The place in a batch where two of five have an answer. */
const answerAt = 13;
const ofNoStory = new Set<SdkEventType>(['bar_impression', 'group_opened', 'group_completed']);

const components: readonly { id: string; type: SdkEventType; values: readonly (string | number)[] }[] = [
  { id: 'love', type: 'reaction_clicked', values: ['😍', '🔥', '👏'] },
  { id: 'which', type: 'poll_selected', values: ['A', 'B', 'C'] },
  { id: 'capital', type: 'quiz_answered', values: ['A', 'B', 'C', 'D'] },
  { id: 'stars', type: 'rating_submitted', values: [1, 2, 3, 4, 5] },
];
const appVersions = ['4.2.0', '4.1.0', '4.0.1', '3.9.4', '5.0.0-beta'];
const sdkVersions = ['3.0.0', '2.9.0', '2.8.0'];

/** What batches are made of. */
export interface BatchMix {
  /** Covers, components and their answers (2 % of the events), five versions of the app and three of the SDK. */
  full?: boolean;
  /** Whether it is known how long the stories were, without which no watch steps are counted; default: yes. */
  lengths?: boolean;
}

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

/** A viewer's choice of a list, most often one of its first. */
const versionOf = (viewer: number, versions: readonly string[]): string =>
  versions[Math.min(viewer % versions.length, (viewer >> 4) % versions.length)]!;

const watchMs = (index: number): number => 1000 + ((made * 37 + index * 811) % 9000);

const plainEvent = (index: number, stories: readonly string[]) => {
  const type = plainTypes[index % plainTypes.length]!;
  return { type, story_id: stories[(made + index) % stories.length] };
};

const fullEvent = (index: number, stories: readonly string[]) => {
  const isAnswer = index === answerAt && made % 5 < 2;
  const place = (made + Math.floor(index / 3)) % stories.length;
  const component = components[place % components.length]!;
  const type = isAnswer ? component.type : fullTypes[index % fullTypes.length]!;
  return {
    type,
    ...(ofNoStory.has(type) ? {} : { story_id: stories[place] }),
    ...(isAnswer || type === 'component_impression' ? { component_id: component.id } : {}),
    ...(isAnswer ? { value: component.values[(made * 7) % component.values.length] } : {}),
  };
};

/**
 * A batch of 20 events of one viewer about one group, all within the 20 seconds before `at` (unix ms); no two alike.
 */
export const makeBatch = (
  sender: BatchSender,
  viewers: number,
  at: number,
  { full = false, lengths = true }: BatchMix = {},
): StoredBatch => {
  made += 1;
  const viewer = Math.floor(Math.random() * viewers);
  const { group_id, stories } = sender.groups[made % sender.groups.length]!;
  const events = Array.from({ length: 20 }, (_, index) => {
    const own = full ? fullEvent(index, stories) : plainEvent(index, stories);
    return {
      id: randomUUID(),
      at: at - 20_000 + index * 1000,
      group_id,
      ...own,
      position: index % stories.length,
      ...(own.type === 'story_left' ? { watch_ms: watchMs(index) } : {}),
      mode: 'auto',
    };
  });
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
        sdk_version: full ? versionOf(viewer, sdkVersions) : '1.4.2',
        app_version: full ? versionOf(viewer, appVersions) : '3.2.1',
        rejected: [],
        ...(lengths ? { lengths: {} } : {}),
      },
      JSON.stringify(events),
    ),
  };
};
