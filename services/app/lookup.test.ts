import sharp from 'sharp';
import t, { type Test } from 'tap';
import type { FoundApp } from '#contracts/api/store.ts';
import { buildServer } from '#kernel/http/server.ts';
import type { Routes } from '#kernel/http/types.ts';
import { type StandInApp, startStores } from '#kernel/testing/store-stand-in.ts';
import { startHarness } from '#ops/testing/harness.ts';
import { appendAs } from '#ops/testing/scene.ts';
import { startStopwatch } from '#ops/testing/stopwatch.ts';

const marlow: StandInApp = { number: 123456789, name: 'com.marlow.shop', title: 'Marlow' };
const fjord: StandInApp = { number: null, name: 'com.fjord.news', title: 'Fjord News', category: 'NEWS_AND_MAGAZINES' };
const insta: StandInApp = { number: 389801252, name: 'com.burbn.instagram', title: 'Instagram' };

const start = async (t: Test) => {
  const stores = await startStores([marlow, fjord, insta]);
  t.teardown(stores.stop);
  const h = await startHarness(t, { settings: { STORE_APPLE_URL: stores.url, STORE_GOOGLE_URL: stores.url } });
  const owner = await h.person();
  const find = (query: Record<string, string>, as = owner) => h.inject('GET', '/api/app/find', { as, query });
  const add = (body: object, as = owner) => h.inject('POST', '/api/app', { as, body });
  return { ...h, h, stage: stores.stage, owner, find, add };
};

