import { z } from 'zod';
import { id, unixSeconds } from '../api/ids.ts';
import { sdkPlatforms, sdkRejectionCodes } from '../sdk/protocol.ts';

/** The query of GET /app/sdk_health and GET /app/sdk_support. */
export const sdkHealthQuery = z.strictObject({ app_id: id });

/** For how long refused events are kept as samples, figures by the minute, and which versions were used, in days. */
export const sdkHealthDays = { samples: 7, minutes: 8, versions: 30 } as const;

/** A minute or an hour by its beginning: events of accepted batches that were counted, and those that were refused. */
const sdkTraffic = z.object({ ts: unixSeconds, accepted: z.int(), rejected: z.int() });
export type SdkTraffic = z.infer<typeof sdkTraffic>;

/** An SDK that sent something in the last eight days; `sdk_version` is empty for those too many to tell apart. */
const sdkSeen = z.object({
  platform: z.enum(sdkPlatforms),
  sdk_version: z.string(),
  ts_last_seen: unixSeconds,
  accepted: z.int(),
  rejected: z.int(),
});
export type SdkSeen = z.infer<typeof sdkSeen>;

/** A refused event: where and why, and of the event itself the parts that name nobody; `at` is unix ms by the sender's clock. */
const sdkSample = z.object({
  ts: unixSeconds,
  instance_id: id,
  batch_id: z.string(),
  index: z.int(),
  platform: z.enum(sdkPlatforms),
  sdk_version: z.string(),
  code: z.enum(sdkRejectionCodes),
  event: z.object({
    id: z.string().optional(),
    type: z.string().optional(),
    at: z.number().optional(),
    group_id: z.string().optional(),
    story_id: z.string().optional(),
    component_id: z.string().optional(),
  }),
});
export type SdkSample = z.infer<typeof sdkSample>;

/** Beyond so many bytes of gzip the stories of an instance are too large to load well. */
export const largeDocumentBytes = 2 * 1024 * 1024;

/** An instance whose stories are too large to load well: `bytes` of gzip, without time and targeting. */
const largeDocument = z.object({ instance_id: id, bytes: z.int() });
export type LargeDocument = z.infer<typeof largeDocument>;

/**
 * What SDKs of an app sent. Batches that were refused as a whole (no batch by its shape, too large, too many requests) reach
 * no app's figures; they are counted in /metrics only.
 */
export const sdkHealth = z.object({
  versions: z.array(sdkSeen).describe('At most 100 of the last eight days, newest first.'),
  minutes: z.array(sdkTraffic).describe('The last 60 minutes, ending with the current one.'),
  hours: z.array(sdkTraffic).describe('The last 24 hours, ending with the current one.'),
  rejected: z.array(sdkSample).describe('The newest 50 kept samples of refused events of the last week.'),
  document_large: z.array(largeDocument).describe('The instances that deliver more than 2 MiB of gzip, largest first.'),
});
export type SdkHealth = z.infer<typeof sdkHealth>;

/** What the SDKs that an app used in the last 30 days can do. */
export const sdkSupport = z.object({
  conditions: z.boolean().describe('Whether all of them follow the conditions of stories.'),
});
export type SdkSupport = z.infer<typeof sdkSupport>;
