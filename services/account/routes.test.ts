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

t.test('two people who change the test devices at once lose none', async (t) => {
  const h = await startHarness(t);
  const owner = await h.person();
  const device = (id: string) => ({ id, name: 'Desk phone', platform: 'ios' });
  const account = async () => (await h.inject('GET', '/api/account', { as: owner })).json().data;
  const change = (body: object, version: number | string) =>
    h.inject('PATCH', '/api/account', { as: owner, body, headers: { 'if-match': `${version}` } });
  const { version } = await account();
  t.equal((await change({ test_devices: [device('D1')] }, version)).statusCode, 200);
  const late = await change({ test_devices: [device('D2')] }, `"${version}"`);
  t.equal(late.statusCode, 412);
  t.equal(late.json().code, 'VersionConflict');
  t.same((await account()).test_devices, [device('D1')], 'the first one stays');
  t.equal((await change({ name: 'Marlow AB' }, version)).statusCode, 200, 'devices are apart from the details');
  t.equal((await change({ name: 'Marlow' }, version)).statusCode, 412);
  const both = [device('D1'), device('D2')];
  const seen = (await account()).version - 1;
  t.equal((await change({ test_devices: both }, seen)).statusCode, 200, 'and the details apart from the devices');
  const now = (await account()).version;
  const answers = await Promise.all(['D3', 'D4'].map((id) => change({ test_devices: [...both, device(id)] }, now)));
  t.same(answers.map(({ statusCode }) => statusCode).sort(), [200, 412], 'of two at one moment one is refused');
  t.equal((await change({ test_devices: [] }, 'soon')).statusCode, 422);
});

t.test('spaces around the id of a test device are not part of it, its case is', async (t) => {
  const h = await startHarness(t);
  const owner = await h.person();
  const set = (...ids: string[]) => {
    const test_devices = ids.map((id) => ({ id, name: ' Desk phone ', platform: 'ios' }));
    return h.inject('PATCH', '/api/account', { as: owner, body: { test_devices } });
  };
  t.equal((await set('D1', ' D1')).json().message, 'This device id is already exist!');
  t.equal((await set(' D1 ', 'd1')).statusCode, 200);
  const { test_devices } = (await h.inject('GET', '/api/account', { as: owner })).json().data;
  t.match(test_devices, [{ id: 'D1', name: 'Desk phone' }, { id: 'd1' }]);
  t.equal((await set('  ')).json().message, 'Please fill all inputs');
  t.equal((await set(...Array.from({ length: 31 }, (_, at) => `D${at}`))).statusCode, 422);
});

t.test('a country is one of the list, or none', async (t) => {
  const h = await startHarness(t, { parts: false });
  const owner = await h.person();
  const set = (country: unknown) => h.inject('PATCH', '/api/account', { as: owner, body: { country } });
  const stored = async () => (await h.inject('GET', '/api/account', { as: owner })).json().data.country;
  const { data } = (await h.inject('GET', '/api/countries')).json();
  t.equal(data.length, 249);
  t.equal((await set('SE')).statusCode, 200);
  for (const wrong of ['XX', 'ZZ', 'EU', 'se', 'SWE', '']) {
    const refused = await set(wrong);
    t.equal(refused.statusCode, 422, JSON.stringify(wrong));
    t.match(refused.json().errors, [{ path: 'country', message: 'Use a two-letter country code.' }]);
  }
  t.equal(await stored(), 'SE');
  t.equal((await set(null)).statusCode, 200);
  t.equal(await stored(), null);
});
