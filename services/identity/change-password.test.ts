import t from 'tap';
import { type Harness, startHarness } from '#ops/testing/harness.ts';

const first = 'correct horse';
const second = 'battery staple';
const body = { firstname: 'Nora', lastname: 'Lindqvist', gdpr: true, name: 'Marlow Coats' };

const post = (h: Harness, url: string, payload: unknown, token?: string) =>
  h.inject('POST', url, { body: payload, as: token ?? null });
const register = (h: Harness, email: string, password: string) =>
  post(h, '/api/registration', { ...body, email, password });
const signIn = (h: Harness, email: string, password: string) => post(h, '/api/login', { email, password });
const change = (h: Harness, token: string, current: string, password: string, confirm = password) =>
  post(h, '/api/user/change_password', { current, password, confirm }, token);

/** The token of the link in the mail to an address with these words in its subject. */
const linkTo = async (h: Harness, to: string, subject: string): Promise<string> => {
  let link: string | undefined;
  await h.until(async () => {
    link = (await h.outbox()).find((mail) => mail.to === to && mail.subject?.includes(subject))?.links[0];
    return link !== undefined;
  }, `a mail to ${to}`);
  return link!.slice(link!.lastIndexOf('/') + 1);
};

/** Signs up, verifies and signs in; answers the token of that session. */
const join = async (h: Harness, email: string): Promise<string> => {
  await register(h, email, first);
  await h.inject('GET', '/api/verification', { query: { token: await linkTo(h, email, 'Verify') } });
  return (await signIn(h, email, first)).json().data.token;
};
const status = async (h: Harness, token: string) => (await h.inject('GET', '/api/user', { as: token })).statusCode;

t.test('changing the password', async (t) => {
  const h = await startHarness(t);

  await t.test('it ends every other session, keeps this one, and is told by mail and in the audit', async (t) => {
    const token = await join(h, 'nora@marlow.test');
    const other = (await signIn(h, 'nora@marlow.test', first)).json().data.token;
    const me = async () => (await h.inject('GET', '/api/user', { as: token })).json().data;
    const begun = await me();
    t.ok(Math.abs(begun.ts_password - begun.ts_registration) <= 1, 'set when the person signed up');
    await h.kernel.db.pool.query(`update user_secret set changed_at = '2026-03-03T10:00:00Z'`);
    t.equal((await me()).ts_password, Date.parse('2026-03-03T10:00:00Z') / 1000);
    const changed = await change(h, token, first, second);
    t.ok((await me()).ts_password >= begun.ts_password, 'and now anew');
    t.equal(changed.statusCode, 200, changed.body);
    t.match(changed.json(), { message: 'Password changed successfully!' });
    t.match(changed.headers['set-cookie'], /^storyrail-browser=/, 'this browser is known again, no other is');
    t.equal(await status(h, token), 200);
    await h.until(async () => (await status(h, other)) === 401, 'the other session to end');
    t.equal((await signIn(h, 'nora@marlow.test', first)).statusCode, 401);
    t.equal((await signIn(h, 'nora@marlow.test', second)).statusCode, 200);
    await h.until(
      async () =>
        (await h.outbox()).some(({ to, subject }) => to === 'nora@marlow.test' && /^Password changed/.test(subject!)),
      'the mail that tells of it',
    );
    await h.caughtUp();
    const { data } = (await h.inject('GET', '/api/audit', { as: token })).json();
    t.equal(data.filter((row: { action: string }) => row.action === 'UserPasswordChanged').length, 1);
    t.notMatch(JSON.stringify(data), new RegExp(`${first}|${second}`));
  });

  await t.test('the words of each field', async (t) => {
    const token = await join(h, 'kim@marlow.test');
    const said = async (current: string, password: string, confirm = password) => {
      const answer = await change(h, token, current, password, confirm);
      t.equal(answer.statusCode, 422, answer.body);
      const [{ path, message }] = answer.json().errors;
      return `${path}: ${message}`;
    };
    t.equal(await said('', second), 'current: Please input current password!');
    t.equal(await said(first, ''), 'password: Please input new password!');
    t.equal(await said(first, 'short'), 'password: Password must be at least 6 character long');
    t.equal(await said(first, second, ''), 'confirm: Please confirm new password!');
    t.equal(await said(first, second, 'other'), 'confirm: The two passwords that you entered do not match!');
    t.equal(await said(first, first), 'password: Current and new password must not the same!');
    t.equal(await said('wrong horse', second), "current: The password isn't correct.");
    t.equal(await said(first, 'qwerty123'), 'password: This password is too common. Choose another one.');
    t.equal(await said(first, 'x'.repeat(201)), 'password: Use at most 200 characters.');
    t.equal((await signIn(h, 'kim@marlow.test', first)).statusCode, 200, 'it is as it was');
  });

  await t.test('who was signed out a moment ago changes none, also while the session is remembered', async (t) => {
    const token = await join(h, 'out@marlow.test');
    t.equal(await status(h, token), 200);
    const { sid } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { sid: string };
    await h.kernel.db.pool.query('update session set ended_at = now() where id = $1', [sid]);
    t.equal((await change(h, token, first, second)).statusCode, 401);
    t.equal((await signIn(h, 'out@marlow.test', first)).statusCode, 200);
  });

  await t.test('of several changes at once by the same password one is made', async (t) => {
    const token = await join(h, 'race@marlow.test');
    const answers = await Promise.all([1, 2, 3, 4].map((n) => change(h, token, first, `${second} ${n}`)));
    t.same(answers.map((one) => one.statusCode).sort(), [200, 422, 422, 422]);
    t.ok(answers.every((one) => one.statusCode === 200 || one.json().code === 'PasswordWrong'));
  });
});

