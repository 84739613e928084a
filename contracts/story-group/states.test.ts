import t from 'tap';
import { exampleDesign } from '../studio/examples.ts';
import { assertStates, testId, testTime } from '../test-states.ts';
import { type StoryGroupEvent, storyGroupEvents } from './events.ts';
import { storyGroupUpcasters } from './upcasters.ts';

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
  studio: null,
  conditions: null,
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
  assertStates(t, 'storyGroup', events, 2, {
    '1 StoryGroupCreated': 'da50f5cbb4a7',
    '2 StoryGroupDetailsChanged': 'f917afea916b',
    '3 StoryAdded': '2bcb4fc0b1a9',
    '4 StoryAdded': 'd4c5361752c3',
    '5 StoryGroupStatusChanged': 'e61186d3c44d',
    '6 StoryChanged': '687bdd702276',
    '7 StoryInactivated': 'f4006d4ec1cb',
    '8 StoryActivated': '2009a30a1e21',
    '9 StoriesReordered': 'ac3c64d9655c',
    '10 StoryDeleted': '9f39cb4769f2',
    '11 StoryRestored': 'd718faab6e59',
    '12 StoryGroupDeleted': '329d155c5872',
    '13 StoryGroupRestored': '7c136c209c0a',
  });
  t.end();
});

t.test('a story of before has neither a design nor conditions', async (t) => {
  const { studio: _, conditions: __, ...before } = story(1);
  const [step] = storyGroupUpcasters.StoryAdded;
  const data = storyGroupEvents.StoryAdded.parse(step!({ story: before }));
  t.same([data.story.studio, data.story.conditions], [null, null]);
  const design = exampleDesign(['poll', 'poll-0001']);
  const kept = storyGroupEvents.StoryAdded.parse({
    story: { ...story(1), studio: JSON.parse(JSON.stringify(design)) },
  });
  t.same(kept.story.studio, design);
  t.throws(() => storyGroupEvents.StoryAdded.parse({ story: { ...story(1), studio: { version: 1 } } }));
});
