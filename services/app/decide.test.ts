import t from 'tap';
import { Refusal } from '#contracts/api/errors.ts';
import { refusedApps } from '#contracts/api/refused-apps.ts';
import { type AddApp, addApp, changeAppSettings, instanceTitle, urlScheme } from '#contracts/app/commands.ts';
import type { AppDetails, AppSettings } from '#contracts/app/events.ts';
import { type AppState, evolveApp, initialApp } from '#contracts/app/state.ts';
import { say } from '#kernel/platform/say.ts';
import { type AppCommand, decideApp, featuresOf } from './decide.ts';
import { ownDetails } from './details.ts';
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
  details: { title: 'Shop', icon: null, developer: null, category: null, is_live: false },
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

t.test('an app has as many instances as the limit says, and has room again when one is deleted', async (t) => {
  const add = (state: AppState, most: number) =>
    code(() => fold(state, { type: 'AddInstance', instance_id: 'i3', token: 't', title: 'Norway', most }));
  t.equal(add(two, 2), 'InstanceLimitReached');
  t.equal(add(two, 3), '');
  t.equal(add(two, 0), '');
  t.equal(add(fold(two, { type: 'DeleteInstance', instance_id: 'i2' }), 2), '');
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

t.test('what a store says is taken over where it differs, and what it keeps silent about stays', async (t) => {
  const take = (details: Partial<AppDetails>) => decideApp({ type: 'TakeOverDetails', details }, app);
  t.same(take({ title: 'Shop', icon: null }), []);
  t.same(take({ title: 'Shop!', category: 'Shopping', icon: null }), [
    { type: 'AppDetailsChanged', data: { title: 'Shop!', category: 'Shopping' } },
  ]);
  t.match(fold(app, { type: 'TakeOverDetails', details: { is_live: true } }), { is_live: true, title: 'Shop' });
});

t.test('sharing needs a URL scheme, and keeps it', async (t) => {
  const set = (settings: Partial<AppSettings>, state = app) => fold(state, { type: 'ChangeSettings', settings });
  const refused = (settings: Partial<AppSettings>, state = app) => {
    try {
      set(settings, state);
      return null;
    } catch (error) {
      const { path, said } = (error as Refusal).errors![0]!;
      return { path, message: say(said) };
    }
  };
  t.match(refused({ is_sharable: true }), { path: 'app_intent', message: 'Set a custom URL scheme first.' });
  const linked = set({ app_intent: 'shop://' });
  const shared = set({ is_sharable: true }, linked);
  t.match(shared.settings, { app_intent: 'shop://', is_sharable: true });
  t.match(set({ is_sharable: true, app_intent: 'shop://' }).settings, shared.settings);
  t.match(refused({ app_intent: null }, shared), { path: 'app_intent', message: /Turn sharing off/ });
  t.match(set({ app_intent: null, is_sharable: false }, shared).settings, { app_intent: null, is_sharable: false });
  t.same(decideApp({ type: 'ChangeSettings', settings: { is_sharable: true } }, shared), []);
});

t.test('ads need both of their numbers, each from 1 to 99', async (t) => {
  const set = (settings: Partial<AppSettings>, state = app) => fold(state, { type: 'ChangeSettings', settings });
  for (const [settings, path] of [
    [{ ads: true }, 'ad_first'],
    [{ ads: true, ad_first: 2 }, 'ad_frequency'],
    [{ ads: true, ad_frequency: 2 }, 'ad_first'],
  ] as const)
    t.throws(() => set(settings), { errors: [{ path }] });
  const on = set({ ads: true, ad_first: 1, ad_frequency: 99 });
  t.match(on.settings, { ads: true, ad_first: 1, ad_frequency: 99 });
  t.throws(() => set({ ad_first: null }, on), { errors: [{ path: 'ad_first' }] });
  t.match(set({ ads: false, ad_first: null }, on).settings, { ads: false, ad_first: null, ad_frequency: 99 });
  for (const field of ['ad_first', 'ad_frequency'])
    for (const value of [0, 100, 1.5, '3', -1])
      t.notOk(changeAppSettings.safeParse({ [field]: value }).success, `${field} ${value}`);
  for (const value of [1, 99]) t.ok(changeAppSettings.safeParse({ ad_first: value, ad_frequency: value }).success);
});

t.test('a feature is needed for what is put to use, never for what is turned off or stays', async (t) => {
  const { settings } = fold(fold(app, { type: 'ChangeSettings', settings: { app_intent: 'shop://' } }), {
    type: 'ChangeSettings',
    settings: { is_sharable: true, ads: true, ad_first: 3, ad_frequency: 3 },
  });
  t.same(featuresOf({ app_intent: 'a://', is_sharable: true, ads: true, ad_first: 1 }, app.settings), [
    'deeplink',
    'social_share',
    'ad_settings',
  ]);
  t.same(featuresOf(settings, settings), []);
  t.same(featuresOf({ app_intent: null, is_sharable: false, ads: false }, settings), []);
  t.same(featuresOf({ ad_frequency: 4 }, settings), ['ad_settings']);
});

t.test('a URL scheme is one of the app’s own', async (t) => {
  for (const [given, kept] of [
    ['shop', 'shop://'],
    [' shop:// ', 'shop://'],
    ['com.shop-1+x://home/2', 'com.shop-1+x://home/2'],
    ['https://shop.example/open', 'https://shop.example/open'],
  ] as const)
    t.equal(urlScheme.parse(given), kept);
  for (const given of [
    '',
    '1shop',
    'shop//',
    'shop: //x',
    'a b',
    'javascript://x',
    'DATA://x',
    'vbscript',
    'file:///x',
    'x'.repeat(201),
  ])
    t.notOk(urlScheme.safeParse(given).success, given);
});

t.test('a title comes from the request, else from the site, else from the address, and always fits', async (t) => {
  const request = (title?: string): AddApp => addApp.parse({ website_url: 'https://www.example.com', title });
  const at = site('https://www.example.com');
  t.equal(ownDetails(request('Mine'), at, { title: 'Site', icon: null }).title, 'Mine');
  t.match(ownDetails(request(), at, { title: ' Site ', icon: 'https://x/y.png' }), { title: 'Site', icon: null });
  t.equal(ownDetails(request(), at, null).title, 'example.com');
  t.equal(ownDetails(request(), at, { title: 'x'.repeat(500), icon: null }).title.length, 100);
  t.equal(ownDetails(request(), at, { title: '\u0000', icon: null }).title, 'example.com');
});
