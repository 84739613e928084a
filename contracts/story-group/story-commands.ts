import { z } from 'zod';
import { id, safeCount, unixSeconds } from '../api/ids.ts';
import { limits } from '../api/limits.ts';
import { mediaUrl } from '../api/media.ts';
import { storyConditions } from '../studio/conditions.ts';
import { studio } from '../studio/studio.ts';
import { storyGroupFieldWords } from '../words/story-group-fields.en.ts';
import { worded } from '../words/worded.ts';
import { buttonText, deepLink, outlink, storyTitle } from './story-fields.ts';

const fields = {
  title: storyTitle,
  type: z.literal([1, 2], worded(storyGroupFieldWords.storyType)),
  media: mediaUrl,
  thumbnail: mediaUrl.nullable(),
  button_text: buttonText,
  outlink,
  deep_link: deepLink,
  ts_start: unixSeconds.nullable(),
  ts_end: unixSeconds.nullable(),
  target_cap: safeCount.nullable(),
  studio: studio.nullable(),
  conditions: storyConditions.nullable(),
};
const optional = {
  thumbnail: fields.thumbnail.optional(),
  button_text: fields.button_text.optional(),
  outlink: fields.outlink.optional(),
  deep_link: fields.deep_link.optional(),
  ts_start: fields.ts_start.optional(),
  ts_end: fields.ts_end.optional(),
  target_cap: fields.target_cap.optional(),
  studio: fields.studio.optional(),
  conditions: fields.conditions.optional(),
};
const statusIn = z.literal([1, 2], worded(storyGroupFieldWords.storyNewStatus));
/** Changes nothing; answers which rules would lead nowhere. */
const dryRun = z.boolean().optional();
/** POST /story. */
export const addStory = z.strictObject({
  story_group_id: id.optional(),
  app_id: id.optional(),
  title: fields.title,
  type: fields.type,
  /** Left out where the design has a background: a picture of that color takes its place. */
  media: fields.media.optional(),
  status: statusIn.optional(),
  ...optional,
});
export type AddStory = z.infer<typeof addStory>;
/** PATCH /story. `status: 9` deletes. */
export const changeStory = z.strictObject({
  id: id.optional(),
  story_id: id.optional(),
  story_group_id: id.optional(),
  app_id: id.optional(),
  title: fields.title.optional(),
  type: fields.type.optional(),
  media: fields.media.optional(),
  sort_order: z.int().min(0).max(limits.storiesPerGroup).optional(),
  status: z.literal([1, 2, 9], worded(storyGroupFieldWords.storyStatus)).optional(),
  ...optional,
});
export type ChangeStory = z.infer<typeof changeStory>;
/** DELETE /story. */
export const deleteStory = z.strictObject({
  id: id.optional(),
  story_id: id.optional(),
  story_group_id: id.optional(),
  app_id: id.optional(),
});
/** POST /story/multiple: new stories, one append per group. */
export const addStories = z.strictObject({
  stories: z
    .array(addStory.extend({ story_group_id: id }))
    .min(1)
    .max(limits.bulk),
});
/** PATCH /story/multiple. */
export const changeStories = z.strictObject({
  stories: z.array(changeStory.extend({ id })).min(1).max(limits.bulk),
});
/** DELETE /story/multiple. */
export const deleteStories = z.strictObject({
  stories: z.array(id).min(1).max(limits.bulk),
});
/** POST /story/sort. */
export const sortStories = z.strictObject({
  story_group_id: id.optional(),
  app_id: id.optional(),
  instance_id: id.optional(),
  order: z.array(id).min(1).max(1000),
  /** The story that was moved: of two neighbours that changed places only the caller knows. */
  moved: id.optional(),
  dry_run: dryRun,
});
export type SortStories = z.infer<typeof sortStories>;
