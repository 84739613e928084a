import { v7 as uuidv7 } from 'uuid';
import { payloadText } from '#kernel/telemetry/log.ts';

/** What a batch is about, and who sent it. */
export interface Seen {
  app_id: string;
  account_id: string;
  group_id: string;
  /** 16 bytes in base64url. */
  viewer: string;
}

/** The payload of a batch, as the ingest stores it, in which a viewer sees a group at each of `at` (unix milliseconds). */
export const seenPayload = ({ app_id, account_id, group_id, viewer }: Seen, at: readonly number[]): string =>
  payloadText(
    {
      v: 2,
      app_id,
      account_id,
      received_at: Math.max(...at),
      offset: 0,
      consent: true,
      viewer,
      session: null,
      device: null,
      platform: 'ios',
      sdk_version: '1',
      app_version: null,
      rejected: [],
    },
    JSON.stringify(
      at.map((one) => ({ id: uuidv7(), type: 'story_impression', group_id, story_id: group_id, at: one })),
    ),
  );
