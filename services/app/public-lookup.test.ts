import t from 'tap';
import type { FoundApp } from '#contracts/api/store.ts';
import { type StandInApp, startStores } from '#kernel/testing/store-stand-in.ts';
import { startHarness } from '#ops/testing/harness.ts';

const marlow: StandInApp = { number: 123456789, name: 'com.marlow.shop', title: 'Marlow' };
const insta: StandInApp = { number: 389801252, name: 'com.burbn.instagram', title: 'Instagram' };

t.test('who has no account yet may look apps up, so often and no oftener', async (t) => {
  const stores = await startStores([marlow, insta]);
  t.teardown(stores.stop);
  const settings = { STORE_APPLE_URL: stores.url, STORE_GOOGLE_URL: stores.url, LIMIT_SIGN_IN: '1' };
  const h = await startHarness(t, { parts: false, settings, now: () => 1_800_000_000_000 });
  const find = (query: Record<string, string>, from: string) =>
    h.server.inject({ method: 'GET', url: '/api/registration/find_app', query, remoteAddress: from });

  const found = await find({ store_id: '123456789' }, '10.0.0.1');
  t.equal(found.statusCode, 200, found.body);
  t.match(found.json().data as FoundApp[], [{ store_id: 'id123456789', store_type: 'ios', title: 'Marlow' }]);
  const icon = new URL((found.json().data as FoundApp[])[0]!.icon!);
  t.equal((await h.inject('GET', icon.pathname + icon.search)).statusCode, 200, 'its picture is shown to anybody');
  t.match((await find({ store_id: 'id5' }, '10.0.0.1')).json(), {
    data: [],
    message: "We couldn't find your app on store, please check the ID.",
  });
  const refused = await find({ store_id: 'com.burbn.instagram' }, '10.0.0.1');
  t.equal(refused.json().code, 'AppRefused');
  t.equal((await find({ store_id: 'id5' }, '10.0.0.1')).statusCode, 429, 'a network has so many a minute');

  const asked = stores.stage.asked.length;
  let answered = 0;
  for (let count = 0; count < 20; count += 1)
    if ((await find({ app_name: `Shop ${count}` }, `10.0.1.${count}`)).statusCode === 200) answered += 1;
  t.equal(answered, 9, 'and so have all networks together');
  t.ok(stores.stage.asked.length > asked);
  const owner = await h.person();
  const own = await h.inject('GET', '/api/app/find', { as: owner, query: { store_id: 'id123456789' } });
  t.equal(own.statusCode, 200, 'who is signed in is not held up by them');

  for (const query of [
    {},
    { store_id: '' },
    { app_name: 'x'.repeat(300) },
    { store_id: 'id1', store_type: 'web' },
    { x: '1' },
  ])
    t.equal((await find(query as Record<string, string>, `10.0.2.${JSON.stringify(query).length}`)).statusCode, 422);
});
