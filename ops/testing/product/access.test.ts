import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import { may, type Role } from '#contracts/api/roles.ts';
import { accessToken } from '#kernel/http/request.ts';
import { staffCalls } from '#services/admin/test-access.ts';
import { createAccessFixtures, type MatrixCaller } from '../access-fixtures.ts';
import { readAccessMatrix } from '../access-matrix.ts';
import type { AccessRow } from '../access-row.ts';
import { startHarness } from '../harness.ts';

/** Every route that lets in people without a session, by whom it is for. Nothing else is open. */
const openRoutes: Record<'anyone' | 'sdk' | 'invited' | 'operator', readonly string[]> = {
  anyone: [
    'GET /api/app/icon',
    'GET /api/countries',
    'GET /api/registration/find_app',
    'GET /api/verification',
    'GET /media/:key',
    'GET /pay/card.css',
    'GET /pay/card/:id',
    'POST /api/account/referral_check',
    'POST /api/digest/end',
    'POST /api/digest/start',
    'POST /api/report_schedule/leave',
    'POST /api/report_schedule/return',
    'POST /api/forgot_password',
    'POST /api/google_login',
    'POST /api/google_login/start',
    'POST /api/join-team',
    'POST /api/link/look',
    'POST /api/linkedin_login',
    'POST /api/linkedin_login/start',
    'POST /api/login',
    'POST /api/login/passkey',
    'POST /api/refresh',
    'POST /api/registration',
    'POST /api/sms/status',
    'POST /api/user/update_password',
    'POST /api/verification',
    'POST /pay/card/:id',
    'POST /api/payment/deal_check',
    'POST /api/payment/stripe',
    'POST /sdk/v1/preview',
  ],
  sdk: [
    'GET /sdk/v1/:instance_token/results',
    'GET /sdk/v1/:instance_token/stories',
    'POST /sdk/v1/:instance_token/events',
  ],
  invited: ['POST /api/register-invited-user'],
  operator: [
    'GET /dev/outbox',
    'GET /dev/outbox.css',
    'GET /dev/outbox.json',
    'GET /dev/outbox/:name',
    'GET /dev/outbox/:name/:file',
  ],
};

/** What a caller is expected to get: a status, or `fine` for any 2xx. */
const expected = (row: AccessRow, { held, from, acting }: MatrixCaller): number | 'fine' => {
  if (acting && row.login_as === false) return 403;
  if (row.act && !may(held, row.act)) return 403;
  if (row.reach === 'app' && from !== 'here') return 404;
  if (row.reach === 'account' && from === 'other account') return 404;
  const [role] = Object.keys(held) as Role[];
  return row.except?.[role!] ?? 'fine';
};

