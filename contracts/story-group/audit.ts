import type { UnsaidChange } from '../audit/change.ts';
import { type AuditFields, differences } from '../audit/differences.ts';
import { changedFields } from '../audit/phrases.ts';
import { mediaPlaceholder } from '../audit/placeholders.ts';
import type { NounAudit } from '../noun.ts';
import { streamId } from '../stream-name.ts';
import { conditionLines, designChanges } from '../studio/changes.ts';
import { fill, type Phrase, type PhraseValue } from '../words/phrase.ts';
import { storyGroupAuditWords } from '../words/story-group-audit.en.ts';
import type { GroupContent, StoryGroupEvent, storyGroupEvents } from './events.ts';
import { livingStories, type StoryGroupState } from './state.ts';
import { groupStatus, storyStatus } from './status.ts';
import type { StoryState } from './story.ts';

const groupStatusLabels: Record<number, Phrase> = {
  [groupStatus.active]: storyGroupAuditWords.statusActive,
  [groupStatus.inactive]: storyGroupAuditWords.statusInactive,
  [groupStatus.capped]: storyGroupAuditWords.statusCapped,
  [groupStatus.ended]: storyGroupAuditWords.statusEnded,
  [groupStatus.test]: storyGroupAuditWords.statusTest,
  [groupStatus.archived]: storyGroupAuditWords.statusArchived,
  [groupStatus.passive]: storyGroupAuditWords.statusPassive,
};
const storyStatusLabels: Record<number, Phrase> = {
  [storyStatus.active]: storyGroupAuditWords.statusActive,
  [storyStatus.inactive]: storyGroupAuditWords.statusInactive,
  [storyStatus.deleted]: storyGroupAuditWords.statusDeleted,
};
const statusLabel = (labels: Record<number, Phrase>, status: number): Phrase =>
  labels[status] ?? fill(storyGroupAuditWords.statusOther, { status });

/** What the fields of groups and stories are called in a sentence. */
export const fieldLabels = {
  title: storyGroupAuditWords.title,
  icon: storyGroupAuditWords.icon,
  ts_start: storyGroupAuditWords.tsStart,
  ts_end: storyGroupAuditWords.tsEnd,
  segments: storyGroupAuditWords.segments,
  target_cap: storyGroupAuditWords.targetCap,
  click_target_cap: storyGroupAuditWords.clickTargetCap,
  cta_macro: storyGroupAuditWords.ctaMacro,
  settings: storyGroupAuditWords.settings,
  media: storyGroupAuditWords.media,
  thumbnail: storyGroupAuditWords.thumbnail,
  button_text: storyGroupAuditWords.buttonText,
  outlink: storyGroupAuditWords.outlink,
  deep_link: storyGroupAuditWords.deepLink,
  studio: storyGroupAuditWords.design,
  conditions: storyGroupAuditWords.conditions,
};

const viewersOf = ({ dynamic_segmentation: list }: GroupContent['settings']): Phrase | null =>
  list ? fill(storyGroupAuditWords.viewers, { name: list.name, count: list.count }) : null;

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
  type: story.type === 2 ? storyGroupAuditWords.video : storyGroupAuditWords.image,
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

const conditionsOf = (story: StoryState | undefined, state: StoryGroupState): Phrase[] =>
  conditionLines(story?.conditions ?? null, story?.studio ?? null, (id) => storyTitle(state, id));

/** What differs between two states of a story: its fields, its design by component, and its conditions in words. */
const storyChangesOf = (storyId: string, before: StoryGroupState, after: StoryGroupState): UnsaidChange[] => {
  const [was, is] = [storyIn(before, storyId), storyIn(after, storyId)];
  const [from, to] = [conditionsOf(was, before), conditionsOf(is, after)];
  const sameWay = JSON.stringify(was?.conditions ?? null) === JSON.stringify(is?.conditions ?? null);
  return [
    ...differences(was ? storyFields(was) : null, is ? storyFields(is) : null),
    ...designChanges(was?.studio ?? null, is?.studio ?? null).map(({ key: _, ...change }) => change),
    ...(sameWay ? [] : [{ field: 'conditions', from, to }]),
  ];
};

type EventData<Type extends StoryGroupEvent['type']> = Extract<StoryGroupEvent, { type: Type }>['data'];

/** The story that an event of a group is about, or null for the group itself. */
export const storyIdOf = ({ type, data }: { type: string; data: object }): string | null => {
  if (type === 'StoryAdded') return (data as EventData<'StoryAdded'>).story.id;
  return 'story_id' in data ? (data.story_id as string) : null;
};

