import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import t, { type Test } from 'tap';
import { ApiError } from '../../api/error.ts';
import { newKey } from '../../api/http.ts';
import { adminProvider, asCsv } from './admin-provider.ts';

interface Asked {
  method: string;
  path: string;
  query: URLSearchParams;
  body: unknown;
  key: string | undefined;
}

/** A server in place of `fetch` that answers the same to every request, and what it was asked; for one test. */
const serve = (t: Test, answer: object, status = 200): Asked[] => {
  const asked: Asked[] = [];
  const storage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
  t.intercept(globalThis, 'localStorage', { value: storage, configurable: true });
  t.intercept(globalThis, 'sessionStorage', { value: storage, configurable: true });
  t.intercept(globalThis, 'fetch', {
    configurable: true,
    value: async (address: string, { method = 'GET', body, headers }: RequestInit) => {
      const { pathname, searchParams } = new URL(address, 'http://127.0.0.1');
      const key = (headers as Record<string, string>)['idempotency-key'];
      asked.push({
        method,
        path: pathname,
        query: searchParams,
        body: typeof body === 'string' ? JSON.parse(body) : body,
        key,
      });
      return Response.json(answer, { status });
    },
  });
  return asked;
};

const [user_id, account_id, invoice_id] = ['01a1-user', '01a1-account', '01a1-invoice'];
const acts = [
  ['/api/admin/user/verification', { user_id, verified: true }, adminProvider.setVerified],
  ['/api/admin/account/premium', { account_id, is_premium: false }, adminProvider.setPremium],
  ['/api/admin/account/features', { account_id, manual_features: { ivod: true } }, adminProvider.setFeatures],
  ['/api/admin/account/custom_plan', { account_id, plan: null }, adminProvider.setCustomPlan],
  ['/api/admin/account/credit', { account_id, months: 1, reason: 'Late' }, adminProvider.giveCredit],
  ['/api/admin/account/invoice_paid', { account_id, invoice_id }, adminProvider.markInvoicePaid],
  ['/api/admin/promo_code', { code: 'SPRING', percent_off: 5, duration: 'once' }, adminProvider.makePromoCode],
  ['/api/admin/promo_code/end', { id: '01a1-promo' }, adminProvider.endPromoCode],
  ['/api/admin/projection/redrive', { projection: 'history', stream: 'app-1' }, adminProvider.redrive],
  ['/api/admin/projection/rebuild', { projection: 'history' }, adminProvider.rebuild],
  ['/api/admin/user/login_as', { user_id }, adminProvider.loginAs],
  ['/api/ops/session', {}, adminProvider.openJobs],
] as const;

t.test('each act of staff is one POST to a route that exists, safe to be sent again', async (t) => {
  const asked = serve(t, { data: { done: true }, message: 'Done!' });
  const document = JSON.parse(readFileSync(new URL('../../../../ops/openapi.json', import.meta.url), 'utf8')) as {
    paths: Record<string, object>;
  };
  for (const [path, body, act] of acts) {
    const given = newKey();
    t.same(
      await (act as (body: object, key: string) => Promise<unknown>)(body, given),
      { data: { done: true }, message: 'Done!' },
      path,
    );
    const { key, ...request } = asked.at(-1)!;
    t.match(request, { method: 'POST', path, body });
    t.match(key, /^[0-9a-f]{32}$/);
    t.equal(key, given, 'the key of the act');
    t.ok('post' in (document.paths[path] ?? {}), `${path} is in the API's document`);
  }
  t.equal(asked.length, acts.length);
  t.equal(new Set(asked.map(({ key }) => key)).size, acts.length, 'a key of its own each time');
});

t.test('an act that answers a file is a POST, and its refusal is told as any other', async (t) => {
  const asked = serve(t, { codes: 2 });
  const given = newKey();
  const { data } = await adminProvider.makeDealCodes({ count: 2 }, given);
  t.same(JSON.parse(await data.text()), { codes: 2 });
  t.match(asked, [{ method: 'POST', path: '/api/admin/deal_code', body: { count: 2 }, key: given }]);
  serve(t, { data: null, code: 'Invalid', message: 'Too many.' }, 422);
  await t.rejects(adminProvider.makeDealCodes({ count: 0 }, newKey()), { status: 422, code: 'Invalid' });
});

