import { z } from 'zod';
import { change } from './audit.ts';
import type { EventsOf } from './event.ts';
import { id, queryInt, safeCount, unixSeconds } from './ids.ts';
import { limits } from './limits.ts';
import { mediaUrl } from './media.ts';
import { type StoryState, storyChanges, storyRow, storyState } from './story.ts';
import { text } from './text.ts';

const title = text({
  min: 1,
  max: limits.groupTitle,
  required: 'Give the story group a name.',
  tooLong: `Story group name can be maximum ${limits.groupTitle} characters.`,
});
const label = text({
  min: 1,
  max: limits.label,
  required: 'A label cannot be empty.',
  tooLong: `A label can be maximum ${limits.label} characters.`,
}).overwrite((value) => value.trim());
/** Labels: an AND of ORs. */
export const segments = z
  .array(z.array(label).min(1, 'A row of labels cannot be empty.').max(limits.labelsPerGroup))
  .max(limits.labelGroups);

/** A version of an app: up to four numbers with dots. */
export const appVersion = z.string().regex(/^\d{1,6}(\.\d{1,6}){0,3}$/, 'Use a version such as 4.12.0.');
const versionTargeting = z.strictObject({
  min_version: appVersion.nullable().optional(),
  max_version: appVersion.nullable().optional(),
});

/** The viewers that a group is meant for, as events name them: the uploaded CSV and the list made of it, by key. */
const viewerList = z.object({
  name: z.string(),
  path: z.string(),
  list: z.string(),
  count: z.int(),
});
export type ViewerListRef = z.infer<typeof viewerList>;

/** Settings as state and events hold them. */
const groupSettings = z.object({
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
  StoryInactivated: z.object({ story_id: id }),
  StoryDeleted: z.object({ story_id: id }),
  StoriesReordered: z.object({ order: z.array(id) }),
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

export interface StoryGroupState extends GroupContent {
  id: string;
  exists: boolean;
  account_id: string;
  app_id: string;
  instance_id: string;
  user_id: string | null;
  type: string;
  status: number;
  /** In the order people see them; deleted ones keep their place. */
  stories: StoryState[];
}

export const initialStoryGroup = (groupId: string): StoryGroupState => ({
  id: groupId,
  exists: false,
  account_id: '',
  app_id: '',
  instance_id: '',
  user_id: null,
  type: 'manual',
  status: 2,
  title: '',
  icon: '',
  ts_start: 0,
  ts_end: null,
  segments: [],
  target_cap: null,
  click_target_cap: null,
  cta_macro: null,
  settings: {
    app_version_targeting: null,
    thematic_icons: null,
    description: '',
    is_unpublished: false,
    is_mobile: false,
  },
  stories: [],
});

/** Stories of a group that are not deleted. */
export const livingStories = (state: Pick<StoryGroupState, 'stories'>): StoryState[] =>
  state.stories.filter((story) => story.status !== 9);

/** Whether an event puts its group into the order of its instance: made, or back from deletion. */
export const joinsOrder = (event: { type: string; data: unknown }): boolean => {
  if (event.type === 'StoryGroupCreated') return true;
  if (event.type !== 'StoryGroupRestored') return false;
  const { from, to } = (event as Extract<StoryGroupEvent, { type: 'StoryGroupRestored' }>).data;
  return from === 9 && to !== 9;
};

const withStory = (state: StoryGroupState, storyId: string, change: Partial<StoryState>): StoryGroupState => ({
  ...state,
  stories: state.stories.map((story) => (story.id === storyId ? { ...story, ...change } : story)),
});

const withReturn = (state: StoryGroupState, { story_id, changes, status }: StoryReturn, ts: number): StoryGroupState =>
  withStory(state, story_id, { ...changes, status, ts_updated: ts });

/** Folds one event into a story group; an event it does not know changes nothing. `ts` is the event's own moment, unix seconds. */
export const evolveStoryGroup = (state: StoryGroupState, event: StoryGroupEvent, ts: number): StoryGroupState => {
  switch (event.type) {
    case 'StoryGroupCreated':
      return { ...state, exists: true, ...event.data };
    case 'StoryGroupDetailsChanged':
      return { ...state, ...event.data };
    case 'StoryGroupStatusChanged':
      return { ...state, status: event.data.to };
    case 'StoryGroupDeleted':
      return { ...state, status: 9 };
    case 'StoryAdded':
      return { ...state, stories: [...state.stories, event.data.story] };
    case 'StoryChanged':
      return withStory(state, event.data.story_id, {
        ...event.data.changes,
        ts_updated: ts,
      });
    case 'StoryActivated':
      return withStory(state, event.data.story_id, {
        status: 1,
        ts_updated: ts,
      });
    case 'StoryInactivated':
      return withStory(state, event.data.story_id, {
        status: 2,
        ts_updated: ts,
      });
    case 'StoryDeleted':
      return withStory(state, event.data.story_id, {
        status: 9,
        ts_updated: ts,
      });
    case 'StoriesReordered': {
      const place = new Map(event.data.order.map((storyId, index) => [storyId, index]));
      const placed = state.stories.filter((story) => place.has(story.id));
      placed.sort((a, b) => place.get(a.id)! - place.get(b.id)!);
      let next = 0;
      return {
        ...state,
        stories: state.stories.map((story) => (place.has(story.id) ? placed[next++]! : story)),
      };
    }
    case 'StoryGroupRestored': {
      const { content, to, stories } = event.data;
      return stories.reduce((group, story) => withReturn(group, story, ts), { ...state, ...content, status: to });
    }
    case 'StoryRestored':
      return withReturn(state, event.data, ts);
    default:
      return state;
  }
};

const settingsIn = z.strictObject({
  dynamic_segmentation: z
    .strictObject({
      name: text({ min: 1, max: limits.fileName, required: 'Name the file.' }),
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
  type: z.literal('manual', 'Only groups made by hand can be created.').optional(),
  status: z.literal([1, 2, 8], 'Status is 1, 2 or 8.').optional(),
  ts_start: unixSeconds,
  ...optionalFields,
});
export type CreateStoryGroup = z.infer<typeof createStoryGroup>;

const groupStatusIn = z.literal([1, 2, 3, 4, 8, 9, 10], 'This is not a status.');
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
  version: z.int('A version is a whole number.').min(1).max(2_147_483_647).nullable().optional(),
  story_id: id.nullable().optional(),
});
/** What a restore leaves as it is, and why; `story_id` is null for the group itself. */
export const leftAsIs = z.object({ story_id: id.nullable(), title: z.string(), message: z.string() });
export type LeftAsIs = z.infer<typeof leftAsIs>;
/** What a restore would do, or why it is refused. */
export const restorePreview = z.object({
  changes: z.array(change),
  left: z.array(leftAsIs),
  refusal: z.object({ code: z.string(), message: z.string() }).nullable(),
});
export type RestorePreview = z.infer<typeof restorePreview>;

/** POST /story_group/sort. */
export const sortStoryGroups = z.strictObject({
  app_id: id.optional(),
  instance_id: id.optional(),
  order: z.array(id).min(1).max(10_000),
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
  /** First name of the creator, '' when erased. */
  creator: z.string(),
  type: z.string(),
  status: z.int(),
  title: z.string(),
  name: z.string(),
  icon: z.string(),
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
  version: z.int(),
  stories: z.array(storyRow).optional(),
});
export type StoryGroupRow = z.infer<typeof storyGroupRow>;
