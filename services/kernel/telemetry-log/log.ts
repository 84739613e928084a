import {
  type SdkEvent,
  type SdkEventType,
  type SdkRejectionCode,
  sdkLimits,
  type sdkPlatforms,
} from '#contracts/sdk/protocol.ts';
import type { EpochMs } from '#contracts/time.ts';

/** An accepted batch as the log keeps it: ids resolved, viewers hashed, nothing personal. */
export interface TelemetryRecord {
  /** 0 to 1,023, from the instance token. */
  partition: number;
  instance_id: string;
  batch_id: string;
  /** A TelemetryPayload as JSON text. */
  payload: string;
}

/**
 * An accepted event: `at` by the server's clock in whole ms, `watch_ms` capped, the group filled in from its story.
 * `length_ms`, of a story_left: how long its story was then; undefined in batches that were accepted without it.
 */
export interface TelemetryEvent extends Omit<SdkEvent, 'type'> {
  type: SdkEventType;
  length_ms?: number;
}

/** What the server corrected when an event was accepted. */
export type Correction = Partial<Pick<TelemetryEvent, 'group_id' | 'watch_ms'>>;

/**
 * A rejected event: its index in the sent batch, why, and of what was sent only the parts that name nobody and
 * have the shape that the protocol gives them; `at` is unix ms by the sender's clock.
 */
export interface RejectedEvent
  extends Partial<Pick<SdkEvent, 'id' | 'type' | 'at' | 'group_id' | 'story_id' | 'component_id'>> {
  place: number;
  code: SdkRejectionCode;
}

/** The metadata of a batch. Viewer, session and device are keyed hashes (128 bits, base64url), null without consent. */
export interface TelemetryEnvelope {
  v: 2;
  app_id: string;
  account_id: string;
  /** Unix milliseconds of the accepting server. */
  received_at: EpochMs;
  /** What the sender's clock lags behind the server's, in ms; to be added to each `at`. */
  offset: number;
  consent: boolean;
  viewer: string | null;
  session: string | null;
  device: string | null;
  platform: (typeof sdkPlatforms)[number];
  sdk_version: string;
  app_version: string | null;
  /** Indexes in the sent batch of the rejected events; they are not kept and not counted. */
  rejected: number[];
  /** That its sender was over the hourly limit of viewers for the instance; never without a viewer. */
  crowded?: true;
  /** The same with the reason of each. */
  refusals?: RejectedEvent[];
  /** By index among the accepted events, where there is something to correct. */
  corrections?: Record<number, Correction>;
  /**
   * By index among the accepted events, of each story_left whose story was not as long as a picture: its length in ms.
   * Present, though it may be empty, wherever there is a story_left.
   */
  lengths?: Record<number, number>;
}

/** What a record carries: the envelope and the accepted events as they were sent, see `normalizeEvents`. */
export interface TelemetryPayload extends TelemetryEnvelope {
  events: TelemetryEvent[];
}

/** The text of a payload whose events are JSON text already. */
export const serializePayload = (envelope: TelemetryEnvelope, events: string): string =>
  `${JSON.stringify(envelope).slice(0, -1)},"events":${events}}`;

/** Normalises accepted events in place: times by the server's clock, ids in lower case, corrections applied. */
export const normalizeEvents = ({ offset, corrections, lengths, events }: TelemetryPayload): TelemetryEvent[] => {
  for (const [index, event] of events.entries()) {
    event.at = Math.round(event.at + offset);
    if (event.group_id !== undefined) event.group_id = event.group_id.toLowerCase();
    if (event.story_id !== undefined) event.story_id = event.story_id.toLowerCase();
    if (event.watch_ms !== undefined) event.watch_ms = Math.round(event.watch_ms);
    const correction = corrections?.[index];
    if (correction) Object.assign(event, correction);
    if (lengths && event.type === 'story_left') event.length_ms = lengths[index] ?? sdkLimits.imageWatchMs;
  }
  return events;
};

/** Where accepted batches are made durable. */
export interface TelemetryLog {
  /** Resolves once the record is durable; rejects when the log is down, and the batch must then not be acknowledged. */
  append(record: TelemetryRecord): Promise<void>;
  stop(): Promise<void>;
}

/** The logs that accepted batches are read from. */
export type SourceName = 'postgres' | 'jetstream';

/**
 * A position in a log, in whose order it is read; both parts as text, since they are 64 bits wide. In Postgres the
 * writing transaction and the position in the inbox; in JetStream when the stream was made (unix ms) and the number in
 * the stream, so that positions of a recreated stream follow those of the lost one.
 */
export interface LogPosition {
  transaction_id: string;
  position: string;
}

/** A position before everything. */
export const firstLogPosition: LogPosition = { transaction_id: '0', position: '0' };
/** A position beyond everything that can be read. */
export const lastLogPosition: LogPosition = { transaction_id: '18446744073709551615', position: '9223372036854775807' };

/** Below zero when the first position lies before the second, zero for the same, else above. */
export const comparePositions = (a: LogPosition, b: LogPosition): number => {
  const difference =
    a.transaction_id === b.transaction_id
      ? BigInt(a.position) - BigInt(b.position)
      : BigInt(a.transaction_id) - BigInt(b.transaction_id);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
};

/** An accepted batch with its position; `received_ms` by the clock of the log. */
export interface StoredBatch extends LogPosition {
  partition: number;
  instance_id: string;
  batch_id: string;
  received_ms: EpochMs;
  /** A TelemetryPayload as JSON text. */
  payload: string;
}

/** Most bytes that one `read` brings into memory. */
export const maxReadBytes = 32 * 1024 * 1024;

/** The reading side of a log. */
export interface TelemetrySource {
  readonly name: SourceName;
  /**
   * The next batches of a lane after a position, up to and with another, oldest first, at most `limit` and
   * `maxReadBytes`. Only what nothing can come before any more is read. Throws while the log is down.
   */
  read(lane: number, after: LogPosition, until: LogPosition, limit: number): Promise<StoredBatch[]>;
}
