import { z } from 'zod';
import { id, safeCount, unixSeconds } from '../api/ids.ts';
import { limits } from '../api/limits.ts';
import { mediaUrl } from '../api/media.ts';
import { text } from '../api/text.ts';
import { fill } from '../words/phrase.ts';
import { storyGroupFieldWords } from '../words/story-group-fields.en.ts';
import { worded } from '../words/worded.ts';

const title = text({
  min: 1,
  max: limits.groupTitle,
  required: storyGroupFieldWords.title,
  tooLong: fill(storyGroupFieldWords.titleTooLong, { most: limits.groupTitle }),
});
const label = text({
  min: 1,
  max: limits.label,
  required: storyGroupFieldWords.label,
  tooLong: fill(storyGroupFieldWords.labelTooLong, { most: limits.label }),
})
  .refine((value) => !value.includes(','), worded(storyGroupFieldWords.labelComma))
  .overwrite((value) => value.trim());
/** Labels: an AND of ORs. */
export const segments = z
  .array(z.array(label).min(1, worded(storyGroupFieldWords.labelRow)).max(limits.labelsPerGroup))
  .max(limits.labelGroups);

/** A version of an app: up to four numbers with dots. */
export const appVersion = z.string().regex(/^\d{1,6}(\.\d{1,6}){0,3}$/, worded(storyGroupFieldWords.appVersion));
const versionTargeting = z.strictObject({
  min_version: appVersion.nullable().optional(),
  max_version: appVersion.nullable().optional(),
});

const settingsIn = z.strictObject({
  dynamic_segmentation: z
    .strictObject({
      name: text({ min: 1, max: limits.fileName, required: storyGroupFieldWords.fileName }),
      path: mediaUrl,
    })
    .nullable()
    .optional(),
  app_version_targeting: versionTargeting.nullable().optional(),
  thematic_icons: z.strictObject({ dark: mediaUrl.nullable().optional() }).nullable().optional(),
  description: text({ max: limits.description }).nullable().optional(),
  is_unpublished: z.boolean().optional(),
  is_mobile: z.boolean().optional(),
});
const optionalFields = {
  ts_end: unixSeconds.nullable().optional(),
  segments: segments.nullable().optional(),
  target_cap: safeCount.nullable().optional(),
  click_target_cap: safeCount.nullable().optional(),
  cta_macro: text({ max: 200 }).nullable().optional(),
  settings: settingsIn.optional(),
  account_id: id.optional(),
  user_id: id.optional(),
};

/** POST /n/story_group. */
export const createStoryGroup = z.strictObject({
  app_id: id,
  instance_id: id.optional(),
  title,
  icon: mediaUrl,
  type: z.literal('manual', worded(storyGroupFieldWords.type)).optional(),
  status: z.literal([1, 2, 8], worded(storyGroupFieldWords.newStatus)).optional(),
  ts_start: unixSeconds,
  ...optionalFields,
});
export type CreateStoryGroup = z.infer<typeof createStoryGroup>;

const groupStatusIn = z.literal([1, 2, 3, 4, 8, 9, 10], worded(storyGroupFieldWords.status));
/** PATCH /n/story_group. */
export const changeStoryGroup = z.strictObject({
  story_group_id: id.optional(),
  id: id.optional(),
  app_id: id.optional(),
  instance_id: id.optional(),
  title: title.optional(),
  icon: mediaUrl.optional(),
  type: z.literal('manual').optional(),
  status: groupStatusIn.optional(),
  ts_start: unixSeconds.optional(),
  ...optionalFields,
});
export type ChangeStoryGroup = z.infer<typeof changeStoryGroup>;

/** DELETE /story_group. */
export const deleteStoryGroup = z.strictObject({
  story_group_id: id.optional(),
  id: id.optional(),
  app_id: id.optional(),
});
/** POST /story_group/restore: no version brings back what was deleted, `story_id` means that story alone. */
export const restoreStoryGroup = z.strictObject({
  story_group_id: id.optional(),
  id: id.optional(),
  app_id: id.optional(),
  version: z.int(worded(storyGroupFieldWords.version)).min(1).max(2_147_483_647).nullable().optional(),
  story_id: id.nullable().optional(),
});
/** POST /story_group/sort. */
export const sortStoryGroups = z.strictObject({
  app_id: id.optional(),
  instance_id: id.optional(),
  order: z.array(id).min(1).max(10_000),
  /** The group that was moved: of two neighbours that changed places only the caller knows. */
  moved: id.optional(),
});
/** PATCH /story_group/multiple. */
export const changeStoryGroups = z.strictObject({
  story_groups: z
    .array(
      z.strictObject({
        id,
        status: groupStatusIn,
        app_id: id.optional(),
        account_id: id.optional(),
        user_id: id.nullable().optional(),
      }),
    )
    .min(1)
    .max(limits.bulk),
});
const idList = z.array(id).min(1).max(limits.bulk);
/** DELETE /story_group/multiple: ids joined with commas, or an array. */
export const deleteStoryGroups = z.strictObject({
  story_groups: z.union([
    idList,
    z
      .string()
      .min(1)
      .max(limits.bulk * 37)
      .transform((joined) => joined.split(',').map((one) => one.trim()))
      .pipe(idList),
  ]),
});
