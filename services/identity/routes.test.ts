import t from 'tap';
import { type Harness, startHarness } from '#ops/testing/harness.ts';

const password = 'correct horse';
const body = { password, firstname: 'Nora', lastname: 'Lindqvist', gdpr: true, name: 'Marlow' };

/** The link of the one mail to an address with these words in its subject that is not among `known`. */
const linkTo = async (h: Harness, to: string, subject: string, known: string[] = []): Promise<string> => {
  let found: string | undefined;
  await h.until(async () => {
    const mails = await h.outbox();
    found = mails.find(
      (mail) => mail.to === to && mail.subject?.includes(subject) && !known.includes(mail.links[0] ?? ''),
    )?.links[0];
    return found !== undefined;
  }, `a mail to ${to}`);
  return found!;
};
const tokenOf = (link: string): string => link.slice(link.lastIndexOf('/') + 1);

const post = (h: Harness, url: string, payload: unknown, token?: string) =>
  h.inject('POST', url, { body: payload, as: token ?? null });
const verify = (h: Harness, link: string) => h.inject('GET', '/api/verification', { query: { token: tokenOf(link) } });

/** Signs up and verifies; answers the ids and the tokens. */
const join = async (h: Harness, email: string) => {
  const { data } = (await post(h, '/api/registration', { ...body, email })).json();
  const verified = await verify(h, await linkTo(h, email, 'Verify'));
  return { ...data, ...verified.json().data } as {
    user_id: string;
    account_id: string;
    token: string;
    refresh_token: string;
  };
};
const refresh = (h: Harness, refresh_token: string) => post(h, '/api/refresh', { refresh_token });

