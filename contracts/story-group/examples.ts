import type { StoredMedia } from '../api/media.ts';
import { exampleFile, exampleId, exampleIds, examplesOf, exampleTime, stateAfter } from '../examples.ts';
import type { storyGroupEvents } from './events.ts';
import { evolveStoryGroup, initialStoryGroup, type StoryGroupState } from './state.ts';
import { groupStatus, storyStatus } from './status.ts';
import type { StoryState } from './story.ts';

/** A picture for a whole screen. */
export const examplePicture = (n: number): StoredMedia => ({
  key: exampleFile(n, 'png'),
  mime_type: 'image/png',
  width: 1080,
  height: 1920,
  duration_ms: null,
  bytes: 184_320,
  thumbnail: null,
});
/** A video of eight seconds. */
export const exampleVideo = (n: number): StoredMedia => ({
  ...examplePicture(n),
  key: exampleFile(n, 'mp4'),
  mime_type: 'video/mp4',
  duration_ms: 8000,
  bytes: 2_411_724,
  thumbnail: exampleFile(n, 'jpg'),
});

/** An active story with a picture and nothing else, by its number. */
export const exampleStory = (n: number, more: Partial<StoryState> = {}): StoryState => ({
  id: exampleId(n),
  title: `Story ${n}`,
  type: 1,
  status: storyStatus.active,
  user_id: exampleIds.creator,
  media: examplePicture(n),
  thumbnail: null,
  button_text: '',
  outlink: '',
  deep_link: '',
  studio: null,
  conditions: null,
  ts_start: null,
  ts_end: null,
  ts_created: exampleTime,
  ts_updated: exampleTime,
  ...more,
});

const [dawn, noon] = [exampleId(1), exampleId(2)];
const { active, inactive, capped, ended, test, archived, passive } = groupStatus;

export const storyGroupExamples = examplesOf<typeof storyGroupEvents>()({
  created: {
    type: 'StoryGroupCreated',
    data: {
      account_id: exampleIds.account,
      app_id: exampleIds.app,
      instance_id: exampleIds.instance,
      user_id: exampleIds.creator,
      type: 'manual',
      status: inactive,
      title: 'Summer',
      icon: exampleFile(10, 'png'),
      ts_start: exampleTime,
      ts_end: null,
      segments: [],
      target_cap: null,
      click_target_cap: null,
      cta_macro: null,
      settings: initialStoryGroup('').settings,
    },
  },
  pictureAdded: { type: 'StoryAdded', data: { story: exampleStory(1, { title: 'Dawn' }) } },
  videoAdded: {
    type: 'StoryAdded',
    data: { story: exampleStory(2, { title: 'Noon', type: 2, media: exampleVideo(2), target_cap: 5000 }) },
  },
  activated: { type: 'StoryGroupStatusChanged', data: { from: inactive, to: active } },
  limited: {
    type: 'StoryGroupDetailsChanged',
    data: { ts_end: exampleTime + 7 * 86_400, segments: [['vip']], target_cap: 10_000 },
  },
  aimed: {
    type: 'StoryGroupDetailsChanged',
    data: {
      settings: {
        dynamic_segmentation: {
          name: 'newsletter.csv',
          path: exampleFile(11, 'csv'),
          list: exampleFile(12, 'csv'),
          count: 1204,
        },
        app_version_targeting: { min_version: '2.1.0', max_version: null },
        thematic_icons: { dark: exampleFile(13, 'png') },
        description: 'For readers of the newsletter',
        is_unpublished: false,
        is_mobile: false,
      },
    },
  },
  linked: {
    type: 'StoryChanged',
    data: { story_id: dawn, changes: { button_text: 'Swipe up', outlink: 'https://marlow.test/summer' } },
  },
  reordered: { type: 'StoriesReordered', data: { order: [noon, dawn], moved: noon } },
  storyCapped: { type: 'StoryInactivated', data: { story_id: noon, cap: 5000 } },
  storyActivated: { type: 'StoryActivated', data: { story_id: noon } },
  storyInactivated: { type: 'StoryInactivated', data: { story_id: noon } },
  storyDeleted: { type: 'StoryDeleted', data: { story_id: noon } },
  storyRestored: {
    type: 'StoryRestored',
    data: { story_id: noon, version: 3, changes: { title: 'Noon' }, status: storyStatus.inactive },
  },
  capped: { type: 'StoryGroupStatusChanged', data: { from: active, to: capped } },
  ended: { type: 'StoryGroupStatusChanged', data: { from: active, to: ended } },
  tested: { type: 'StoryGroupStatusChanged', data: { from: ended, to: test } },
  askedFor: { type: 'StoryGroupStatusChanged', data: { from: test, to: passive } },
  approved: { type: 'StoryGroupStatusChanged', data: { from: passive, to: active } },
  inactivated: { type: 'StoryGroupStatusChanged', data: { from: active, to: inactive } },
  deleted: { type: 'StoryGroupDeleted', data: { from: inactive } },
  broughtBack: {
    type: 'StoryGroupRestored',
    data: { version: null, from: archived, to: inactive, content: {}, stories: [] },
  },
  versionRestored: {
    type: 'StoryGroupRestored',
    data: {
      version: 3,
      from: inactive,
      to: inactive,
      content: { title: 'Summer', target_cap: null },
      stories: [{ story_id: dawn, changes: { button_text: '', outlink: '' }, status: storyStatus.active }],
    },
  },
});

/** A creator's group with nothing in it, inactive and for everybody. */
export const emptyGroup: StoryGroupState = stateAfter(initialStoryGroup(exampleIds.group), evolveStoryGroup, [
  storyGroupExamples.created,
]);
