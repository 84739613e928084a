import fc from 'fast-check';
import t from 'tap';
import { Refusal } from '#contracts/api/errors.ts';
import { emptyGroup, exampleStory } from '#contracts/story-group/examples.ts';
import {
  evolveStoryGroup,
  initialStoryGroup,
  livingStories,
  type StoryGroupState,
} from '#contracts/story-group/state.ts';
import type { StoryState } from '#contracts/story-group/story.ts';
import type { Author } from '../open-group.ts';
import { decideImport } from './decide.ts';

const now = 1_790_000_000;
const author: Author = { user_id: 'me', role: 'app_owner', time_zone: 'UTC', has: () => true, story_limit: -1, now };
const story = (index: number, more: Partial<StoryState> = {}): StoryState =>
  exampleStory(index, { user_id: 'maker', ...more });
const source = (more: Partial<StoryGroupState> = {}): StoryGroupState => ({
  ...emptyGroup,
  user_id: 'maker',
  status: 1,
  title: 'Autumn',
  icon: 'cover.png',
  ts_start: now - 86_400 * 30,
  segments: [['vip']],
  target_cap: 500,
  stories: [story(1), story(2, { status: 2 }), story(3, { status: 9 })],
  ...more,
});
const copy = (from: StoryGroupState, by: Partial<Author> = {}, app_stories = 0): StoryGroupState => {
  const story_ids = livingStories(from).map((_, index) => `new${index}`);
  const place = { id: 'g2', account_id: 'a', app_id: 'app2', instance_id: 'i2', story_ids };
  const events = decideImport(place, from, { author: { ...author, ...by }, app_stories });
  return events.reduce((state, event) => evolveStoryGroup(state, event, now), initialStoryGroup('g2'));
};
const code = (work: () => unknown): string => {
  try {
    work();
    return '';
  } catch (error) {
    return error instanceof Refusal ? error.code : String(error);
  }
};

t.test('a copy holds the content and the living stories, and nobody sees it yet', async (t) => {
  const made = copy(source());
  t.match(made, {
    id: 'g2',
    app_id: 'app2',
    instance_id: 'i2',
    user_id: 'me',
    status: 2,
    title: 'Autumn',
    icon: 'cover.png',
    segments: [['vip']],
    target_cap: 500,
  });
  t.same(
    made.stories.map(({ id, title, status, user_id }) => ({ id, title, status, user_id })),
    [
      { id: 'new0', title: 'Story 1', status: 1, user_id: 'me' },
      { id: 'new1', title: 'Story 2', status: 2, user_id: 'me' },
    ],
  );
  const capped = copy(source({ stories: [story(1, { target_cap: 70, capped_at: 60, status: 2 })] })).stories[0]!;
  t.match([capped.target_cap, capped.capped_at ?? null], [70, null], 'a cap is copied, not that it was reached');
  t.equal(copy(source({ stories: [] })).stories.length, 0);
});

t.test('what a creator copies waits for approval, and so do its stories', async (t) => {
  const made = copy(source(), { role: 'story_creator' });
  t.equal(made.status, 10);
  t.same(
    made.stories.map((one) => one.status),
    [2, 2],
  );
});

t.test('a copy starts with the original or now, and an end that is over is left out', async (t) => {
  t.match(copy(source({ ts_end: now - 5 })), { ts_start: now, ts_end: null });
  t.match(copy(source({ ts_end: now + 5 })), { ts_start: now, ts_end: now + 5 });
  t.match(copy(source({ ts_start: now + 10, ts_end: now + 20 })), { ts_start: now + 10, ts_end: now + 20 });
});

t.test('a copy passes the limits of today or is refused whole', async (t) => {
  t.equal(
    code(() => copy(source(), { story_limit: 10 }, 8)),
    '',
  );
  t.equal(
    code(() => copy(source(), { story_limit: 10 }, 9)),
    'StoryLimitReached',
  );
  t.equal(
    code(() => copy(source(), { has: (feature) => feature !== 'segmented_stories' })),
    'FeatureNotAvailable',
  );
  const linked = source({ stories: [story(1, { button_text: 'Open', deep_link: 'shop://' })] });
  t.equal(
    code(() => copy(linked, { has: (feature) => feature !== 'deeplink' })),
    'FeatureNotAvailable',
  );
  t.equal(
    code(() => copy(source({ status: 9 }))),
    'NotFound',
  );
  t.equal(
    code(() => copy(initialStoryGroup('none'))),
    'NotFound',
  );
  const full = Array.from({ length: 100 }, (_, index) => story(index));
  t.equal(copy(source({ stories: full })).stories.length, 100);
  t.equal(
    code(() => copy(source({ stories: [...full, story(100)] }))),
    'StoriesPerGroupReached',
  );
});

t.test('whatever is copied, the copy of a copy holds the same', async () => {
  const stories = fc.array(
    fc.record({ status: fc.constantFrom(1, 2, 9), title: fc.string({ minLength: 1, maxLength: 40 }) }),
    {
      maxLength: 100,
    },
  );
  fc.assert(
    fc.property(
      stories,
      fc.integer({ min: now - 1e7, max: now + 1e7 }),
      fc.constantFrom(1, 2, 3, 4, 8, 10),
      (list, ts_start, status) => {
        const from = source({ ts_start, status, stories: list.map((one, index) => story(index, one)) });
        const once = copy(from);
        const twice = copy(once);
        const content = ({ id: _, stories: held, ...rest }: StoryGroupState) => ({
          ...rest,
          stories: held.map(({ title, media, status: state }) => ({ title, media, state })),
        });
        t.same(content(twice), content(once));
        t.equal(once.stories.length, livingStories(from).length);
      },
    ),
    { numRuns: 60 },
  );
});
