import { createHash } from 'node:crypto';
import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import type { SessionRow } from '#contracts/user/sessions.ts';
import { createAccess } from '#kernel/auth/access.ts';
import { startNotifier } from '#kernel/db/notifier.ts';
import { demoAccount } from '#kernel/http/demo-account.ts';
import { addressPrefix } from '#kernel/http/network.ts';
import { makeLink } from '#kernel/sessions/links.ts';
import { type Harness, startHarness } from '#ops/testing/harness.ts';

const password = 'correct horse';
const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';

const signIn = async (h: Harness, email: string, from = '203.0.113.77', agent = chrome) => {
  const answer = await h.server.inject({
    method: 'POST',
    url: '/api/login',
    payload: { email, password },
    remoteAddress: from,
    headers: { 'user-agent': agent },
  });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json().data as { token: string; refresh_token: string };
};
/** Signs up and verifies, without a session. */
const join = async (h: Harness, email: string) => {
  const names = { firstname: 'Nora', lastname: 'Lindqvist', gdpr: true, name: 'Marlow' };
  const made = await h.inject('POST', '/api/registration', { body: { ...names, email, password } });
  const { user_id, account_id } = made.json().data;
  await h.inject('POST', '/api/admin/user/verification', {
    as: await h.person({ staff: true }),
    body: { user_id, verified: true },
  });
  return { user_id, account_id } as { user_id: string; account_id: string };
};
const list = async (h: Harness, as: string): Promise<SessionRow[]> =>
  (await h.inject('GET', '/api/user/session', { as })).json().data;
const end = (h: Harness, as: string, body: object, query: Record<string, string> = {}) =>
  h.inject('DELETE', '/api/user/session', { as, body, query });
const status = async (h: Harness, as: string) => (await h.inject('GET', '/api/user', { as })).statusCode;
const ends = async (h: Harness, accountId: string) =>
  (
    await h.kernel.db.pool.query(
      `select data ->> 'reason' as reason, actor_id from event where type = 'SessionEnded' and account_id = $1`,
      [accountId],
    )
  ).rows;

t.test('an address is told in part', async (t) => {
  for (const [address, prefix] of [
    ['203.0.113.77', '203.0.113.x'],
    ['::ffff:203.0.113.77', '203.0.113.x'],
    ['2001:db8:7:8::1', '2001:db8:7:x'],
    ['2001:db8::1%eth0', '2001:db8:0:x'],
    ['::1', '0:0:0:x'],
    ['nowhere', null],
    ['', null],
    [null, null],
  ] as const)
    t.equal(addressPrefix(address), prefix, String(address));
});