t.test('what the server refuses is told with its fields', async (t) => {
  const errors = [{ path: 'manual_features.story_limit', message: 'Too large.' }];
  serve(t, { data: null, code: 'Invalid', message: 'Too large.', errors }, 422);
  const refused = await adminProvider
    .setFeatures({ account_id, manual_features: {} }, newKey())
    .catch((error: unknown) => error);
  t.ok(refused instanceof ApiError);
  t.match(refused, { status: 422, code: 'Invalid', errors });
});

t.test('lists are read a page at a time, with their filter, order and total', async (t) => {
  const asked = serve(t, { data: [{ id: account_id }], message: null, total: 41 });
  const pagination = { page: 3, perPage: 10 };
  const sort = { field: 'name', order: 'DESC' } as const;
  t.same(await adminProvider.getList('accounts', { filter: { q: 'marlow' }, pagination, sort }), {
    data: [{ id: account_id }],
    total: 41,
  });
  t.match(asked[0], { method: 'GET', path: '/api/admin/account', key: undefined });
  t.same(Object.fromEntries(asked[0]!.query), {
    filter: '{"q":"marlow"}',
    range: '[20,29]',
    sort: '["name","DESC"]',
  });
  await adminProvider.getManyReference('users', {
    target: 'account_id',
    id: account_id,
    filter: {},
    pagination,
    sort,
  });
  t.match(asked[1], { path: '/api/admin/user' });
  t.equal(asked[1]!.query.get('filter'), `{"account_id":"${account_id}"}`);
  await t.rejects(adminProvider.getList('orders', { filter: {}, pagination, sort }), /no list named orders/);
});

t.test('a CSV is asked of the server for all pages, with the filter and order of the list', async (t) => {
  const asked = serve(t, {});
  const { data } = await adminProvider.getList('users', {
    filter: { state: 'pending' },
    sort: { field: 'email', order: 'ASC' },
    pagination: { page: 1, perPage: 1000 },
    meta: asCsv,
  });
  t.match(data, [{ id: 'users', file: Blob }], 'the file is the one record');
  t.match(asked[0], { method: 'GET', path: '/api/admin/user' });
  t.same(Object.fromEntries(asked[0]!.query), {
    filter: '{"state":"pending"}',
    sort: '["email","ASC"]',
    format: 'csv',
  });
});

t.test('staff change nothing but by acts', async (t) => {
  const asked = serve(t, { data: {}, message: null });
  const { create, update, updateMany, delete: remove, deleteMany } = adminProvider;
  for (const change of [create, update, updateMany, remove, deleteMany])
    await t.rejects(
      (change as (resource: string, params: object) => Promise<unknown>)('users', { id: user_id, data: {} }),
    );
  t.same(asked, []);
});

t.test('nothing in the admin area writes to the server but the data provider', async (t) => {
  const area = fileURLToPath(new URL('..', import.meta.url));
  const files = readdirSync(area, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.tsx?$/.test(path) && !/\.test\.ts$/.test(path) && !path.startsWith('provider'),
  );
  t.ok(files.length > 20, 'the files are found');
  const writes =
    /\bhttp\s*\.\s*(post|put|patch|delete)\b|\b(fetch|sendBeacon|XMLHttpRequest)\s*\(|\bcall(<[^(]*>)?\(\s*'(?!GET')/;
  t.match("call<Data>('POST', '/admin')", writes);
  const client = /from '[^']*\/api\/(?:http|upload)\.[tj]s'/;
  t.match("import { call } from '../../api/http.ts';", client);
  t.same(
    files.filter((path) => {
      const source = readFileSync(`${area}/${path}`, 'utf8');
      return writes.test(source) || client.test(source);
    }),
    [],
  );
});
