import { z } from 'zod';
import { id } from '#contracts/api/ids.ts';
import { pictureVariant } from '#contracts/api/picture-variant.ts';
import { sdkLimits, sdkPlatforms } from '#contracts/sdk/protocol.ts';
import { storyConditions } from '#contracts/studio/conditions.ts';
import { studioShape } from '#contracts/studio/shape.ts';

const opaque = z.string().max(sdkLimits.viewerId).optional();

/** What an SDK may say of its viewer; fields of later SDKs are passed over. */
export const storiesQuery = z.object({
  labels: z.string().max(2000).optional(),
  app_version: z.string().max(32).optional(),
  platform: z.enum(sdkPlatforms).optional(),
  device_id: opaque,
  viewer_id: opaque,
  locale: z.string().max(35).optional(),
});

const story = z.object({
  id,
  title: z.string(),
  type: z.int(),
  media: z.string(),
  thumbnail: z.string().nullable(),
  variants: z.array(pictureVariant),
  mime_type: z.string(),
  button_text: z.string(),
  outlink: z.string(),
  deep_link: z.string(),
  studio: studioShape.nullable(),
  conditions: storyConditions.nullable(),
  sort_order: z.int(),
  duration_ms: z.int().nullable(),
});

/** A story group as SDKs get it. */
export const deliveredGroup = z.object({
  id,
  title: z.string(),
  icon: z.string(),
  variants: z.array(pictureVariant),
  thematic_icons: z.object({ dark: z.string().nullable(), variants: z.array(pictureVariant) }).nullable(),
  type: z.string(),
  pinned: z.boolean(),
  sort_order: z.int(),
  template: z.null(),
  settings: z.object({ description: z.string(), cta_macro: z.string().nullable() }),
  stories: z.array(story),
});

/** The answer of GET /sdk/v1/{token}/stories, as the documentation shows it. */
export const storiesAnswer = z.object({
  data: z.object({
    app: z.object({
      title: z.string(),
      is_sharable: z.boolean(),
      app_intent: z.string().nullable(),
      ads: z.boolean(),
      ad_frequency: z.int().nullable(),
      ad_first: z.int().nullable(),
    }),
    groups: z.array(deliveredGroup),
  }),
});
