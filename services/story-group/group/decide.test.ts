import fc from 'fast-check';
import t, { type Test } from 'tap';
import { Refusal } from '#contracts/api/errors.ts';
import type { Recorded } from '#contracts/event.ts';
import type { StoryrailEvent } from '#contracts/events.ts';
import { exampleId as id, exampleTime as now } from '#contracts/examples.ts';
import { emptyGroup } from '#contracts/story-group/examples.ts';
import { evolveStoryGroup, initialStoryGroup, type StoryGroupState } from '#contracts/story-group/state.ts';
import { groupTransition } from '#contracts/story-group/status.ts';
import type { Author } from '../open-group.ts';
import { isBeforeYesterday } from './dates.ts';
import { decideGroup, type GroupCommand, type GroupFactsIn } from './decide.ts';
import { stoppedCaps } from './stopped-caps.ts';

const owner: Author = {
  user_id: id(1),
  role: 'account_owner',
  time_zone: 'UTC',
  has: () => true,
  story_limit: -1,
  now,
};
const appOwner: Author = { ...owner, user_id: id(2), role: 'app_owner' };
const creator: Author = { ...owner, user_id: id(3), role: 'story_creator' };
const facts = (author: Author = owner, more: Partial<GroupFactsIn> = {}): GroupFactsIn => ({
  author,
  test_devices: 1,
  stopped_caps: null,
  ...more,
});

const group = (change: Partial<StoryGroupState> = {}): StoryGroupState => ({ ...emptyGroup, ...change });
const create: Extract<GroupCommand, { type: 'CreateGroup' }> = {
  type: 'CreateGroup',
  account_id: id(20),
  app_id: id(21),
  instance_id: id(22),
  fields: { title: 'Summer', icon: 'a.png', ts_start: now },
};
const change = (fields: Extract<GroupCommand, { type: 'ChangeGroup' }>['fields'], status?: number): GroupCommand => ({
  type: 'ChangeGroup',
  fields,
  status,
});
const outcome = (command: GroupCommand, state: StoryGroupState, given = facts()): string[] | string => {
  try {
    return decideGroup(command, state, given).map((event) => event.type);
  } catch (error) {
    if (error instanceof Refusal) return error.errors ? `${error.code} ${error.errors[0]!.path}` : error.code;
    throw error;
  }
};
const words = (t: Test, message: string, work: () => unknown) => t.throws(work, { message });

t.test('a new group is active, inactive or a test group; a creator’s waits for approval', async (t) => {
  const status = (asked: number | undefined, author: Author) => {
    const [event] = decideGroup({ ...create, status: asked }, initialStoryGroup(id(10)), facts(author));
    return event?.type === 'StoryGroupCreated' && event.data.status;
  };
  t.equal(status(undefined, owner), 1);
  t.equal(status(2, appOwner), 2);
  t.equal(status(8, owner), 8);
  for (const asked of [undefined, 1, 2, 8]) t.equal(status(asked, creator), 10);
  const none = facts(owner, { test_devices: 0 });
  t.equal(outcome({ ...create, status: 8 }, initialStoryGroup(id(10)), none), 'NoTestDevices');
});

t.test('a start is not before yesterday, only where it changes; an end comes after the start', async (t) => {
  const yesterday = now - 36 * 3600 + 1;
  t.same(outcome(change({ ts_start: yesterday }), group()), ['StoryGroupDetailsChanged']);
  t.equal(outcome(change({ ts_start: yesterday - 86_400 }), group()), 'Invalid ts_start');
  t.same(outcome(change({ ts_start: 5, title: 'Old' }), group({ ts_start: 5 })), ['StoryGroupDetailsChanged']);
  t.equal(outcome(change({ ts_end: now }), group()), 'Invalid ts_end');
  t.equal(outcome(change({ ts_start: now + 50 }), group({ ts_end: now + 50 })), 'Invalid ts_end');
  t.same(outcome(change({ ts_end: now + 1 }), group()), ['StoryGroupDetailsChanged']);
  words(t, 'Start date cannot be before yesterday.', () => decideGroup(change({ ts_start: 0 }), group(), facts()));
  words(t, 'End date must be after the start date.', () => decideGroup(change({ ts_end: 1 }), group(), facts()));
  const early = { ...create, fields: { ...create.fields, ts_start: 0 } };
  t.equal(outcome(early, initialStoryGroup(id(10))), 'Invalid ts_start');
});

