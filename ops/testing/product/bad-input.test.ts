import { readdir, readFile } from 'node:fs/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import { buildServer } from '#kernel/http/server.ts';
import { apiRoutes } from '../../start/api-routes.ts';
import { sdkRoutes } from '../../start/sdk-routes.ts';
import { dashboardRoutes, operatorRoutes, playerRoutes } from '../../start/web-routes.ts';
import { startHarness } from '../harness.ts';
import { seedScene } from '../scene.ts';
import { type Shape, wrongBodies } from '../wrong-values.ts';

interface Documented {
  parameters?: { name: string; in: string }[];
  requestBody?: { content?: Record<string, { schema?: Shape }> };
}
interface Failed {
  code: string;
  message: string;
  errors?: { path: string; message: string }[];
  request_id: string;
}

t.test('bad input gets its code and its words, and changes nothing', async (t) => {
  const h = await startHarness(t, { parts: false });
  h.kernel.stores = { byId: async () => null, byName: async () => [] };
  const owner = await h.person();
  const staff = await h.person({ staff: true });
  const { app_id, group_id, token } = await seedScene(h, owner);
  const icon = await h.media(owner.account_id);
  const events = async () =>
    (await h.kernel.db.pool.query<{ n: number }>('select count(*)::int as n from event')).rows[0]!.n;
  const batch = {
    batch_id: '0190a000-0000-7000-8000-00000000000b',
    sent_at: Date.now(),
    platform: 'web',
    sdk_version: '1',
    consent: false,
    events: [{ id: '0190a000-0000-7000-8000-00000000000e', type: 'bar_impression', at: Date.now() }],
  };
  const before = await events();
  const send = (method: string, url: string, payload: string | Buffer, type = 'application/json') =>
    h.server.inject({
      method: method as 'POST',
      url,
      payload,
      headers: {
        authorization: `Bearer ${/^\/api\/(admin|ops)\//.test(url) ? staff.token : owner.token}`,
        'content-type': type,
      },
    });

  await t.test('on every route that takes a body', async (t) => {
    const paths = (
      h.server.swagger() as {
        paths: Record<string, Record<string, { requestBody?: { content?: Record<string, unknown> } }>>;
      }
    ).paths;
    const taking = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, one]) => one.requestBody?.content?.['application/json'])
        .map(([method]) => ({
          method: method.toUpperCase(),
          url: path.replace('{instance_token}', token).replace('{id}', uuidv7()),
        })),
    );
    t.ok(taking.length > 20);
    for (const { method, url } of taking.filter((one) => one.url !== '/api/register-invited-user')) {
      const name = `${method} ${url}`;
      const unknown = await send(
        method,
        url,
        JSON.stringify({ ...(url.startsWith('/sdk') ? batch : {}), surprise: 1 }),
      );
      t.equal(unknown.statusCode, 422, `${name}: an unknown field`);
      t.ok(
        (unknown.json() as Failed).errors?.some((one) => one.path.endsWith('surprise')),
        `${name} names it: ${unknown.body}`,
      );
      t.equal((await send(method, url, '{"a":')).statusCode, 400, `${name}: no JSON`);
      t.equal(
        (await send(method, url, Buffer.from([0x22, 0xc3, 0x28, 0x22]))).statusCode,
        422,
        `${name}: broken UTF-8`,
      );
      t.equal((await send(method, url, '{"a":"\\u0000"}')).statusCode, 422, `${name}: NUL`);
      t.equal((await send(method, url, '{"a":"\\ud800"}')).statusCode, 422, `${name}: half a character`);
      t.equal(
        (await send(method, url, `${'['.repeat(40)}${']'.repeat(40)}`)).statusCode,
        422,
        `${name}: nested too deeply`,
      );
      t.equal(
        (await send(method, url, JSON.stringify({ a: 'x'.repeat(1024 * 1024) }))).statusCode,
        413,
        `${name}: over 1 MiB`,
      );
      t.equal((await send(method, url, '<a/>', 'application/xml')).statusCode, 415, `${name}: XML`);
    }
  });

  await t.test('a call without a session has 16 KiB, whatever stands in its Authorization head', async (t) => {
    const open = h.server.routeTable.filter(
      ({ method, url, policy }) =>
        (url.startsWith('/api/') || url === '/sdk/v1/preview') &&
        url !== '/api/payment/stripe' &&
        method !== 'GET' &&
        method !== 'HEAD' &&
        ['anyone', 'invited'].includes(policy.caller),
    );
    t.ok(open.length > 4);
    const sized = (bytes: number) => JSON.stringify({ a: 'x'.repeat(bytes - 8) });
    for (const { method, url } of [...open, { method: 'POST', url: '/api/nowhere' }])
      for (const authorization of ['', 'Bearer x', `Bearer ${owner.token}`]) {
        const ask = (bytes: number) =>
          h.server.inject({
            method: method as 'POST',
            url,
            payload: sized(bytes),
            headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
          });
        const known = url !== '/api/nowhere';
        const answer = await ask(16 * 1024 + 1);
        t.equal(answer.statusCode, known ? 413 : 404, `${method} ${url}`);
        t.equal(answer.json().code, known ? 'TooLarge' : 'NotFound');
        t.not((await ask(16 * 1024)).statusCode, 413, `${method} ${url}`);
      }
    t.equal((await send('POST', '/api/n/story_group', sized(100_000))).statusCode, 422, 'a session has more');
  });

  await t.test('in single fields of a story group', async (t) => {
    const fine = { app_id, title: 'Autumn', icon, ts_start: Math.floor(Date.now() / 1000) };
    const faults: [object, string, RegExp | string][] = [
      [{ title: 'x'.repeat(26) }, 'title', 'Story group name can be maximum 25 characters.'],
      [{ title: '   ' }, 'title', 'Enter a name for the story group.'],
      [{ ts_start: '1' }, 'ts_start', 'Use whole Unix seconds.'],
      [{ target_cap: 9007199254740992 }, 'target_cap', 'Use a number up to 9,007,199,254,740,991.'],
      [{ target_cap: 0 }, 'target_cap', 'Use a number from 1 up.'],
      [{ segments: [['too-long']] }, 'segments.0.0', 'A label can be maximum 7 characters.'],
      [{ segments: [[]] }, 'segments.0', "A row of labels can't be empty."],
      [{ ts_start: fine.ts_start - 3 * 86_400 }, 'ts_start', 'Start date cannot be before yesterday.'],
      [{ ts_end: fine.ts_start - 10 }, 'ts_end', 'End date must be after the start date.'],
      [{ icon: 'https://elsewhere.example/a.png' }, 'icon', /isn't one of your uploads/],
      [{ type: 'rss' }, 'type', /manual story groups/],
      [{ rss_url: 'https://a.example' }, 'rss_url', "This field doesn't exist."],
      [
        { settings: { dynamic_segmentation: { name: 'a.csv', path: '/a.csv', count: 1 } } },
        'settings.dynamic_segmentation.count',
        "This field doesn't exist.",
      ],
      [
        { settings: { app_version_targeting: { min_version: 'new' } } },
        'settings.app_version_targeting.min_version',
        /version/,
      ],
    ];
    for (const [fault, path, words] of faults) {
      const answer = await send('POST', '/api/n/story_group', JSON.stringify({ ...fine, ...fault }));
      t.equal(answer.statusCode, 422, `${path}: ${answer.body}`);
      const failed = answer.json() as Failed;
      const named = failed.errors?.find((one) => one.path === path);
      t.ok(named, `${path} is named: ${answer.body}`);
      t.match(named?.message, words);
      t.ok(failed.request_id);
    }
    // 2^53 + 1 cannot be told from 2^53 once it is parsed; both are too large.
    const huge = await send(
      'POST',
      '/api/n/story_group',
      JSON.stringify(fine).replace('}', ',"target_cap":9007199254740993}'),
    );
    t.equal(huge.statusCode, 422);
    const active = await send('DELETE', '/api/story_group', JSON.stringify({ story_group_id: group_id }));
    t.match({ status: active.statusCode, ...(active.json() as Failed) }, { status: 409, code: 'GroupActive' });
  });

  await t.test('in words of ours for every field of every route, each problem said once', async (t) => {
    const { paths } = h.server.swagger() as { paths: Record<string, Record<string, Documented>> };
    // The schema library's own phrases, and lists of choices.
    const foreign =
      /invalid (input|option|key)|too (big|small)|unrecognized|\bexpected\b|\breceived\b|^this must\b|\bmust (match|NOT)\b|"[^"]*"\||\w\|\w|>=|<=/i;
    const found = new Map<string, string>();
    let refusals = 0;
    const look = (name: string, answer: { statusCode: number; body: string }) => {
      if (answer.statusCode >= 500) found.set(`${name}: ${answer.statusCode}`, answer.body);
      if (answer.statusCode !== 422) return;
      refusals += 1;
      const { message, errors = [] } = JSON.parse(answer.body) as Failed;
      for (const one of [{ path: '', message }, ...errors])
        if (foreign.test(one.message)) found.set(`${name} ${one.path}`, one.message);
      const said = errors.map((one) => `${one.path} ${one.message}`);
      if (new Set(said).size < said.length) found.set(`${name}: said twice`, answer.body);
    };
    const routes = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, one]) => ({ method: method.toUpperCase(), path, ...one })),
    );
    // What ends the caller's session or waits for a stream has no field to get wrong; recovery codes are made without any.
    const left = ['POST /api/logout', 'GET /api/analytics/live', 'POST /api/user/recovery_codes'];
    for (const { method, path, requestBody, parameters = [] } of routes.filter(
      (one) => !left.includes(`${one.method} ${one.path}`),
    )) {
      const url = path.replace('{instance_token}', token).replace(/\{\w+\}/g, 'x');
      const asked = parameters.filter((one) => one.in === 'query').map((one) => one.name);
      if (asked.length > 0)
        for (const value of ['', 'x', '-1', '99999999999999999999', '[]', '{"x":1}', '["x","y"]', 'x'.repeat(2000)]) {
          const query = new URLSearchParams(asked.map((name) => [name, value]));
          look(`${method} ${path}`, await send(method, `${url}?${query}`, ''));
          const doubled = new URLSearchParams(
            asked.flatMap((name) => [
              [name, value],
              [name, value],
            ]),
          );
          look(`${method} ${path}`, await send(method, `${url}?${doubled}`, ''));
        }
      const shape = requestBody?.content?.['application/json']?.schema;
      if (!shape) continue;
      const events = batch.events.map((one) => ({ ...one, id: 5 }));
      for (const body of [
        ...wrongBodies(shape),
        { ...batch, sent_at: 'x' },
        { ...batch, events },
        { ...batch, platform: 'x' },
      ])
        look(`${method} ${path}`, await send(method, url, JSON.stringify(body)));
    }
    t.same(Object.fromEntries(found), {});
    t.ok(refusals > 1500, `${refusals} refusals were read`);
  });

  await t.test('as the document of the routes says it', async (t) => {
    for (const url of ['/api/user', '/api/account', '/api/story'])
      for (const payload of ['', 'null']) {
        const answer = await send('PATCH', url, payload);
        t.match({ status: answer.statusCode, ...(answer.json() as Failed) }, { status: 422, code: 'Invalid' }, url);
      }
    const overview = await h.inject('GET', '/api/n/analytics/overview', { as: owner, query: { app_id, ts_end: '0' } });
    t.match(overview.json(), { data: { ts_start: 0, ts_end: 86_399 } });
    const { paths } = h.server.swagger() as unknown as {
      paths: Record<string, Record<string, { responses: Record<string, { content?: object; headers?: object }> }>>;
    };
    const { responses } = paths['/api/report']!.get!;
    t.same(Object.keys(responses['200']!.content!), ['text/csv']);
    t.same(Object.keys(responses['4XX']!.content!), ['application/json']);
    t.ok(paths['/sdk/v1/{instance_token}/stories']!.options!.responses['204']);
    for (const [path, methods] of Object.entries(paths))
      for (const [method, one] of Object.entries(methods))
        t.match(one.responses['5XX']?.headers, { 'Retry-After': { schema: { type: 'integer' } } }, `${method} ${path}`);
  });

  await t.test('in addresses', async (t) => {
    for (const url of [
      '/api/story?story_group_id=%00',
      '/api/story?story_group_id=%C3%28',
      '/api/audit?action=%ED%A0%80',
      '/api/story?story_group_id=1',
      '/api/audit?limit=1e3',
      '/api/audit?surprise=1',
    ])
      t.equal((await h.inject('GET', url, { as: owner })).statusCode, 422, url);
    t.equal((await h.inject('GET', '/api/nowhere', { as: owner })).json().code, 'NotFound');
  });

  t.equal(await events(), before, 'no event was appended');
});

