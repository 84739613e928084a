import t from 'tap';
import { type Harness, startHarness } from '#ops/testing/harness.ts';

const password = 'correct horse';
const body = { password, firstname: 'Nora', lastname: 'Lindqvist', gdpr: true, name: 'Marlow' };

const post = (h: Harness, url: string, payload: unknown, cookie?: string) =>
  h.inject('POST', url, { body: payload, ...(cookie ? { headers: { cookie } } : {}) });
const tokenOf = (link: string): string => link.slice(link.lastIndexOf('/') + 1);
const signIn = (h: Harness, email: string, given = password) => post(h, '/api/login', { email, password: given });

/** The cookie by which the browser of a sign-up is known, as an answer sets it. */
const cookieIn = (answer: { headers: Record<string, unknown> }): string | undefined =>
  [answer.headers['set-cookie'] ?? []]
    .flat()
    .map(String)
    .find((line) => line.startsWith('storyrail-sign-up='))
    ?.split(';')[0];

/** The token of the mail to an address that is none of the known ones. */
const mailed = async (h: Harness, to: string, known: readonly string[] = []): Promise<string> => {
  let found: string | undefined;
  await h.until(async () => {
    const tokens = (await h.outbox()).filter((mail) => mail.to === to).map((mail) => tokenOf(mail.links[0] ?? ''));
    found = tokens.find((token) => !known.includes(token));
    return found !== undefined;
  }, `a mail to ${to}`);
  return found!;
};

/** Signs up; answers the token of the mail and the cookie. */
const signUp = async (h: Harness, email: string) => {
  const answer = await post(h, '/api/registration', { ...body, email });
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return { ...answer.json().data, token: await mailed(h, email), cookie: cookieIn(answer)!, answer };
};
const ended = (h: Harness, as: string) =>
  h.until(async () => (await h.inject('GET', '/api/user', { as })).statusCode === 401, 'the session to end');

