import fc from 'fast-check';
import t from 'tap';
import { Refusal } from '#contracts/api/errors.ts';
import { sentenceOf } from '#contracts/audit/describe.ts';
import { exampleId as id } from '#contracts/examples.ts';
import { emptyGroup as empty, examplePicture, exampleVideo } from '#contracts/story-group/examples.ts';
import { evolveStoryGroup, livingStories, type StoryGroupState } from '#contracts/story-group/state.ts';
import { studioBytes } from '#contracts/studio/bytes.ts';
import { exampleDesign } from '#contracts/studio/examples.ts';
import { studioLimits } from '#contracts/studio/limits.ts';
import { withSwipe } from '#contracts/studio/swipe.ts';
import { say } from '#kernel/platform/say.ts';
import type { Author } from '../open-group.ts';
import { decideStories, type NewStory, type StoryCommand, type StoryFacts } from './decide.ts';

const now = 1_718_000_000;
const owner: Author = {
  user_id: id(1),
  role: 'account_owner',
  time_zone: 'UTC',
  has: () => true,
  story_limit: -1,
  now,
};
const creator: Author = { ...owner, user_id: id(3), role: 'story_creator' };
const facts = (author: Author = owner, app_stories: number | null = null): StoryFacts => ({ author, app_stories });
const image = examplePicture(1);
const video = exampleVideo(1);
const fresh = (n: number, more: Partial<NewStory> = {}): NewStory => ({
  id: id(n),
  title: `Story ${n}`,
  type: 1,
  media: image,
  ...more,
});
const fold = (state: StoryGroupState, command: StoryCommand, given = facts()) =>
  decideStories(command, state, given).reduce((before, event) => evolveStoryGroup(before, event, now + 1), state);
const add = (...stories: NewStory[]): StoryCommand => ({ type: 'AddStories', stories });
const change = (n: number, changes: object, more: { status?: number; sort_order?: number } = {}): StoryCommand => ({
  type: 'ChangeStory',
  story_id: id(n),
  changes,
  ...more,
});
const outcome = (command: StoryCommand, state: StoryGroupState, given = facts()): string[] | string => {
  try {
    return decideStories(command, state, given).map((event) => event.type);
  } catch (error) {
    if (error instanceof Refusal) return error.errors ? `${error.code} ${error.errors[0]!.path}` : error.code;
    throw error;
  }
};
const three = fold(empty, add(fresh(1), fresh(2), fresh(3, { status: 2 })));
const places = (state: StoryGroupState) => livingStories(state).map((story) => Number(story.id.slice(-4)));

t.test('a new story is active unless asked otherwise; a creator’s is inactive', async (t) => {
  t.same(
    three.stories.map((story) => story.status),
    [1, 1, 2],
  );
  const his = fold(empty, add(fresh(1, { status: 1 })), facts(creator));
  t.match(his.stories[0], { status: 2, user_id: creator.user_id });
});

t.test('type and media are of one kind, and a video brings its poster', async (t) => {
  t.equal(outcome(add(fresh(1, { media: video })), empty), 'Invalid type');
  t.equal(outcome(add(fresh(1, { type: 2 })), empty), 'Invalid type');
  t.equal(outcome(add(fresh(1, { media: { ...image, mime_type: 'text/csv' } })), empty), 'Invalid media');
  t.equal(fold(empty, add(fresh(1, { type: 2, media: video }))).stories[0]!.thumbnail, video.thumbnail);
  const changed = fold(three, change(1, { type: 2, media: video }));
  t.match(changed.stories[0], { type: 2, thumbnail: video.thumbnail });
  t.equal(outcome(change(1, { media: video }), three), 'Invalid type');
});

t.test('a link needs its text', async (t) => {
  t.equal(outcome(add(fresh(1, { outlink: 'https://a.test' })), empty), 'Invalid button_text');
  t.equal(outcome(add(fresh(1, { deep_link: 'app://x', button_text: ' ' })), empty), 'Invalid button_text');
  t.same(outcome(add(fresh(1, { outlink: 'https://a.test', button_text: 'Go' })), empty), ['StoryAdded']);
  t.throws(() => decideStories(change(1, { outlink: 'https://a.test' }), three, facts()), {
    message: 'Please fill Swipe up text',
  });
  const linked = fold(three, change(1, { outlink: 'https://a.test', button_text: 'Go' }));
  t.equal(outcome(change(1, { button_text: '' }), linked), 'Invalid button_text');
});

