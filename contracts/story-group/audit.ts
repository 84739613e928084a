import type { Change } from '../audit/change.ts';
import { type AuditFields, differences } from '../audit/differences.ts';
import { changedFields, quoted } from '../audit/phrases.ts';
import { mediaPlaceholder } from '../audit/placeholders.ts';
import type { NounAudit } from '../noun.ts';
import { streamId } from '../stream-name.ts';
import type { GroupContent, StoryGroupEvent, storyGroupEvents } from './events.ts';
import { livingStories, type StoryGroupState } from './state.ts';
import { groupStatus, storyStatus } from './status.ts';
import type { StoryState } from './story.ts';

const groupStatusLabels: Record<number, string> = {
  [groupStatus.active]: 'active',
  [groupStatus.inactive]: 'inactive',
  [groupStatus.capped]: 'inactive, target cap reached',
  [groupStatus.ended]: 'inactive, end date reached',
  [groupStatus.test]: 'a test group',
  [groupStatus.archived]: 'archived',
  [groupStatus.passive]: 'waiting for approval',
};
const storyStatusLabels: Record<number, string> = {
  [storyStatus.active]: 'active',
  [storyStatus.inactive]: 'inactive',
  [storyStatus.deleted]: 'deleted',
};
const statusLabel = (labels: Record<number, string>, status: number): string => labels[status] ?? `status ${status}`;

const labels = {
  title: 'the name',
  icon: 'the cover',
  ts_start: 'the start date',
  ts_end: 'the end date',
  segments: 'the labels',
  target_cap: 'the view cap',
  click_target_cap: 'the click cap',
  cta_macro: 'the CTA macro',
  settings: 'the settings',
  media: 'the media',
  thumbnail: 'the poster',
  button_text: 'the swipe-up text',
  outlink: 'the swipe-up link',
  deep_link: 'the deep link',
};

const viewersOf = ({ dynamic_segmentation: list }: GroupContent['settings']): string | null =>
  list ? `${list.name} (${list.count} viewers)` : null;

const groupFields = (state: GroupContent & { status: number }): AuditFields => ({
  title: state.title,
  icon: mediaPlaceholder(state.icon),
  status: statusLabel(groupStatusLabels, state.status),
  ts_start: state.ts_start,
  ts_end: state.ts_end,
  labels: state.segments,
  target_cap: state.target_cap,
  click_target_cap: state.click_target_cap,
  cta_macro: state.cta_macro,
  description: state.settings.description,
  is_unpublished: state.settings.is_unpublished,
  min_version: state.settings.app_version_targeting?.min_version ?? null,
  max_version: state.settings.app_version_targeting?.max_version ?? null,
  dark_icon: mediaPlaceholder(state.settings.thematic_icons?.dark ?? null),
  viewer_list: viewersOf(state.settings),
});

const storyFields = (story: StoryState): AuditFields => ({
  title: story.title,
  type: story.type === 2 ? 'video' : 'image',
  status: statusLabel(storyStatusLabels, story.status),
  media: mediaPlaceholder(story.media.key),
  thumbnail: mediaPlaceholder(story.thumbnail),
  button_text: story.button_text,
  outlink: story.outlink,
  deep_link: story.deep_link,
  ts_start: story.ts_start,
  ts_end: story.ts_end,
  target_cap: story.target_cap ?? null,
});

type EventData<Type extends StoryGroupEvent['type']> = Extract<StoryGroupEvent, { type: Type }>['data'];

/** The story that an event of a group is about, or null for the group itself. */
export const storyIdOf = ({ type, data }: { type: string; data: object }): string | null => {
  if (type === 'StoryAdded') return (data as EventData<'StoryAdded'>).story.id;
  return 'story_id' in data ? (data.story_id as string) : null;
};

const storyIn = (state: StoryGroupState, storyId: string): StoryState | undefined =>
  state.stories.find((story) => story.id === storyId);
const storyTitle = (state: StoryGroupState, storyId: string): string =>
  quoted(storyIn(state, storyId)?.title ?? 'a story');
/** A story's place among those that are not deleted, from 1. */
const placeAmongLiving = (state: StoryGroupState, storyId: string): number =>
  livingStories(state).findIndex((story) => story.id === storyId) + 1;

