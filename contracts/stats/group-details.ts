import { z } from 'zod';
import { id, querySeconds } from '../api/ids.ts';

/** One group, and days that are widened to whole UTC days, both included. */
export const groupRangeQuery = z.strictObject({
  story_group_id: id,
  ts_start: querySeconds.optional(),
  ts_end: querySeconds.optional(),
});

const count = z.int();
const day = z.string().nullable();

/** GET /analytics/funnel: the way from the bar to the click. */
export const funnel = z.object({
  first_day: day.describe('First day with any figure of the group. Null while there is none.'),
  covers: count
    .nullable()
    .describe('How often its cover was seen in the bar. Null unless that was counted on all of its days in the range.'),
  covers_first_day: day.describe('First day on which its cover was counted. Null while it never was.'),
  opens: count,
  first_story: count
    .nullable()
    .describe(
      'Impressions of the story that came first in the group for most of each day. Null if none did on a day with opens.',
    ),
  first_stories: z
    .array(z.object({ id, title: z.string(), from: z.string(), to: z.string() }))
    .describe('Which story came first on which UTC days of the range.'),
  completes: count,
  clicks: count,
});
export type Funnel = z.infer<typeof funnel>;

/** GET /analytics/watch_steps: how far the stories of a group were watched. */
export const watchSteps = z.object({
  first_day: day.describe('First day on which any of its stories was counted so. Null while none was.'),
  stories: z.array(
    z.object({
      id,
      title: z.string(),
      type: z.int(),
      status: z.int(),
      leaves: count.describe('How often it was left.'),
      steps: z
        .array(count)
        .describe('How often it was left in each of 20 equal steps of its length (images: of 20 seconds).'),
    }),
  ),
});
export type WatchSteps = z.infer<typeof watchSteps>;

const versionRow = z.object({
  version: z.string().nullable().describe('Null where the SDK named none.'),
  opens: count,
  impressions: count,
  clicks: count,
  completes: count,
  average_watch_length: z.number(),
});
const versionList = z.object({
  shown: z.array(versionRow),
  other: versionRow.omit({ version: true }).nullable().describe('All other versions together.'),
});

/** GET /analytics/versions: what each version of the app and of the SDK sent of a group, the most used 20 first. */
export const versions = z.object({ first_day: day, app: versionList, sdk: versionList });
export type VersionList = z.infer<typeof versionList>;
export type VersionRow = z.infer<typeof versionRow>;
export type Versions = z.infer<typeof versions>;
