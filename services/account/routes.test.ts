import t from 'tap';
import { startHarness } from '#ops/testing/harness.ts';

t.test('the profile answers and the account are changed by their owner', async (t) => {
  const h = await startHarness(t);
  const owner = await h.person();
  const call = (method: string, url: string, given?: unknown, as = owner) => h.inject(method, url, { as, body: given });
  const profile = { app_id: 'com.marlow.shop', is_the_app_live_in_store: false };
  t.equal((await call('PUT', '/api/account/profile', { data: profile })).statusCode, 200);
  t.same((await call('GET', '/api/account/profile')).json().data, profile);
  t.equal((await call('PUT', '/api/account/profile', { data: { color: 'red' } })).statusCode, 422);
  const lists = (name: string, path: string) =>
    call('PUT', '/api/account/profile', { data: { ...profile, dynamic_segmentation: [{ name, path }] } });
  const unknown = await lists('vip.csv', `/media/${'0'.repeat(64)}.csv`);
  t.match(unknown.json(), { code: 'UnknownMedia', errors: [{ path: 'data.dynamic_segmentation.0.path' }] });
  t.equal(unknown.statusCode, 422);
  const picture = await lists('vip.png', await h.media(owner.account_id));
  t.equal(picture.json().errors[0].message, 'vip.png is not a csv file');
  t.same((await call('GET', '/api/account/profile')).json().data, profile, 'a refused list changes nothing');
  const changed = await call('PATCH', '/api/account', { name: 'Marlow & Co', country: 'SE', employee_size: '10-19' });
  t.equal(changed.statusCode, 200, changed.body);
  t.equal(changed.json().message, 'Account updated successfully!');
  t.match((await call('GET', '/api/account')).json().data, {
    name: 'Marlow & Co',
    country: 'SE',
    employee_size: '10-19',
  });
  t.equal((await call('PATCH', '/api/account', { payment_status: 0 })).statusCode, 422);
  t.equal((await call('PATCH', '/api/account', { account_id: crypto.randomUUID(), name: 'X' })).statusCode, 404);
  const device = { id: 'D1', name: 'Desk phone', platform: 'ios' };
  const appOwner = await h.person({
    account_id: owner.account_id,
    permissions: { app_owner: [crypto.randomUUID()] },
  });
  t.equal((await call('PATCH', '/api/account', { test_devices: [device] }, appOwner)).statusCode, 200);
  t.equal((await call('PATCH', '/api/account', { test_devices: [], name: 'X' }, appOwner)).statusCode, 403);
  t.equal(
    (await call('PATCH', '/api/account', { test_devices: [device, device] })).json().message,
    'This device id is already exist!',
  );
  const creator = await h.person({
    account_id: owner.account_id,
    permissions: { story_creator: [crypto.randomUUID()] },
  });
  t.equal((await call('PATCH', '/api/account', { test_devices: [] }, creator)).statusCode, 403);
  t.equal((await call('PUT', '/api/account/profile', { data: {} }, creator)).statusCode, 403);
});