t.test('a known address called with a method that it does not have says which it has', async (t) => {
  const h = await startHarness(t, { parts: false });
  const routes = [...apiRoutes, ...sdkRoutes, playerRoutes, dashboardRoutes, operatorRoutes(() => [])];
  const server = await buildServer(h.kernel, routes);
  t.teardown(() => server.close());
  await server.ready();
  const methods = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PROPFIND', 'PUT', 'QUERY', 'TRACE'];
  const ask = (method: string, url: string, given: object = {}) =>
    server.inject({ method: method as 'GET', url, ...given });
  const patterns = [...new Set(server.routeTable.map(({ url }) => url))];
  // `/api/admin/account/:id` stands at the address of `/api/admin/account/premium`, too; the page at none of the API's.
  const stands = (pattern: string, url: string) =>
    new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+').replace('*', '.*')}$`).test(url) &&
    (pattern !== '/*' || url === '/somewhere' || url === '/');
  t.ok(patterns.length > 80, `${patterns.length} addresses`);
  let asked = 0;
  for (const one of patterns) {
    const url = one.replace('*', 'somewhere').replaceAll(/:\w+/g, 'x');
    const there = server.routeTable.filter((route) => stands(route.url, url));
    // HEAD is made of a GET, which the framework does not name a second time for the address with a stroke at its end.
    const has = [...new Set(there.flatMap(({ method }) => (method === 'HEAD' ? ['GET', 'HEAD'] : [method])))].sort();
    for (const method of methods.filter((name) => !has.includes(name))) {
      const answer = await ask(method, `${url}?a=b`);
      const name = `${method} ${url}`;
      asked += 1;
      if (there.some(({ policy }) => policy.caller === 'ops')) {
        t.ok([401, 403].includes(answer.statusCode), `${name}: ${answer.statusCode}`);
        continue;
      }
      t.equal(answer.statusCode, 405, name);
      t.equal(answer.headers.allow, has.join(', '), name);
      t.equal(answer.headers['cache-control'], 'no-store', name);
      if (method !== 'HEAD') t.match(answer.json(), { data: null, code: 'MethodNotAllowed', message: /\.$/ }, name);
    }
  }
  t.ok(asked > 500, `${asked} calls`);
  for (const url of [
    '/api/nowhere',
    '/api/story/x/y',
    '/api',
    '/sdk/v1',
    '/sdk/v1/x/nothing',
    '/media',
    '/health/nowhere',
  ])
    for (const method of methods) {
      const { statusCode, headers } = await ask(method, url);
      t.same({ statusCode, allow: headers.allow }, { statusCode: 404, allow: undefined }, `${method} ${url}`);
    }
  t.equal((await ask('PUT', '/metrics', { remoteAddress: '192.0.2.1' })).statusCode, 404, 'what strangers may not see');
  t.equal((await ask('HEAD', '/content')).statusCode, 200);
  t.equal((await ask('OPTIONS', '/sdk/v1/x/stories')).statusCode, 204);
});

