import t from 'tap';
import { type FeatureName, featureNames } from '#contracts/api/plans.ts';
import type { StoryGroupEvent } from '#contracts/story-group/events.ts';
import { emptyGroup, exampleStory } from '#contracts/story-group/examples.ts';
import { evolveStoryGroup, initialStoryGroup, type StoryGroupState } from '#contracts/story-group/state.ts';
import type { StoryState } from '#contracts/story-group/story.ts';
import { type ExamplePart, exampleDesign } from '#contracts/studio/examples.ts';
import { storyLinkOf, swipeOf } from '#contracts/studio/links.ts';
import type { Studio } from '#contracts/studio/shape.ts';
import { refusalCode } from '#ops/testing/refusal-code.ts';
import { decideImport } from '../import/decide.ts';
import type { Author } from '../open-group.ts';
import { decideRestore } from '../restore/decide.ts';
import { decideStories } from './decide.ts';

const now = 1_790_000_000;

/** What uses a feature: a component of a design, plain and changed in what is not gated. */
const uses: [FeatureName, ExamplePart, object][] = [
  ['swipe_up', ['cta', 'comp-0001'], { rotation: 5 }],
  ['swipe_up', ['cta', 'comp-0001', { type: 'button' }], { rotation: 5 }],
  ['deeplink', ['product_tag', 'comp-0001', { opens: 'app', deep_link: 'shop://a' }], { price: '€1' }],
  ['reaction', ['reaction', 'comp-0001'], { rotation: 5 }],
  ['poll', ['poll', 'comp-0001'], { question: 'Which one?' }],
  ['quiz', ['quiz', 'comp-0001'], { explanation: 'So it is' }],
  ['rating', ['rating', 'comp-0001'], { question: 'Does it sit?' }],
  ['countdown', ['countdown', 'comp-0001'], { title: 'Ends in' }],
];

const authorWithout = (feature: FeatureName | null): Author => ({
  user_id: 'me',
  role: 'app_owner',
  time_zone: 'UTC',
  has: (one) => one !== feature,
  story_limit: -1,
  now,
});
const designed = (studio: Studio | null, more: Partial<StoryState> = {}): StoryState => {
  const swipe = studio && swipeOf(studio);
  return exampleStory(1, { studio, ...(swipe ? storyLinkOf(swipe) : {}), ...more });
};
const groupWith = (...stories: StoryState[]): StoryGroupState => ({ ...emptyGroup, status: 2, stories });

/** Ways by which a design gets into a group that had `before`; each answers what came of it. */
const ways = {
  added: (studio: Studio, _before: Studio | null, author: Author) =>
    refusalCode(() =>
      decideStories(
        { type: 'AddStories', stories: [{ id: 'new', title: 'New', type: 1, media: exampleStory(1).media, studio }] },
        groupWith(),
        { author, app_stories: null },
      ),
    ),
  changed: (studio: Studio, before: Studio | null, author: Author) => {
    const story = designed(before);
    const command = { type: 'ChangeStory', story_id: story.id, changes: { studio } } as const;
    return refusalCode(() => decideStories(command, groupWith(story), { author, app_stories: null }));
  },
  copied: (studio: Studio, _before: Studio | null, author: Author) => {
    const place = { id: 'g2', account_id: 'a', app_id: 'app2', instance_id: 'i2', story_ids: ['n1'] };
    return refusalCode(() => decideImport(place, groupWith(designed(studio)), { author, app_stories: 0 }));
  },
  'brought back': (studio: Studio, before: Studio | null, author: Author) => {
    const command = { version: 1, story_id: null, past: groupWith(designed(studio)) };
    return refusalCode(() => decideRestore(command, groupWith(designed(before)), { author, app_stories: null }));
  },
  undeleted: (studio: Studio, _before: Studio | null, author: Author) => {
    const past = groupWith(designed(studio));
    const state = groupWith(designed(studio, { status: 9 }));
    return refusalCode(() => decideRestore({ version: 1, story_id: null, past }, state, { author, app_stories: null }));
  },
};
const keeps = new Set(['changed', 'brought back']);

t.test(
  'a design uses only what the plan includes, by whichever way it comes; what is there already stays',
  async (t) => {
    t.same(
      new Set(uses.map(([feature]) => feature)),
      new Set(featureNames.filter((one) => /^(?:reaction|swipe_up|poll|quiz|countdown|rating|deeplink)$/.test(one))),
    );
    for (const [feature, [kind, id, more], change] of uses)
      for (const [way, run] of Object.entries(ways)) {
        const of = (changed: object) => exampleDesign([kind, id, { ...more, ...changed }]);
        const told = `${feature} by ${kind}, ${way}`;
        t.equal(run(of({}), null, authorWithout(null)), 'done', `${told}, included`);
        t.equal(run(of({}), null, authorWithout(feature)), 'FeatureNotAvailable', `${told}, new`);
        const kept = keeps.has(way) ? 'done' : 'FeatureNotAvailable';
        t.equal(run(of(change), of({}), authorWithout(feature)), kept, `${told}, changed`);
        t.equal(
          run(exampleDesign(['text', 'text-0001']), of({}), authorWithout(feature)),
          'done',
          `${told}, taken out`,
        );
      }
  },
);

const creator: Author = { ...authorWithout(null), role: 'story_creator' };
const own = (...stories: StoryState[]): StoryGroupState => ({ ...groupWith(...stories), user_id: creator.user_id });

t.test('what a creator designs waits for approval, by whichever way it comes', async (t) => {
  const studio = exampleDesign(['poll', 'comp-0001']);
  const facts = { author: creator, app_stories: null };
  const plain = own(designed(null, { status: 1 }));
  const gone = { ...own(designed(studio, { status: 9 })), status: 9 };
  const past = { version: 1, story_id: null, past: own(designed(studio)) };
  const place = { id: 'g2', account_id: 'a', app_id: 'app2', instance_id: 'i2', story_ids: ['n1'] };
  const story = { id: 'new', title: 'New', type: 1 as const, media: exampleStory(1).media, studio };
  const change = { type: 'ChangeStory', story_id: exampleStory(1).id, changes: { studio } } as const;
  const came: [string, StoryGroupState, readonly StoryGroupEvent[], status: number][] = [
    ['added', own(), decideStories({ type: 'AddStories', stories: [story] }, own(), facts), 2],
    ['changed', plain, decideStories(change, plain, facts), 2],
    ['brought back', plain, decideRestore(past, plain, facts).events, 2],
    ['copied', initialStoryGroup('g2'), decideImport(place, past.past, { author: creator, app_stories: 0 }), 10],
    ['undeleted', gone, decideRestore(past, gone, facts).events, 10],
  ];
  for (const [way, before, events, status] of came) {
    const after = events.reduce((state, event) => evolveStoryGroup(state, event, now), before);
    t.same([after.stories[0]!.status, after.status], [2, status], way);
    t.equal(after.stories[0]!.studio?.pollData.length, 1, way);
  }
  const elses = { ...plain, user_id: 'somebody else' };
  t.equal(
    refusalCode(() => decideStories(change, elses, facts)),
    'PermissionDenied',
  );
  t.equal(
    refusalCode(() => decideRestore(past, elses, facts)),
    'PermissionDenied',
  );
});
