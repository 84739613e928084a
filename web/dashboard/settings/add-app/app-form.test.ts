import t from 'tap';
import type { FoundApp } from '#contracts/api/store.ts';
import { storeQuestion } from '#contracts/api/store-question.ts';
import { shortToken } from '../apps/short-token.ts';
import {
  answeredAppForm,
  askingOf,
  emptyAppForm,
  isComplete,
  isRefused,
  requestOf,
  storeIdOf,
  withoutStore,
} from './app-form.ts';

const found: FoundApp = {
  store_id: 'id42',
  store_type: 'ios',
  title: 'Marlow',
  developer: null,
  category: null,
  icon: null,
  url: 'https://apps.apple.com/app/id42',
};
const live = { ...emptyAppForm, live: true };

t.test('a bare number becomes a store id, a link the id in it, all else stays', async (t) => {
  t.equal(storeIdOf(' 284882215 '), 'id284882215');
  t.equal(storeIdOf('id42'), 'id42');
  t.equal(storeIdOf('com.company.app'), 'com.company.app');
  t.equal(storeIdOf('https://itunes.apple.com/app/id42?mt=8'), 'id42');
  t.equal(storeIdOf(' My Shop '), 'My Shop');
});

t.test('id digits, package names and links are ids, all else is a name', async (t) => {
  t.same(storeQuestion('123'), { store_id: 'id123', store_type: 'ios' });
  t.same(storeQuestion('ID123'), { store_id: 'id123', store_type: 'ios' });
  t.same(storeQuestion('com.company.app'), { store_id: 'com.company.app', store_type: null });
  t.same(storeQuestion('com.company.my-app'), { store_id: 'com.company.my-app', store_type: null });
  t.same(storeQuestion('https://apps.apple.com/se/app/x/id42?l=sv'), { store_id: 'id42', store_type: 'ios' });
  t.same(storeQuestion('play.google.com/store/apps/details?hl=sv&id=com.a.b'), {
    store_id: 'com.a.b',
    store_type: 'android',
  });
  for (const name of ['Marlow', 'My Shop', '24 Hours', 'idea 5', 'https://elsewhere.example/id42'])
    t.same(storeQuestion(name), { app_name: name }, name);
  t.equal(storeQuestion('  '), null);
});

t.test('the answers of the registration fill the form; without an id it is empty', async (t) => {
  t.same(answeredAppForm({}), emptyAppForm);
  t.same(answeredAppForm({ store_type: 'ios', app_id: ' ' }), emptyAppForm);
  t.same(answeredAppForm({ store_type: 'elsewhere', app_id: 'com.a.b' }), emptyAppForm);
  t.same(answeredAppForm({ store_type: 'ios', app_id: '42', is_the_app_live_in_store: 'yes' }), {
    ...live,
    storeId: 'id42',
  });
  t.same(answeredAppForm({ store_type: 'android', app_id: 'com.a.b', is_the_app_live_in_store: 'no' }), {
    ...emptyAppForm,
    store: 'android',
    storeId: 'com.a.b',
  });
  t.same(answeredAppForm({ store_type: 'web', app_id: 'shop.company.com', is_the_app_live_in_store: 'yes' }), {
    ...emptyAppForm,
    kind: 'web',
    website: 'shop.company.com',
  });
});

t.test('the store that a text is for wins over the chosen one', async (t) => {
  t.equal(askingOf(emptyAppForm), null);
  t.equal(askingOf({ ...emptyAppForm, storeId: '42' }), null);
  t.same(askingOf({ ...live, store: 'android', storeId: '42' }), { store_id: 'id42', store_type: 'ios' });
  t.same(askingOf({ ...live, store: 'android', storeId: 'com.a.b' }), { store_id: 'com.a.b', store_type: 'android' });
  t.same(askingOf({ ...live, storeId: 'Marlow' }), { app_name: 'Marlow', store_type: 'ios' });
});

t.test('well-known apps and their sites are refused however they are typed', async (t) => {
  t.ok(isRefused({ ...emptyAppForm, storeId: '284882215' }));
  t.ok(isRefused({ ...live, storeId: 'https://apps.apple.com/us/app/facebook/id284882215' }));
  t.ok(isRefused({ ...emptyAppForm, kind: 'web', website: 'www.facebook.com/page' }));
  t.notOk(isRefused({ ...emptyAppForm, kind: 'web', website: 'marlow.example' }));
  t.notOk(isRefused({ ...emptyAppForm, kind: 'web', website: '' }));
});

t.test('an app in a store can be added once it was found there', async (t) => {
  t.notOk(isComplete(emptyAppForm, null));
  t.ok(isComplete({ ...emptyAppForm, storeId: 'com.company.app' }, null));
  t.notOk(isComplete({ ...live, storeId: 'com.company.app' }, null));
  t.ok(isComplete({ ...live, storeId: '42' }, found));
  t.notOk(isComplete({ ...emptyAppForm, kind: 'web' }, found));
  t.ok(isComplete({ ...emptyAppForm, kind: 'web', website: 'marlow.example' }, null));
});

t.test('who goes on without the store loses nothing that was typed', async (t) => {
  t.match(withoutStore({ ...live, store: 'android', storeId: '42' }), { live: false, storeId: 'id42', store: 'ios' });
  t.match(withoutStore({ ...live, store: 'android', storeId: 'com.a.b' }), { storeId: 'com.a.b', store: 'android' });
  t.match(withoutStore({ ...live, storeId: 'Marlow' }), { live: false, storeId: '', title: 'Marlow' });
});

t.test('the request carries only what was asked', async (t) => {
  t.same(requestOf({ ...emptyAppForm, storeId: '42', title: ' Marlow ' }, null), {
    store_id: 'id42',
    store_type: 'ios',
    is_live: false,
    title: 'Marlow',
  });
  t.same(requestOf({ ...live, storeId: 'marlow' }, found), { store_id: 'id42', store_type: 'ios' });
  t.same(requestOf({ ...emptyAppForm, kind: 'web', website: ' marlow.example ' }, null), {
    website_url: 'marlow.example',
  });
});

t.test('a long token shows its first 20 and last 7 characters', async (t) => {
  t.equal(shortToken('abcdefghijklmnopqrstuvwxyz0123456789'), 'abcdefghijklmnopqrst…3456789');
  t.equal(shortToken('short'), 'short');
});