const storyIn = (state: StoryGroupState, storyId: string): StoryState | undefined =>
  state.stories.find((story) => story.id === storyId);
const storyTitle = (state: StoryGroupState, storyId: string): PhraseValue =>
  storyIn(state, storyId)?.title ?? storyGroupAuditWords.aStory;
/** A story's place among those that are not deleted, from 1. */
const placeAmongLiving = (state: StoryGroupState, storyId: string): number =>
  livingStories(state).findIndex((story) => story.id === storyId) + 1;

/** Changes of one story among those of a whole group: each field says whose it is. */
const restoredStoryChanges = (storyId: string, before: StoryGroupState, after: StoryGroupState): UnsaidChange[] => {
  const is = storyIn(after, storyId);
  if (!is || !storyIn(before, storyId)) return [];
  return storyChangesOf(storyId, before, after).map((one) => ({
    ...one,
    field: fill(storyGroupAuditWords.fieldOf, { field: one.field, story: is.title }),
  }));
};

const statusSentence = ({ from, to }: { from: number; to: number }, title: string): Phrase => {
  switch (to) {
    case groupStatus.active:
      return fill(from === groupStatus.passive ? storyGroupAuditWords.approved : storyGroupAuditWords.activated, {
        title,
      });
    case groupStatus.inactive:
      return fill(storyGroupAuditWords.inactivated, { title });
    case groupStatus.ended:
      return fill(storyGroupAuditWords.endReached, { title });
    case groupStatus.capped:
      return fill(storyGroupAuditWords.capReached, { title });
    case groupStatus.passive:
      return fill(storyGroupAuditWords.passed, { title });
    default:
      return fill(storyGroupAuditWords.made, { title, status: statusLabel(groupStatusLabels, to) });
  }
};

/** How the audit tells of story groups and their stories. */
export const storyGroupAudit: NounAudit<typeof storyGroupEvents, StoryGroupState> = {
  sentences: {
    StoryGroupCreated: ({ data }) => fill(storyGroupAuditWords.created, { title: data.title }),
    StoryGroupDetailsChanged: ({ data, before }) =>
      fill(storyGroupAuditWords.changed, { fields: changedFields(data, fieldLabels), title: before.title }),
    StoryGroupStatusChanged: ({ data, after }) => statusSentence(data, after.title),
    StoryGroupDeleted: ({ before }) => fill(storyGroupAuditWords.deleted, { title: before.title }),
    StoryAdded: ({ data, after }) =>
      fill(storyGroupAuditWords.storyAdded, { story: data.story.title, title: after.title }),
    StoryChanged: ({ data, before }) =>
      fill(storyGroupAuditWords.storyChanged, {
        fields: changedFields(data.changes, fieldLabels),
        story: storyTitle(before, data.story_id),
      }),
    StoryActivated: ({ data, after }) =>
      fill(storyGroupAuditWords.storyActivated, { story: storyTitle(after, data.story_id) }),
    StoryInactivated: ({ data, after }) =>
      fill(data.cap === undefined ? storyGroupAuditWords.storyInactivated : storyGroupAuditWords.storyCapReached, {
        story: storyTitle(after, data.story_id),
      }),
    StoryDeleted: ({ data, after }) =>
      fill(storyGroupAuditWords.storyDeleted, { story: storyTitle(after, data.story_id) }),
    StoriesReordered: ({ data: { moved }, before, after }) => {
      const { title } = after;
      if (!moved) return fill(storyGroupAuditWords.reordered, { title });
      const [from, to] = [placeAmongLiving(before, moved), placeAmongLiving(after, moved)];
      return fill(storyGroupAuditWords.storyMoved, { story: storyTitle(after, moved), from, to, title });
    },
    StoryGroupRestored: ({ data, after }) =>
      data.version === null
        ? fill(storyGroupAuditWords.restored, { title: after.title })
        : fill(storyGroupAuditWords.versionRestored, { version: data.version, title: after.title }),
    StoryRestored({ data: { story_id, version }, after }) {
      const story = storyTitle(after, story_id);
      return version === null
        ? fill(storyGroupAuditWords.storyRestored, { story })
        : fill(storyGroupAuditWords.storyVersionRestored, { story, version });
    },
  },
  changes(event, before, after) {
    const storyId = storyIdOf(event);
    if (storyId) return storyChangesOf(storyId, before, after);
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
