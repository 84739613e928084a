import fc from 'fast-check';
import t from 'tap';
import { Refusal } from '#contracts/api/errors.ts';
import { exampleId as id, exampleTime as now } from '#contracts/examples.ts';
import { type StoryGroupEvent, storyGroupEvents } from '#contracts/story-group/events.ts';
import { examplePicture as media } from '#contracts/story-group/examples.ts';
import {
  evolveStoryGroup,
  initialStoryGroup,
  livingStories,
  type StoryGroupState,
} from '#contracts/story-group/state.ts';
import type { StoryState } from '#contracts/story-group/story.ts';
import { refusalCode } from '#ops/testing/refusal-code.ts';
import { contentKeys, decideGroup, type GroupCommand } from '../group/decide.ts';
import type { Author } from '../open-group.ts';
import { decideStories, type NewStory, type StoryCommand } from '../story/decide.ts';
import { decideRestore, type RestoreFacts } from './decide.ts';

const owner: Author = {
  user_id: id(901),
  role: 'account_owner',
  time_zone: 'UTC',
  has: () => true,
  story_limit: -1,
  now,
};
const creator: Author = { ...owner, user_id: id(903), role: 'story_creator' };
const facts = (author: Author = owner, app_stories: number | null = null): RestoreFacts => ({ author, app_stories });

const fresh = (n: number, more: Partial<NewStory> = {}): NewStory => ({
  id: id(n),
  title: `Story ${n}`,
  type: 1,
  media: media(n),
  ...more,
});
const fold = (state: StoryGroupState, events: readonly StoryGroupEvent[]): StoryGroupState =>
  events.reduce((before, event) => evolveStoryGroup(before, event, now + 1), state);
const groupFacts = { test_devices: 1, stopped_caps: null };
const group = (state: StoryGroupState, command: GroupCommand, author = owner) =>
  fold(state, decideGroup(command, state, { author, ...groupFacts }));
const stories = (state: StoryGroupState, command: StoryCommand, author = owner) =>
  fold(state, decideStories(command, state, { author, app_stories: null }));

const made = group(
  initialStoryGroup(id(1)),
  {
    type: 'CreateGroup',
    account_id: id(2),
    app_id: id(3),
    instance_id: id(4),
    fields: { title: 'Summer', icon: 'a.png', ts_start: now },
    status: 2,
  },
  creator,
);
const start: StoryGroupState = { ...made, status: 2 };
const restored = (state: StoryGroupState, past: StoryGroupState, given = facts(), story_id: string | null = null) => {
  const { events, left } = decideRestore({ version: 1, story_id, past }, state, given);
  return { state: fold(state, events), events, left };
};
const undeleted = (state: StoryGroupState, given = facts(), story_id: string | null = null) => {
  const { events, left } = decideRestore({ version: null, story_id, past: state }, state, given);
  return { state: fold(state, events), events, left };
};

const storyContent = ({ status: _s, ts_updated: _u, ...content }: StoryState) => content;

type Step = { pick: number; kind: number; word: string; who: Author };
const step: fc.Arbitrary<Step> = fc.record({
  pick: fc.nat({ max: 5 }),
  kind: fc.nat({ max: 9 }),
  word: fc.constantFrom('One', 'Two', 'Three'),
  who: fc.constantFrom(owner, creator),
});

/** One command by an owner or a creator; what the rules refuse changes nothing. */
const take = (state: StoryGroupState, { pick, kind, word, who }: Step): StoryGroupState => {
  const story_id = id(100 + pick);
  const title = { title: word };
  try {
    switch (kind) {
      case 0:
      case 1:
        if (state.stories.some((one) => one.id === story_id)) return state;
        return stories(state, { type: 'AddStories', stories: [fresh(100 + pick, { status: 1 + (kind % 2) })] }, who);
      case 2:
        return stories(state, { type: 'ChangeStory', story_id, changes: title }, who);
      case 3:
        return stories(state, { type: 'ChangeStory', story_id, changes: { media: media(pick + 50) } }, who);
      case 4:
        return stories(state, { type: 'ChangeStory', story_id, changes: {}, status: 1 + (pick % 2) }, who);
      case 5:
        return stories(state, { type: 'DeleteStory', story_id }, who);
      case 6:
        return stories(
          state,
          {
            type: 'SortStories',
            order: livingStories(state)
              .map((one) => one.id)
              .reverse(),
          },
          who,
        );
      case 7:
        return group(state, { type: 'ChangeGroup', fields: { ...title, ts_end: now + 100 + pick } }, who);
      case 8:
        return group(state, { type: 'ChangeGroup', fields: {}, status: 1 + (pick % 2) }, who);
      default:
        return group(state, { type: 'DeleteGroup' }, who);
    }
  } catch (error) {
    if (error instanceof Refusal) return state;
    throw error;
  }
};

