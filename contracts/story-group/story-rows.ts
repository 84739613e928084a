import { z } from 'zod';
import { id, queryIds, unixSeconds } from '../api/ids.ts';
import { pictureVariant } from '../api/picture-variant.ts';
import { storyConditions } from '../studio/conditions.ts';
import { restReasonNames } from '../studio/resting.ts';
import { studioShape } from '../studio/shape.ts';

/** A story as GET /story answers it; media and thumbnail are addresses. */
export const storyRow = z.object({
  id,
  story_group_id: id,
  /** The kind of its group. */
  story_group_type: z.string(),
  app_id: id,
  title: z.string(),
  name: z.string(),
  /** Address of its group's icon. */
  icon: z.string(),
  type: z.int(),
  status: z.int(),
  user_id: id.nullable(),
  media: z.string(),
  mime_type: z.string(),
  media_type: z.enum(['image', 'gif', 'video']),
  thumbnail: z.string().nullable(),
  /** Smaller sizes of `thumbnail`, where there is none of `media`; of a picture that moves, stills. */
  variants: z.array(pictureVariant),
  width: z.int().nullable(),
  height: z.int().nullable(),
  duration_ms: z.int().nullable(),
  button_text: z.string(),
  outlink: z.string(),
  deep_link: z.string(),
  target_cap: z.number().nullable(),
  /** Its design; pictures are addresses. */
  studio: studioShape.nullable(),
  conditions: storyConditions.nullable(),
  /** The parts of the conditions that lead nowhere for the time being: rules by their place, `next` as null. */
  resting: z.array(z.object({ rule: z.int().nullable(), reason: z.enum(restReasonNames), message: z.string() })),
  sort_order: z.int(),
  ts_start: unixSeconds.nullable(),
  ts_end: unixSeconds.nullable(),
  ts_created: unixSeconds,
  ts_updated: unixSeconds,
  version: z.int(),
});
export type StoryRow = z.infer<typeof storyRow>;

export const storyDesignsQuery = z.strictObject({ story_id: queryIds });
/** A row of GET /story/designs; pictures are addresses. */
export const storyDesignRow = z.object({ story_id: id, studio: studioShape });
export type StoryDesignRow = z.infer<typeof storyDesignRow>;
