import t from 'tap';
import { sdkBatch } from '#contracts/sdk.ts';
import type { Posted } from './api.ts';
import type { Clock } from './clock.ts';
import { safeAddress, storyLink } from './link.ts';
import type { Batch, Group, Head, SdkEvent, Story } from './protocol.ts';
import { createQueue, type Sent } from './queue.ts';
import type { Store } from './store.ts';
import { createTracker } from './tracker.ts';
import { placeOf, wordsFor } from './words.ts';

const start = 1_700_000_000_000;

function fakeClock() {
  let now = 0;
  let timers: { at: number; then: () => void }[] = [];
  const clock: Clock = {
    now: () => now,
    wall: () => start + now,
    after(ms, then) {
      const timer = { at: now + ms, then };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
  };
  const settle = async () => {
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  };
  return {
    clock,
    settle,
    async advance(ms: number) {
      const until = now + ms;
      for (;;) {
        const due = timers.filter((timer) => timer.at <= until).sort((a, b) => a.at - b.at)[0];
        if (!due) break;
        now = due.at;
        timers = timers.filter((other) => other !== due);
        due.then();
        await settle();
      }
      now = until;
    },
  };
}

let count = 0;
const nextId = () => `00000000-0000-4000-8000-${String(++count).padStart(12, '0')}`;

const story = (id: string, more: Partial<Story> = {}): Story => ({
  id,
  title: id,
  type: 1,
  media: 'https://m.test/a.png',
  thumbnail: null,
  mime_type: 'image/png',
  button_text: '',
  outlink: '',
  deep_link: '',
  studio: null,
  sort_order: 0,
  duration_ms: null,
  ...more,
});
const group = (id: string, stories: Story[]): Group => ({
  id,
  title: id,
  icon: '',
  thematic_icons: null,
  type: 'manual',
  pinned: false,
  sort_order: 0,
  template: null,
  settings: { description: '', cta_macro: null },
  stories,
});

function tracking() {
  const time = fakeClock();
  const events: SdkEvent[] = [];
  const tracker = createTracker(time.clock, nextId, (event) => events.push(event));
  const types = () => events.map((event) => event.type);
  return { ...time, tracker, events, types };
}

t.test('a story viewed to its end says impression, completed and left, and its group ends once', async (t) => {
  const { tracker, advance, events } = tracking();
  tracker.bar();
  tracker.openGroup(group('g', [story('a')]), 2, 'manual');
  tracker.startStory(story('a'), 0);
  await advance(400);
  tracker.ready();
  await advance(7000);
  tracker.complete();
  tracker.leaveGroup('next', 'auto');
  t.match(events, [
    { type: 'bar_impression' },
    { type: 'group_opened', group_id: 'g', position: 2, mode: 'manual' },
    { type: 'story_impression', group_id: 'g', story_id: 'a', at: start + 1400 },
    { type: 'story_completed', story_id: 'a' },
    { type: 'story_left', story_id: 'a', watch_ms: 7000 },
    { type: 'group_completed', group_id: 'g' },
    { type: 'group_next', group_id: 'g', mode: 'auto' },
  ]);
  t.equal(events.length, 7);
  t.notOk('story_id' in events[6]!);
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

function memoryStore(): Store {
  const map = new Map<string, string>();
  return {
    get: (key) => map.get(key) ?? null,
    set: (key, value) => void map.set(key, value),
    remove: (key) => void map.delete(key),
    keys: (prefix) => [...map.keys()].filter((key) => key.startsWith(prefix)),
  };
}

const head: Head = { platform: 'web', sdk_version: '1.0.0', consent: true, viewer_id: 'v', session_id: 's' };
const event = (): SdkEvent => ({ id: nextId(), type: 'bar_impression', at: start });

function delivering(answers: Posted[] = [], store = memoryStore(), time = fakeClock()) {
  const posts: Batch[] = [];
  const beacons: Batch[] = [];
  const sent: Sent[] = [];
  const queue = createQueue({
    clock: time.clock,
    newId: nextId,
    random: () => 1,
    store,
    token: 'tok',
    head: () => head,
    async post(body) {
      posts.push(JSON.parse(body) as Batch);
      return answers.shift() ?? { status: 202 };
    },
    beacon: (body) => beacons.push(JSON.parse(body) as Batch) > 0,
    sent: (one) => sent.push(one),
  });
  return { ...time, queue, posts, beacons, sent, store };
}

t.test('events go out together after two seconds, at most 50 and 64 KiB a batch', async (t) => {
  const { queue, posts, advance } = delivering();
  const events = Array.from({ length: 120 }, event);
  for (const one of events) queue.add(one);
  await advance(1999);
  t.equal(posts.length, 0);
  await advance(1);
  t.same(
    posts.map((post) => post.events.length),
    [50, 50, 20],
  );
  t.same(
    posts.flatMap((post) => post.events.map((one) => one.id)),
    events.map((one) => one.id),
  );
  for (const post of posts) t.ok(sdkBatch.safeParse(post).success, 'the batch is as the protocol says');
  t.equal(queue.size(), 0);

  const large = delivering();
  for (let index = 0; index < 50; index++) large.queue.add({ ...event(), group_id: 'x'.repeat(3000) });
  await large.advance(2000);
  t.ok(large.posts.length > 2);
  for (const post of large.posts) t.ok(JSON.stringify(post).length <= 64 * 1024);
});

t.test('a batch without an answer is tried again under its own id, later each time', async (t) => {
  const { queue, posts, sent, advance, store } = delivering([{ status: 0 }, { status: 503 }, { status: 202 }]);
  queue.add(event());
  await advance(2000);
  t.equal(posts.length, 1);
  t.equal(store.keys('batch:').length, 1, 'it waits where a new visit finds it');
  await advance(999);
  t.equal(posts.length, 1);
  await advance(1);
  t.equal(posts.length, 2);
  await advance(2000);
  t.equal(posts.length, 3);
  t.equal(new Set(posts.map((post) => post.batch_id)).size, 1);
  t.same(
    posts.map((post) => post.sent_at - start),
    [2000, 3000, 5000],
    'the time of sending is that of the attempt',
  );
  t.same(
    sent.map((one) => one.status),
    [0, 503, 202],
  );
  t.equal(store.keys('batch:').length, 0);
});

t.test('Retry-After is honoured, and coming online ends the wait', async (t) => {
  const { queue, posts, advance, settle } = delivering([{ status: 429, retryAfter: 30_000 }, { status: 0 }]);
  queue.add(event());
  await advance(2000);
  queue.add(event());
  await advance(29_999);
  t.equal(posts.length, 1, 'new events wait too');
  queue.wake();
  await settle();
  t.equal(posts.length, 1, 'no waking before the time the server asked for');
  await advance(1);
  t.equal(posts.length, 2);
  queue.wake();
  await settle();
  t.equal(posts.length, 4);
});

t.test('a refused batch is dropped and the next one is sent', async (t) => {
  for (const status of [400, 404, 413, 422]) {
    const { queue, posts, advance } = delivering([{ status }]);
    queue.add(event());
    await advance(2000);
    queue.add(event());
    await advance(2000);
    t.equal(new Set(posts.map((post) => post.batch_id)).size, 2);
    t.equal(queue.size(), 0);
  }
});

t.test('what one visit could not send the next visit sends under the same id', async (t) => {
  const first = delivering([{ status: 0 }]);
  first.queue.add(event());
  await first.advance(2000);
  const second = delivering([], first.store);
  await second.advance(2000);
  t.equal(second.posts[0]?.batch_id, first.posts[0]?.batch_id);
  t.equal(first.store.keys('batch:').length, 0);
});

t.test('two tabs lose nothing: each keeps its own batches, and a delivered one is not sent by the other', async (t) => {
  const store = memoryStore();
  const time = fakeClock();
  const one = delivering([{ status: 0 }], store, time);
  one.queue.add(event());
  await time.advance(2000);
  const two = delivering([{ status: 0 }], store, time);
  two.queue.add(event());
  two.queue.flush();
  await time.settle();
  await time.advance(10_000);
  const ids = new Set([...one.posts, ...two.posts].map((post) => post.batch_id));
  t.equal(ids.size, 2);
  t.equal(one.queue.size() + two.queue.size(), 0);
  t.same(store.keys('batch:'), []);
});

t.test('on leaving, everything goes by beacon and stays until an answer is seen', async (t) => {
  const { queue, beacons, posts, advance, store } = delivering([{ status: 0 }]);
  queue.add(event());
  await advance(2000);
  queue.add(event());
  queue.leave();
  queue.leave();
  t.equal(beacons.length, 2, 'hiding and leaving hand each batch over once');
  t.equal(store.keys('batch:').length, 2);
  await advance(60_000);
  t.same(new Set(posts.map((post) => post.batch_id)), new Set(beacons.map((beacon) => beacon.batch_id)));
  t.equal(queue.size(), 0);
});

t.test('the queue is bounded and forgets the oldest', async (t) => {
  const { queue, store, advance } = delivering(Array.from({ length: 500 }, () => ({ status: 0 })));
  for (let index = 0; index < 60; index++) {
    queue.add(event());
    queue.flush();
  }
  await advance(1);
  t.equal(queue.size(), 40);
  t.equal(store.keys('batch:').length, 40);
});

t.test('withdrawn consent takes the ids out of what still waits', async (t) => {
  const { queue, posts, advance } = delivering([{ status: 0 }]);
  queue.add(event());
  await advance(2000);
  queue.strip({ platform: 'web', sdk_version: '1.0.0', consent: false });
  await advance(5000);
  t.equal(posts[1]?.consent, false);
  t.notOk('viewer_id' in posts[1]!);
  t.notOk('session_id' in posts[1]!);
});

t.test('no link can run code', async (t) => {
  for (const bad of [
    'javascript:alert(1)',
    ' java\nscript:alert(1)',
    'JAVASCRIPT:1',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc',
    '/path',
    '',
  ]) {
    t.equal(safeAddress(bad), null, JSON.stringify(bad));
  }
  t.equal(safeAddress('myapp://product/1'), 'myapp://product/1');
  t.equal(safeAddress('myapp://product/1', true), null);
  t.same(storyLink(story('a', { outlink: 'https://a.test/', deep_link: 'my://b' })), {
    url: 'https://a.test/',
    newTab: true,
  });
  t.same(storyLink(story('a', { outlink: 'javascript:1', deep_link: 'my://b' })), { url: 'my://b', newTab: false });
});

t.test('every language has all words', async (t) => {
  for (const language of ['en', 'de', 'sv', 'fr', 'es', 'ar', 'tr']) {
    for (const [name, word] of Object.entries(wordsFor(language))) t.ok(word, `${language} ${name}`);
  }
  t.equal(wordsFor('de-CH').close, 'Schließen');
  t.equal(wordsFor('xx').close, 'Close');
  t.equal(placeOf(wordsFor('en'), 1, 5), '2 of 5');
});