t.test('yesterday is by the account’s calendar', async (t) => {
  const moment = Date.UTC(2024, 2, 10, 2) / 1000;
  t.equal(isBeforeYesterday(Date.UTC(2024, 2, 8, 10) / 1000, moment, 'UTC'), true);
  t.equal(isBeforeYesterday(Date.UTC(2024, 2, 8, 10) / 1000, moment, 'America/Los_Angeles'), false);
  t.equal(isBeforeYesterday(Date.UTC(2024, 2, 8, 16) / 1000, moment, 'Asia/Tokyo'), false);
  t.equal(isBeforeYesterday(0, moment, 'UTC'), true);
});

t.test('labels need their feature only when they are new', async (t) => {
  const starter = facts({ ...owner, has: () => false });
  t.equal(outcome(change({ segments: [['vip']] }), group(), starter), 'FeatureNotAvailable');
  t.same(outcome(change({ segments: [['vip']], title: 'Two' }), group({ segments: [['vip']] }), starter), [
    'StoryGroupDetailsChanged',
  ]);
  t.same(outcome(change({ segments: [] }), group({ segments: [['vip']] }), starter), ['StoryGroupDetailsChanged']);
  const two = group({ segments: [['a', 'b'], ['c']] });
  for (const less of [[['a', 'b']], [['B'], ['c']], [['c']], [['a'], ['c']]])
    t.same(outcome(change({ segments: less }), two, starter), ['StoryGroupDetailsChanged'], JSON.stringify(less));
  for (const more of [[['a', 'c']], [['a', 'b', 'd']], [['a'], ['b'], ['c']]])
    t.equal(outcome(change({ segments: more }), two, starter), 'FeatureNotAvailable', JSON.stringify(more));
});

t.test('a range of app versions is in order', async (t) => {
  const range = (min_version: string, max_version: string) =>
    change({ settings: { app_version_targeting: { min_version, max_version } } });
  t.same(outcome(range('4.9', '4.12.0'), group()), ['StoryGroupDetailsChanged']);
  t.equal(outcome(range('4.12', '4.9'), group()), 'Invalid settings.app_version_targeting.max_version');
});

t.test('a change holds only what really changed, and nothing when nothing did', async (t) => {
  const state = group({ segments: [['a']], target_cap: 5 });
  t.same(decideGroup(change({ title: 'Summer', segments: [['a']], target_cap: 6 }), state, facts()), [
    { type: 'StoryGroupDetailsChanged', data: { target_cap: 6 } },
  ]);
  t.same(decideGroup(change({ title: 'Summer', settings: { description: '' } }, 2), state, facts()), []);
  t.same(decideGroup(change({ title: 'Autumn' }, 1), state, facts()), [
    { type: 'StoryGroupDetailsChanged', data: { title: 'Autumn' } },
    { type: 'StoryGroupStatusChanged', data: { from: 2, to: 1 } },
  ]);
  const unpublished = group({ settings: { ...state.settings, is_unpublished: true } });
  const [event] = decideGroup(change({ icon: 'b.png' }), unpublished, facts());
  t.match(event, { data: { icon: 'b.png', settings: { is_unpublished: false } } });
});

t.test('every status, every role, every wish: only the table’s transitions happen', async (t) => {
  const statuses = [1, 2, 3, 4, 8, 9, 10];
  for (const author of [owner, appOwner, creator])
    for (const from of statuses)
      for (const to of statuses) {
        const found = outcome(change({}, to), group({ status: from }), facts(author));
        const at = `${author.role} ${from}>${to}`;
        if (author.role === 'story_creator') {
          if (to !== 10) t.equal(found, 'PermissionDenied', at);
          else if (from === 10) t.same(found, [], at);
          else t.same(found, from === 9 ? 'TransitionNotAllowed' : ['StoryGroupStatusChanged'], at);
          continue;
        }
        const guard = groupTransition(from, to);
        if (from === to) t.same(found, [], at);
        else if (to === 9) t.same(found, from === 1 ? 'GroupActive' : ['StoryGroupDeleted'], at);
        else if (guard === 'free' || guard === 'cap_open' || guard === 'end_ahead' || guard === 'test_devices')
          t.same(found, ['StoryGroupStatusChanged'], at);
        else t.equal(found, 'TransitionNotAllowed', at);
      }
});

