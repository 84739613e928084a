import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import t, { type Test } from 'tap';
import { startStopwatch } from '#ops/testing/stopwatch.ts';
import { type StandInApp, type StandInMood, startStores } from '../../testing/store-stand-in.ts';
import { openOutboundClient } from '../client.ts';
import { openStoreLookup } from './lookup.ts';
import { StoreUnavailable } from './store-app.ts';

const marlow: StandInApp = { number: 123456789, name: 'com.marlow.shop', title: 'Marlow & Sons' };
const fjord: StandInApp = {
  number: null,
  name: 'com.fjord.news',
  title: 'Fjord </script> News',
  developer: 'Fjord\u202e AS',
  category: 'GAME_ACTION',
};

const open = async (test: Test, apps = [marlow, fjord]) => {
  const stores = await startStores(apps);
  test.teardown(stores.stop);
  return { ...stores, lookup: openStoreLookup({ apple: stores.url, google: stores.url }) };
};

t.test('an iOS app is found by its number and by its bundle, and is one and the same', async (t) => {
  const { lookup, url } = await open(t);
  const found = await lookup.byId('ios', 'id123456789');
  t.same(found, {
    store_type: 'ios',
    store_id: 'id123456789',
    bundle_id: 'com.marlow.shop',
    title: 'Marlow & Sons',
    developer: 'Marlow AB',
    category: 'Shopping',
    icon: `${url}/art/com.marlow.shop/512.png`,
    url: 'https://apps.apple.com/app/id123456789',
  });
  t.same(await lookup.byId('ios', 'com.marlow.shop'), found);
  t.equal(await lookup.byId('ios', 'id5'), null);
  t.equal(await lookup.byId('ios', 'com.fjord.news'), null);
});

t.test('an Android app is read from its page, whose texts are taken as one clean line', async (t) => {
  const { lookup, url } = await open(t);
  t.same(await lookup.byId('android', 'com.fjord.news'), {
    store_type: 'android',
    store_id: 'com.fjord.news',
    bundle_id: null,
    title: 'Fjord </script> News',
    developer: 'Fjord AS',
    category: 'Game action',
    icon: `${url}/art/com.fjord.news/512.png`,
    url: 'https://play.google.com/store/apps/details?id=com.fjord.news',
  });
  t.equal(await lookup.byId('android', 'com.no.such'), null);
});

t.test('a search by name answers the best few', async (t) => {
  const many = Array.from({ length: 9 }, (_, index) => ({
    number: index + 1,
    name: `com.a.b${index}`,
    title: `Shop ${index}`,
  }));
  const { lookup } = await open(t, many);
  t.same(
    (await lookup.byName('ios', 'shop')).map((app) => app.store_id),
    ['id1', 'id2', 'id3', 'id4', 'id5'],
  );
  t.same(
    (await lookup.byName('android', 'SHOP')).map((app) => app.store_id),
    ['com.a.b0', 'com.a.b1', 'com.a.b2'],
  );
  t.same(await lookup.byName('ios', 'nothing like it'), []);
  t.same(await lookup.byName('android', 'nothing like it'), []);
});

t.test('a store that fails, stalls or lies is silent within 5 s, and is asked again the next time', async (t) => {
  const { lookup, stage } = await open(t);
  const moods: StandInMood[] = ['error', 'junk', 'huge', 'loop', 'inside', 'another', 'silent', 'dripping'];
  for (const mood of moods) {
    stage.mood = mood;
    const taken = startStopwatch();
    const answers = await Promise.allSettled([
      lookup.byId('ios', 'id123456789'),
      lookup.byId('android', 'com.fjord.news'),
      // A list of other apps is no answer that could be told from a right one.
      ...(mood === 'another' ? [] : [lookup.byName('ios', mood)]),
    ]);
    t.ok(taken() < 5000, `${mood} within 5 s`);
    for (const [index, answer] of answers.entries()) {
      t.equal(answer.status, 'rejected', `${mood} ${index}`);
      t.ok(answer.status === 'rejected' && answer.reason instanceof StoreUnavailable, `${mood} ${index}`);
    }
  }
  stage.mood = 'well';
  t.equal((await lookup.byId('ios', 'id123456789'))?.title, 'Marlow & Sons');
});

t.test('a store is asked once by those who ask at once or soon after, unless they want it fresh', async (t) => {
  const { lookup, stage } = await open(t);
  const ask = (fresh = false) => lookup.byId('ios', 'id123456789', { fresh });
  await Promise.all([ask(), ask(), ask()]);
  await ask();
  t.equal(stage.asked.length, 1);
  stage.apps = [{ ...marlow, title: 'Marlow' }];
  t.equal((await ask())?.title, 'Marlow & Sons');
  t.equal((await ask(true))?.title, 'Marlow');
  t.equal((await ask())?.title, 'Marlow');
  t.equal(stage.asked.length, 2);
});

t.test('no store is asked inside a network without the operator’s leave', async (t) => {
  const { url } = await open(t);
  const lookup = openStoreLookup({ apple: url, google: url }, () => openOutboundClient());
  await t.rejects(lookup.byId('ios', 'id123456789'), /only ports 80 and 443/);
  await t.rejects(lookup.byId('android', 'com.fjord.news'), /only ports 80 and 443/);
});

t.test('the place of one store opens nothing to the other store and nothing to web sites', async (t) => {
  const { url, stage } = await open(t);
  const inside = await startStores([]);
  t.teardown(inside.stop);
  const lookup = openStoreLookup({ apple: url, google: inside.url });
  stage.mood = 'well';
  t.equal((await lookup.byId('ios', 'id123456789'))?.title, 'Marlow & Sons');
  // A store that sends its callers on, into the network.
  const redirecting = createServer((_request, response) => response.writeHead(302, { location: inside.url }).end());
  await new Promise<void>((done) => redirecting.listen(0, '127.0.0.1', done));
  t.teardown(() => new Promise<void>((done) => void redirecting.close(() => done())));
  const { port } = redirecting.address() as AddressInfo;
  const led = openStoreLookup({ apple: `http://127.0.0.1:${port}`, google: inside.url });
  await t.rejects(led.byId('ios', 'id5'), /only ports 80 and 443/);
  t.same(inside.stage.asked, [], 'nobody came in by way of the other store');
  await t.rejects(openOutboundClient().get(`${url}/lookup?id=1`), /only ports 80 and 443/);
});