t.test('looking apps up over HTTP', async (t) => {
  const w = await start(t);
  const { h, find, add, owner, stage } = w;

  t.test('by number, by package name, by link and by name', async (t) => {
    const ids = async (query: Record<string, string>) =>
      ((await find(query)).json().data as FoundApp[]).map((one) => `${one.store_type} ${one.store_id}`);
    t.same(await ids({ store_id: '123456789' }), ['ios id123456789']);
    t.same(await ids({ store_id: 'ID123456789' }), ['ios id123456789']);
    t.same(await ids({ store_id: 'https://apps.apple.com/se/app/marlow/id123456789?mt=8' }), ['ios id123456789']);
    t.same(await ids({ store_id: 'play.google.com/store/apps/details?id=com.fjord.news&hl=sv' }), [
      'android com.fjord.news',
    ]);
    t.same(await ids({ store_id: 'com.marlow.shop' }), ['ios id123456789', 'android com.marlow.shop']);
    t.same(await ids({ store_id: 'com.marlow.shop', store_type: 'android' }), ['android com.marlow.shop']);
    t.same(await ids({ app_name: 'marl' }), ['ios id123456789', 'android com.marlow.shop']);
    t.same(await ids({ app_name: 'marl', store_type: 'ios' }), ['ios id123456789']);
    t.same(await ids({ app_name: 'instagram' }), [], 'a refused app is not offered');
    t.same(await ids({ store_id: 'no id at all' }), []);
    t.match((await find({ store_id: 'id5' })).json(), {
      data: [],
      message: "We couldn't find your app on store, please check the ID.",
    });
  });

  t.test('what is asked wrongly or of a refused app is refused', async (t) => {
    for (const [query, code] of [
      [{}, 'Invalid'],
      [{ store_id: 'id1', app_name: 'x' }, 'Invalid'],
      [{ app_name: '' }, 'Invalid'],
      [{ app_name: 'x', store_type: 'web' }, 'Invalid'],
      [{ store_id: '389801252' }, 'AppRefused'],
      [{ store_id: 'com.burbn.instagram' }, 'AppRefused'],
    ] as const) {
      const answer = await find(query as Record<string, string>);
      t.equal(answer.statusCode, 422, JSON.stringify(query));
      t.equal(answer.json().code, code, JSON.stringify(query));
    }
  });

  t.test('the picture of a found app is shown by this product, and nothing else is', async (t) => {
    const [found] = (await find({ store_id: '123456789' })).json().data as FoundApp[];
    const address = new URL(found!.icon!);
    t.equal(address.origin, w.config.PUBLIC_URL);
    const shown = await w.inject('GET', address.pathname + address.search);
    t.equal(shown.statusCode, 200);
    t.equal(shown.headers['content-type'], 'image/png');
    t.match(shown.headers['content-security-policy'], 'sandbox');
    t.match(await sharp(shown.rawPayload).metadata(), { width: 128, height: 128, format: 'png' });
    const asked = stage.asked.length;
    t.equal((await w.inject('GET', address.pathname + address.search)).statusCode, 200);
    t.equal(stage.asked.length, asked, 'it is fetched once');
    const seal = address.searchParams.get('seal')!;
    for (const url of [
      'http://127.0.0.1:5432/',
      'https://elsewhere.example/a.png',
      `${address.searchParams.get('url')}x`,
    ]) {
      const query = new URLSearchParams({ url, seal });
      t.equal((await w.inject('GET', `${address.pathname}?${query}`)).statusCode, 404, url);
    }
    t.equal(stage.asked.length, asked, 'nothing is fetched for an address of somebody else');
  });

  t.test('an app in a store is added as the store has it, under one id however it was asked for', async (t) => {
    const answer = await add({ store_id: 'com.marlow.shop', store_type: 'ios' });
    t.equal(answer.statusCode, 201, answer.body);
    const { data } = answer.json();
    t.match(data, {
      app_id: 'id123456789',
      title: 'Marlow',
      developer: 'Marlow AB',
      category: 'Shopping',
      is_live: true,
      detailed_info: { title: 'Marlow', developer: 'Marlow AB', artistName: 'Marlow AB', artworkUrl100: data.icon },
    });
    t.match(data.icon, /\/media\/[0-9a-f]{64}\.png$/);
    t.equal((await w.inject('GET', new URL(data.icon).pathname)).statusCode, 200);
    t.same((await w.inject('GET', '/api/app/n/list', { as: owner })).json().data[0], data);
    t.equal((await add({ store_id: '123456789', store_type: 'ios' })).json().code, 'AppExists');
    const own = await add({ store_id: 'com.fjord.news', store_type: 'android', title: 'Our news' });
    t.match(own.json().data, { title: 'Our news', category: 'News and magazines', is_live: true });
  });

  t.test('an app that the store does not have, or that is refused under its other id, is not added', async (t) => {
    const missing = await add({ store_id: 'com.no.such', store_type: 'android' });
    t.equal(missing.statusCode, 422);
    t.match(missing.json(), {
      code: 'AppNotInStore',
      errors: [{ path: 'store_id', message: "We couldn't find your app on store, please check the ID." }],
    });
    stage.apps = [...stage.apps, { number: 389801252, name: 'com.burbn.other', title: 'In disguise' }];
    t.equal((await add({ store_id: 'com.burbn.other', store_type: 'ios' })).json().code, 'AppRefused');
  });

  t.test('a silent store is said to be, with the way on without it; what is in no store is added still', async (t) => {
    stage.mood = 'silent';
    for (const asking of [() => find({ store_id: 'id77' }), () => add({ store_id: 'id77', store_type: 'ios' })]) {
      const taken = startStopwatch();
      const answer = await asking();
      t.ok(taken() < 5000, 'within 5 s');
      t.equal(answer.statusCode, 503);
      t.equal(answer.json().code, 'StoreLookupUnavailable');
      t.ok(answer.headers['retry-after']);
    }
    t.equal((await add({ store_id: 'id77', store_type: 'ios', is_live: false })).statusCode, 201);
    stage.mood = 'well';
  });

  t.test('a repeated request with its key gives the first answer, whatever the store says by then', async (t) => {
    stage.apps = [...stage.apps, { number: 88, name: 'com.marlow.again', title: 'Again' }];
    const send = (more = {}) => {
      const body = { store_id: 'com.marlow.again', store_type: 'ios', ...more };
      return h.inject('POST', '/api/app', { as: owner, body, headers: { 'idempotency-key': 'once' } });
    };
    const first = await send();
    t.equal(first.statusCode, 201);
    const { stores } = h.kernel;
    h.kernel.stores = { ...stores, byId: (store, id) => stores.byId(store, id, { fresh: true }) };
    stage.mood = 'silent';
    const again = await send();
    t.equal(again.statusCode, 201, again.body);
    t.same(again.json(), first.json());
    t.match((await send({ title: 'Other' })).json(), { code: 'IdempotencyKeyReused' });
    stage.mood = 'well';
    h.kernel.stores = stores;
  });

  t.test('only who may add apps may look them up', async (t) => {
    const [app] = (await w.inject('GET', '/api/app/n/list', { as: owner })).json().data;
    const appOwner = await w.person({ account_id: owner.account_id, permissions: { app_owner: [app.id] } });
    t.equal((await find({ store_id: 'id5' }, appOwner)).statusCode, 403);
  });
  t.end();
});

