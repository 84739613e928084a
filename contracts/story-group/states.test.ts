import t from 'tap';
import { assertStates, testId, testTime } from '../test-states.ts';
import type { StoryGroupEvent } from './events.ts';

const media = {
  key: `${'a'.repeat(64)}.png`,
  mime_type: 'image/png',
  width: 1080,
  height: 1920,
  duration_ms: null,
  bytes: 184_320,
  thumbnail: null,
};
const story = (digit: number) => ({
  id: testId(digit),
  title: `Story ${digit}`,
  type: 1 as const,
  status: 1,
  user_id: testId(5),
  media,
  thumbnail: null,
  button_text: 'More',
  outlink: 'https://example.test/',
  deep_link: '',
  ts_start: null,
  ts_end: testTime + 86_400,
  ts_created: testTime,
  ts_updated: testTime,
});
const settings = {
  app_version_targeting: { min_version: '2.1', max_version: null },
  thematic_icons: null,
  description: 'For spring',
  is_unpublished: false,
  is_mobile: false,
};

const events: StoryGroupEvent[] = [
  {
    type: 'StoryGroupCreated',
    data: {
      account_id: testId(1),
      app_id: testId(2),
      instance_id: testId(3),
      user_id: null,
      type: 'manual',
      status: 2,
      title: 'Spring',
      icon: `${'b'.repeat(64)}.png`,
      ts_start: testTime,
      ts_end: null,
      segments: [['vip'], ['se', 'no']],
      target_cap: 1000,
      click_target_cap: null,
      cta_macro: null,
      settings,
    },
  },
  {
    type: 'StoryGroupDetailsChanged',
    data: {
      title: 'Spring sale',
      settings: {
        ...settings,
        dynamic_segmentation: { name: 'vip.csv', path: 'vip.csv', list: 'list', count: 12 },
        thematic_icons: { dark: null },
      },
    },
  },
  { type: 'StoryAdded', data: { story: story(6) } },
  { type: 'StoryAdded', data: { story: { ...story(7), target_cap: 500 } } },
  { type: 'StoryGroupStatusChanged', data: { from: 2, to: 1 } },
  { type: 'StoryChanged', data: { story_id: testId(6), changes: { title: 'First', ts_end: null } } },
  { type: 'StoryInactivated', data: { story_id: testId(7), cap: 500 } },
  { type: 'StoryActivated', data: { story_id: testId(7) } },
  { type: 'StoriesReordered', data: { order: [testId(7), testId(6)] } },
  { type: 'StoryDeleted', data: { story_id: testId(6) } },
  {
    type: 'StoryRestored',
    data: { version: null, story_id: testId(6), changes: { title: 'First again' }, status: 2 },
  },
  { type: 'StoryGroupDeleted', data: { from: 1 } },
  {
    type: 'StoryGroupRestored',
    data: {
      version: 1,
      from: 9,
      to: 2,
      content: { title: 'Spring' },
      stories: [{ story_id: testId(7), changes: {}, status: 1 }],
    },
  },
];

t.test('the known events of a story group fold to the states that snapshots hold', (t) => {
  assertStates(t, 'storyGroup', events, 1, {
    '1 StoryGroupCreated': 'da50f5cbb4a7',
    '2 StoryGroupDetailsChanged': 'f917afea916b',
    '3 StoryAdded': '28c39e571684',
    '4 StoryAdded': '7911aabaaabd',
    '5 StoryGroupStatusChanged': '2df1f8304a8a',
    '6 StoryChanged': '60b29f02f79f',
    '7 StoryInactivated': '415b4e68c71f',
    '8 StoryActivated': 'c38db2273af5',
    '9 StoriesReordered': '7ef5a3fa74dd',
    '10 StoryDeleted': '4b64da6e1519',
    '11 StoryRestored': '0ba5efe59d0f',
    '12 StoryGroupDeleted': '87b20c0a33d0',
    '13 StoryGroupRestored': '4fbc647c70f8',
  });
  t.end();
});
