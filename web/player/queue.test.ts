import t from 'tap';
import { sdkBatch } from '#contracts/sdk/protocol.ts';
import type { Posted } from './api.ts';
import { memoryOf } from './memory.ts';
import type { BatchEnvelope, EventBatch, PlayerEvent } from './protocol.ts';
import { createQueue, type SendOutcome } from './queue.ts';
import type { Store } from './store.ts';
import { fakeClock, nextId, start } from './test-clock.ts';

function memoryStore(): Store {
  const map = new Map<string, string>();
  return {
    get: (key) => map.get(key) ?? null,
    set: (key, value) => void map.set(key, value),
    remove: (key) => void map.delete(key),
    keys: (prefix) => [...map.keys()].filter((key) => key.startsWith(prefix)),
  };
}

const head: BatchEnvelope = { platform: 'web', sdk_version: '1.0.0', consent: true, viewer_id: 'v', session_id: 's' };
const event = (): PlayerEvent => ({ id: nextId(), type: 'bar_impression', at: start });

function delivering(answers: Posted[] = [], store = memoryStore(), time = fakeClock()) {
  const posts: EventBatch[] = [];
  const beacons: EventBatch[] = [];
  const sent: SendOutcome[] = [];
  const queue = createQueue({
    clock: time.clock,
    newId: nextId,
    random: () => 1,
    store,
    token: 'tok',
    head: () => head,
    async post(body) {
      posts.push(JSON.parse(body) as EventBatch);
      return answers.shift() ?? { status: 202 };
    },
    beacon: (body) => beacons.push(JSON.parse(body) as EventBatch) > 0,
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

t.test('coming online while an attempt is under way makes the next one follow at once', async (t) => {
  const { queue, posts, advance, settle } = delivering([{ status: 0 }, { status: 0 }]);
  queue.add(event());
  queue.flush();
  queue.wake();
  await settle();
  t.equal(posts.length, 2, 'one more attempt for one waking');
  await advance(1000);
  t.equal(posts.length, 3);
  t.equal(queue.size(), 0);
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

t.test('a device remembers its newest twenty viewers, none of them by name', async (t) => {
  const store = memoryStore();
  t.equal(memoryOf(store, 'tok', null), 'tok', 'who has no name is remembered as ever');
  const viewers = Array.from({ length: 21 }, (_, at) => `viewer ${at}`);
  const names = viewers.map((viewer) => memoryOf(store, 'tok', viewer));
  t.equal(new Set(names).size, 21);
  for (const name of ['tok', ...names]) for (const kind of ['seen', 'answers']) store.set(`${kind}:${name}`, 'x');
  t.strictSame(
    [1, 0].map((at) => memoryOf(store, 'tok', viewers[at]!)),
    [names[1], names[0]],
    'each under its own name',
  );
  t.notOk(store.keys('').some((key) => key.includes('viewer ')));
  const kept = (kind: string) => store.keys(`${kind}:`).map((key) => key.slice(kind.length + 1));
  for (const kind of ['seen', 'answers'])
    t.strictSame(new Set(kept(kind)), new Set(['tok', ...names.filter((_, at) => at !== 2)]), kind);
});