t.test('where a person is signed in', async (t) => {
  let shift = 0;
  const h = await startHarness(t, { parts: false, now: () => Date.now() + shift });

  await t.test('each session has its device, a part of its address, its beginning and its last use', async (t) => {
    const { user_id } = await join(h, 'nora@marlow.test');
    const here = await signIn(h, 'nora@marlow.test');
    shift += 60_000;
    const there = await signIn(h, 'nora@marlow.test', '2001:db8:7:8::9', phone);
    shift += 60_000;
    await h.inject('POST', '/api/refresh', { body: { refresh_token: there.refresh_token } });
    const answer = await h.inject('GET', '/api/user/session', { as: here.token });
    t.equal(answer.statusCode, 200, answer.body);
    t.equal(answer.json().total, 2);
    const [own, other] = answer.json().data as SessionRow[];
    t.match(own, { device: 'Chrome on Linux', kind: 'computer', address: '203.0.113.x', current: true });
    t.match(other, { device: 'Safari on iOS', kind: 'phone', address: '2001:db8:7:x', current: false });
    t.equal(own!.ts_last_use, own!.ts_created);
    // A second more where one begins between the two.
    t.ok([60, 61].includes(other!.ts_last_use - other!.ts_created));
    t.notMatch(answer.body, /\.77|::9|8:9/, 'never a whole address');
    await h.kernel.db.pool.query('update request_origin set ip = null, user_agent = null');
    t.match((await list(h, here.token))[0], { device: 'Unknown device', address: null }, 'it can be erased');
    const { rows } = await h.kernel.db.pool.query('select data from event where data::text like $1', [`%${user_id}%`]);
    t.notMatch(JSON.stringify(rows), /203\.0\.113|2001:db8|Chrome|iPhone/);
  });

  await t.test('one is ended by its id, here or there, without a proof and once', async (t) => {
    const { user_id, account_id } = await join(h, 'kim@marlow.test');
    const [here, there] = [
      await signIn(h, 'kim@marlow.test'),
      await signIn(h, 'kim@marlow.test', '203.0.113.8', phone),
    ];
    shift += 601_000;
    const { id } = (await list(h, here.token)).find((one) => !one.current)!;
    const ended = await end(h, here.token, { id });
    t.equal(ended.statusCode, 200, ended.body);
    t.equal(ended.json().message, 'Session signed out.');
    t.equal(await status(h, there.token), 401, 'at once');
    const renewed = await h.inject('POST', '/api/refresh', { body: { refresh_token: there.refresh_token } });
    t.equal(renewed.statusCode, 401);
    t.equal((await list(h, here.token)).length, 1);
    t.equal((await end(h, here.token, { id })).statusCode, 404, 'it has ended already');
    t.same(await ends(h, account_id), [{ reason: 'ended_by_user', actor_id: user_id }]);
    const own = (await list(h, here.token))[0]!.id;
    t.equal((await end(h, here.token, {}, { id: own })).statusCode, 200, 'the id may stand in the query');
    t.equal(await status(h, here.token), 401);
  });

  await t.test('that of somebody else, in the account or not, and what is no id, end nothing', async (t) => {
    const owner = await h.person();
    const colleague = await h.person({ account_id: owner.account_id, permissions: { account_owner: [] } });
    const stranger = await h.person();
    for (const { session_id } of [colleague, stranger, { session_id: uuidv7() }])
      t.equal((await end(h, owner.token, { id: session_id })).statusCode, 404);
    for (const body of [{}, { id: 'none' }, { all: false }, { all: true, id: uuidv7() }, { all: 1 }, { ids: [] }])
      t.equal((await end(h, owner.token, body)).statusCode, 422, JSON.stringify(body));
    t.equal((await end(h, owner.token, { id: uuidv7() }, { id: uuidv7() })).statusCode, 422, 'two ids');
    t.equal((await end(h, owner.token, {}, { all: 'true' })).statusCode, 422, 'all of them only in the body');
    for (const { token } of [owner, colleague, stranger]) t.equal(await status(h, token), 200);
  });

  await t.test(
    'signing out everywhere needs a proof, ends every session and forgets every other browser',
    async (t) => {
      const { user_id, account_id } = await join(h, 'eve@marlow.test');
      const [here, there] = [await signIn(h, 'eve@marlow.test'), await signIn(h, 'eve@marlow.test')];
      shift += 601_000;
      t.equal((await end(h, here.token, { all: true })).json().code, 'PasswordRequired');
      t.equal((await end(h, here.token, { all: true, password: 'wrong horse' })).json().code, 'PasswordWrong');
      t.equal(await status(h, there.token), 200);
      const done = await end(h, here.token, { all: true, password });
      t.equal(done.statusCode, 200, done.body);
      t.equal(done.json().message, 'Signed out everywhere.');
      for (const { token, refresh_token } of [here, there]) {
        t.equal(await status(h, token), 401);
        t.equal((await h.inject('POST', '/api/refresh', { body: { refresh_token } })).statusCode, 401);
      }
      t.same(
        await ends(h, account_id),
        [1, 2].map(() => ({ reason: 'signed_out_everywhere', actor_id: user_id })),
      );
      const known = await h.kernel.db.pool.query('select 1 from known_browser where user_id = $1', [user_id]);
      t.equal(known.rowCount, 1, 'the one that asked');
      t.match(done.headers['set-cookie'], /^storyrail-browser=/);
      await signIn(h, 'eve@marlow.test');
    },
  );

  await t.test('a shared browser stays known for whoever else signs in there', async (t) => {
    const [kim, lea] = [await join(h, 'shared1@marlow.test'), await join(h, 'shared2@marlow.test')];
    const cookieOf = (answer: { headers: Record<string, unknown> }) =>
      String(answer.headers['set-cookie']).split(';', 1)[0]!;
    const post = (url: string, body: object, cookie: string, as: string | null = null) =>
      h.inject('POST', url, { body, as, headers: { cookie } });
    const enter = async (email: string, cookie: string, given = password) => {
      const answer = await post('/api/login', { email, password: given }, cookie);
      return { cookie: cookieOf(answer), token: answer.json().data.token as string };
    };
    let { cookie } = await enter('shared1@marlow.test', 'none=1');
    const entered = await enter('shared2@marlow.test', cookie);
    const knows = async (user_id: string) => {
      const token_hash = createHash('sha256')
        .update(cookie.slice(cookie.indexOf('=') + 1))
        .digest('hex');
      const { rows } = await h.kernel.db.pool.query(
        'select from known_browser where user_id = $1 and token_hash = $2',
        [user_id, token_hash],
      );
      return rows.length === 1;
    };
    cookie = entered.cookie;
    t.ok((await knows(kim.user_id)) && (await knows(lea.user_id)));

    const next = { current: password, password: 'battery staple', confirm: 'battery staple' };
    cookie = cookieOf(await post('/api/user/change_password', next, cookie, entered.token));
    t.ok((await knows(kim.user_id)) && (await knows(lea.user_id)), 'after a new password');

    const { rows } = await h.asOwner('select email_ref from catalog.member where id = $1', [lea.user_id]);
    const link = { user_id: lea.user_id, purpose: 'reset_password', email_ref: rows[0].email_ref } as const;
    const again = { token: await makeLink(h.kernel.db, link, h.kernel.now()), password, confirm: password };
    cookie = cookieOf(await post('/api/user/update_password', again, cookie));
    t.ok((await knows(kim.user_id)) && (await knows(lea.user_id)), 'after a reset');

    const last = await enter('shared2@marlow.test', cookie);
    cookie = last.cookie;
    const headers = { cookie };
    const done = await h.inject('DELETE', '/api/user/session', { as: last.token, body: { all: true }, headers });
    cookie = cookieOf(done);
    t.ok((await knows(kim.user_id)) && (await knows(lea.user_id)), 'after signing out everywhere');
  });

  await t.test('staff in somebody’s stead are listed by name and can be shown out; they end nothing', async (t) => {
    const ines = await h.person({ staff: true, firstname: 'Ines', lastname: 'Barros' });
    const { user_id } = await join(h, 'seen@marlow.test');
    const own = await signIn(h, 'seen@marlow.test');
    const entered = await h.inject('POST', '/api/admin/user/login_as', { as: ines, body: { user_id } });
    const acting: string = entered.json().data.token;
    const sessions = await list(h, own.token);
    t.same(
      sessions.map(({ staff_name, current, device, address }) => [staff_name, current, device, address]),
      [
        [null, true, 'Chrome on Linux', '203.0.113.x'],
        ['Ines Barros', false, null, null],
      ],
    );
    t.equal((await h.inject('GET', '/api/user/session', { as: acting })).statusCode, 403);
    for (const body of [{ id: sessions[0]!.id }, { all: true, password }])
      t.equal((await end(h, acting, body)).statusCode, 403);
    t.equal((await end(h, own.token, { id: sessions[1]!.id })).statusCode, 200);
    t.equal(await status(h, acting), 401);
    t.equal(await status(h, own.token), 200);
    t.equal(await status(h, ines.token), 200, 'they stay signed in as themselves');
  });

  await t.test('it lists the hundred that were used last, with this one, and counts all', async (t) => {
    const nora = await h.person();
    await h.kernel.db.pool.query(
      `insert into session (id, user_id, refresh_hash, created_at, expires_at)
       select gen_random_uuid(), $1, gen_random_uuid()::text, now() + interval '1 hour' + n * interval '1 minute', now() + interval '30 days'
         from generate_series(1, 120) n`,
      [nora.user_id],
    );
    const answer = (await h.inject('GET', '/api/user/session', { as: nora })).json();
    t.equal(answer.total, 121);
    t.equal(answer.data.length, 100);
    t.ok(answer.data[0].current);
    t.ok(answer.data[1].ts_last_use > answer.data[99].ts_last_use);
  });

  await t.test('what one process ends, another refuses within a second', async (t) => {
    // Each has a memory of sessions of its own; one hears of nothing.
    const hearing = startNotifier(h.kernel.db, h.databaseUrl, h.kernel.log);
    t.teardown(() => hearing.stop());
    const deaf = { ...hearing, on: () => () => undefined };
    const processes = [hearing, deaf].map((notifier) => createAccess({ ...h.kernel, notifier }));
    t.teardown(() => {
      for (const { stop } of processes) stop();
    });
    for (const body of [{ id: '' }, { all: true }]) {
      const nora = await h.person();
      const elsewhere = () => Promise.all(processes.map(({ read }) => read(nora.session_id)));
      t.ok((await elsewhere()).every((found) => found?.user_id === nora.user_id));
      const since = performance.now();
      t.equal((await end(h, nora.token, body.all ? body : { id: nora.session_id })).statusCode, 200);
      await h.until(async () => (await elsewhere()).every((found) => found === null), 'the other processes');
      t.ok(performance.now() - since < 1000, `${performance.now() - since} ms`);
    }
  });
});

