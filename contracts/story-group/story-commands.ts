import { z } from 'zod';
import { id, safeCount, unixSeconds } from '../api/ids.ts';
import { limits } from '../api/limits.ts';
import { mediaUrl } from '../api/media.ts';
import { mayOpen } from '../api/schemes.ts';
import { text } from '../api/text.ts';
import { fill } from '../words/phrase.ts';
import { storyGroupFieldWords } from '../words/story-group-fields.en.ts';
import { worded } from '../words/worded.ts';

const title = text({
  min: 1,
  max: limits.storyTitle,
  required: storyGroupFieldWords.storyTitle,
  tooLong: fill(storyGroupFieldWords.storyTitleTooLong, { most: limits.storyTitle }),
});
/** A host has at most 253 characters, a port five. To read a longer one costs: 1 MiB of them took 0.3 s. */
const webAddress = /^https?:\/\/[/\\]*[^\s/\\?#]{1,260}(?:[/\\?#]|$)/i;
/** Browsers read much that was never meant as an address (`http:a`, blanks in it): that is none here. */
const isWebAddress = (value: string): boolean => webAddress.test(value) && !/\s/.test(value) && URL.canParse(value);
const hasPassword = (value: string): boolean => {
  const { username, password } = new URL(value);
  return username !== '' || password !== '';
};
const buttonText = text({ max: limits.buttonText });
/** A link out of the app: http or https, without a name and password in it. */
export const outlink = text({ max: limits.url })
  .refine((value) => value === '' || isWebAddress(value), {
    ...worded(storyGroupFieldWords.outlink),
    abort: true,
  })
  .refine((value) => value === '' || !hasPassword(value), worded(storyGroupFieldWords.outlinkPassword));
/** A link into an app: any scheme but those that run code or read what is not the app's. */
export const deepLink = text({ max: limits.url }).refine(
  (value) => value === '' || mayOpen(value),
  worded(storyGroupFieldWords.deepLink),
);
const fields = {
  title,
  type: z.literal([1, 2], worded(storyGroupFieldWords.storyType)),
  media: mediaUrl,
  thumbnail: mediaUrl.nullable(),
  button_text: buttonText,
  outlink,
  deep_link: deepLink,
  ts_start: unixSeconds.nullable(),
  ts_end: unixSeconds.nullable(),
  target_cap: safeCount.nullable(),
};
const optional = {
  thumbnail: fields.thumbnail.optional(),
  button_text: fields.button_text.optional(),
  outlink: fields.outlink.optional(),
  deep_link: fields.deep_link.optional(),
  ts_start: fields.ts_start.optional(),
  ts_end: fields.ts_end.optional(),
  target_cap: fields.target_cap.optional(),
};
const statusIn = z.literal([1, 2], worded(storyGroupFieldWords.storyNewStatus));
/** POST /story. */
export const addStory = z.strictObject({
  story_group_id: id.optional(),
  app_id: id.optional(),
  title: fields.title,
  type: fields.type,
  media: fields.media,
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
});