t.test('a capped group goes on only when its cap was raised or removed', async (t) => {
  const caps = { target_cap: 100, click_target_cap: null };
  const capped = group({ status: 3, ...caps });
  const stopped = facts(owner, { stopped_caps: caps });
  t.equal(outcome(change({}, 1), capped, stopped), 'TargetCapReached');
  t.equal(outcome(change({ target_cap: 100 }, 1), capped, stopped), 'TargetCapReached');
  t.equal(outcome(change({ target_cap: 50 }, 1), capped, stopped), 'TargetCapReached');
  for (const target_cap of [101, null])
    t.same(outcome(change({ target_cap }, 1), capped, stopped), [
      'StoryGroupDetailsChanged',
      'StoryGroupStatusChanged',
    ]);
  t.same(outcome(change({}, 1), group({ status: 3, target_cap: 200 }), stopped), ['StoryGroupStatusChanged']);
});

t.test('what its cap or its end stopped goes on by no detour either', async (t) => {
  const turn = (state: StoryGroupState, to: number) =>
    evolveStoryGroup(state, { type: 'StoryGroupStatusChanged', data: { from: state.status, to } }, now);
  const caps = { target_cap: 100, click_target_cap: null };
  const stopped = facts(owner, { stopped_caps: caps });
  for (const detour of [[2], [8], [2, 8], [8, 2], [10], [10, 2]]) {
    const capped = detour.reduce(turn, turn(group({ status: 1, ...caps }), 3));
    t.equal(outcome(change({}, 1), capped, stopped), 'TargetCapReached', `3>${detour.join('>')}>1`);
    const raised = outcome(change({ target_cap: 101 }, 1), capped, stopped);
    t.same(raised, ['StoryGroupDetailsChanged', 'StoryGroupStatusChanged']);
    const over = { ts_start: now - 100, ts_end: now - 1 };
    const ended = detour.reduce(turn, turn(group({ status: 1, ...over }), 4));
    t.equal(outcome(change({}, 1), ended), 'EndDateReached', `4>${detour.join('>')}>1`);
    t.same(outcome(change({ ts_end: now + 9 }, 1), ended), ['StoryGroupDetailsChanged', 'StoryGroupStatusChanged']);
    const on = turn(turn(capped, 1), 2);
    t.same(outcome(change({}, 1), on, stopped), ['StoryGroupStatusChanged'], 'once it was active again it is free');
  }
});

t.test('of two caps the one that was reached must be raised or removed', async (t) => {
  const caps = { target_cap: 100, click_target_cap: 10 };
  const capped = group({ status: 3, ...caps });
  const by = (kind: 'view' | 'click') => facts(owner, { stopped_caps: { ...caps, kind } });
  const goesOn = ['StoryGroupDetailsChanged', 'StoryGroupStatusChanged'];
  t.same(outcome(change({ target_cap: 101 }, 1), capped, by('view')), goesOn);
  t.same(outcome(change({ click_target_cap: null }, 1), capped, by('click')), goesOn);
  t.equal(outcome(change({ target_cap: null }, 1), capped, by('click')), 'TargetCapReached');
  t.equal(outcome(change({ click_target_cap: 11 }, 1), capped, by('view')), 'TargetCapReached');
});

t.test('the caps that stopped a group are those it had at that moment', async (t) => {
  const events = [
    { type: 'StoryGroupCreated', data: { target_cap: 10, click_target_cap: null } },
    { type: 'StoryGroupDetailsChanged', data: { target_cap: 20 } },
    { type: 'StoryGroupStatusChanged', data: { from: 1, to: 3 } },
    { type: 'StoryGroupDetailsChanged', data: { target_cap: 30 } },
    { type: 'StoryGroupRestored', data: { content: { click_target_cap: 5 } } },
    { type: 'StoryGroupStatusChanged', data: { from: 1, to: 3 }, meta: { cause: { type: 'click_cap' } } },
  ].map((event) => ({ meta: { cause: null }, ...event })) as unknown as Recorded<StoryrailEvent>[];
  t.same(stoppedCaps(events.slice(0, 4)), { target_cap: 20, click_target_cap: null, kind: null });
  t.same(stoppedCaps(events), { target_cap: 30, click_target_cap: 5, kind: 'click' });
  t.equal(stoppedCaps(events.slice(0, 2)), null);
});

