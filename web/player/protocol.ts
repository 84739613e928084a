import type { SdkGroup, SdkStory } from '#contracts/sdk/protocol.ts';

/**
 * A story as the delivery answer carries it; `type` 1 is an image, 2 a video. `studio` is its design, `conditions` say which
 * story follows.
 */
export type Story = SdkStory;

/** A story group as the delivery answer carries it, its stories in playing order. */
export type Group = SdkGroup;

/** Who or what moved on: `auto` is the player itself, `manual` a person. */
export type Mode = 'auto' | 'manual';

/** The event types that this player sends. */
export type PlayerEventType =
  | 'bar_impression'
  | 'group_opened'
  | 'group_closed'
  | 'group_completed'
  | 'group_next'
  | 'group_previous'
  | 'story_impression'
  | 'story_completed'
  | 'story_next'
  | 'story_previous'
  | 'story_skipped'
  | 'story_paused'
  | 'story_resumed'
  | 'story_clicked'
  | 'story_left'
  | 'component_impression'
  | 'reaction_clicked'
  | 'poll_selected'
  | 'quiz_answered'
  | 'rating_submitted'
  | 'countdown_reminder_set'
  | 'countdown_reminder_removed'
  | 'product_tag_clicked';

/** One event; `at` is unix ms, `watch_ms` foreground milliseconds, `position` counts from 0; `value` is an answer or a product. */
export type PlayerEvent = {
  id: string;
  type: PlayerEventType;
  at: number;
  group_id?: string;
  story_id?: string;
  component_id?: string;
  value?: string | number;
  watch_ms?: number;
  position?: number;
  mode?: Mode;
};

/** What a batch says about its sender; without consent it holds no viewer, session or device id. */
export type BatchEnvelope = {
  viewer_id?: string;
  session_id?: string;
  device_id?: string;
  platform: 'web';
  sdk_version: string;
  app_version?: string;
  consent: boolean;
};

/** A batch as it is posted; `sent_at` is the time of this attempt. */
export type EventBatch = BatchEnvelope & { batch_id: string; sent_at: number; events: PlayerEvent[] };

/** The version that every batch names. */
export const SDK_VERSION = '1.0.0';
