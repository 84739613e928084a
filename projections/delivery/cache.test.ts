import t from 'tap';
import { initialAppSettings } from '#contracts/app/state.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { until } from '#ops/testing/harness.ts';
import { createDeliveryCache } from './cache.ts';
import { type DeliveryDocument, type DocumentGroup, revisionOf } from './document.ts';

const group = (title: string): DocumentGroup => ({
  id: title,
  title,
  icon: 'icon.png',
  dark_icon: null,
  type: 'manual',
  status: 1,
  is_unpublished: false,
  ts_start: 0,
  ts_end: null,
  segments: [],
  min_version: null,
  max_version: null,
  description: title.repeat(50),
  cta_macro: null,
  stories: [],
  pinned: false,
  sort_order: 0,
});
const textOf = (title: string, groups = [group(title)]): string => {
  const document: DeliveryDocument = { app: { title, ...initialAppSettings }, devices: [], groups };
  return JSON.stringify(document);
};
const anyone = { labels: null, app_version: null, device_id: null };

/** A store of documents by token, of which caches of several processes read; `tell` wakes them all. */
const startStore = (megabytes = 10) => {
  const texts = new Map<string, string>();
  const heard = new Set<(detail: string) => void>();
  const gate = { open: Promise.resolve(), asked: 0 };
  const query = async ({ name, values }: { name: string; values: [string] | [string[]] }) => {
    const row = (token: string) => ({ token, revision: revisionOf(texts.get(token)!), document: texts.get(token)! });
    if (name === 'delivery-document') return { rows: texts.has(values[0] as string) ? [row(values[0] as string)] : [] };
    const rows = (values[0] as string[]).filter((token) => texts.has(token)).map(row);
    gate.asked += 1;
    await gate.open;
    return { rows };
  };
  const notifier = {
    on(_: string, hear: (detail: string) => void) {
      heard.add(hear);
      return () => void heard.delete(hear);
    },
  };
  const config = { SDK_CACHE_MB: megabytes, MEDIA_URL: 'https://media.test' };
  const kernel = { config, notifier, db: { pool: { query } }, log: { debug() {} } } as unknown as Kernel;
  const open = (test: { teardown(work: () => void): void }) => {
    const cache = createDeliveryCache(kernel);
    test.teardown(() => cache.stop());
    return cache;
  };
  return { texts, gate, open, tell: (token: string) => heard.forEach((hear) => void hear(token)) };
};
type Cache = ReturnType<typeof createDeliveryCache>;

const ask = async (cache: Cache, token: string) => {
  const entry = cache.get(token) ?? (await cache.load(token))!;
  const reading = entry.audiences.get('') ?? cache.resolveAudience(entry, '', anyone, false);
  return cache.answer(entry, reading, 'identity', 1000);
};

t.test('a change replaces exactly its entry, in every process', async (t) => {
  const store = startStore();
  for (const token of ['a', 'b']) store.texts.set(token, textOf(token));
  const processes = [store.open(t), store.open(t)];
  for (const cache of processes) for (const token of ['a', 'b']) await ask(cache, token);
  const before = processes.map((cache) => [cache.get('a'), cache.get('b')]);
  store.texts.set('a', textOf('anew'));
  store.tell('a');
  await until(() => processes.every((cache, index) => cache.get('a') !== before[index]![0]), 'the change');
  for (const [index, cache] of processes.entries()) {
    t.match((await ask(cache, 'a')).response.body.toString(), '"title":"anew"');
    t.equal(cache.get('b'), before[index]![1]);
    t.ok((await ask(cache, 'b')).warm);
  }
});

t.test('what comes while revisions are on their way stays', async (t) => {
  const store = startStore();
  for (const token of ['a', 'b', 'gone']) store.texts.set(token, textOf(token));
  const cache = store.open(t);
  await ask(cache, 'a');
  await ask(cache, 'gone');
  store.texts.delete('gone');
  let letIn = () => {};
  store.gate.open = new Promise((done) => {
    letIn = done;
  });
  await until(() => store.gate.asked > 0, 'the question');
  await ask(cache, 'b');
  letIn();
  await until(() => !cache.get('gone'), 'the answer');
  t.ok((await ask(cache, 'b')).warm);
  t.ok((await ask(cache, 'a')).warm);
});

t.test('memory stays within its bound, with documents that lie open and answers of any number', async (t) => {
  const store = startStore(0.1);
  const cache = store.open(t);
  const largest = textOf('x'.repeat(20)).length * 3;
  for (let index = 0; index < 200; index += 1) {
    const token = `token-${index}`;
    store.texts.set(token, textOf(`${index}`.padStart(20, 'x')));
    await ask(cache, token);
    if (cache.size() > 0.1 * 1024 * 1024 + largest) t.fail(`${cache.size()} bytes`);
  }
  t.ok((await ask(cache, 'token-199')).warm, 'the last one used is kept');
  t.notOk(cache.get('token-0'), 'the first one went');
});

t.test('what it keeps for each kind of viewer of an instance with many groups counts by its length', async (t) => {
  const store = startStore();
  const groups = Array.from({ length: 20_000 }, (_, at) => ({
    ...group('x'),
    id: `g${at}`,
    ts_start: 1e12,
    description: '',
  }));
  store.texts.set('many', textOf('Many', groups));
  const cache = store.open(t);
  const entry = (await cache.load('many'))!;
  const ofQuery = (query: string) => cache.resolveAudience(entry, query, anyone, false);
  const growth = async (work: () => unknown): Promise<number> => {
    const before = entry.bytes;
    await work();
    return entry.bytes - before;
  };
  const first = await growth(() => ofQuery('viewer=0'));
  t.ok(first >= groups.length, `an audience: ${first} bytes`);
  const answer = await growth(() => cache.answer(entry, ofQuery('viewer=0'), 'identity', 1000));
  t.ok(answer >= groups.length, `an answer without a story: ${answer} bytes`);
  const more = await growth(() => {
    for (let at = 1; at < 250; at += 1) ofQuery(`viewer=${at}`);
  });
  t.ok(more < first * 105, 'what is forgotten counts no more');
  t.ok(more >= groups.length * 99);
});