t.test('every route for every kind of caller', async (t) => {
  const h = await startHarness(t, { parts: false });
  h.kernel.stores = { byId: async () => null, byName: async () => [] };
  const table = h.server.routeTable.filter((route) => route.method !== 'HEAD' && route.method !== 'OPTIONS');
  const signedIn = table
    .filter((route) => route.policy.caller === 'user')
    .map((route) => `${route.method} ${route.url}`);
  const accessRows = await readAccessMatrix();
  const last = ['DELETE /api/app', 'POST /api/logout'];

  t.same(
    signedIn.filter((name) => !accessRows[name]),
    [],
    'no route is missing in the matrix',
  );
  t.same(
    Object.keys(accessRows).filter((name) => !signedIn.includes(name)),
    [],
    'the matrix has no route that is gone',
  );
  for (const { method, url, policy } of table) {
    if (policy.caller !== 'user') continue;
    const row = accessRows[`${method} ${url}`];
    t.equal(Boolean(policy.login_as), row?.login_as !== false, `${method} ${url}: for staff in somebody's stead`);
    t.equal(policy.scope, row?.scope, `${method} ${url}: for API tokens`);
  }

  const w = await createAccessFixtures(h);
  const { sub, sid, typ } = h.server.jwt.decode<{ sub: string; sid: string; typ: 'access' }>(w.owner.token)!;
  const expired = h.server.jwt.sign(
    { sub, sid, typ },
    { expiresIn: -10, ...({ iss: accessToken.iss, aud: accessToken.aud } as object) },
  );
  const gone = await h.signIn(w.owner.user_id, w.owner.account_id, w.owner.email);
  await h.kernel.db.pool.query('update session set ended_at = now() where id = $1', [gone.session_id]);
  const forged = h.server.jwt.sign({ sub, sid: uuidv7(), typ });
  const nobody: Record<string, string | null> = {
    anonymous: null,
    expired,
    'signed out': gone.token,
    forged,
    garbage: 'x.y.z',
  };

  await t.test('routes for staff let in staff alone, as themselves', async (t) => {
    const forStaff = table
      .filter((route) => route.policy.caller === 'staff')
      .map((route) => `${route.method} ${route.url}`);
    t.same([...forStaff].sort(), Object.keys(staffCalls).sort(), 'the matrix has every route for staff');
    for (const name of forStaff) {
      const [method, url] = name.split(' ') as [string, string];
      const { path = url, status, ...call } = staffCalls[name]!(w);
      for (const [who, token] of Object.entries(nobody))
        t.equal((await h.inject(method, path, { as: token, ...call })).statusCode, 401, `${name}: ${who}`);
      for (const [who, { person }] of Object.entries(w.callers)) {
        const answer = await h.inject(method, path, { as: person, ...call });
        const want = who === 'staff' ? (status ?? 200) : 403;
        t.equal(answer.statusCode, want, `${name}: ${who}: ${answer.body.slice(0, 200)}`);
      }
    }
  });

  for (const name of [...signedIn.filter((one) => !last.includes(one)), ...last]) {
    await t.test(name, async (t) => {
      const [method, url] = name.split(' ') as [string, string];
      const row = accessRows[name]!;
      const { path: their = url, ...refused } = await row.call(w);
      for (const [who, token] of Object.entries(nobody))
        t.equal((await h.inject(method, their, { as: token, ...refused })).statusCode, 401, who);
      // An app is deleted only once, and by its owner.
      const names = Object.keys(w.callers).filter((who) => name !== 'DELETE /api/app' || !w.callers[who]!.acting);
      // Whoever may do it goes last: it can be done only once.
      names.sort((a, b) => Number(a === 'account_owner') - Number(b === 'account_owner'));
      for (const who of names) {
        const { path = url, ...call } = await row.call(w);
        const caller = w.callers[who]!;
        const answer = await h.inject(method, path, { as: caller.person, ...call });
        const want = expected(row, caller);
        if (want === 'fine' && row.done) t.equal(answer.statusCode, row.done, `${who}: let in`);
        else if (want === 'fine')
          t.ok(answer.statusCode < 300, `${who}: ${answer.statusCode} ${answer.body.slice(0, 200)}`);
        else t.equal(answer.statusCode, want, `${who}: ${answer.body.slice(0, 200)}`);
      }
    });
  }

  await t.test('pages under /ops ask everybody for their cookie, and let nobody in by a token', async (t) => {
    const pages = table.filter((one) => one.policy.caller === 'ops');
    t.ok(pages.length > 30);
    for (const { method, url } of pages) {
      t.match(url, /^\/ops\//);
      const path = url.replace(/:\w+/g, 'effects').replace('*', 'nothing');
      for (const as of [null, ...Object.values(w.callers).map((one) => one.person)])
        t.equal((await h.inject(method, path, { as })).statusCode, 401, `${method} ${path}`);
    }
  });

  await t.test('only the routes that are named let in people without a session', async (t) => {
    for (const [caller, names] of Object.entries(openRoutes)) {
      const found = table.filter((one) => one.policy.caller === caller).map((one) => `${one.method} ${one.url}`);
      t.same(found.sort(), [...names].sort(), caller);
    }
  });

  await t.test('routes without a session never ask for one and never fail', async (t) => {
    for (const route of table.filter((one) => !['user', 'staff', 'ops'].includes(one.policy.caller))) {
      const url = route.url
        .replace(':instance_token', 'x'.repeat(48))
        .replace(':key', 'nothing')
        .replace('*', 'nothing');
      for (const as of [null, w.owner]) {
        const answer = await h.inject(route.method, url, { as, ...(route.method === 'GET' ? {} : { body: {} }) });
        t.ok(answer.statusCode < 500, `${route.method} ${url}: ${answer.statusCode}`);
        if (route.policy.caller !== 'invited') t.not(answer.statusCode, 401, `${route.method} ${url}`);
        t.not(answer.statusCode, 403, `${route.method} ${url}`);
      }
    }
  });
});