/** Changes of one story among those of a whole group: each field says whose it is. */
const restoredStoryChanges = (storyId: string, before: StoryGroupState, after: StoryGroupState): Change[] => {
  const [was, is] = [storyIn(before, storyId), storyIn(after, storyId)];
  if (!was || !is) return [];
  return differences(storyFields(was), storyFields(is)).map((one) => ({
    ...one,
    field: `${one.field} of “${is.title}”`,
  }));
};

const statusSentence = ({ from, to }: { from: number; to: number }, title: string): string => {
  switch (to) {
    case groupStatus.active:
      return from === groupStatus.passive ? `approved ${title}` : `activated ${title}`;
    case groupStatus.inactive:
      return `inactivated ${title}`;
    case groupStatus.ended:
      return `inactivated ${title}, its end date is reached`;
    case groupStatus.capped:
      return `inactivated ${title}, its target cap is reached`;
    case groupStatus.passive:
      return `put ${title} up for approval`;
    default:
      return `made ${title} ${statusLabel(groupStatusLabels, to)}`;
  }
};

/** How the audit tells of story groups and their stories. */
export const storyGroupAudit: NounAudit<typeof storyGroupEvents, StoryGroupState> = {
  sentences: {
    StoryGroupCreated: ({ data }) => `created the story group ${quoted(data.title)}`,
    StoryGroupDetailsChanged: ({ data, before }) => `${changedFields(data, labels)} of ${quoted(before.title)}`,
    StoryGroupStatusChanged: ({ data, after }) => statusSentence(data, quoted(after.title)),
    StoryGroupDeleted: ({ before }) => `deleted the story group ${quoted(before.title)}`,
    StoryAdded: ({ data, after }) => `added the story ${quoted(data.story.title)} to ${quoted(after.title)}`,
    StoryChanged: ({ data, before }) =>
      `${changedFields(data.changes, labels)} of the story ${storyTitle(before, data.story_id)}`,
    StoryActivated: ({ data, after }) => `activated the story ${storyTitle(after, data.story_id)}`,
    StoryInactivated: ({ data, after }) =>
      `inactivated the story ${storyTitle(after, data.story_id)}${data.cap === undefined ? '' : ', its target cap is reached'}`,
    StoryDeleted: ({ data, after }) => `deleted the story ${storyTitle(after, data.story_id)}`,
    StoriesReordered: ({ data: { moved }, before, after }) => {
      const title = quoted(after.title);
      if (!moved) return `reordered the stories of ${title}`;
      const [from, to] = [placeAmongLiving(before, moved), placeAmongLiving(after, moved)];
      return `moved the story ${storyTitle(after, moved)} from place ${from} to ${to} in ${title}`;
    },
    StoryGroupRestored: ({ data, after }) =>
      data.version === null
        ? `restored the story group ${quoted(after.title)}`
        : `restored version ${data.version} of ${quoted(after.title)}`,
    StoryRestored: ({ data, after }) =>
      `restored the story ${storyTitle(after, data.story_id)}${data.version === null ? '' : ` as in version ${data.version}`}`,
  },
  changes(event, before, after) {
    const storyId = storyIdOf(event);
    if (storyId) {
      const [was, is] = [storyIn(before, storyId), storyIn(after, storyId)];
      return differences(was ? storyFields(was) : null, is ? storyFields(is) : null);
    }
    if (event.type === 'StoriesReordered') {
      const order = (state: StoryGroupState) => livingStories(state).map((one) => one.title);
      return differences({ order: order(before) }, { order: order(after) });
    }
    const own = differences(before.exists ? groupFields(before) : null, groupFields(after));
    if (event.type !== 'StoryGroupRestored') return own;
    return [...own, ...event.data.stories.flatMap(({ story_id }) => restoredStoryChanges(story_id, before, after))];
  },
  subjectTypes: ['story_group', 'story'],
  subject(event, before, after) {
    const groupId = streamId(event.meta.stream);
    const storyId = storyIdOf(event);
    if (!storyId)
      return { type: 'story_group', id: groupId, title: after.title || before.title, parent_id: after.app_id || null };
    const title = (storyIn(after, storyId) ?? storyIn(before, storyId))?.title ?? '';
    return { type: 'story', id: storyId, title, parent_id: groupId };
  },
};