t.test('a design that nobody sent is not checked anew where a video takes the place of an image', async (t) => {
  const late = exampleDesign(['text', 'text-0001', { start_time: 20_000, end_time: 25_000 }]);
  const state = fold(empty, add(fresh(1, { studio: { ...late, duration_ms: 30_000 } })));
  const film = { type: 2, media: video };
  t.same(outcome(change(1, film), state), ['StoryChanged']);
  t.equal(fold(state, change(1, film)).stories[0]!.studio!.duration_ms, null);
  t.match(outcome(change(1, { ...film, studio: late }), state), /^ChecklistFailed studio\.textData/);
});

t.test('links need their features only when they are new', async (t) => {
  const without = (name: string) => facts({ ...owner, has: (feature) => feature !== name });
  const deep = { deep_link: 'app://x', button_text: 'Go' };
  t.equal(outcome(add(fresh(1, deep)), empty, without('deeplink')), 'FeatureNotAvailable');
  t.equal(outcome(add(fresh(1, deep)), empty, without('swipe_up')), 'FeatureNotAvailable');
  const linked = fold(three, change(1, deep));
  const nothing = facts({ ...owner, has: () => false });
  t.same(outcome(change(1, { ...deep, title: 'Other' }), linked, nothing), ['StoryChanged']);
  t.same(outcome(change(1, { deep_link: '', button_text: '' }), linked, nothing), ['StoryChanged']);
});

t.test('a story’s end comes after its start', async (t) => {
  t.equal(outcome(add(fresh(1, { ts_start: 5, ts_end: 5 })), empty), 'Invalid ts_end');
  t.same(outcome(add(fresh(1, { ts_start: 5, ts_end: 6 })), empty), ['StoryAdded']);
  t.equal(outcome(change(1, { ts_start: 9, ts_end: 3 }), three), 'Invalid ts_end');
});

t.test('a group holds 100 living stories, an app what its plan allows', async (t) => {
  const many = (from: number, count: number) => add(...Array.from({ length: count }, (_, n) => fresh(from + n)));
  const full = fold(empty, many(100, 100));
  t.equal(outcome(many(500, 1), full), 'StoriesPerGroupReached');
  t.equal(outcome(many(100, 101), empty), 'StoriesPerGroupReached');
  t.throws(() => decideStories(many(500, 1), full, facts()), {
    message: 'There can be maximum 100 stories in a story group.',
  });
  const room = fold(fold(full, change(100, {}, { status: 2 })), { type: 'DeleteStory', story_id: id(100) });
  t.same(outcome(many(500, 1), room), ['StoryAdded']);
  const limited: Author = { ...owner, story_limit: 10 };
  t.equal(outcome(many(1, 2), empty, facts(limited, 9)), 'StoryLimitReached');
  t.same(outcome(many(1, 1), empty, facts(limited, 9)), ['StoryAdded']);
});

t.test('an active story is not deleted, a deleted one not twice and not changed', async (t) => {
  const remove = (n: number): StoryCommand => ({ type: 'DeleteStory', story_id: id(n) });
  t.equal(outcome(remove(1), three), 'StoryActive');
  t.equal(outcome(change(1, {}, { status: 9 }), three), 'StoryActive');
  t.same(outcome(remove(3), three), ['StoryDeleted']);
  t.same(outcome(change(3, {}, { status: 9 }), three), ['StoryDeleted']);
  const gone = fold(three, remove(3));
  t.same(outcome(remove(3), gone), []);
  t.equal(outcome(change(3, { title: 'x' }), gone), 'NotFound');
  t.equal(outcome(remove(77), three), 'NotFound');
});