t.test('the files of the dashboard are served packed and for ever, and nothing beside them', async (t) => {
  const h = await startHarness(t, { parts: false });
  const server = await buildServer(h.kernel, [dashboardRoutes]);
  t.teardown(() => server.close());
  const folder = new URL('../../../dist/web/assets/', import.meta.url);
  const names = await readdir(folder);
  const name = names.find((one) => names.includes(`${one}.br`) && one.endsWith('.js'))!;
  const content = await readFile(new URL(name, folder), 'utf8');
  const get = (path: string, encoding = '') =>
    server.inject({ method: 'GET', url: `/assets/${path}`, headers: { 'accept-encoding': encoding } });
  const unpack: Record<string, (body: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync };
  for (const encoding of ['br', 'gzip', '']) {
    const { statusCode, headers, rawPayload } = await get(name, encoding);
    t.equal(statusCode, 200);
    t.equal(headers['content-encoding'] ?? '', encoding);
    t.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
    t.match(headers['content-type'], 'javascript');
    t.equal(String(unpack[encoding]?.(rawPayload) ?? rawPayload), content, encoding);
  }
  const paths = ['', 'nothing.js', `a/${name}`, '../index.html', '..%2findex.html', `${name}%20`, `.%2f${name}`];
  for (const wrong of paths) {
    const { statusCode, headers, body } = await get(wrong);
    t.notMatch(headers['cache-control'], 'immutable', wrong);
    t.ok(
      statusCode === 404 || (wrong === '../index.html' && body.includes('<!doctype html>')),
      `${wrong}: ${statusCode}`,
    );
  }
});
