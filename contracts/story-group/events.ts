import { z } from 'zod';
import { id, safeCount, unixSeconds } from '../api/ids.ts';
import type { EventsOf } from '../event.ts';
import { storyChanges, storyState } from './story.ts';

/** The viewers that a group is meant for, as events name them: the uploaded CSV and the list made of it, by key. */
export const viewerList = z.object({
  name: z.string(),
  path: z.string(),
  list: z.string(),
  count: z.int(),
});
export type ViewerListRef = z.infer<typeof viewerList>;
/** Settings as state and events hold them. */
export const groupSettings = z.object({
  /** Absent and null: everybody. */
  dynamic_segmentation: viewerList.nullable().optional(),
  app_version_targeting: z
    .object({
      min_version: z.string().nullable(),
      max_version: z.string().nullable(),
    })
    .nullable(),
  thematic_icons: z.object({ dark: z.string().nullable() }).nullable(),
  description: z.string(),
  is_unpublished: z.boolean(),
  is_mobile: z.boolean(),
});
export type GroupSettings = z.infer<typeof groupSettings>;
const groupContent = z.object({
  title: z.string(),
  icon: z.string(),
  ts_start: unixSeconds,
  ts_end: unixSeconds.nullable(),
  segments: z.array(z.array(z.string())),
  target_cap: safeCount.nullable(),
  click_target_cap: safeCount.nullable(),
  cta_macro: z.string().nullable(),
  settings: groupSettings,
});
export type GroupContent = z.infer<typeof groupContent>;
/** What a restore makes of one story: the fields that change, and the status it has then. */
const storyReturn = z.object({ story_id: id, changes: storyChanges, status: z.int() });
export type StoryReturn = z.infer<typeof storyReturn>;
export const storyGroupEvents = {
  StoryGroupCreated: groupContent.extend({
    account_id: id,
    app_id: id,
    instance_id: id,
    user_id: id.nullable(),
    type: z.literal('manual'),
    status: z.int(),
  }),
  StoryGroupDetailsChanged: groupContent.partial(),
  StoryGroupStatusChanged: z.object({ from: z.int(), to: z.int() }),
  StoryGroupDeleted: z.object({ from: z.int() }),
  StoryAdded: z.object({ story: storyState }),
  StoryChanged: z.object({ story_id: id, changes: storyChanges }),
  StoryActivated: z.object({ story_id: id }),
  /** `cap` is the one that the story had reached, where the system did it for that. */
  StoryInactivated: z.object({ story_id: id, cap: safeCount.optional() }),
  StoryDeleted: z.object({ story_id: id }),
  /** `moved` is the one story that went to another place; null or absent when there were several. */
  StoriesReordered: z.object({ order: z.array(id), moved: id.nullable().optional() }),
  /** Content as it was at a version (null: as it stands) and a return from deletion; order, pin and what is live stay. */
  StoryGroupRestored: z.object({
    version: z.int().nullable(),
    from: z.int(),
    to: z.int(),
    content: groupContent.partial(),
    stories: z.array(storyReturn),
  }),
  StoryRestored: storyReturn.extend({ version: z.int().nullable() }),
};
export type StoryGroupEvent = EventsOf<typeof storyGroupEvents>;
