import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import type { AdminAuditRow } from '#contracts/admin/admin-log.ts';
import type { AuditRow } from '#contracts/audit/rows.ts';
import { opsCookie } from '#kernel/http/ops-session.ts';
import { type Harness, type Person, startHarness } from '#ops/testing/harness.ts';
import { seedScene } from '#ops/testing/scene.ts';

const get = (h: Harness, url: string, as: Person | string, query: Record<string, string> = {}) =>
  h.inject('GET', `/api${url}`, { as, query });
const post = (h: Harness, url: string, as: Person | string, body: unknown = {}) =>
  h.inject('POST', `/api${url}`, { as, body });
const ownAudit = async (h: Harness, as: Person, query: Record<string, string> = {}) => {
  await h.caughtUp();
  return (await get(h, '/audit', as, { limit: '1000', ...query })).json().data as AuditRow[];
};

t.test('what staff change about accounts and users', async (t) => {
  const h = await startHarness(t);
  const ines = await h.person({ staff: true, firstname: 'Ines', lastname: 'Barros' });
  const nora = await h.person({ firstname: 'Nora' });
  const { account_id } = nora;

  await t.test('premium opens everything and can be ended, by both methods', async (t) => {
    const made = await get(h, '/admin/account/premium', ines, { account_id, is_premium: '1' });
    t.match(made.json(), {
      data: { account_id, premium: 1, payment_status: 0 },
      message: 'Account premium status changed!',
    });
    const seen = (await get(h, '/account', nora)).json().data;
    t.match(seen, { premium: 1, payment_status: 0, plan: 'enterprise', seats: -1 });
    t.match(seen.settings.features, { story_limit: -1, mfa: true, personalization: true });
    t.match(seen.settings.features, { ivod: true, ad_settings: true }, 'also what no plan sells');
    t.equal((await get(h, '/user', nora)).json().data.payment_status, 0);
    const again = await post(h, '/admin/account/premium', ines, { account_id, is_premium: true });
    t.equal(again.json().data.version, made.json().data.version, 'what it is already makes no event');
    const ended = await post(h, '/admin/account/premium', ines, { account_id, is_premium: false });
    t.match(ended.json().data, { premium: 0, payment_status: 2 });
    const missing = await post(h, '/admin/account/premium', ines, { account_id: uuidv7(), is_premium: true });
    t.equal(missing.statusCode, 404);
    t.equal((await get(h, '/admin/account/premium', ines, { account_id })).statusCode, 422);
    const rows = await ownAudit(h, nora, { action: 'AccountPremiumChanged' });
    t.equal(rows.length, 2);
    t.match(rows[1], {
      actor: { id: ines.user_id, name: 'Ines Barros', type: 'staff' },
      sentence: 'set the account to premium',
      account_id,
    });
  });

  await t.test('features switched on by hand replace those before', async (t) => {
    const set = (manual_features: object) => post(h, '/admin/account/features', ines, { account_id, manual_features });
    const answer = await set({ ivod: true, story_limit: 50 });
    t.match(answer.json().data, { account_id, manual_features: { ivod: true, story_limit: 50 } });
    t.same((await get(h, '/account', nora)).json().data.settings.manual_features, { ivod: true, story_limit: 50 });
    t.same((await set({ ad_settings: true })).json().data.manual_features, { ad_settings: true });
    for (const wrong of [{ jetpack: true }, { ivod: false }, { story_limit: -2 }, { story_limit: 1.5 }])
      t.equal((await set(wrong)).statusCode, 422, JSON.stringify(wrong));
    const [row] = await ownAudit(h, nora, { action: 'AccountFeaturesChanged' });
    t.match(row?.changes, [{ field: 'manual_features', from: ['ivod', 'story_limit 50'], to: ['ad_settings'] }]);
  });

  await t.test('verification is turned around, or set', async (t) => {
    const { user_id } = nora;
    const turned = await get(h, '/admin/user/verification', ines, { user_id });
    t.match(turned.json(), { data: { user_id, verified: 0 }, message: 'User verify changed!' });
    t.equal((await get(h, '/user', nora)).json().data.verified, 0);
    t.match((await post(h, '/admin/user/verification', ines, { user_id })).json().data, { verified: 1 });
    t.match((await post(h, '/admin/user/verification', ines, { user_id, verified: true })).json().data, {
      verified: 1,
    });
    t.equal((await post(h, '/admin/user/verification', ines, { user_id: uuidv7() })).statusCode, 404);
    const rows = await ownAudit(h, nora, { action: 'UserVerificationChanged' });
    t.same(
      rows.map((row) => [row.actor.type, row.sentence.split(' ')[0]]),
      [
        ['staff', 'verified'],
        ['staff', 'unverified'],
      ],
    );
  });

  await t.test('a HEAD or a call without the header changes nothing', async (t) => {
    const query = { account_id, is_premium: '1' };
    t.ok((await h.inject('HEAD', '/api/admin/account/premium', { as: ines, query })).statusCode >= 400);
    t.equal((await h.inject('GET', '/api/admin/account/premium', { query })).statusCode, 401);
    t.equal((await get(h, '/account', nora)).json().data.premium, 0);
  });

  await t.test('who is not staff any more is refused at once, also inside of a command', async (t) => {
    const gone = await h.person({ staff: true });
    t.equal((await get(h, '/admin/stats', gone)).statusCode, 200);
    await h.kernel.db.pool.query('update member set staff = false where id = $1', [gone.user_id]);
    // This process still remembers the session; the command reads it again.
    const late = await post(h, '/admin/account/premium', gone, { account_id, is_premium: true });
    t.match(late.json(), { code: 'PermissionDenied' });
    await h.until(async () => (await get(h, '/admin/stats', gone)).statusCode === 403, 'the cache of sessions');
  });
});

