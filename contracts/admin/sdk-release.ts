import { z } from 'zod';
import { id, unixSeconds } from '../api/ids.ts';
import { limits } from '../api/limits.ts';
import { text } from '../api/text.ts';
import { sdkPlatforms } from '../sdk/protocol.ts';
import { staffWords } from '../words/staff.en.ts';
import { worded } from '../words/worded.ts';
import { listQuery } from './admin.ts';

const isVersion = (given: string): boolean => /^\d{1,9}(\.\d{1,9}){0,3}$/.test(given);
const isWebAddress = (given: string): boolean => /^https:\/\/\S+$/i.test(given) && URL.canParse(given);

/** POST /admin/sdk_release: a release of the SDK that apps with an older one should hear of. */
export const sdkReleaseBody = z.strictObject({
  platform: z.enum(sdkPlatforms, worded(staffWords.sdkPlatform)),
  version: text({ min: 1, max: 32, required: staffWords.sdkVersion }).refine(isVersion, worded(staffWords.sdkVersion)),
  /** Its release notes. */
  url: text({ min: 1, max: limits.url, required: staffWords.sdkNotes }).refine(
    isWebAddress,
    worded(staffWords.sdkNotes),
  ),
});
export type SdkRelease = z.infer<typeof sdkReleaseBody>;

/** GET /admin/sdk_release: the newest first, or with `sort` the oldest. */
export const sdkReleaseQuery = listQuery(z.strictObject({}), ['ts_created']).omit({ format: true });

/** A release that was announced: by whom, and how many accounts and apps heard of it so far. */
export const sdkReleaseRow = z.object({
  id,
  ts_created: unixSeconds,
  platform: z.enum(sdkPlatforms),
  version: z.string(),
  url: z.string(),
  user: z.object({ id, name: z.string() }),
  accounts: z.int(),
  apps: z.int(),
});
export type SdkReleaseRow = z.infer<typeof sdkReleaseRow>;
