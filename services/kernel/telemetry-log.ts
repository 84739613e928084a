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

/** What a record carries. Viewer, session and device are keyed hashes (128 bits, base64url), null without consent. */
export interface TelemetryPayload {
  v: 1;
  app_id: string;
  account_id: string;
  /** Unix milliseconds of the accepting server. */
  received_at: number;
  consent: boolean;
  viewer: string | null;
  session: string | null;
  device: string | null;
  platform: (typeof sdkPlatforms)[number];
  sdk_version: string;
  app_version: string | null;
  /** Places in the sent batch of events that were refused; they are not kept and not counted. */
  rejected: number[];
  events: TelemetryEvent[];
}

/** Where accepted batches are made durable. */
export interface TelemetryLog {
  /** Resolves once the record is durable; rejects when the log is down, and the batch must then not be acknowledged. */
  append(record: TelemetryRecord): Promise<void>;
  stop(): Promise<void>;
}