t.test('acting as a user', async (t) => {
  const h = await startHarness(t);
  const ines = await h.person({ staff: true, firstname: 'Ines', lastname: 'Barros' });
  const nora = await h.person({ firstname: 'Nora', lastname: 'Lindqvist' });
  const scene = await seedScene(h, nora);
  const started = await get(h, '/admin/user/login_as', ines, { user_id: nora.user_id });
  t.equal(started.statusCode, 200, started.body);
  const { token, expires_in, ts_end, user } = started.json().data;

  await t.test('starts with a token for half an hour that no one stores', async (t) => {
    t.equal(started.headers['cache-control'], 'no-store');
    t.equal(expires_in, 1800);
    t.ok(Math.abs(ts_end - Date.now() / 1000 - 1800) < 30);
    t.same(user, {
      id: nora.user_id,
      account_id: nora.account_id,
      name: 'Nora Lindqvist',
      email: nora.email,
    });
    const me = (await get(h, '/user', token)).json().data;
    t.match(me, { id: nora.user_id, account_id: nora.account_id, type: 1 });
    t.same(me.login_as, { staff_id: ines.user_id, staff_name: 'Ines Barros', ts_end });
    t.equal(me.ts_login, (await get(h, '/user', nora)).json().data.ts_login, 'it is no sign-in of the user');
    t.equal((await get(h, '/user', nora)).json().data.login_as, null);
    const twin = await post(h, '/admin/user/login_as', ines, { user_id: nora.user_id });
    t.equal(twin.statusCode, 200);
  });

  await t.test('does what the user may do, under both names', async (t) => {
    const body = { story_group_id: scene.group_id, title: 'Renamed' };
    t.equal((await h.inject('PATCH', '/api/n/story_group', { as: token, body })).statusCode, 200);
    t.equal((await h.inject('PATCH', '/api/user', { as: token, body: { firstname: 'Nora' } })).statusCode, 200);
    const [row] = await ownAudit(h, nora, { action: 'StoryGroupDetailsChanged' });
    t.match(row, {
      actor: { id: ines.user_id, name: 'Ines Barros', type: 'staff' },
      on_behalf_of: { id: nora.user_id, name: 'Nora Lindqvist', type: 'user' },
      account_id: nora.account_id,
    });
    const found = await ownAudit(h, nora, { actor_id: ines.user_id, subject_type: 'story_group' });
    t.equal(found.length, 1);
    const history = await get(h, '/story_group/history', nora, { story_group_id: scene.group_id });
    t.match(history.json().data[0], { actor: { type: 'staff' }, on_behalf_of: { id: nora.user_id } });
  });

  await t.test('leaves to the person what is theirs alone', async (t) => {
    const refused: [string, string, object][] = [
      ['PATCH', '/user', { email: 'other@example.test' }],
      ['POST', '/account/invite-user', { emails: ['a@example.test'], role: 'account_owner' }],
      ['POST', '/account/cancel-invitation', { email: 'a@example.test' }],
      ['PUT', '/account/update-user-permission', { email: nora.email, permissions: { account_owner: [] } }],
      ['GET', '/audit?format=csv', {}],
    ];
    for (const [method, url, body] of refused) {
      const answer = await h.inject(method, `/api${url}`, { as: token, ...(method === 'GET' ? {} : { body }) });
      t.match(
        { status: answer.statusCode, ...answer.json() },
        { status: 403, code: 'PermissionDenied', message: /signed in as someone else/ },
        `${method} ${url}`,
      );
    }
    t.equal((await get(h, '/audit', token)).statusCode, 200, 'reading is no export');
    for (const url of ['/admin/user', '/admin/stats'])
      t.equal((await get(h, url, token)).statusCode, 403, `${url} needs staff as themselves`);
    t.equal((await post(h, '/ops/session', token)).statusCode, 403);
    t.equal((await post(h, '/admin/user/login_as', token, { user_id: nora.user_id })).statusCode, 403);
  });

  await t.test('cannot be done by or as the wrong people', async (t) => {
    const other = await h.person({ staff: true });
    t.match((await post(h, '/admin/user/login_as', ines, { user_id: other.user_id })).json(), {
      code: 'PermissionDenied',
    });
    t.equal((await post(h, '/admin/user/login_as', nora, { user_id: nora.user_id })).statusCode, 403);
    t.equal((await post(h, '/admin/user/login_as', ines, { user_id: uuidv7() })).statusCode, 404);
  });

  await t.test('ends by log-out, which leaves the others signed in, and all of it is in the audit', async (t) => {
    t.equal((await post(h, '/logout', token)).statusCode, 200);
    await h.until(async () => (await get(h, '/user', token)).statusCode === 401, 'the log-out');
    t.equal((await get(h, '/user', nora)).statusCode, 200);
    t.equal((await get(h, '/user', ines)).statusCode, 200);
    const rows = await ownAudit(h, nora, { action: 'LoginAsStarted,LoginAsEnded' });
    t.equal(rows.length, 3);
    t.match(rows[0], {
      action: 'LoginAsEnded',
      sentence: `ended the session as ${nora.email}`,
      actor: { name: 'Ines Barros' },
    });
    for (const row of rows)
      t.match(row, { actor: { type: 'staff' }, on_behalf_of: { id: nora.user_id }, subject: { id: nora.user_id } });
    t.match(rows[2]?.sentence, `signed in as ${nora.email}`);
    const seen = await get(h, '/admin/audit', ines, { account_id: nora.account_id, filter: '{"staff":true}' });
    const staffRows = seen.json().data as AdminAuditRow[];
    t.ok(staffRows.length >= 4 && staffRows.every((row) => row.actor.id === ines.user_id && row.on_behalf_of));
  });

  await t.test('ends by time, and when the member of staff is staff no more', async (t) => {
    const enter = async (as: Person) =>
      (await post(h, '/admin/user/login_as', as, { user_id: nora.user_id })).json().data.token as string;
    const late = await enter(ines);
    await h.kernel.db.pool.query(
      `update session set expires_at = now() - interval '1 second' where staff_id = $1 and ended_at is null`,
      [ines.user_id],
    );
    await h.until(async () => (await get(h, '/user', late)).statusCode === 401, 'the end of the time');
    const other = await h.person({ staff: true });
    const token = await enter(other);
    t.equal((await get(h, '/user', token)).statusCode, 200);
    await h.kernel.db.pool.query('update member set staff = false where id = $1', [other.user_id]);
    await h.until(async () => (await get(h, '/user', token)).statusCode === 401, 'the end of being staff');
  });

  await t.test('ends when the user becomes staff', async (t) => {
    const omar = await h.person();
    const entered = await post(h, '/admin/user/login_as', ines, { user_id: omar.user_id });
    const token = entered.json().data.token as string;
    t.equal((await get(h, '/user', token)).statusCode, 200);
    await h.kernel.db.pool.query('update member set staff = true where id = $1', [omar.user_id]);
    await h.until(async () => (await get(h, '/user', token)).statusCode === 401, 'the end of acting');
    t.equal((await get(h, '/user', omar)).statusCode, 200);
  });

  await t.test('ends when the member of staff sets a new password, under both names', async (t) => {
    const lost = await h.person({ staff: true, email: 'lost@storyrail.test' });
    const entered = await post(h, '/admin/user/login_as', lost, { user_id: nora.user_id });
    const token = entered.json().data.token as string;
    t.equal((await get(h, '/user', token)).statusCode, 200);
    await h.inject('POST', '/api/forgot_password', { body: { email: lost.email } });
    await h.until(async () => (await h.outbox()).some(({ to }) => to === lost.email), 'the mail');
    const link = (await h.outbox()).find(({ to }) => to === lost.email)!.links[0]!;
    const password = 'quite another passphrase';
    const body = { token: link.split('/').at(-1), password, confirm: password };
    const reset = await h.inject('POST', '/api/user/update_password', { body });
    t.equal(reset.statusCode, 200, reset.body);
    await h.until(async () => (await get(h, '/user', token)).statusCode === 401, 'the end of acting');
    t.equal((await get(h, '/user', nora)).statusCode, 200, 'the user stays signed in');
    const [row] = await ownAudit(h, nora, { action: 'LoginAsEnded' });
    t.match(row, { actor: { id: lost.user_id, type: 'staff' }, on_behalf_of: { id: nora.user_id } });
  });
});

