import t from 'tap';
import type { PlayerEvent } from './protocol.ts';
import { fakeClock, group, nextId, start, story } from './test-clock.ts';
import { createTracker } from './tracker.ts';

function tracking() {
  const time = fakeClock();
  const events: PlayerEvent[] = [];
  const tracker = createTracker(time.clock, nextId, (event) => events.push(event));
  const types = () => events.map((event) => event.type);
  return { ...time, tracker, events, types };
}

t.test('a story viewed to its end says impression, completed and left, and its group ends once', async (t) => {
  const { tracker, advance, events } = tracking();
  tracker.bar();
  tracker.cover(group('g', [story('a')]), 2);
  tracker.openGroup(group('g', [story('a')]), 2, 'manual');
  tracker.startStory(story('a'), 0);
  await advance(400);
  tracker.ready();
  await advance(7000);
  tracker.complete(true);
  tracker.leaveGroup('next', 'auto');
  t.match(events, [
    { type: 'bar_impression', group_id: undefined },
    { type: 'bar_impression', group_id: 'g', position: 2 },
    { type: 'group_opened', group_id: 'g', position: 2, mode: 'manual' },
    { type: 'story_impression', group_id: 'g', story_id: 'a', at: start + 1400 },
    { type: 'story_completed', story_id: 'a' },
    { type: 'story_left', story_id: 'a', watch_ms: 7000 },
    { type: 'group_completed', group_id: 'g' },
    { type: 'group_next', group_id: 'g', mode: 'auto' },
  ]);
  t.equal(events.length, 8);
  t.notOk('story_id' in events[7]!);
});

t.test('an impression needs one unbroken second of an image and two of a video', async (t) => {
  const image = tracking();
  image.tracker.openGroup(group('g', [story('a')]), 0, 'manual');
  image.tracker.startStory(story('a'), 0);
  image.tracker.ready();
  await image.advance(900);
  image.tracker.foreground(false);
  await image.advance(5000);
  image.tracker.foreground(true);
  await image.advance(999);
  t.notOk(image.types().includes('story_impression'), 'the second starts anew after the background');
  await image.advance(1);
  t.ok(image.types().includes('story_impression'));
  image.tracker.leaveStory();
  t.match(image.events.at(-1), { type: 'story_left', watch_ms: 1900 }, 'time in the background is not watched');

  const video = tracking();
  video.tracker.openGroup(group('g', [story('v', { type: 2 })]), 0, 'manual');
  video.tracker.startStory(story('v', { type: 2 }), 0);
  video.tracker.ready(4000);
  await video.advance(1999);
  t.notOk(video.types().includes('story_impression'));
  await video.advance(1);
  t.ok(video.types().includes('story_impression'));
});

t.test('watched time is capped at 20 s for an image and at the length of a video', async (t) => {
  const { tracker, advance, events } = tracking();
  tracker.openGroup(group('g', [story('a'), story('v', { type: 2 })]), 0, 'manual');
  tracker.startStory(story('a'), 0);
  tracker.ready();
  tracker.pause();
  await advance(90_000);
  tracker.resume();
  tracker.turn('next');
  t.equal(events.at(-1)?.watch_ms, 20_000);
  tracker.startStory(story('v', { type: 2 }), 1);
  tracker.ready(3500);
  await advance(60_000);
  tracker.leaveGroup('closed', 'manual');
  t.match(events.slice(-2), [
    { type: 'story_left', watch_ms: 3500 },
    { type: 'group_closed', story_id: 'v', mode: 'manual' },
  ]);
});

t.test('going on before the impression is a skip, after it only a next', async (t) => {
  const { tracker, advance, types } = tracking();
  tracker.openGroup(group('g', [story('a'), story('b'), story('c')]), 0, 'manual');
  tracker.startStory(story('a'), 0);
  tracker.ready();
  await advance(300);
  tracker.turn('next');
  tracker.startStory(story('b'), 1);
  tracker.ready();
  await advance(1500);
  tracker.turn('next');
  tracker.startStory(story('c'), 2);
  tracker.turn('previous');
  t.same(types(), [
    'group_opened',
    'story_skipped',
    'story_next',
    'story_left',
    'story_impression',
    'story_next',
    'story_left',
    'story_previous',
  ]);
});

t.test('a story whose medium never appeared has no impression and no watched time', async (t) => {
  const { tracker, advance, types } = tracking();
  tracker.openGroup(group('g', [story('a')]), 0, 'manual');
  tracker.startStory(story('a'), 0);
  await advance(30_000);
  tracker.leaveGroup('closed', 'manual');
  t.same(types(), ['group_opened', 'group_closed']);
});

t.test('a group is completed by the end of the way through it, which an answer may bring', async (t) => {
  const stories = [story('a'), story('b')];
  const ways = { 'played out': 'complete', 'led to the end': 'finish', 'left before': null } as const;
  for (const [way, how] of Object.entries(ways)) {
    const { tracker, types, events } = tracking();
    tracker.openGroup(group('g', stories), 0, 'manual');
    tracker.startStory(story('a'), 0);
    tracker.ready();
    tracker.component('poll_selected', 'poll-0001', 'A');
    if (how === 'complete') tracker.complete(true);
    else if (how === 'finish') tracker.finish();
    else tracker.complete(false);
    tracker.leaveGroup('next', 'auto');
    t.equal(types().includes('group_completed'), how !== null, way);
    t.equal(types().includes('story_completed'), how !== 'finish', way);
    t.match(events[1], { type: 'poll_selected', story_id: 'a', component_id: 'poll-0001', value: 'A' });
  }
});