t.test('an ended group goes on only with an end ahead', async (t) => {
  const ended = group({ status: 4, ts_start: now - 100, ts_end: now - 1 });
  t.equal(outcome(change({}, 1), ended), 'EndDateReached');
  t.same(outcome(change({ ts_end: now + 9 }, 1), ended), ['StoryGroupDetailsChanged', 'StoryGroupStatusChanged']);
  t.same(outcome(change({ ts_end: null }, 1), ended), ['StoryGroupDetailsChanged', 'StoryGroupStatusChanged']);
});

t.test('a test group needs test devices', async (t) => {
  t.equal(outcome(change({}, 8), group(), facts(owner, { test_devices: 0 })), 'NoTestDevices');
});

t.test('an active group is not deleted, a deleted one not twice, an archived one not edited', async (t) => {
  const remove: GroupCommand = { type: 'DeleteGroup' };
  t.equal(outcome(remove, group({ status: 1 })), 'GroupActive');
  for (const status of [2, 3, 4, 8, 10]) t.same(outcome(remove, group({ status })), ['StoryGroupDeleted']);
  t.same(outcome(remove, group({ status: 9 })), []);
  t.equal(outcome(remove, group(), facts(creator)), 'PermissionDenied');
  t.equal(outcome(remove, initialStoryGroup(id(10))), 'NotFound');
  t.equal(outcome(change({ title: 'New' }), group({ status: 9 })), 'NotFound');
});

t.test('a creator’s save waits for approval, also of an active group, and only of his own', async (t) => {
  t.same(decideGroup(change({ title: 'Mine' }), group({ status: 1 }), facts(creator)), [
    { type: 'StoryGroupDetailsChanged', data: { title: 'Mine' } },
    { type: 'StoryGroupStatusChanged', data: { from: 1, to: 10 } },
  ]);
  t.same(outcome(change({}), group({ status: 1 }), facts(creator)), []);
  t.equal(outcome(change({ title: 'Yours' }), group({ user_id: id(9) }), facts(creator)), 'PermissionDenied');
});

t.test('no row of commands leads to a status off the table', async () => {
  const command = fc.record({
    author: fc.constantFrom(owner, appOwner, creator),
    status: fc.option(fc.constantFrom(1, 2, 3, 4, 8, 9, 10), { nil: undefined }),
    fields: fc.record(
      {
        title: fc.constantFrom('One', 'Two'),
        target_cap: fc.option(fc.integer({ min: 1, max: 5 })),
        ts_end: fc.option(fc.integer({ min: now - 10, max: now + 10 })),
      },
      { requiredKeys: [] },
    ),
    remove: fc.boolean(),
    test_devices: fc.constantFrom(0, 1),
    system: fc.option(fc.constantFrom(3, 4), { nil: null }),
  });
  fc.assert(
    fc.property(fc.array(command, { maxLength: 30 }), (commands) => {
      let state = group({ status: 1 });
      for (const { author, status, fields, remove, test_devices, system } of commands) {
        const step: GroupCommand = remove ? { type: 'DeleteGroup' } : change(fields, status);
        const before = state.status;
        if (system !== null && state.status === 1) state = { ...state, status: system };
        try {
          for (const event of decideGroup(step, state, facts(author, { test_devices }))) {
            if (event.type === 'StoryGroupStatusChanged') {
              if (event.data.from !== state.status || groupTransition(event.data.from, event.data.to) === null)
                return false;
              if (event.data.to === 8 && test_devices === 0) return false;
            }
            if (event.type === 'StoryGroupDeleted' && state.status === 1) return false;
            state = evolveStoryGroup(state, event, now);
          }
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
        }
        if (![1, 2, 3, 4, 8, 9, 10].includes(state.status)) return false;
        if (before === 9 && state.status !== 9) return false;
        if (state.ts_end !== null && state.ts_end <= state.ts_start) return false;
      }
      return true;
    }),
    { numRuns: 500 },
  );
});
