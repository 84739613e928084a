import { v7 as uuidv7 } from 'uuid';
import { serializePayload, type TelemetryEnvelope } from '#kernel/telemetry-log/log.ts';

/** What is said of a batch as a whole, from an iOS app by a viewer without a session unless it is given otherwise. */
export const testEnvelope = (given: Partial<TelemetryEnvelope> & { received_at: number }): TelemetryEnvelope => ({
  v: 2,
  app_id: '0190a0b0-0000-7000-8000-000000000000',
  account_id: '0190a0b0-0000-7000-8000-000000000001',
  offset: 0,
  consent: true,
  viewer: 'AAAAAAAAAAAAAAAAAAAAAA',
  session: null,
  device: null,
  platform: 'ios',
  sdk_version: '1',
  app_version: null,
  rejected: [],
  ...given,
});

/** Whose batch it is, and the group that the viewer saw. */
export interface SeenBatch {
  app_id: string;
  account_id: string;
  group_id: string;
  /** 16 bytes in base64url. */
  viewer: string;
}

/**
 * The payload of a batch, as the ingest stores it, in which a viewer sees a group at each of `at` (unix milliseconds).
 */
export const seenPayload = ({ app_id, account_id, group_id, viewer }: SeenBatch, at: readonly number[]): string =>
  serializePayload(
    testEnvelope({ app_id, account_id, received_at: Math.max(...at), viewer }),
    JSON.stringify(
      at.map((one) => ({ id: uuidv7(), type: 'story_impression', group_id, story_id: group_id, at: one })),
    ),
  );
