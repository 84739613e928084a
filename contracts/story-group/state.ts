import type { UnixSeconds } from '../time.ts';
import type { GroupContent, StoryGroupEvent, StoryReturn } from './events.ts';
import { groupStatus, type StoppedStatus, storyStatus } from './status.ts';
import type { StoryState } from './story.ts';

export interface StoryGroupState extends GroupContent {
  id: string;
  exists: boolean;
  account_id: string;
  app_id: string;
  instance_id: string;
  user_id: string | null;
  type: string;
  status: number;
  /** How the system stopped it, while it has not been active since. */
  stopped?: StoppedStatus | null;
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
  status: groupStatus.inactive,
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
  state.stories.filter((story) => story.status !== storyStatus.deleted);
/** Whether an event puts its group into the order of its instance: made, or back from deletion. */
export const joinsOrder = (event: { type: string; data: unknown }): boolean => {
  if (event.type === 'StoryGroupCreated') return true;
  if (event.type !== 'StoryGroupRestored') return false;
  const { from, to } = (event as Extract<StoryGroupEvent, { type: 'StoryGroupRestored' }>).data;
  return from === groupStatus.archived && to !== groupStatus.archived;
};
const withStory = (state: StoryGroupState, storyId: string, change: Partial<StoryState>): StoryGroupState => ({
  ...state,
  stories: state.stories.map((story) => (story.id === storyId ? { ...story, ...change } : story)),
});
const withReturn = (
  state: StoryGroupState,
  { story_id, changes, status }: StoryReturn,
  ts: UnixSeconds,
): StoryGroupState => withStory(state, story_id, { ...changes, status, ts_updated: ts });
const stoppedBy = ({ stopped = null }: StoryGroupState, to: number): StoppedStatus | null => {
  if (to === groupStatus.capped || to === groupStatus.ended) return to;
  return to === groupStatus.active ? null : stopped;
};
/** Folds one event into a story group; an event it does not know changes nothing. `ts` is when the event happened. */
export const evolveStoryGroup = (state: StoryGroupState, event: StoryGroupEvent, ts: UnixSeconds): StoryGroupState => {
  switch (event.type) {
    case 'StoryGroupCreated':
      return { ...state, exists: true, ...event.data };
    case 'StoryGroupDetailsChanged':
      return { ...state, ...event.data };
    case 'StoryGroupStatusChanged':
      return { ...state, status: event.data.to, stopped: stoppedBy(state, event.data.to) };
    case 'StoryGroupDeleted':
      return { ...state, status: groupStatus.archived };
    case 'StoryAdded':
      return {
        ...state,
        stories: [...state.stories, { ...event.data.story, target_cap: event.data.story.target_cap ?? null }],
      };
    case 'StoryChanged':
      return withStory(state, event.data.story_id, {
        ...event.data.changes,
        ts_updated: ts,
      });
    case 'StoryActivated':
      return withStory(state, event.data.story_id, {
        status: storyStatus.active,
        capped_at: null,
        ts_updated: ts,
      });
    case 'StoryInactivated':
      return withStory(state, event.data.story_id, {
        status: storyStatus.inactive,
        ...(event.data.cap === undefined ? {} : { capped_at: event.data.cap }),
        ts_updated: ts,
      });
    case 'StoryDeleted':
      return withStory(state, event.data.story_id, {
        status: storyStatus.deleted,
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