t.test('a sync takes over what the store says now, and says of each app why not', async (t) => {
  const w = await start(t);
  const { add, owner, stage } = w;
  const live = (await add({ store_id: '123456789', store_type: 'ios' })).json().data;
  const waiting = (
    await add({ store_id: 'com.later.app', store_type: 'android', is_live: false, title: 'Later' })
  ).json().data;
  w.h.kernel.sites = { read: async () => null };
  const site = (await add({ website_url: 'shop.example.org' })).json().data;
  const sync = (query: Record<string, string> = {}) => w.inject('GET', '/api/app/sync', { as: owner, query });
  const row = async (id: string) =>
    (await w.inject('GET', '/api/app/n/list', { as: owner })).json().data.find((one: { id: string }) => one.id === id);

  t.equal((await w.inject('HEAD', '/api/app/sync', { as: owner })).statusCode, 405, 'a HEAD changes nothing');
  t.same((await sync({ app_id: live.id })).json().data, { changed: [], refused: [] });
  stage.apps = [
    { ...marlow, title: 'Marlow: Coats', developer: 'Marlow Ltd' },
    { number: null, name: 'com.later.app', title: 'Later, now live' },
  ];
  const all = (await sync()).json().data;
  t.same(all.changed.sort(), [live.id, waiting.id].sort());
  t.match(all.refused, [{ id: site.id, code: 'StoreLookupUnavailable' }]);
  t.notMatch(all.refused[0].message, 'untick', 'where no box can be unticked');
  t.match(await row(live.id), { title: 'Marlow: Coats', developer: 'Marlow Ltd', icon: live.icon });
  t.match(await row(waiting.id), { title: 'Later, now live', is_live: true });
  await w.caughtUp();
  const query = { subject_id: live.id, action: 'AppDetailsChanged' };
  t.match((await w.inject('GET', '/api/audit', { as: owner, query })).json().data, [
    {
      sentence: 'updated the name and the developer of “Marlow: Coats” from the store',
      changes: [
        { field: 'title', from: 'Marlow', to: 'Marlow: Coats' },
        { field: 'developer', from: 'Marlow AB', to: 'Marlow Ltd' },
      ],
    },
  ]);

  w.h.kernel.sites = { read: async () => ({ url: 'https://www.youtube.com/@shop', title: 'YouTube', icon: null }) };
  t.equal((await sync({ app_id: site.id })).json().code, 'AppRefused', 'a site that leads to a refused one');
  t.equal((await add({ website_url: 'other.example.org' })).json().code, 'AppRefused');
  const before = stage.apps;
  stage.apps = [{ ...marlow, name: 'com.burbn.instagram', title: 'Instagram' }];
  t.equal((await sync({ app_id: live.id })).json().code, 'AppRefused', 'an app that became a refused one');
  t.equal((await row(live.id)).title, 'Marlow: Coats');
  stage.apps = before;

  w.h.kernel.sites = { read: async (url) => ({ url, title: 'Shop of Ours', icon: null }) };
  const post = await w.inject('POST', '/api/app/sync', { as: owner, body: { app_id: site.id } });
  t.same(post.json().data, { changed: [site.id], refused: [] });
  t.equal((await row(site.id)).title, 'Shop of Ours');

  stage.mood = 'silent';
  const taken = startStopwatch();
  const silent = await sync({ app_id: live.id });
  t.ok(taken() < 5000);
  t.equal(silent.statusCode, 503);
  t.equal((await row(live.id)).title, 'Marlow: Coats', 'nothing is lost');
  const appOwner = await w.person({ account_id: owner.account_id, permissions: { app_owner: [site.id] } });
  const own = await w.inject('POST', '/api/app/sync', { as: appOwner, body: {} });
  t.same(own.json().data, { changed: [], refused: [] }, 'an app owner’s sync is about his own apps');
});

t.test('no server starts in which a HEAD would run a command', async (t) => {
  const { h } = await start(t);
  const config = { policy: { caller: 'user', act: 'app.settings' }, command: true } as const;
  const routes: Routes = (server) => {
    server.route({ method: 'GET', url: '/api/app/again', config, handler: async () => ({ data: null }) });
  };
  await t.rejects(buildServer(h.kernel, [routes]), { message: /^HEAD \/api\/app\/again would run a command/ });
});

t.test('a picture read for a refused command is noted as one that nothing names', async (t) => {
  const w = await start(t);
  const { pool } = w.h.kernel.db;
  const first = await w.add({ store_id: '123456789', store_type: 'ios' });
  await pool.query('delete from media_orphan');
  t.equal((await w.add({ store_id: '123456789', store_type: 'ios' })).json().code, 'AppExists');
  const { rows } = await pool.query('select key from media_orphan');
  t.same(rows, [{ key: new URL(first.json().data.icon).pathname.slice('/media/'.length) }]);
});