t.test('guesses at the current password count like a sign-in', async (t) => {
  const h = await startHarness(t, { settings: { LIMIT_SIGN_IN: '5' } });
  const token = await join(h, 'guess@marlow.test');
  const codes: number[] = [];
  for (let guess = 0; guess < 7; guess += 1) codes.push((await change(h, token, `wrong ${guess}`, second)).statusCode);
  // Signing in was one of the five.
  t.same(codes, [422, 422, 422, 422, 429, 429, 429]);
});

t.test('a password that is common or the person’s own words is refused wherever one is set', async (t) => {
  const h = await startHarness(t, { settings: { PASSWORD_MIN: '8' } });
  const said = async (password: string, email = 'nora.lind@marlow.test') => {
    const answer = await register(h, email, password);
    t.equal(answer.statusCode, 422, `${password}: ${answer.body}`);
    return answer.json().errors[0].message;
  };
  t.equal(await said('seven77'), 'Password must be at least 8 character long');
  for (const own of [
    'nora.lind@marlow.test',
    'Nora.Lind',
    'LINDQVIST',
    'nora lindqvist',
    'Marlow-Coats!',
    'marlowcoats',
  ])
    t.equal(await said(own), 'This password is too common. Choose another one.', own);
  for (const common of ['password1', 'PASSWORD1', 'ＰＡＳＳＷＯＲＤ', 'qwertyuiop', '1q2w3e4r'])
    t.equal(await said(common), 'This password is too common. Choose another one.', common);
  t.equal((await register(h, 'nora.lind@marlow.test', 'nora lindqvist 1907')).statusCode, 201);

  await post(h, '/api/forgot_password', { email: 'nora.lind@marlow.test' });
  const reset = await linkTo(h, 'nora.lind@marlow.test', 'new Storyrail password');
  const set = (password: string) => post(h, '/api/user/update_password', { token: reset, password, confirm: password });
  t.match((await set('lindqvist')).json(), { code: 'PasswordTooCommon', errors: [{ path: 'password' }] });
  t.equal((await set(second)).statusCode, 200, 'the link was not used up by what was refused');
});
