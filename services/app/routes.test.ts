import t from 'tap';
import { startHarness } from '#ops/testing/harness.ts';

const ios = (store_id: string, more = {}) => ({ store_id, store_type: 'ios', is_live: false, ...more });

t.test('apps and instances over HTTP', async (t) => {
  const h = await startHarness(t, { parts: false });
  h.kernel.sites = { read: async (url) => ({ url, title: 'Example Shop', icon: null }) };
  const owner = await h.person();
  const stranger = await h.person();
  const add = (body: object, as = owner) => h.inject('POST', '/api/app', { as, body });

  t.test('a new app answers whole, with its Default instance and tokens, and is listed so', async (t) => {
    const answer = await add(ios('123456789', { title: 'Shop' }));
    t.equal(answer.statusCode, 201);
    const { data, message } = answer.json();
    t.equal(message, 'App added successfully!');
    t.match(data, {
      app_id: 'id123456789',
      title: 'Shop',
      store_type: 'ios',
      instances: [{ title: 'Default', is_default: true }],
    });
    t.match(data.token, /^[\w-]{48}$/);
    t.equal(data.instances[0].token, data.token);
    const listed = await h.inject('GET', '/api/app/n/list', { as: owner });
    t.same(listed.json().data[0], data);
  });

  t.test('a web site is named by itself', async (t) => {
    const answer = await add({ website_url: 'www.example.com/' });
    t.equal(answer.statusCode, 201);
    t.match(answer.json(), {
      message: 'Website added successfully!',
      data: { title: 'Example Shop', website_url: 'https://www.example.com', store_type: 'web' },
    });
  });

  t.test('each refusal has its code and adds nothing', async (t) => {
    const cases: [object, number, string, string?][] = [
      [ios('123456789'), 409, 'AppExists'],
      [ios('id123456789'), 409, 'AppExists'],
      [{ website_url: 'http://example.com/other' }, 409, 'AppExists'],
      [{ store_id: 'com.whatsapp', store_type: 'android' }, 422, 'AppRefused'],
      [{ website_url: 'https://m.youtube.com/watch' }, 422, 'AppRefused'],
      [{ website_url: 'not a site' }, 422, 'Invalid', 'website_url'],
      [ios('not an id'), 422, 'Invalid', 'store_id'],
      [ios('id7', { colour: 1 }), 422, 'Invalid', 'colour'],
      [ios('id7', { title: '' }), 422, 'Invalid', 'title'],
    ];
    for (const [body, status, code, path] of cases) {
      const answer = await add(body);
      t.equal(answer.statusCode, status, JSON.stringify(body));
      t.equal(answer.json().code, code, JSON.stringify(body));
      if (path) t.equal(answer.json().errors[0].path, path, JSON.stringify(body));
    }
    t.equal((await h.inject('GET', '/api/app/n/list', { as: owner })).json().data.length, 2);
  });

  t.test('another account may have the same app; ten requests at once make one', async (t) => {
    t.equal((await add(ios('123456789'), stranger)).statusCode, 201);
    const answers = await Promise.all(Array.from({ length: 10 }, () => add(ios('com.race.app'), stranger)));
    t.same(answers.map((one) => one.statusCode).sort(), [201, ...Array(9).fill(409)]);
  });

  t.test('a deleted app leaves the list and frees its address', async (t) => {
    const { id } = (await add(ios('com.short.life'))).json().data;
    const remove = (as = owner) => h.inject('DELETE', '/api/app', { as, body: { app_id: id } });
    t.equal((await remove(stranger)).statusCode, 404);
    const answer = await remove();
    t.match(answer.json(), { message: 'App deleted.' });
    t.equal((await remove()).statusCode, 404);
    t.equal((await add(ios('com.short.life'))).statusCode, 201);
  });

  t.test('only an account owner adds and deletes apps; an app owner manages instances of his', async (t) => {
    const { id } = (await add(ios('com.roles.app'))).json().data;
    const other = (await add(ios('com.roles.other'))).json().data.id;
    const { account_id } = owner;
    const appOwner = await h.person({ account_id, permissions: { app_owner: [id] } });
    const creator = await h.person({ account_id, permissions: { story_creator: [id] } });
    t.equal((await add(ios('com.roles.third'), appOwner)).statusCode, 403);
    t.equal((await h.inject('DELETE', '/api/app', { as: appOwner, body: { app_id: id } })).statusCode, 403);
    const instance = (as = appOwner, app_id = id) =>
      h.inject('POST', '/api/instance', { as, body: { app_id, title: 'Spain' } });
    t.equal((await instance()).statusCode, 201);
    t.equal((await instance(creator)).statusCode, 403);
    t.equal((await instance(appOwner, other)).statusCode, 404);
    t.equal((await instance(stranger)).statusCode, 404);
  });

  t.test('instances are added, renamed and deleted in the specification’s words', async (t) => {
    const app = (await add(ios('com.instances.app'))).json().data;
    const call = (method: string, body: object, as = owner) => h.inject(method, '/api/instance', { as, body });
    const added = await call('POST', { app_id: app.id, title: ' Sweden ' });
    t.equal(added.statusCode, 201);
    t.equal(added.json().message, 'Instance added succesfully!');
    t.match(added.json().data.token, /^[\w-]{48}$/);
    const { id } = added.json().data;
    t.match((await call('POST', { app_id: app.id, title: 'sweden' })).json(), { code: 'InstanceNameTaken' });
    const refused = await call('POST', { app_id: app.id, title: 'DeFault' });
    t.equal(refused.statusCode, 422);
    t.match(refused.json().errors, [
      { path: 'title', message: 'You can not use "default" name for a instance. Please input another name.' },
    ]);
    const renamed = await call('PATCH', { app_id: app.id, id, title: 'Norway' });
    t.match(renamed.json(), { message: 'Instance edited succesfully!' });
    const first = app.instances[0].id;
    t.match((await call('PATCH', { id: first, title: 'x' })).json(), { code: 'DefaultInstance' });
    t.match((await call('DELETE', { instance_id: first })).json(), { code: 'DefaultInstance' });
    t.equal((await call('DELETE', { instance_id: id }, stranger)).statusCode, 404);
    t.equal((await call('PATCH', { id, title: 'x' }, stranger)).statusCode, 404);
    const two = await h.inject('DELETE', '/api/instance', {
      as: owner,
      query: { id: first },
      body: { instance_id: id },
    });
    t.equal(two.statusCode, 422);
    const gone = await call('DELETE', { app_id: app.id, instance_id: id, title: 'Norway' });
    t.match(gone.json(), { message: 'Instance Deleted Successfully!' });
    t.equal((await call('DELETE', { instance_id: id })).statusCode, 404);
  });

  t.test('twenty instances of one name at once leave one', async (t) => {
    const app = (await add(ios('com.instance.race'))).json().data;
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        h.inject('POST', '/api/instance', { as: owner, body: { app_id: app.id, title: 'One' } }),
      ),
    );
    t.same(answers.map((one) => one.statusCode).sort(), [201, ...Array(19).fill(409)]);
  });

  t.test('a repeated request with its key gives the first answer, with another body none', async (t) => {
    const headers = { 'idempotency-key': 'once' };
    const send = (body: object) => h.inject('POST', '/api/app', { as: owner, body, headers });
    const first = await send(ios('com.once.app'));
    t.equal(first.statusCode, 201);
    t.same((await send(ios('com.once.app'))).json(), first.json());
    t.match((await send(ios('com.other.app'))).json(), { code: 'IdempotencyKeyReused' });
  });

  t.test('who owns apps of which one is gone refreshes the others', async (t) => {
    const [one, two] = [await add({ website_url: 'one.example' }), await add({ website_url: 'two.example' })].map(
      (answer) => answer.json().data.id as string,
    );
    const ana = await h.person({ account_id: owner.account_id, permissions: { app_owner: [one!, two!] } });
    const remove = (app_id: string) => h.inject('DELETE', '/api/app', { as: owner, query: { app_id } });
    const refresh = () => h.inject('POST', '/api/app/sync', { as: ana, body: {} });
    t.equal((await remove(one!)).statusCode, 200);
    t.same((await refresh()).json().data, { changed: [], refused: [] });
    h.kernel.sites = { read: async (url) => ({ url, title: 'Named anew', icon: null }) };
    t.same((await refresh()).json().data, { changed: [two], refused: [] });
    t.equal((await remove(two!)).statusCode, 200);
    const none = await refresh();
    t.equal(none.statusCode, 200);
    t.same(none.json().data, { changed: [], refused: [] });
  });
  t.end();
});

t.test('after the trial Starter has web sites but no further instances', async (t) => {
  let now = Date.now();
  const h = await startHarness(t, { parts: false, now: () => now });
  h.kernel.sites = { read: async () => null };
  const owner = await h.person();
  now += 15 * 86_400_000;
  const app = await h.inject('POST', '/api/app', { as: owner, body: { website_url: 'https://shop.example.org' } });
  t.equal(app.statusCode, 201);
  t.equal(app.json().data.title, 'shop.example.org');
  const body = { app_id: app.json().data.id, title: 'Two' };
  const refused = await h.inject('POST', '/api/instance', { as: owner, body });
  t.equal(refused.statusCode, 403);
  t.equal(refused.json().code, 'FeatureNotAvailable');
});
