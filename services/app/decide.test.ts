import t from 'tap';
import { type AddApp, type AppState, addApp, evolveApp, initialApp, instanceTitle } from '#contracts/app.ts';
import { Refusal } from '#contracts/errors.ts';
import { refusedApps } from '#contracts/refused-apps.ts';
import { appFace } from './commands.ts';
import { type AppCommand, decideApp } from './decide.ts';
import { keyOfApp, storeAddress } from './store-address.ts';

const code = (work: () => unknown): string => {
  try {
    work();
    return '';
  } catch (error) {
    return error instanceof Refusal ? error.code : String(error);
  }
};
const site = (website_url: string) => storeAddress({ website_url });
const mobile = (store_type: 'ios' | 'android', store_id: string) =>
  storeAddress({ store_type, store_id, is_live: false });
const fold = (state: AppState, command: AppCommand) => decideApp(command, state).reduce(evolveApp, state);
const empty = initialApp('a');
const made: AppCommand = {
  type: 'AddApp',
  account_id: 'acct',
  address: site('example.com'),
  title: 'Shop',
  icon: null,
  instance: { id: 'i1', token: 't1' },
};
const app = fold(empty, made);
const two = fold(app, { type: 'AddInstance', instance_id: 'i2', token: 't2', title: 'Sweden' });

t.test('an app starts with its Default instance', async (t) => {
  t.match(app, {
    phase: 'live',
    title: 'Shop',
    instances: [{ id: 'i1', title: 'Default', token: 't1', is_default: true }],
  });
});

t.test('an instance’s name is taken in any case, also by the one named Default', async (t) => {
  t.equal(
    code(() => fold(two, { type: 'AddInstance', instance_id: 'i3', token: 't', title: 'SWEDEN' })),
    'InstanceNameTaken',
  );
  const three = fold(two, { type: 'AddInstance', instance_id: 'i3', token: 't', title: 'Norway' });
  t.equal(
    code(() => fold(three, { type: 'RenameInstance', instance_id: 'i3', title: 'sweden' })),
    'InstanceNameTaken',
  );
  t.equal(fold(three, { type: 'RenameInstance', instance_id: 'i2', title: 'sweden' }).instances[1]!.title, 'sweden');
  t.same(decideApp({ type: 'RenameInstance', instance_id: 'i2', title: 'Sweden' }, three), []);
  for (const name of ['default', 'DEFAULT', ' Default '])
    t.match(instanceTitle.safeParse(name).error?.issues[0], {
      message: 'You can not use "default" name for a instance. Please input another name.',
    });
});

t.test('Default is neither renamed nor deleted; what is not there is not found', async (t) => {
  t.equal(
    code(() => fold(two, { type: 'RenameInstance', instance_id: 'i1', title: 'x' })),
    'DefaultInstance',
  );
  t.equal(
    code(() => fold(two, { type: 'DeleteInstance', instance_id: 'i1' })),
    'DefaultInstance',
  );
  t.equal(
    code(() => fold(two, { type: 'DeleteInstance', instance_id: 'zz' })),
    'NotFound',
  );
  t.equal(fold(two, { type: 'DeleteInstance', instance_id: 'i2' }).instances.length, 1);
  const gone = fold(two, { type: 'DeleteApp' });
  for (const command of [{ type: 'DeleteApp' }, { type: 'DeleteInstance', instance_id: 'i2' }] as const)
    t.equal(
      code(() => fold(gone, command)),
      'NotFound',
    );
});

t.test('every refused app is refused by its ids and hosts, before anything else is said', async (t) => {
  t.equal(refusedApps.length, 16);
  for (const { ios, android, hosts } of refusedApps) {
    for (const store_id of ios)
      t.equal(
        code(() => storeAddress({ store_type: 'ios', store_id, is_live: true })),
        'AppRefused',
        store_id,
      );
    for (const store_id of android)
      t.equal(
        code(() => storeAddress({ store_type: 'android', store_id: store_id.toUpperCase() })),
        'AppRefused',
        store_id,
      );
    for (const host of hosts)
      for (const form of [host, `https://www.${host}/x`, `http://m.${host.toUpperCase()}`, `${host}.`])
        t.equal(
          code(() => site(form)),
          'AppRefused',
          form,
        );
  }
  t.equal(
    code(() => mobile('ios', '389801252')),
    'AppRefused',
  );
  t.equal(site('notx.com').key, 'notx.com');
  t.equal(site('netflix.com.example.org').key, 'netflix.com.example.org');
});

t.test('ids and addresses are brought to one form', async (t) => {
  t.equal(mobile('ios', ' 123456789 ').store_id, 'id123456789');
  t.equal(mobile('ios', 'ID123').store_id, 'id123');
  t.equal(mobile('android', 'com.Company.App').key, 'com.company.app');
  t.equal(site('Example.com').website_url, 'https://example.com');
  t.equal(site(' http://www.example.com:8080/shop/?a=1#b ').website_url, 'http://www.example.com:8080/shop');
  t.equal(site('https://www.example.com/a').key, site('http://example.com').key);
  t.equal(site('bücher.example').key, 'xn--bcher-kva.example');
  for (const given of ['example.com', 'https://www.bücher.example:99/x/', 'example.com./'])
    t.equal(keyOfApp(site(given)), site(given).key);
  for (const given of [
    'localhost',
    'ftp://example.com',
    'https://u:p@example.com',
    'javascript:alert(1)',
    'a b.com',
    'https://',
  ])
    t.equal(
      code(() => site(given)),
      'Invalid',
      given,
    );
  for (const given of ['com', 'com..x', 'com.x y', '1.2'])
    t.equal(
      code(() => mobile('android', given)),
      'Invalid',
      given,
    );
});

t.test('an app of a store is taken only when it is not live there yet', async (t) => {
  for (const more of [{}, { is_live: true }])
    t.equal(
      code(() => storeAddress({ store_type: 'ios', store_id: 'id1', ...more })),
      'StoreLookupUnavailable',
    );
});

t.test('a title comes from the request, else from the site, else from the address, and always fits', async (t) => {
  const request = (title?: string): AddApp => addApp.parse({ website_url: 'https://www.example.com', title });
  const at = site('https://www.example.com');
  t.equal(appFace(request('Mine'), at, { title: 'Site', icon: null }).title, 'Mine');
  t.same(appFace(request(), at, { title: ' Site ', icon: 'https://x/y.png' }), { title: 'Site', icon: null });
  t.equal(appFace(request(), at, null).title, 'example.com');
  t.equal(appFace(request(), at, { title: 'x'.repeat(500), icon: null }).title.length, 100);
  t.equal(appFace(request(), at, { title: '\u0000', icon: null }).title, 'example.com');
});