t.test('who signs in on a new device is told by mail', async (t) => {
  const h = await startHarness(t, { settings: { LIMIT_MAILS: '2' } });
  const { user_id } = await join(h, 'nora@marlow.test');
  const told = async () => (await h.outbox()).filter(({ subject }) => subject?.startsWith('New sign-in'));
  const enter = (agent: string, cookie = '') =>
    h.server.inject({
      method: 'POST',
      url: '/api/login',
      payload: { email: 'nora@marlow.test', password },
      remoteAddress: '203.0.113.77',
      headers: { 'user-agent': agent, cookie },
    });
  const asked = async () =>
    (await h.kernel.db.pool.query(`select 1 from job_outbox where payload ->> 'template' = 'new_device'`)).rowCount;

  const first = await enter(chrome);
  t.equal(first.statusCode, 200, first.body);
  t.equal(await asked(), 0, 'not of the very first sign-in');
  const known = String(first.headers['set-cookie']).split(';', 1)[0]!;
  const again = await enter(chrome, known);
  t.equal(await asked(), 0, 'nor of one in a browser that is known');
  await enter(phone);
  t.equal(await asked(), 1);
  await h.until(async () => (await told()).length === 1, 'the mail');
  const [mail] = await told();
  t.equal(mail!.to, 'nora@marlow.test');
  t.match(mail!.text, /Safari on iOS, address 203\.0\.113\.x, \d+ \w+ \d{4}, \d\d:\d\d \(UTC\)/);
  t.notMatch(mail!.text, /203\.0\.113\.77/);
  t.same(mail!.links, [`${h.config.PUBLIC_URL}/user`]);
  const forged = String(again.headers['set-cookie']).split(';', 1)[0]!.slice(0, -1);
  for (const cookie of [forged, '', '']) await enter(phone, cookie);
  t.equal(await asked(), 2, 'a program that keeps no cookies fills no mailbox');
  const { rows } = await h.kernel.db.pool.query('select data from event where data::text like $1', [`%${user_id}%`]);
  t.notMatch(JSON.stringify(rows), /203\.0\.113/);

  const demo = await h.person({ ids: { account_id: demoAccount, user_id: uuidv7() }, email: 'demo@marlow.test' });
  await h.kernel.db.pool.query(
    'insert into user_secret (user_id, password_hash) select $1, password_hash from user_secret where user_id = $2',
    [demo.user_id, user_id],
  );
  const own = await h.inject('POST', '/api/login', { body: { email: 'demo@marlow.test', password } });
  t.equal(own.statusCode, 200, own.body);
  t.equal(await asked(), 2, 'people of the demo are told of none');
});