t.test('a change holds only what really changed', async (t) => {
  t.same(decideStories(change(1, { title: 'Story 1', type: 1, media: image }, { status: 1 }), three, facts()), []);
  t.same(decideStories(change(1, { title: 'New' }, { status: 2 }), three, facts()), [
    { type: 'StoryChanged', data: { story_id: id(1), changes: { title: 'New' } } },
    { type: 'StoryInactivated', data: { story_id: id(1) } },
  ]);
  t.same(outcome(change(3, {}, { status: 1 }), three), ['StoryActivated']);
});

t.test('sorting keeps what an order leaves out and says nothing when nothing moves', async (t) => {
  const sort = (...order: number[]): StoryCommand => ({ type: 'SortStories', order: order.map(id) });
  t.same(places(fold(three, sort(3, 1))), [3, 2, 1]);
  const moved = (story: number, ...order: number[]) => {
    const command = { type: 'SortStories', order: order.map(id), moved: id(story) } as const;
    const [event] = decideStories(command, three, facts());
    const byUser = { ...event, meta: { actor: { type: 'user', id: 'u' } } } as never;
    return event && sentenceOf(byUser, three, fold(three, command), say);
  };
  t.match(moved(1, 2, 1, 3), /^moved the story “.*” from position 1 to 2 in “.*”$/);
  t.match(moved(2, 2, 1, 3), /^moved the story “.*” from position 2 to 1 in “.*”$/);
  t.match(moved(3, 3, 2, 1), /^reordered the stories of “.*”$/);
  t.throws(() => moved(9, 2, 1, 3), { code: 'Invalid' });
  t.same(outcome(sort(1, 2, 3), three), []);
  t.equal(outcome(sort(1, 9), three), 'Invalid order.1');
  t.equal(outcome(sort(1, 1), three), 'Invalid order.1');
  const gone = fold(three, { type: 'DeleteStory', story_id: id(3) });
  t.equal(outcome(sort(3, 1), gone), 'Invalid order.0');
  t.same(places(fold(gone, sort(2, 1))), [2, 1]);
  t.same(places(fold(three, change(3, {}, { sort_order: 0 }))), [3, 1, 2]);
  t.same(places(fold(three, change(1, {}, { sort_order: 99 }))), [2, 3, 1]);
  t.same(outcome(change(1, {}, { sort_order: 0 }), three), []);
});

t.test('a creator changes stories of his own groups, makes them inactive and never active', async (t) => {
  t.equal(outcome(change(3, {}, { status: 1 }), three, facts(creator)), 'PermissionDenied');
  t.same(outcome(change(1, { title: 'x' }), three, facts(creator)), ['StoryChanged', 'StoryInactivated']);
  t.same(outcome(change(1, {}, { sort_order: 1 }), three, facts(creator)), ['StoryInactivated', 'StoriesReordered']);
  t.same(outcome(change(3, {}, { status: 9 }), three, facts(creator)), ['StoryDeleted']);
  const foreign = { ...three, user_id: id(8) };
  for (const command of [change(1, { title: 'x' }), add(fresh(9)), { type: 'DeleteStory', story_id: id(3) } as const])
    t.equal(outcome(command, foreign, facts(creator)), 'PermissionDenied');
});

t.test('a deleted group’s stories are out of reach', async (t) => {
  t.equal(outcome(add(fresh(9)), { ...three, status: 9 }), 'NotFound');
  t.equal(outcome(change(1, { title: 'x' }), { ...three, status: 9 }), 'NotFound');
});

