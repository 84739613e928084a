import { z } from 'zod';
import type { PictureVariant } from '../api/picture-sizes.ts';
import type { StoryConditions } from '../studio/conditions.ts';
import type { Studio } from '../studio/shape.ts';

/** Types of events that an SDK may send. */
export const sdkEventTypes = [
  'bar_impression',
  'group_opened',
  'group_closed',
  'group_completed',
  'group_next',
  'group_previous',
  'story_impression',
  'story_completed',
  'story_next',
  'story_previous',
  'story_skipped',
  'story_paused',
  'story_resumed',
  'story_clicked',
  'story_shared',
  'story_left',
  'component_impression',
  'reaction_clicked',
  'poll_selected',
  'quiz_answered',
  'rating_submitted',
  'countdown_reminder_set',
  'countdown_reminder_removed',
  'product_tag_clicked',
  'ivod_viewed',
] as const;
export type SdkEventType = (typeof sdkEventTypes)[number];

/** Types with which a viewer answers a component; each answer is kept, with who gave it where there is consent. */
export const sdkAnswerTypes = [
  'reaction_clicked',
  'poll_selected',
  'quiz_answered',
  'rating_submitted',
  'countdown_reminder_set',
  'countdown_reminder_removed',
] as const satisfies readonly SdkEventType[];
export type SdkAnswerType = (typeof sdkAnswerTypes)[number];

export const sdkPlatforms = ['ios', 'android', 'web'] as const;
export type SdkPlatform = (typeof sdkPlatforms)[number];

/** Bounds of a batch. */
export const sdkLimits = {
  events: 50,
  bodyBytes: 64 * 1024,
  viewerId: 128,
  oldestMs: 7 * 86_400_000,
  aheadMs: 5 * 60_000,
  /** Longest watch that counts for an image, in ms. */
  imageWatchMs: 20_000,
} as const;

const opaque = z.string().min(1).max(sdkLimits.viewerId);
const uuid = z.string().regex(/^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/);
const epochMs = z.number().min(0).max(Number.MAX_SAFE_INTEGER);

/** One event of a batch. `type` is checked one by one, so that a bad event does not cost its neighbours. */
export const sdkEvent = z.strictObject({
  id: uuid,
  type: z.string().min(1).max(40),
  at: epochMs,
  group_id: uuid.optional(),
  story_id: uuid.optional(),
  component_id: z.string().max(64).optional(),
  watch_ms: z.number().min(0).max(86_400_000).optional(),
  value: z.union([z.string().max(200), z.number(), z.boolean()]).optional(),
  position: z.int().min(0).max(100_000).optional(),
  mode: z.enum(['auto', 'manual']).optional(),
});
export type SdkEvent = z.infer<typeof sdkEvent>;

/** The body of POST /sdk/v1/{token}/events. */
export const sdkBatch = z.strictObject({
  batch_id: uuid,
  sent_at: epochMs,
  viewer_id: opaque.optional(),
  session_id: opaque.optional(),
  device_id: opaque.optional(),
  platform: z.enum(sdkPlatforms),
  sdk_version: z.string().min(1).max(32),
  app_version: z.string().max(32).optional(),
  consent: z.boolean(),
  events: z.array(z.unknown()).min(1).max(sdkLimits.events),
});
export type SdkBatch = Omit<z.infer<typeof sdkBatch>, 'events'> & {
  events: SdkEvent[];
};

/**
 * Why an event is refused. UnknownComponent: no component of that id was ever published in its story, or one of a kind that
 * the event is not about; InvalidValue: the component takes no such answer.
 */
export const sdkRejectionCodes = [
  'InvalidEvent',
  'UnknownType',
  'UnknownGroup',
  'UnknownStory',
  'UnknownComponent',
  'InvalidValue',
  'TimeOutOfRange',
] as const;
export type SdkRejectionCode = (typeof sdkRejectionCodes)[number];

/** The answer to a batch that is durable. */
export const sdkAccepted = z.object({
  data: z.object({
    accepted: z.int(),
    rejected: z.array(
      z.object({
        index: z.int(),
        id: z.string().nullable(),
        code: z.enum(sdkRejectionCodes),
      }),
    ),
  }),
});

/** A story as an SDK gets it. */
export interface SdkStory {
  id: string;
  title: string;
  type: 1 | 2;
  media: string;
  thumbnail: string | null;
  /** `media` in smaller sizes, of a video its `thumbnail`; none of a picture that moves. */
  variants: PictureVariant[];
  mime_type: string;
  button_text: string;
  outlink: string;
  deep_link: string;
  /** Its design, without hidden components; pictures are addresses. */
  studio: Studio | null;
  /** Which story follows, without rules that rest at present; null: the order. */
  conditions: StoryConditions | null;
  sort_order: number;
  duration_ms: number | null;
}

/** A group as an SDK gets it. */
export interface SdkGroup {
  id: string;
  title: string;
  icon: string;
  /** `icon` in smaller sizes. */
  variants: PictureVariant[];
  thematic_icons: { dark: string | null; variants: PictureVariant[] } | null;
  type: string;
  pinned: boolean;
  sort_order: number;
  template: null;
  settings: { description: string; cta_macro: string | null };
  stories: SdkStory[];
}

/** The answer of GET /sdk/v1/{token}/stories. */
export interface SdkStories {
  data: {
    app: {
      title: string;
      is_sharable: boolean;
      app_intent: string | null;
      ads: boolean;
      ad_frequency: number | null;
      ad_first: number | null;
    };
    groups: SdkGroup[];
  };
}
