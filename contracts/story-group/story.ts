import { z } from 'zod';
import { id, safeCount, unixSeconds } from '../api/ids.ts';
import { storedMedia } from '../api/media.ts';
import { storedConditions, storedStudio } from '../studio/stored.ts';

/** A story in a group's state. Media are keys of the file store, links '' when there is none. */
export const storyState = z.object({
  id,
  title: z.string(),
  type: z.union([z.literal(1), z.literal(2)]),
  status: z.int(),
  user_id: id.nullable(),
  media: storedMedia,
  thumbnail: z.string().nullable(),
  button_text: z.string(),
  outlink: z.string(),
  deep_link: z.string(),
  /** Its design; its swipe and the three fields before are one thing. */
  studio: storedStudio.nullable(),
  conditions: storedConditions.nullable(),
  ts_start: unixSeconds.nullable(),
  ts_end: unixSeconds.nullable(),
  /** Impressions after which the system inactivates it; absent from what was added before there was one. */
  target_cap: safeCount.nullable().optional(),
  /** The cap that inactivated it, while nobody has activated it since. */
  capped_at: safeCount.nullable().optional(),
  ts_created: unixSeconds,
  ts_updated: unixSeconds,
});
export type StoryState = z.infer<typeof storyState>;
/** What a StoryChanged event may carry. */
export const storyChanges = storyState
  .pick({
    title: true,
    media: true,
    type: true,
    thumbnail: true,
    button_text: true,
    outlink: true,
    deep_link: true,
    studio: true,
    conditions: true,
    ts_start: true,
    ts_end: true,
    target_cap: true,
  })
  .partial();
export type StoryChanges = z.infer<typeof storyChanges>;