const sameContent = (one: StoryGroupState, other: StoryGroupState): boolean =>
  contentKeys.every((key) => JSON.stringify(one[key]) === JSON.stringify(other[key]));

t.test('restoring a version gives its content, and never touches order or what is live', async (t) => {
  const steps = fc.array(step, { maxLength: 40 });
  const ran = fc.check(
    fc.property(steps, fc.nat({ max: 40 }), fc.constantFrom(owner, creator), (taken, at, author) => {
      const states = [start];
      for (const one of taken) states.push(take(states.at(-1)!, one));
      const state = states.at(-1)!;
      const past = states[Math.min(at, states.length - 1)]!;
      const { state: after, events, left } = restored(state, past, facts(author));
      for (const event of events) storyGroupEvents[event.type].parse(event.data);
      if (!sameContent(after, past)) return false;
      const then = new Map(livingStories(past).map((one) => [one.id, one]));
      for (const one of livingStories(after)) {
        const was = then.get(one.id);
        then.delete(one.id);
        const before = state.stories.find((story) => story.id === one.id)!;
        if (!was) {
          if (one.status !== 1 || !left.some((each) => each.story_id === one.id)) return false;
        } else if (JSON.stringify(storyContent(one)) !== JSON.stringify(storyContent(was))) return false;
        const inactive = before.status === 9 || (author === creator && one.ts_updated === now + 1);
        if (one.status !== before.status && !(inactive && one.status === 2)) return false;
      }
      if (then.size > 0) return false;
      const ids = (of: StoryGroupState) => of.stories.map((one) => one.id).join();
      if (ids(after) !== ids(state)) return false;
      if (state.status === 9 && after.status !== (author === creator ? 10 : 2)) return false;
      if (state.status !== 9 && after.status !== state.status && (author === owner || after.status !== 10))
        return false;
      return restored(after, past, facts(author)).events.length === 0;
    }),
    { numRuns: 800, seed: 20240615 },
  );
  t.equal(ran.failed, false, fc.defaultReportMessage(ran) ?? '');
});

t.test('a restore is undone by restoring the version before it', async (t) => {
  const one = stories(start, { type: 'AddStories', stories: [fresh(100, { status: 2 })] });
  const renamed = group(one, { type: 'ChangeGroup', fields: { title: 'Winter' } });
  const two = stories(renamed, { type: 'AddStories', stories: [fresh(101, { status: 2 })] });
  const back = restored(two, one).state;
  t.same([back.title, livingStories(back).length], ['Summer', 1]);
  const again = restored(back, two).state;
  t.ok(sameContent(again, two));
  t.equal(livingStories(again).length, 2);
});

t.test('a deleted group returns inactive, or waiting for approval for a creator', async (t) => {
  const gone = group(start, { type: 'DeleteGroup' });
  t.equal(gone.status, 9);
  t.equal(undeleted(gone).state.status, 2);
  t.equal(undeleted(gone, facts(creator)).state.status, 10);
  t.same(undeleted(start).events, []);
  const other = { ...creator, user_id: id(904) };
  t.equal(
    refusalCode(() => undeleted(gone, facts(other))),
    'PermissionDenied',
  );
  t.equal(
    refusalCode(() => undeleted(initialStoryGroup(id(1)))),
    'NotFound',
  );
});