t.test('links that verify an e-mail', async (t) => {
  let shift = 0;
  const h = await startHarness(t, { now: () => Date.now() + shift });
  const look = async (token: string, cookie?: string) => (await post(h, '/api/link/look', { token }, cookie)).json();
  const open = (given: object, cookie?: string) => post(h, '/api/verification', given, cookie);

  await t.test('in the browser of the sign-up the link alone signs in, once', async (t) => {
    const { token, cookie, answer, user_id } = await signUp(h, 'here@marlow.test');
    const line = String([answer.headers['set-cookie']].flat()[0]);
    t.match(line, /; Max-Age=86400; Path=\/; HttpOnly; SameSite=Strict$/);
    const { rows } = await h.kernel.db.pool.query('select token_hash from sign_up_browser where user_id = $1', [
      user_id,
    ]);
    t.notMatch(cookie, rows[0].token_hash, 'only a hash is kept');
    t.same((await look(token, cookie)).data, {
      purpose: 'verify_email',
      email: 'here@marlow.test',
      company: 'Marlow',
      same_browser: true,
    });
    t.equal((await look(token)).data.same_browser, false);
    const opened = await open({ token }, cookie);
    t.equal(opened.statusCode, 200, opened.body);
    t.match(opened.json(), { data: { token: String, refresh_token: String }, message: 'Your email is verified.' });
    t.equal(opened.headers['cache-control'], 'no-store');
    t.equal((await open({ token }, cookie)).json().code, 'LinkExpired', 'used');
    t.equal((await look(token, cookie)).code, 'LinkExpired');
    t.equal((await h.kernel.db.pool.query('select 1 from sign_up_browser where user_id = $1', [user_id])).rowCount, 0);
  });

  await t.test(
    'elsewhere it takes the password of the sign-up, and a wrong one leaves the link as it is',
    async (t) => {
      const { token, account_id } = await signUp(h, 'away@marlow.test');
      const stranger = await signUp(h, 'stranger@marlow.test');
      for (const cookie of [
        undefined,
        stranger.cookie,
        'storyrail-sign-up=',
        `storyrail-sign-up=${'x'.repeat(5000)}`,
      ]) {
        const asked = await open({ token }, cookie);
        t.same([asked.statusCode, asked.json().code], [422, 'PasswordRequired']);
        t.match(asked.json().errors, [{ path: 'password' }]);
      }
      const wrong = await open({ token, password: 'wrong horse' });
      t.same([wrong.statusCode, wrong.json().code], [422, 'PasswordWrong']);
      shift += 120_000;
      await h.until(
        async () =>
          (
            await h.kernel.db.pool.query(`select 1 from event where type = 'SignInFailed' and account_id = $1`, [
              account_id,
            ])
          ).rowCount === 1,
        'the failure to be counted like a sign-in',
      );
      const right = await open({ token, password });
      t.equal(right.statusCode, 200, right.body);
      t.match((await h.inject('GET', '/api/user', { as: right.json().data.token })).json().data, { verified: 1 });
    },
  );

  await t.test('who did not choose the password sets one, which voids it and ends what it opened', async (t) => {
    const victim = 'ceo@bigcorp.test';
    const { token, user_id } = await signUp(h, victim);
    for (const [given, code] of [
      ['12345', 'Invalid'],
      ['password', 'PasswordTooCommon'],
      ['Marlow', 'PasswordTooCommon'],
    ] as const) {
      const refused = await open({ token, new_password: given });
      t.match(refused.json(), { code, errors: [{ path: 'new_password' }] }, given);
    }
    // Staff verified them by hand, so that whoever signed up has a session and a link to move the address.
    const staff = await h.person({ staff: true });
    await h.inject('POST', '/api/admin/user/verification', { as: staff, body: { user_id } });
    const eve = (await signIn(h, victim)).json().data;
    t.ok(eve?.token, 'the one who signed up is in');
    const opened = await open({ token, new_password: 'battery staple' });
    t.equal(opened.statusCode, 200, opened.body);
    await ended(h, eve.token);
    t.equal((await post(h, '/api/refresh', { refresh_token: eve.refresh_token })).statusCode, 401);
    t.equal((await signIn(h, victim)).statusCode, 401, 'the old password is void');
    t.equal((await signIn(h, victim, 'battery staple')).statusCode, 200);
    const mine = opened.json().data.token;
    t.equal((await h.inject('GET', '/api/user', { as: mine })).statusCode, 200, 'this session stays');
  });

  await t.test('the browser is known for 24 hours, and for another day by a link sent again from it', async (t) => {
    const { token, cookie } = await signUp(h, 'later@marlow.test');
    shift += 20 * 3_600_000;
    const again = await post(h, '/api/login', { email: 'later@marlow.test', password }, cookie);
    t.equal(again.json().code, 'EmailNotVerified');
    const renewed = cookieIn(again)!;
    t.ok(renewed && renewed !== cookie);
    const fresh = await mailed(h, 'later@marlow.test', [token]);
    shift += 20 * 3_600_000;
    t.equal((await look(fresh, cookie)).data.same_browser, false, 'the former cookie is no use');
    t.equal((await look(fresh, renewed)).data.same_browser, true);
    const elsewhere = await signIn(h, 'later@marlow.test');
    t.equal(cookieIn(elsewhere), undefined, 'another browser that knows the password does not become the one');
    shift += 5 * 3_600_000;
    t.equal((await look(fresh, renewed)).data.same_browser, false, 'a day is over');
    t.equal((await open({ token: fresh }, renewed)).json().code, 'PasswordRequired');
    t.equal((await open({ token: fresh, password })).statusCode, 200);
    t.equal((await open({ token, password })).statusCode, 410, 'using one link ends the other');
  });

  await t.test(
    'of two who open it at once one is let in; an old link and one for something else are refused',
    async (t) => {
      const { token, cookie } = await signUp(h, 'both@marlow.test');
      const both = await Promise.all([open({ token }, cookie), open({ token, password })]);
      t.same(both.map((one) => one.statusCode).sort(), [200, 410]);
      await post(h, '/api/forgot_password', { email: 'both@marlow.test' });
      const reset = await mailed(h, 'both@marlow.test', [token]);
      t.equal((await open({ token: reset, password })).statusCode, 410);
      t.match((await look(reset)).data, { purpose: 'reset_password', email: 'both@marlow.test', same_browser: false });
      const old = await signUp(h, 'old@marlow.test');
      shift += 7 * 86_400_000 + 1000;
      t.equal((await open({ token: old.token, password }, old.cookie)).statusCode, 410);
      t.equal((await open({ token: 'nonsense', password })).statusCode, 410);
    },
  );

  await t.test('a confirmed and an undone change of the e-mail sign nobody in, whatever is sent along', async (t) => {
    const { token, cookie } = await signUp(h, 'first@marlow.test');
    const session = (await open({ token }, cookie)).json().data;
    await h.inject('PATCH', '/api/user', { as: session.token, body: { email: 'second@marlow.test' } });
    const confirm = await mailed(h, 'second@marlow.test');
    t.match((await look(confirm)).data, { purpose: 'confirm_email_change', email: 'second@marlow.test' });
    const confirmed = await open({ token: confirm, password });
    t.same(confirmed.json(), {
      data: { purpose: 'confirm_email_change' },
      message: 'Your new email is confirmed.',
    });
    t.equal(confirmed.headers['set-cookie'], undefined);
    t.equal((await look(confirm)).code, 'LinkExpired');
    let undo = '';
    await h.until(async () => {
      const mail = (await h.outbox()).find((one) => one.subject?.includes('was changed'));
      undo = tokenOf(mail?.links[0] ?? '');
      return undo !== '';
    }, 'the mail that undoes it');
    t.match((await look(undo)).data, { purpose: 'undo_email_change', email: 'first@marlow.test' });
    t.same((await open({ token: undo })).json().data, { purpose: 'undo_email_change' });
    await ended(h, session.token);
  });
});
