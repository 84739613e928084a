import { z } from 'zod';
import { id, queryInt, unixSeconds } from '../api/ids.ts';
import { limits } from '../api/limits.ts';
import { pictureVariant } from '../api/picture-variant.ts';
import { change } from '../audit/change.ts';
import { studioShape } from '../studio/shape.ts';
import { groupSettings, viewerList } from './events.ts';
import { storyRow } from './story-rows.ts';

/** GET /n/story_group. */
export const storyGroupQuery = z.strictObject({
  app_id: id.optional(),
  instance_id: id.optional(),
  story_group_id: id.optional(),
  id: id.optional(),
  status: z
    .string()
    .max(40)
    .regex(/^\d{1,2}(,\d{1,2})*$/)
    .optional(),
  label: z.string().max(limits.label).optional(),
  limit: queryInt(1, 1000).optional(),
  offset: queryInt(0, 1_000_000).optional(),
});

/** Settings as the API answers them: `path` is the address of the CSV, `count` the number of viewer ids in it. */
const settingsRow = groupSettings.extend({
  dynamic_segmentation: viewerList.omit({ list: true }).nullable(),
});

/** A story group as the API answers it; icons are addresses. */
export const storyGroupRow = z.object({
  id,
  account_id: id,
  app_id: id,
  instance_id: id,
  user_id: id.nullable(),
  /** First name of the creator, 'Deleted member' for who is no longer in the team, '' when erased. */
  creator: z.string(),
  type: z.string(),
  status: z.int(),
  /** How the system stopped it, 3 or 4, while it has not been active since. */
  stopped: z.int().nullable(),
  /** Whether the cap that stopped it was raised or removed since; true for what no cap stopped. */
  cap_open: z.boolean(),
  title: z.string(),
  name: z.string(),
  icon: z.string(),
  /** Smaller sizes of `icon`. */
  variants: z.array(pictureVariant),
  ts_start: unixSeconds,
  ts_end: unixSeconds.nullable(),
  ts_created: unixSeconds,
  ts_updated: unixSeconds,
  sort_order: z.int(),
  pinned: z.boolean(),
  segments: z.array(z.array(z.string())),
  target_cap: z.number().nullable(),
  click_target_cap: z.number().nullable(),
  cta_macro: z.string().nullable(),
  settings: settingsRow,
  story_count: z.int(),
  /** Posters of the first stories, at most 6, in order. */
  thumbnails: z.array(z.string()),
  /** For each of `thumbnails` the story whose design belongs over it, null where there is none. */
  designs: z.array(id.nullable()),
  version: z.int(),
  stories: z.array(storyRow).optional(),
});
export type StoryGroupRow = z.infer<typeof storyGroupRow>;

/** What a restore leaves as it is, and why; `story_id` is null for the group itself. */
export const leftAsIs = z.object({ story_id: id.nullable(), title: z.string(), message: z.string() });
export type LeftAsIs = z.infer<typeof leftAsIs>;
/** A story as it is drawn; `picture` is the address of its poster. */
const drawnStory = z.object({ studio: studioShape.nullable(), picture: z.string().nullable() });
/** A story whose design changes: before and after, null where there is no such story. */
export const redrawnStory = z.object({
  story_id: id,
  title: z.string(),
  from: drawnStory.nullable(),
  to: drawnStory.nullable(),
});
export type RedrawnStory = z.infer<typeof redrawnStory>;
/** What a restore would do, or why it is refused. */
export const restorePreview = z.object({
  changes: z.array(change),
  designs: z.array(redrawnStory).describe('The first four stories whose design changes.'),
  left: z.array(leftAsIs),
  refusal: z.object({ code: z.string(), message: z.string() }).nullable(),
});
export type RestorePreview = z.infer<typeof restorePreview>;
