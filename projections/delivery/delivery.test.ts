import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import type { StoryrailEvent } from '#contracts/events.ts';
import type { SdkStories } from '#contracts/sdk/protocol.ts';
import { buildServer } from '#kernel/http/server.ts';
import type { Harness } from '#ops/testing/harness.ts';
import { startHarness } from '#ops/testing/harness.ts';
import { appendAs, seedScene } from '#ops/testing/scene.ts';
import { startStopwatch } from '#ops/testing/stopwatch.ts';
import { createDeliveryCache } from './cache.ts';
import { deliveryRoutes } from './routes.ts';

const ask = (h: Harness, token: string, query: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  h.inject('GET', `/sdk/v1/${token}/stories`, { query, headers });
const titles = async (h: Harness, token: string, query: Record<string, string> = {}): Promise<string[]> => {
  const answer = await ask(h, token, query);
  return answer.statusCode === 200
    ? (answer.json() as SdkStories).data.groups.map((one) => one.title)
    : [`${answer.statusCode}`];
};
const details = (data: Extract<StoryrailEvent, { type: 'StoryGroupDetailsChanged' }>['data']): StoryrailEvent => ({
  type: 'StoryGroupDetailsChanged',
  data,
});
const settings = {
  app_version_targeting: null,
  thematic_icons: null,
  description: '',
  is_unpublished: false,
  is_mobile: false,
};

t.test('delivery', async (t) => {
  let now = Date.UTC(2026, 9, 14, 12);
  const h = await startHarness(t, { now: () => now });
  const nora = await h.person();
  const scene = await seedScene(h, nora);
  const { token } = scene;
  const group = `storyGroup-${scene.group_id}`;
  const change = (...events: StoryrailEvent[]) => appendAs(h, nora, group, events);
  const shows = (wanted: string[], query: Record<string, string> = {}, of = token) =>
    h.until(
      async () => JSON.stringify(await titles(h, of, query)) === JSON.stringify(wanted),
      `${wanted} for ${JSON.stringify(query)}`,
    );
  await h.caughtUp();
  await shows(['Harbour']);

  await t.test('a change shows within two seconds', async (t) => {
    const taken = startStopwatch();
    await change(details({ title: 'Pier' }));
    await shows(['Pier']);
    t.ok(taken() < 2000);
  });

  await t.test('the answer has its shape, codings, tags and heads', async (t) => {
    const plain = await ask(h, token);
    t.match(plain.headers, {
      'cache-control': 'public, max-age=0, s-maxage=10, stale-while-revalidate=30',
      vary: 'Accept-Encoding',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'content-type': 'application/json; charset=utf-8',
    });
    const body = plain.json() as SdkStories;
    t.match(body.data.groups[0]?.stories, [
      { title: 'Morning', sort_order: 0 },
      { title: 'Evening', duration_ms: 8000 },
    ]);
    t.ok(body.data.groups[0]?.icon.startsWith(`${h.config.MEDIA_URL}/media/`));
    const gzip = await ask(h, token, {}, { 'accept-encoding': 'gzip' });
    const brotli = await ask(h, token, {}, { 'accept-encoding': 'gzip, br' });
    t.same(JSON.parse(gunzipSync(gzip.rawPayload).toString()), body);
    t.same(JSON.parse(brotliDecompressSync(brotli.rawPayload).toString()), body);
    t.equal(new Set([plain, gzip, brotli].map((one) => one.headers.etag)).size, 3);
    const again = await ask(h, token, {}, { 'accept-encoding': 'gzip', 'if-none-match': String(gzip.headers.etag) });
    t.equal(again.statusCode, 304);
    t.equal(again.rawPayload.length, 0);
    t.equal(again.headers.etag, gzip.headers.etag);
    t.equal(again.headers['content-encoding'], undefined);
    t.equal(
      (await ask(h, token, {}, { 'if-none-match': String(gzip.headers.etag) })).statusCode,
      200,
      'a tag of another coding',
    );
    t.equal((await ask(h, token, { viewer_id: 'v' })).headers['cache-control'], 'private, no-cache');
    const head = await h.inject('HEAD', `/sdk/v1/${token}/stories`);
    t.equal(head.statusCode, 200);
    t.equal(head.rawPayload.length, 0);
    const preflight = await h.inject('OPTIONS', `/sdk/v1/${token}/stories`, { headers: { origin: 'https://x.test' } });
    t.match(
      { status: preflight.statusCode, ...preflight.headers },
      { status: 204, 'access-control-allow-origin': '*' },
    );
  });

  await t.test('the tag is equal in every process', async (t) => {
    const second = await buildServer(h.kernel, [deliveryRoutes]);
    t.teardown(() => second.close());
    const [one, other] = [await ask(h, token), await second.inject(`/sdk/v1/${token}/stories`)];
    t.equal(one.headers.etag, other.headers.etag);
  });

  await t.test('what cannot be read is refused, what is unknown is passed over', async (t) => {
    const unknown = await ask(h, 'nobody');
    t.match(unknown.json(), { code: 'UnknownToken' });
    t.match(
      { status: unknown.statusCode, ...unknown.headers },
      { status: 404, 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' },
    );
    t.equal((await ask(h, token, { later_field: 'x' })).statusCode, 200);
    t.match((await ask(h, token, { platform: 'fridge' })).json(), { code: 'Invalid', errors: [{ path: 'platform' }] });
    t.equal((await ask(h, token, { device_id: 'x'.repeat(129) })).statusCode, 422);
  });

  await t.test('a window opens and closes at its time without an event', async (t) => {
    const start = Math.floor(now / 1000) + 3600;
    await change(details({ ts_start: start, ts_end: start + 60 }));
    await shows([]);
    now = start * 1000 - 1;
    t.same(await titles(h, token), []);
    now += 1;
    t.same(await titles(h, token), ['Pier']);
    now = (start + 60) * 1000;
    t.same(await titles(h, token), []);
    await change(details({ ts_end: null }));
    await shows(['Pier']);
  });

  await t.test('test groups show on test devices only', async (t) => {
    await change({ type: 'StoryGroupStatusChanged', data: { from: 1, to: 8 } });
    await shows([]);
    t.same(await titles(h, token, { device_id: 'Pixel' }), []);
    const devices = (ids: string[]) =>
      appendAs(h, nora, `account-${nora.account_id}`, [
        {
          type: 'TestDevicesChanged',
          data: { test_devices: ids.map((id) => ({ id, name: id, platform: 'ios' as const })) },
        },
      ]);
    await devices(['Pixel']);
    await shows(['Pier'], { device_id: 'Pixel' });
    t.same(await titles(h, token), []);
    await devices([]);
    await shows([], { device_id: 'Pixel' });
    await change({ type: 'StoryGroupStatusChanged', data: { from: 8, to: 1 } });
    await shows(['Pier']);
  });

  await t.test('labels, versions and unpublishing decide who gets a group', async (t) => {
    await change(
      details({
        segments: [['VIP', 'gold'], ['se']],
        settings: { ...settings, app_version_targeting: { min_version: '4.9', max_version: null } },
      }),
    );
    await shows([]);
    t.same(await titles(h, token, { app_version: '4.10' }), ['Pier']);
    t.same(await titles(h, token, { app_version: '4.10', labels: '' }), []);
    t.same(await titles(h, token, { app_version: '4.10', labels: 'vip' }), []);
    t.same(await titles(h, token, { app_version: '4.10', labels: 'x,Vip,SE' }), ['Pier']);
    t.same(await titles(h, token, { app_version: '4.8', labels: 'vip,se' }), []);
    await change(details({ segments: [], settings: { ...settings, is_unpublished: true } }));
    await shows([], { app_version: '4.10' });
    await change(details({ settings }));
    await shows(['Pier']);
  });

  await t.test('pinned groups come first, then the order that people gave', async (t) => {
    const { instance_id } = scene;
    const two = await seedScene(h, nora, { app: scene, title: 'Two' });
    await seedScene(h, nora, { app: scene, title: 'Three' });
    await shows(['Three', 'Two', 'Pier']);
    await appendAs(h, nora, `instanceOrder-${instance_id}`, [
      { type: 'StoryGroupPinned', data: { instance_id, id: scene.group_id } },
    ]);
    await shows(['Pier', 'Three', 'Two']);
    await appendAs(h, nora, `instanceOrder-${instance_id}`, [
      { type: 'StoryGroupMoved', data: { instance_id, id: two.group_id, after: null } },
    ]);
    await shows(['Pier', 'Two', 'Three']);
    const { groups } = ((await ask(h, token)).json() as SdkStories).data;
    t.same(
      groups.map((one) => [one.pinned, one.sort_order]),
      [
        [true, 0],
        [false, 1],
        [false, 2],
      ],
    );
    await appendAs(h, nora, `storyGroup-${two.group_id}`, [
      { type: 'StoryInactivated', data: { story_id: two.stories[0]! } },
      { type: 'StoryInactivated', data: { story_id: two.stories[1]! } },
    ]);
    await shows(['Pier', 'Three']);
    await appendAs(h, nora, `storyGroup-${two.group_id}`, [
      { type: 'StoryGroupStatusChanged', data: { from: 1, to: 2 } },
      { type: 'StoryGroupDeleted', data: { from: 2 } },
    ]);
    await h.caughtUp();
    t.same(await titles(h, token), ['Pier', 'Three']);
  });

  await t.test('a lost wake-up costs at most the poll; other instances are not touched', async (t) => {
    const stranger = await h.person();
    const other = await seedScene(h, stranger, { title: 'Elsewhere' });
    await h.caughtUp();
    await shows(['Elsewhere'], {}, other.token);
    const deaf = createDeliveryCache({ ...h.kernel, notifier: { ...h.kernel.notifier, on: () => () => {} } });
    t.teardown(async () => deaf.stop());
    const before = await deaf.load(token);
    const untouched = await deaf.load(other.token);
    await change(details({ title: 'Mole' }));
    await h.until(() => deaf.get(token)?.revision !== before?.revision, 'the poll');
    t.equal(deaf.get(other.token), untouched);
    t.notOk((await ask(h, token)).body.includes('Elsewhere'));
  });

  await t.test('memory is bounded', async (t) => {
    const small = createDeliveryCache({ ...h.kernel, config: { ...h.kernel.config, SDK_CACHE_MB: 0.02 } });
    t.teardown(async () => small.stop());
    for (let n = 0; n < 6; n += 1) {
      const one = await seedScene(h, nora, { title: `Filler ${n}` });
      await h.caughtUp();
      const entry = await small.load(one.token);
      for (const labels of [null, ['a']]) {
        const reading = small.resolveAudience(entry!, null, { labels, app_version: null, device_id: null }, false);
        await small.answer(entry!, reading, 'gzip', now);
      }
    }
    t.ok(small.size() < 40_000, `${small.size()} bytes`);
  });

  await t.test('a deleted instance or app is unknown', async (t) => {
    const beta = { id: uuidv7(), token: `b_${uuidv7()}` };
    const app = `app-${scene.app_id}`;
    await appendAs(h, nora, app, [
      { type: 'InstanceAdded', data: { instance_id: beta.id, title: 'Beta', token: beta.token } },
    ]);
    await shows([], {}, beta.token);
    await appendAs(h, nora, app, [{ type: 'InstanceDeleted', data: { instance_id: beta.id } }]);
    await shows(['404'], {}, beta.token);
    const taken = startStopwatch();
    await appendAs(h, nora, app, [{ type: 'AppDeleted', data: {} }]);
    await shows(['404']);
    t.ok(taken() < 2000);
  });
});

t.test('what is ready in memory is answered at once, and never past its time', async (t) => {
  let now = Date.UTC(2026, 9, 14, 12);
  const h = await startHarness(t, { now: () => now, settings: { LIMIT_TOKEN: '8' } });
  const scene = await seedScene(h, await h.person());
  await h.caughtUp();
  const base = await h.server.listen({ port: 0, host: '127.0.0.1' });
  const url = `${base}/sdk/v1/${scene.token}/stories`;
  const get = (headers: Record<string, string> = {}, query = '') =>
    fetch(url + query, { headers: { 'accept-encoding': 'gzip', ...headers } });
  const hits = async () =>
    (await h.kernel.metrics.delivery.get()).values.find((one) => one.labels.outcome === 'hit')?.value ?? 0;
  const inOneSecond = async <T>(work: () => Promise<T>): Promise<T> => {
    const second = Math.floor(performance.now() / 1000);
    await h.until(() => Math.floor(performance.now() / 1000) > second, 'a new second');
    return work();
  };

  const [cold, warm] = await inOneSecond(async () => [await get(), await get()]);
  t.equal(await hits(), 1);
  t.same(await warm!.json(), await cold!.json());
  t.equal(warm!.headers.get('etag'), cold!.headers.get('etag'));
  t.equal(warm!.headers.get('access-control-allow-origin'), '*');
  const etag = warm!.headers.get('etag')!;
  t.equal((await get({ 'if-none-match': etag })).status, 304);
  await appendAs(h, await h.person(), `storyGroup-${scene.group_id}`, [
    details({ title: 'Pier', ts_end: now / 1000 + 10 }),
  ]);
  await h.until(async () => {
    const { rows } = await h.kernel.db.pool.query(
      `select from delivery_instance where document->'groups'->0->>'ts_end' is not null`,
    );
    return rows.length === 1;
  });
  await h.until(
    async () => ((await (await get()).json()) as Partial<SdkStories>).data?.groups[0]?.title === 'Pier',
    'the new end in memory',
  );
  await inOneSecond(async () => {
    t.equal(((await (await get()).json()) as SdkStories).data.groups.length, 1);
    now += 10_000;
    const ended = (await (await get()).json()) as SdkStories;
    t.equal(ended.data.groups.length, 0);
  });
  const many = await inOneSecond(async () => Promise.all(Array.from({ length: 12 }, () => get())));
  t.equal(many.filter((one) => one.status === 200).length, 8);
  t.match(await many.find((one) => one.status === 429)?.json(), { code: 'TooManyRequests' });
});

t.test('a caller or a token that asks too often is told to wait', async (t) => {
  const h = await startHarness(t, { settings: { LIMIT_DELIVERY: '5' } });
  const scene = await seedScene(h, await h.person());
  await h.caughtUp();
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(h, scene.token)));
  const refused = answers.filter((one) => one.statusCode === 429);
  t.ok(refused.length >= 10);
  t.match(refused[0]?.headers, { 'retry-after': '1', 'access-control-allow-origin': '*' });
  t.ok(answers.some((one) => one.statusCode === 200));
});

t.test('behind a proxy each caller has the limit of his own, also where the answer lies in memory', async (t) => {
  const h = await startHarness(t, { settings: { LIMIT_DELIVERY: '3', TRUST_PROXY: '127.0.0.1' } });
  const scene = await seedScene(h, await h.person());
  await h.caughtUp();
  const base = await h.server.listen({ port: 0, host: '127.0.0.1' });
  const statuses = async (address: string) =>
    Promise.all(
      Array.from({ length: 12 }, async () => {
        const answer = await fetch(`${base}/sdk/v1/${scene.token}/stories`, {
          headers: { 'accept-encoding': 'gzip', 'x-forwarded-for': address },
        });
        await answer.arrayBuffer();
        return answer.status;
      }),
    );
  await statuses('198.51.100.1');
  for (const address of ['203.0.113.7', '2001:db8:0:1::5']) {
    const given = (await statuses(address)).filter((status) => status === 200).length;
    // Twelve at once lie in one second, or in two, of which the later one may have only a few.
    t.ok(given >= 3 && given <= 6, `${given} of 12 for ${address}`);
  }
  const { values } = await h.kernel.metrics.delivery.get();
  t.ok(values.find((one) => one.labels.outcome === 'hit')!.value >= 6, 'they came from memory');
});
