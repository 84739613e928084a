import t from 'tap';
import { isComplete, isRefused, newApp, requestOf, shortToken, storeIdOf } from './app-form.ts';

t.test('a bare number becomes a store id, all else stays', async (t) => {
  t.equal(storeIdOf(' 284882215 '), 'id284882215');
  t.equal(storeIdOf('id42'), 'id42');
  t.equal(storeIdOf('com.company.app'), 'com.company.app');
});

t.test('well-known apps and their sites are refused however they are typed', async (t) => {
  t.ok(isRefused({ ...newApp, storeId: '284882215' }));
  t.ok(isRefused({ ...newApp, kind: 'web', website: 'www.facebook.com/page' }));
  t.notOk(isRefused({ ...newApp, kind: 'web', website: 'marlow.example' }));
  t.notOk(isRefused({ ...newApp, kind: 'web', website: '' }));
});

t.test('an app in a store cannot be added yet', async (t) => {
  t.notOk(isComplete(newApp));
  t.ok(isComplete({ ...newApp, storeId: 'com.company.app' }));
  t.notOk(isComplete({ ...newApp, storeId: 'com.company.app', live: true }));
  t.ok(isComplete({ ...newApp, kind: 'web', website: 'marlow.example' }));
});

t.test('the request carries only what was asked', async (t) => {
  t.same(requestOf({ ...newApp, storeId: '42', title: ' Marlow ' }), {
    store_id: 'id42',
    store_type: 'ios',
    is_live: false,
    title: 'Marlow',
  });
  t.same(requestOf({ ...newApp, kind: 'web', website: ' marlow.example ' }), { website_url: 'marlow.example' });
});

t.test('a long token shows its first 20 and last 7 characters', async (t) => {
  t.equal(shortToken('abcdefghijklmnopqrstuvwxyz0123456789'), 'abcdefghijklmnopqrst…3456789');
  t.equal(shortToken('short'), 'short');
});
