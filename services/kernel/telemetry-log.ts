import type { SdkEvent, SdkEventType, sdkPlatforms } from '#contracts/sdk.ts';

/** An accepted batch as the log keeps it: ids resolved, viewers hashed, nothing personal. */
export interface TelemetryRecord {
  /** 0 to 63, from the instance token. */
  partition: number;
  instance_id: string;
  batch_id: string;
  /** A TelemetryPayload as JSON text. */
  payload: string;
}

/** An accepted event: `at` by the server's clock in whole ms, `watch_ms` capped, the group filled in from its story. */
export interface TelemetryEvent extends Omit<SdkEvent, 'type'> {
  type: SdkEventType;
}

/** What was known better than the sender when an event was accepted. */
export type Correction = Partial<Pick<TelemetryEvent, 'group_id' | 'watch_ms'>>;

/** What is said of a batch as a whole. Viewer, session and device are keyed hashes (128 bits, base64url), null without consent. */
export interface TelemetryEnvelope {
  v: 2;
  app_id: string;
  account_id: string;
  /** Unix milliseconds of the accepting server. */
  received_at: number;
  /** What the sender's clock lags behind the server's, in ms; to be added to each `at`. */
  offset: number;
  consent: boolean;
  viewer: string | null;
  session: string | null;
  device: string | null;
  platform: (typeof sdkPlatforms)[number];
  sdk_version: string;
  app_version: string | null;
  /** Places in the sent batch of events that were refused; they are not kept and not counted. */
  rejected: number[];
  /** By place among the kept events, where there is something to correct. */
  corrections?: Record<number, Correction>;
}

/** What a record carries: the envelope and the accepted events as they were sent, see `acceptedEvents`. */
export interface TelemetryPayload extends TelemetryEnvelope {
  events: TelemetryEvent[];
}

/** The text of a payload whose events are JSON text already. */
export const payloadText = (envelope: TelemetryEnvelope, events: string): string =>
  `${JSON.stringify(envelope).slice(0, -1)},"events":${events}}`;

/** The accepted events of a payload, put right where they stand: times by the server's clock, ids in lower case. */
export const acceptedEvents = ({ offset, corrections, events }: TelemetryPayload): TelemetryEvent[] => {
  for (const [index, event] of events.entries()) {
    event.at = Math.round(event.at + offset);
    if (event.group_id !== undefined) event.group_id = event.group_id.toLowerCase();
    if (event.story_id !== undefined) event.story_id = event.story_id.toLowerCase();
    if (event.watch_ms !== undefined) event.watch_ms = Math.round(event.watch_ms);
    const correction = corrections?.[index];
    if (correction) Object.assign(event, correction);
  }
  return events;
};

/** Where accepted batches are made durable. */
export interface TelemetryLog {
  /** Resolves once the record is durable; rejects when the log is down, and the batch must then not be acknowledged. */
  append(record: TelemetryRecord): Promise<void>;
  stop(): Promise<void>;
}