t.test('settings of an app reach lists and SDKs, within roles and plan', async (t) => {
  const w = await start(t);
  const { add, owner } = w;
  const app = (await add({ store_id: 'com.own.app', store_type: 'ios', is_live: false })).json().data;
  const set = (body: object, as = owner) =>
    w.inject('POST', '/api/app/settings', { as, query: { app_id: app.id }, body });
  const stories = async () => (await w.inject('GET', `/sdk/v1/${app.token}/stories`)).json().data?.app;

  const first = await set({ is_sharable: true });
  t.equal(first.statusCode, 422);
  t.match(first.json().errors, [{ path: 'app_intent' }]);
  const scheme = await set({ app_intent: 'marlow' });
  t.match(scheme.json(), {
    message: 'Custom URL Scheme added successfully',
    data: { id: app.id, settings: { app_intent: 'marlow://', is_sharable: false } },
  });
  t.equal((await set({ is_sharable: true })).json().data.settings.is_sharable, true);
  t.equal((await set({ ads: true, ad_first: 2, ad_frequency: 5 })).json().code, 'FeatureNotAvailable');
  await appendAs(w.h, owner, `account-${owner.account_id}`, [
    { type: 'AccountFeaturesChanged', data: { manual_features: { ad_settings: true } } },
  ]);
  t.match((await set({ ads: true, ad_first: 2, ad_frequency: 5 })).json(), {
    message: 'Ad settings updated successfully',
  });
  for (const [body, path] of [
    [{ ad_first: 0 }, 'ad_first'],
    [{ ad_frequency: 100 }, 'ad_frequency'],
    [{ app_intent: 'javascript://x' }, 'app_intent'],
    [{ app_intent: null }, 'app_intent'],
    [{ colour: 1 }, 'colour'],
  ] as const) {
    const answer = await set(body);
    t.equal(answer.statusCode, 422, path);
    t.equal(answer.json().errors[0].path, path);
  }
  const whole = { app_intent: 'marlow://', is_sharable: true, ads: true, ad_first: 2, ad_frequency: 5 };
  t.same((await w.inject('GET', '/api/app/n/list', { as: owner })).json().data[0].settings, whole);
  await w.caughtUp();
  await w.until(async () => (await stories())?.is_sharable === true, 'the SDK’s answer');
  t.same(await stories(), { title: app.title, ...whole });

  const stranger = await w.person();
  t.equal((await set({ ads: false }, stranger)).statusCode, 404);
  const creator = await w.person({ account_id: owner.account_id, permissions: { story_creator: [app.id] } });
  t.equal((await set({ ads: false }, creator)).statusCode, 403);
  const appOwner = await w.person({ account_id: owner.account_id, permissions: { app_owner: [app.id] } });
  t.equal((await set({ ads: false }, appOwner)).statusCode, 200);
});

t.test('after the trial nothing that is set is lost, and nothing can be put to use', async (t) => {
  let now = Date.now();
  const h = await startHarness(t, { parts: false, now: () => now });
  const owner = await h.person();
  const body = { store_id: 'com.own.app', store_type: 'ios', is_live: false };
  const app = (await h.inject('POST', '/api/app', { as: owner, body })).json().data;
  const set = (settings: object) =>
    h.inject('POST', '/api/app/settings', { as: owner, body: { app_id: app.id, ...settings } });
  t.equal((await set({ app_intent: 'own://', is_sharable: true })).statusCode, 200);
  now += 15 * 86_400_000;
  t.equal((await set({ app_intent: 'other://' })).json().code, 'FeatureNotAvailable');
  t.equal((await set({ app_intent: 'own://', is_sharable: true })).statusCode, 200, 'the same again is no new use');
  t.equal((await set({ is_sharable: false })).statusCode, 200);
  t.equal((await set({ is_sharable: true })).json().code, 'FeatureNotAvailable');
});

t.test('who works on an app is told to those who see the team', async (t) => {
  const h = await startHarness(t, { parts: false });
  const owner = await h.person({ firstname: 'Nora' });
  const add = async (store_id: string) =>
    (await h.inject('POST', '/api/app', { as: owner, body: { store_id, store_type: 'ios', is_live: false } })).json()
      .data;
  const [one, two] = [await add('com.one.app'), await add('com.two.app')];
  const { account_id } = owner;
  const daniel = await h.person({
    account_id,
    firstname: 'Daniel',
    permissions: { app_owner: [one.id], story_creator: [two.id] },
  });
  const caster = await h.person({ account_id, firstname: 'Mei', permissions: { brodcaster: [one.id] } });
  const people = (id: string, as = owner) => h.inject('GET', `/api/permission/app/${id}`, { as });
  const shown = (answer: { json(): { data: { firstname: string; role: string }[] } }) =>
    answer.json().data.map(({ firstname, role }) => `${firstname} ${role}`);
  t.same(shown(await people(one.id)), ['Nora account_owner', 'Daniel app_owner', 'Mei brodcaster']);
  t.same(shown(await people(two.id, daniel)), ['Nora account_owner', 'Daniel story_creator']);
  t.match((await people(one.id)).json().data[1], { user_id: daniel.user_id, email: daniel.email, joined: true });
  t.equal((await people(one.id, caster)).statusCode, 403);
  t.equal((await people(one.id, await h.person())).statusCode, 404);
});