t.test('the cookie of /ops', async (t) => {
  let now = Date.now();
  const h = await startHarness(t, { parts: false, now: () => now });
  const ines = await h.person({ staff: true });
  const answer = await post(h, '/ops/session', ines);
  t.equal(answer.statusCode, 200, answer.body);
  t.equal(answer.json().data.ts_end, Math.floor(now / 1000) + 600);
  const line = String(answer.headers['set-cookie']);
  t.match(line, /^storyrail_ops=[^;]+; Max-Age=600; Path=\/ops; HttpOnly; SameSite=Strict$/);
  const cookie = line.split(';')[0]!;
  const opens = async (headers: Record<string, string>) =>
    (await h.inject('GET', '/ops/queues/api/queues', { headers })).statusCode;

  t.equal(await opens({ cookie }), 200);
  t.equal(await opens({}), 401, 'no cookie');
  t.equal(await opens({ cookie: 'storyrail_ops=nonsense' }), 401);
  t.equal(await opens({ cookie: `storyrail_ops=${h.kernel.secrets.seal('something else')}` }), 401);
  t.equal(await opens({ authorization: `Bearer ${ines.token}` }), 401, 'a token is no cookie');
  t.equal((await post(h, '/ops/session', await h.person())).statusCode, 403);

  await t.test('writes come from our own pages alone', async (t) => {
    const write = async (headers: Record<string, string>) =>
      (await h.inject('PUT', '/ops/queues/api/queues/nothing/pause', { headers: { cookie, ...headers } })).statusCode;
    t.equal(await write({}), 403);
    t.equal(await write({ origin: 'https://elsewhere.example' }), 403);
    t.equal(await write({ origin: 'null' }), 403);
    t.equal(await write({ origin: h.config.PUBLIC_URL }), 404, 'let in; there is no such queue');
    t.equal(await write({ origin: 'http://localhost:4000', host: 'localhost:4000' }), 404);
    t.equal(await write({ origin: 'http://elsewhere.example', host: 'elsewhere.example' }), 403, 'its own address');
    t.equal(await write({ origin: 'http://localhost:4000', host: 'localhost:5000' }), 403);
  });
  await t.test('over https a browser keeps it for https alone, and no other name opens anything', async (t) => {
    const safe = await startHarness(t, { parts: false, settings: { PUBLIC_URL: 'https://stories.example' } });
    const { header } = opsCookie(safe.kernel, await safe.person({ staff: true }));
    t.match(header, /^__Secure-storyrail_ops=[^;]+; Max-Age=600; Path=\/ops; HttpOnly; SameSite=Strict; Secure$/);
    const opensSafely = async (given: string, headers: Record<string, string> = {}, method: 'GET' | 'PUT' = 'GET') => {
      const url = method === 'GET' ? '/ops/queues/api/queues' : '/ops/queues/api/queues/nothing/pause';
      return (await safe.inject(method, url, { headers: { cookie: given, ...headers } })).statusCode;
    };
    const good = header.split(';')[0]!;
    t.equal(await opensSafely(good), 200);
    t.equal(await opensSafely(good.replace('__Secure-', '')), 401);
    t.equal(await opensSafely(good, { origin: 'http://localhost:4000', host: 'localhost:4000' }, 'PUT'), 403);
    t.equal(await opensSafely(good, { origin: 'https://stories.example' }, 'PUT'), 404, 'let in');
  });
  await t.test('it ends with its ten minutes, with the session, and with being staff', async (t) => {
    now += 601_000;
    t.equal(await opens({ cookie }), 401);
    now -= 601_000;
    await h.kernel.db.pool.query('update member set staff = false where id = $1', [ines.user_id]);
    t.equal(await opens({ cookie }), 403);
    await h.kernel.db.pool.query('update member set staff = true where id = $1', [ines.user_id]);
    t.equal(await opens({ cookie }), 200);
    await post(h, '/logout', ines);
    t.equal(await opens({ cookie }), 401);
  });
});