t.test('no row of commands leaves more than 100 living stories, an odd status or a lost story', async () => {
  const step = fc.record({
    author: fc.constantFrom(owner, creator),
    kind: fc.constantFrom('add', 'change', 'delete', 'sort'),
    count: fc.integer({ min: 1, max: 60 }),
    at: fc.nat(),
    status: fc.option(fc.constantFrom(1, 2, 9), { nil: undefined }),
    sort_order: fc.option(fc.nat({ max: 100 }), { nil: undefined }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      let state = empty;
      let next = 1000;
      for (const { author, kind, count, at, status, sort_order } of steps) {
        const story = state.stories[at % Math.max(1, state.stories.length)]?.id ?? id(1);
        const living = livingStories(state).map((one) => one.id);
        const command: StoryCommand =
          kind === 'add'
            ? add(...Array.from({ length: count }, () => fresh(next++)))
            : kind === 'change'
              ? { type: 'ChangeStory', story_id: story, changes: {}, status, sort_order }
              : kind === 'delete'
                ? { type: 'DeleteStory', story_id: story }
                : { type: 'SortStories', order: living.slice(0, count).reverse() };
        const before = state.stories.length;
        try {
          state = fold(state, command, facts(author));
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
        }
        const ids = state.stories.map((one) => one.id);
        if (livingStories(state).length > 100 || ids.length < before || new Set(ids).size !== ids.length) return false;
        if (state.stories.some((one) => ![1, 2, 9].includes(one.status))) return false;
      }
      return true;
    }),
    { numRuns: 300 },
  );
});

t.test('a link for which a design has no room is refused at the link, before or beside the design', async (t) => {
  const texts = (count: number, more: object) =>
    exampleDesign(...Array.from({ length: count }, (_, at) => ['text', `text-${1000 + at}`, more] as const));
  const [full, large] = [texts(30, {}), texts(21, { text: '🧥'.repeat(300), name: 'x'.repeat(20) })];
  t.ok(studioBytes(large) <= studioLimits.bytes);
  const [outlink, deep_link] = [
    { outlink: 'https://a.test', button_text: 'Go' },
    { deep_link: 'a://b', button_text: 'Go' },
  ];
  for (const studio of [full, large]) {
    const designed = fold(empty, add(fresh(1, { studio })));
    t.equal(outcome(change(1, outlink), designed), 'Invalid outlink');
    t.equal(outcome(change(1, deep_link), designed), 'Invalid deep_link');
    t.equal(outcome(add(fresh(2, { studio, ...outlink })), empty), 'Invalid outlink');
    t.equal(outcome(change(1, { studio, ...outlink }), designed), 'Invalid outlink');
  }
  t.throws(() => decideStories(change(1, outlink), fold(empty, add(fresh(1, { studio: full }))), facts()), {
    errors: [{ path: 'outlink', said: { defaultMessage: /components/, values: { most: 30 } } }],
  });
  const beyond = { ...three.stories[0]!, ...outlink, studio: withSwipe(full, { deep_link: '', ...outlink }) };
  const over = { ...three, stories: [beyond] };
  t.same(outcome(change(1, { button_text: 'Look' }), over), ['StoryChanged'], 'what is over already can be worded');
  t.same(outcome(change(1, { outlink: '', button_text: '' }), over), ['StoryChanged'], 'and gets smaller');
});

t.test(
  'a story that its cap inactivated goes on under a higher one or none, and its cap comes with copies and restores',
  async (t) => {
    const capped = fold(empty, add(fresh(1, { target_cap: 100 }), fresh(2)));
    t.equal(capped.stories[0]!.target_cap, 100);
    t.equal(capped.stories[1]!.target_cap, null);
    const stop = { type: 'StoryInactivated' as const, data: { story_id: id(1), cap: 100 } };
    const stopped = evolveStoryGroup(capped, stop, now + 2);
    t.equal(outcome(change(1, {}, { status: 1 }), stopped), 'TargetCapReached');
    t.equal(outcome(change(1, { target_cap: 100 }, { status: 1 }), stopped), 'TargetCapReached');
    t.equal(outcome(change(1, { target_cap: 99 }, { status: 1 }), stopped), 'TargetCapReached');
    t.same(outcome(change(1, { target_cap: 101 }, { status: 1 }), stopped), ['StoryChanged', 'StoryActivated']);
    t.same(outcome(change(1, { target_cap: null }, { status: 1 }), stopped), ['StoryChanged', 'StoryActivated']);
    const raised = fold(stopped, change(1, { target_cap: 200 }));
    const again = fold(raised, change(1, {}, { status: 1 }));
    t.equal(again.stories[0]!.status, 1);
    const off = fold(again, change(1, { target_cap: 50 }, { status: 2 }));
    t.same(outcome(change(1, {}, { status: 1 }), off), ['StoryActivated'], 'who inactivates it themselves may go on');
  },
);