t.test('people and accounts', async (t) => {
  let shift = 0;
  const h = await startHarness(t, { now: () => Date.now() + shift });
  await t.test('staff alone see where somebody registered and signed in from, until that is erased', async (t) => {
    const staff = await h.person({ staff: true });
    const email = 'ida@wharf.test';
    const from = (remoteAddress: string, url: string, payload: object) =>
      h.server.inject({ method: 'POST', url, payload, remoteAddress });
    const made = await from('203.0.113.7', '/api/registration', { ...body, email });
    const { user_id } = made.json().data;
    const seen = async () =>
      (
        await h.inject('GET', '/api/admin/user', { as: staff, query: { filter: JSON.stringify({ id: user_id }) } })
      ).json().data[0];
    t.match(await seen(), { registration_ip: '203.0.113.7', login_ip: null });
    const verified = await verify(h, await linkTo(h, email, 'Verify'));
    t.match(await seen(), { registration_ip: '203.0.113.7', login_ip: '127.0.0.1' });
    t.equal((await from('203.0.113.8', '/api/login', { email, password })).statusCode, 200);
    t.match(await seen(), { registration_ip: '203.0.113.7', login_ip: '203.0.113.8' });
    const own = (await h.inject('GET', '/api/user', { as: verified.json().data.token })).body;
    t.notMatch(own, /203\.0\.113|_ip"/);
    await h.kernel.db.pool.query('update request_origin set ip = null');
    t.match(await seen(), { registration_ip: null, login_ip: null });
  });

  const events = async (accountId: string) => {
    const { rows } = await h.kernel.db.pool.query<{
      type: string;
      data: Record<string, unknown>;
      actor_id: string;
      account_id: string;
    }>('select type, data, actor_id, account_id from event where stream like $1 order by ts, version', [
      `security-${accountId}-%`,
    ]);
    return rows;
  };

  await t.test(
    'signing up opens an account, keeps no personal data in events, and mails a link that verifies and signs in',
    async (t) => {
      const answer = await post(h, '/api/registration', { ...body, email: 'nora@marlow.test' });
      t.equal(answer.statusCode, 201, answer.body);
      const { data, message } = answer.json();
      t.equal(message, "You've successfully signed up. Now you can login.");
      const { rows } = await h.kernel.db.pool.query(
        'select type, data, actor_type, actor_id, account_id from event where account_id = $1',
        [data.account_id],
      );
      t.same(rows.map((row) => row.type).sort(), ['AccountCreated', 'UserRegistered']);
      t.ok(rows.every((row) => row.actor_type === 'user' && row.actor_id === data.user_id));
      t.notMatch(JSON.stringify(rows), /Nora|Lindqvist|marlow\.test/);
      const { rows: keys } = await h.kernel.db.pool.query('select viewer_key from account_key where account_id = $1', [
        data.account_id,
      ]);
      t.equal(keys[0].viewer_key.length, 32);

      const link = await linkTo(h, 'nora@marlow.test', 'Verify');
      t.ok(link.startsWith(`${h.config.PUBLIC_URL}/verification/`));
      const { rows: kept } = await h.kernel.db.pool.query('select token_hash from link_token where user_id = $1', [
        data.user_id,
      ]);
      t.not(kept[0].token_hash, tokenOf(link), 'only a hash is kept');
      t.equal((await h.inject('HEAD', '/api/verification', { query: { token: tokenOf(link) } })).statusCode, 405);
      const verified = await verify(h, link);
      t.equal(verified.statusCode, 200, verified.body);
      t.equal(verified.headers['cache-control'], 'no-store');
      t.match(verified.json().data, { token: String, refresh_token: String, expires_in: 900 });
      const me = await h.inject('GET', '/api/user', { as: verified.json().data.token });
      t.match(me.json().data, { email: 'nora@marlow.test', verified: 1, roles: ['account_owner'] });
      t.match(await verify(h, link), { statusCode: 410 }, 'a link works once');
      t.equal((await verify(h, link)).json().code, 'LinkExpired');
    },
  );

  await t.test('an e-mail is one and the same however it is written', async (t) => {
    for (const email of ['nora@marlow.test', ' NORA@Marlow.TEST ']) {
      const again = await post(h, '/api/registration', { ...body, email });
      t.equal(again.statusCode, 400, again.body);
      t.equal(again.json().code, 'UserExists');
    }
    const racing = await Promise.all(
      Array.from({ length: 4 }, () => post(h, '/api/registration', { ...body, email: 'race@marlow.test' })),
    );
    t.same(racing.map((one) => one.statusCode).sort(), [201, 400, 400, 400]);
  });

  await t.test('a registration that does not fit names its field and changes nothing', async (t) => {
    for (const [wrong, path] of [
      [{ password: '12345' }, 'password'],
      [{ gdpr: false }, 'gdpr'],
      [{ name: '' }, 'name'],
      [{ email: 'nobody' }, 'email'],
      [{ role: 'admin' }, 'role'],
      [{ time_zone: 'Mars/'.repeat(13) }, 'time_zone'],
    ] as const) {
      const answer = await post(h, '/api/registration', { ...body, email: 'new@marlow.test', ...wrong });
      t.equal(answer.statusCode, 422, answer.body);
      t.equal(answer.json().errors[0].path, path);
    }
    t.equal((await post(h, '/api/registration', { ...body, email: 'new@marlow.test' })).statusCode, 201);
  });

  await t.test('signing in answers with tokens, and refuses a wrong password as it refuses a stranger', async (t) => {
    const right = await post(h, '/api/login', { email: 'Nora@marlow.test', password });
    t.equal(right.statusCode, 200, right.body);
    t.match(right.json().data, { token: String, refresh_token: String, expires_in: 900 });
    const wrong = await post(h, '/api/login', { email: 'nora@marlow.test', password: 'wrong horse' });
    const stranger = await post(h, '/api/login', { email: 'stranger@marlow.test', password });
    t.equal(wrong.statusCode, 401);
    t.equal(wrong.json().code, 'InvalidCredentials');
    t.same({ ...stranger.json(), request_id: '' }, { ...wrong.json(), request_id: '' });
  });

  await t.test('failures to sign in become one fact per minute', async (t) => {
    const { account_id, user_id } = await join(h, 'fails@marlow.test');
    for (let tries = 0; tries < 3; tries += 1)
      await post(h, '/api/login', { email: 'fails@marlow.test', password: 'wrong horse' });
    const counted = async () => (await events(account_id)).filter((event) => event.type === 'SignInFailed');
    shift += 120_000;
    await h.until(async () => (await counted()).reduce((sum, event) => sum + Number(event.data.count), 0) === 3);
    t.ok((await counted()).length <= 2, 'at most two minutes were touched');
    t.ok((await counted()).every((event) => event.data.user_id === user_id && event.account_id === account_id));
  });

  await t.test('an unverified e-mail does not sign in, and a fresh link is mailed', async (t) => {
    await post(h, '/api/registration', { ...body, email: 'late@marlow.test' });
    const first = await linkTo(h, 'late@marlow.test', 'Verify');
    const refused = await post(h, '/api/login', { email: 'late@marlow.test', password });
    t.equal(refused.statusCode, 403);
    t.equal(refused.json().code, 'EmailNotVerified');
    const wrong = await post(h, '/api/login', { email: 'late@marlow.test', password: 'wrong horse' });
    t.equal(wrong.json().code, 'InvalidCredentials', 'a wrong password learns nothing about it');
    const fresh = await linkTo(h, 'late@marlow.test', 'Verify', [first]);
    t.equal((await verify(h, fresh)).statusCode, 200);
    t.equal((await verify(h, first)).statusCode, 410, 'using one link ends the other');
  });

  await t.test('a refresh token is replaced; the one just replaced gives the same successor for 10 s', async (t) => {
    const { refresh_token: first } = await join(h, 'tabs@marlow.test');
    const tabs = await Promise.all([refresh(h, first), refresh(h, first), refresh(h, first)]);
    t.same(
      tabs.map((one) => one.statusCode),
      [200, 200, 200],
    );
    const successors = new Set(tabs.map((one) => one.json().data.refresh_token));
    t.equal(successors.size, 1);
    t.notOk(successors.has(first));
    const second = [...successors][0] as string;
    t.equal((await refresh(h, second)).statusCode, 200, 'the successor works');
  });

  await t.test('a replaced token that is used later ends the session, in every process at once', async (t) => {
    const { token, refresh_token: first, account_id } = await join(h, 'stolen@marlow.test');
    const second = (await refresh(h, first)).json().data.refresh_token;
    shift += 11_000;
    t.equal((await refresh(h, first)).statusCode, 401);
    t.equal((await refresh(h, second)).statusCode, 401, 'the successor ended with it');
    await h.until(
      async () => (await h.inject('GET', '/api/user', { as: token })).statusCode === 401,
      'the session to end',
    );
    t.match((await events(account_id)).at(-1), { type: 'SessionEnded', data: { reason: 'token_reused' } });
  });

  await t.test(
    'a token older than the one just replaced ends the session too, an invented one ends nothing',
    async (t) => {
      const { refresh_token: first } = await join(h, 'old@marlow.test');
      const second = (await refresh(h, first)).json().data.refresh_token;
      const third = (await refresh(h, second)).json().data.refresh_token;
      const invented = `${third.slice(0, -1)}${third.endsWith('0') ? '1' : '0'}`;
      for (const token of ['nonsense', invented]) t.equal((await refresh(h, token)).statusCode, 401);
      const fourth = await refresh(h, third);
      t.equal(fourth.statusCode, 200, 'the session lives on');
      t.equal((await refresh(h, first)).statusCode, 401);
      t.equal((await refresh(h, fourth.json().data.refresh_token)).statusCode, 401);
    },
  );

  await t.test('a session lasts 30 days from its last renewal', async (t) => {
    const { refresh_token } = await join(h, 'month@marlow.test');
    shift += 31 * 86_400_000;
    t.equal((await refresh(h, refresh_token)).statusCode, 401);
    shift -= 31 * 86_400_000;
  });

  await t.test('signing out ends the session', async (t) => {
    const { token, refresh_token, account_id } = await join(h, 'out@marlow.test');
    t.equal((await post(h, '/api/logout', { refresh_token }, token)).statusCode, 200);
    await h.until(
      async () => (await h.inject('GET', '/api/user', { as: token })).statusCode === 401,
      'the session to end',
    );
    t.equal((await refresh(h, refresh_token)).statusCode, 401);
    t.equal((await post(h, '/api/logout', {})).statusCode, 401);
    t.match(
      (await events(account_id)).map((event) => event.type),
      ['UserSignedIn', 'UserSignedOut'],
    );
  });

  await t.test(
    'asking for a reset reveals nothing, and the link sets a password, verifies and ends every session',
    async (t) => {
      const { data } = (await post(h, '/api/registration', { ...body, email: 'reset@marlow.test' })).json();
      const known = await post(h, '/api/forgot_password', { email: 'reset@marlow.test' });
      const unknown = await post(h, '/api/forgot_password', { email: 'stranger@marlow.test' });
      t.equal(known.statusCode, 200);
      t.equal(known.body, unknown.body);
      const link = await linkTo(h, 'reset@marlow.test', 'password');
      t.ok(link.startsWith(`${h.config.PUBLIC_URL}/password-reset/`));
      const verification = await verify(h, await linkTo(h, 'reset@marlow.test', 'Verify'));
      const { token, refresh_token } = verification.json().data;
      t.equal((await verify(h, link)).statusCode, 410, 'a link is for one purpose');

      const wanted = { token: tokenOf(link), password: 'another horse', confirm: 'another horse' };
      const differing = await post(h, '/api/user/update_password', { ...wanted, confirm: 'other' });
      t.equal(differing.statusCode, 422);
      t.equal(differing.json().message, 'The two passwords that you entered do not match!');
      const both = await Promise.all([
        post(h, '/api/user/update_password', wanted),
        post(h, '/api/user/update_password', wanted),
      ]);
      t.same(both.map((one) => one.statusCode).sort(), [200, 410], 'two at once: one wins');
      t.equal(both.find((one) => one.statusCode === 200)!.json().message, 'Password changed successfully!');
      await h.until(
        async () => (await h.inject('GET', '/api/user', { as: token })).statusCode === 401,
        'the session to end',
      );
      t.equal((await refresh(h, refresh_token)).statusCode, 401);
      t.equal((await post(h, '/api/login', { email: 'reset@marlow.test', password })).statusCode, 401);
      t.equal((await post(h, '/api/login', { email: 'reset@marlow.test', password: 'another horse' })).statusCode, 200);
      t.match(
        (await events(data.account_id)).map((event) => event.type),
        ['PasswordResetRequested', 'UserSignedIn', 'SessionEnded', 'UserSignedIn'],
      );
    },
  );

  await t.test('a finished reset verifies the e-mail, and a link that is too old does nothing', async (t) => {
    await post(h, '/api/registration', { ...body, email: 'never@marlow.test' });
    await post(h, '/api/forgot_password', { email: 'never@marlow.test' });
    const token = tokenOf(await linkTo(h, 'never@marlow.test', 'password'));
    const wanted = { token, password: 'another horse', confirm: 'another horse' };
    shift += 3_601_000;
    t.equal((await post(h, '/api/user/update_password', wanted)).statusCode, 410);
    shift -= 3_601_000;
    t.equal((await post(h, '/api/user/update_password', wanted)).statusCode, 200);
    t.equal((await post(h, '/api/login', { email: 'never@marlow.test', password: 'another horse' })).statusCode, 200);
  });

  await t.test('a changed e-mail stays pending until its link is opened, and the old address is told', async (t) => {
    const { token } = await join(h, 'before@marlow.test');
    const patch = (given: unknown) => h.inject('PATCH', '/api/user', { as: token, body: given });
    t.equal((await patch({ email: 'nora@marlow.test' })).json().code, 'UserExists');
    const changed = await patch({ firstname: 'Eleonora', email: 'after@marlow.test' });
    t.equal(changed.statusCode, 200, changed.body);
    const me = async () => (await h.inject('GET', '/api/user', { as: token })).json().data;
    const other = await linkTo(h, 'after@marlow.test', 'Confirm');
    t.equal((await patch({ pending_email: null })).statusCode, 200, 'to keep the present one needs no proof');
    t.equal((await me()).pending_email, null);
    t.equal((await verify(h, other)).statusCode, 410);
    t.equal((await patch({ email: 'after@marlow.test' })).statusCode, 200);
    t.match(await me(), { firstname: 'Eleonora', email: 'before@marlow.test', pending_email: 'after@marlow.test' });
    const link = await linkTo(h, 'after@marlow.test', 'Confirm', [other]);
    await h.until(async () =>
      (await h.outbox()).some((mail) => mail.to === 'before@marlow.test' && mail.text.includes('after@marlow.test')),
    );
    t.equal((await post(h, '/api/login', { email: 'before@marlow.test', password })).statusCode, 200);
    t.equal((await verify(h, link)).statusCode, 200);
    t.match(await me(), { email: 'after@marlow.test', pending_email: null });
    t.equal((await post(h, '/api/login', { email: 'before@marlow.test', password })).statusCode, 401);
    t.equal((await post(h, '/api/login', { email: 'after@marlow.test', password })).statusCode, 200);
    t.equal(
      (await post(h, '/api/registration', { ...body, email: 'before@marlow.test' })).statusCode,
      201,
      'the old address is free',
    );
    const { rows } = await h.kernel.db.pool.query(`select data from event where type like 'User%Change%'`);
    t.notMatch(JSON.stringify(rows), /marlow\.test|Eleonora/);
  });

  await t.test('a finished reset ends every other link: who knew the old password keeps no way in', async (t) => {
    const { token, user_id } = await join(h, 'vera@marlow.test');
    await h.inject('PATCH', '/api/user', { as: token, body: { email: 'thief@marlow.test' } });
    const confirm = await linkTo(h, 'thief@marlow.test', 'Confirm');
    await post(h, '/api/forgot_password', { email: 'vera@marlow.test' });
    const reset = tokenOf(await linkTo(h, 'vera@marlow.test', 'password'));
    const set = { token: reset, password: 'another horse', confirm: 'another horse' };
    t.equal((await post(h, '/api/user/update_password', set)).statusCode, 200);
    t.equal((await verify(h, confirm)).statusCode, 410);
    const again = (await post(h, '/api/login', { email: 'vera@marlow.test', password: 'another horse' })).json().data;
    t.equal((await h.inject('GET', '/api/user', { as: again.token })).json().data.pending_email, null);
    const { rows } = await h.kernel.db.pool.query(
      'select purpose from link_token where user_id = $1 and used_at is null',
      [user_id],
    );
    t.same(rows, []);
  });

  await t.test('an address that somebody took meanwhile cannot be confirmed', async (t) => {
    const { token } = await join(h, 'slow@marlow.test');
    await h.inject('PATCH', '/api/user', { as: token, body: { email: 'wanted@marlow.test' } });
    const link = await linkTo(h, 'wanted@marlow.test', 'Confirm');
    t.equal((await post(h, '/api/registration', { ...body, email: 'wanted@marlow.test' })).statusCode, 201);
    t.equal((await verify(h, link)).json().code, 'UserExists');
  });
});