t.test('a deleted story returns inactive, at the place it had', async (t) => {
  const three = stories(start, {
    type: 'AddStories',
    stories: [100, 101, 102].map((n) => fresh(n, { status: 2 })),
  });
  const gone = stories(three, { type: 'DeleteStory', story_id: id(101) });
  const { state, events } = undeleted(gone, facts(), id(101));
  t.same(events, [{ type: 'StoryRestored', data: { story_id: id(101), changes: {}, status: 2, version: null } }]);
  t.same(
    livingStories(state).map((one) => one.id),
    [id(100), id(101), id(102)],
  );
  t.same(undeleted(state, facts(), id(101)).events, []);
  const changed = stories(state, { type: 'ChangeStory', story_id: id(101), changes: { title: 'Other' }, status: 1 });
  const back = restored(changed, three, facts(), id(101)).state;
  t.match(back.stories[1], { title: 'Story 101', status: 1 });
  t.equal(
    refusalCode(() => undeleted(gone, facts(), id(999))),
    'NotFound',
  );
  t.equal(
    refusalCode(() => undeleted(group(gone, { type: 'DeleteGroup' }), facts(), id(101))),
    'NotFound',
  );
});

t.test('a restore brings the cap of a story back, also that there was none', async (t) => {
  const without = stories(start, { type: 'AddStories', stories: [fresh(101)] });
  const capped = stories(without, { type: 'ChangeStory', story_id: id(101), changes: { target_cap: 40 } });
  t.match(restored(capped, without, facts(), id(101)).events, [{ data: { changes: { target_cap: null } } }]);
  t.match(restored(without, capped, facts(), id(101)).events, [{ data: { changes: { target_cap: 40 } } }]);
  t.equal(restored(capped, without).state.stories[0]!.target_cap, null);
});

t.test('a restore passes the limits of today', async (t) => {
  const full = stories(start, {
    type: 'AddStories',
    stories: Array.from({ length: 100 }, (_, n) => fresh(100 + n, { status: 2 })),
  });
  const gone = stories(full, { type: 'DeleteStory', story_id: id(100) });
  const refilled = stories(gone, { type: 'AddStories', stories: [fresh(300)] });
  t.equal(
    refusalCode(() => undeleted(refilled, facts(), id(100))),
    'StoriesPerGroupReached',
  );
  t.equal(
    refusalCode(() => restored(refilled, full)),
    'StoriesPerGroupReached',
  );
  const starter = { ...owner, story_limit: 10 };
  t.equal(
    refusalCode(() => undeleted(gone, facts(starter, 10), id(100))),
    'StoryLimitReached',
  );
  const five = stories(start, { type: 'AddStories', stories: [1, 2, 3, 4, 5].map((n) => fresh(100 + n)) });
  const archived = group(five, { type: 'DeleteGroup' });
  t.equal(
    refusalCode(() => undeleted(archived, facts(starter, 6))),
    'StoryLimitReached',
  );
  t.equal(
    refusalCode(() => undeleted(archived, facts(starter, 5))),
    'done',
  );
});

t.test('what comes back is held to the plan of today', async (t) => {
  const without = (name: string) => facts({ ...owner, has: (feature) => feature !== name });
  const labelled = group(start, { type: 'ChangeGroup', fields: { segments: [['vip']] } });
  const plain = group(labelled, { type: 'ChangeGroup', fields: { segments: [] } });
  t.equal(
    refusalCode(() => restored(plain, labelled, without('segmented_stories'))),
    'FeatureNotAvailable',
  );
  t.equal(
    refusalCode(() => undeleted(group(labelled, { type: 'DeleteGroup' }), without('segmented_stories'))),
    'FeatureNotAvailable',
  );
  const linked = stories(start, {
    type: 'AddStories',
    stories: [fresh(100, { status: 2, deep_link: 'app://x', button_text: 'Go' })],
  });
  const gone = stories(linked, { type: 'DeleteStory', story_id: id(100) });
  t.equal(
    refusalCode(() => undeleted(gone, without('deeplink'), id(100))),
    'FeatureNotAvailable',
  );
  t.equal(
    refusalCode(() => undeleted(gone, facts(), id(100))),
    'done',
  );
});

t.test('a start from before yesterday does not come back', async (t) => {
  const month = 30 * 86_400;
  const later = group(start, {
    type: 'ChangeGroup',
    fields: { title: 'Winter', ts_start: now + 50, ts_end: now + 90 },
  });
  const { state, left } = restored({ ...later }, { ...start, ts_start: now - month, ts_end: now - 1 });
  t.match(state, { title: 'Summer', ts_start: now + 50, ts_end: now + 90 });
  t.match(left, [{ story_id: null }]);
  t.match(restored(later, start), { state: { ts_start: now, ts_end: null }, left: [] });
});
