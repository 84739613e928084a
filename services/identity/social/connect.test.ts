import { hash } from '@node-rs/argon2';
import t from 'tap';
import type { Person } from '#ops/testing/harness.ts';
import type { ProviderPerson } from '#ops/testing/identity-provider.ts';
import { failed, type Name, origin, said, somebody, startSocial, ticketOf } from './test-social.ts';

const password = 'correct horse';
const expired = [410, 'LinkExpired'];
const refused = [409, 'SocialConnectFailed'];

t.test('an account elsewhere is connected while signed in, and what was disconnected stays so', async (t) => {
  let ahead = 0;
  const { h, at, begin, fresh, goAs, post, signIn, stateOf, whose } = await startSocial(t, {
    now: () => Date.now() + ahead,
  });
  const { pool } = h.kernel.db;
  const start = (as: Person | string, provider: Name, proof: object = {}) =>
    h.inject('POST', '/api/user/social/start', { as, headers: origin, body: { provider, ...proof } });
  /** Goes to the provider as somebody; answers what they come back with. */
  const goFrom = async (as: Person | string, provider: Name, person: ProviderPerson) => {
    at[provider].stage.person = person;
    const begun = await start(as, provider);
    if (begun.statusCode !== 200) throw new Error(begun.body);
    const back = await at[provider].walk(begun.json().data.url);
    const { code, state, iss } = Object.fromEntries(back.searchParams);
    const cookie = String(begun.headers['set-cookie']).split(';', 1)[0]!;
    return { body: { provider, code: code!, state: state!, ...(iss ? { iss } : {}) }, headers: { cookie } };
  };
  type Back = Awaited<ReturnType<typeof goFrom>>;
  const finish = (as: Person | string, { body, headers }: Pick<Back, 'body' | 'headers'>) =>
    h.inject('POST', '/api/user/social', { as, body, headers });
  const connect = async (as: Person | string, provider: Name, person: ProviderPerson) =>
    finish(as, await goFrom(as, provider, person));
  const leave = (as: Person | string, provider: Name) =>
    h.inject('DELETE', '/api/user/social', { as, body: { provider } });
  const setPassword = async ({ user_id }: Person) =>
    pool.query(
      `insert into user_secret (user_id, password_hash) values ($1, $2)
        on conflict (user_id) do update set password_hash = excluded.password_hash`,
      [user_id, await hash(password)],
    );
  const told = (to: string, words: RegExp) =>
    h.until(
      async () => (await h.outbox()).some((mail) => mail.to === to && words.test(mail.text)),
      `a mail of ${words}`,
    );

  for (const name of ['google', 'linkedin'] as const)
    await t.test(`${name}: left by the person, it signs them in once they have connected it again`, async (t) => {
      const person = somebody();
      const nora = await h.person({ email: person.email! });
      await setPassword(nora);
      t.equal((await signIn(name, person)).statusCode, 200);
      t.equal((await leave(nora, name)).statusCode, 200);
      const { secret } = await h.call(nora, 'POST', '/user/totp', {});
      const { generate } = await import('otplib');
      await h.call(nora, 'POST', '/user/totp/verify', { totp_code: await generate({ secret }) });
      for (let turn = 0; turn < 2; turn += 1) {
        const answer = await signIn(name, person);
        t.same(said(answer), failed, 'before a second step is asked for');
        t.match(answer.json().message, /^You disconnected \w+\. Sign in another way/);
      }
      at[name].stage.person = somebody({ email: person.email! });
      t.same(said(await signIn(name, at[name].stage.person)), failed, 'nor does another account there');
      const account = { name: 'Harbour', gdpr: true };
      t.same(said(await signIn(name, { ...person, email: person.email!.toUpperCase() })), failed);
      const token = ticketOf(await signIn(name, person));
      t.same(said(await post(name, { token, ...account })), failed, 'nor an account of its own');
      t.same((await stateOf(nora.user_id)).social, []);
      t.equal((await connect(nora, name, person)).statusCode, 200);
      t.equal((await signIn(name, person)).json().message, 'second_factor', 'who they are is known again');
    });

  await t.test('who never disconnected it, and whom staff reset, is still known by the email', async (t) => {
    const person = somebody();
    const nora = await h.person({ email: person.email! });
    t.equal(whose(await signIn('google', person)), nora.user_id);
    const staff = await h.person({ staff: true });
    const body = { user_id: nora.user_id, reason: 'Lost everything' };
    t.equal((await h.inject('POST', '/api/admin/user/reset_factors', { as: staff, body })).statusCode, 200);
    t.same(said(await signIn('google', person)), [403, 'SignInLinkSent'], 'behind the mailed link');
  });

  await t.test('it is told with its author, by mail and in the audit, and once', async (t) => {
    const person = somebody();
    const owner = await h.person();
    const nora = await h.person({ email: person.email!, account_id: owner.account_id, permissions: {} });
    const begun = await start(nora, 'google');
    t.match(begun.headers['set-cookie'], /^storyrail-google=.+; Path=\/api\/user\/social; HttpOnly; SameSite=Lax$/);
    t.match(begun.headers['cache-control'], 'no-store');
    t.match(Object.fromEntries(new URL(begun.json().data.url).searchParams), {
      redirect_uri: 'http://127.0.0.1:4000/google',
      code_challenge_method: 'S256',
      nonce: /.{40}/,
    });
    const done = await connect(nora, 'google', person);
    t.same([done.statusCode, done.json().message], [200, 'Your Google account was connected.']);
    t.match(String(done.headers['set-cookie']), /^storyrail-google=; Max-Age=0; Path=\/api\/user\/social/);
    t.match((await h.inject('GET', '/api/user', { as: nora })).json().data.social, [{ provider: 'google' }]);
    await told(person.email!, /signed in to with a Google account/);
    await told(owner.email, /A Google account was connected for signing in/);
    const again = await connect(nora, 'google', { ...person, email: 'other@harbour.test' });
    t.equal(again.statusCode, 200, 'what is connected already stays connected');
    const both = [await goFrom(nora, 'linkedin', person), await goFrom(nora, 'linkedin', person)];
    const answers = await Promise.all(both.map((one) => finish(nora, one)));
    t.same(
      answers.map((one) => one.statusCode),
      [200, 200],
      'of two at once, both',
    );
    const { rows } = await pool.query(
      `select data, actor_type, actor_id from event where stream = $1 and type = 'UserSocialLinked' order by version`,
      [`user-${nora.user_id}`],
    );
    t.match(rows, [{ data: { provider: 'google' } }, { data: { provider: 'linkedin' } }]);
    t.match(rows[0], { actor_type: 'user', actor_id: nora.user_id });
    await h.caughtUp();
    const { data: trail } = (await h.inject('GET', '/api/audit', { as: owner })).json();
    t.match(JSON.stringify(trail), 'connected their Google account');
    t.equal(whose(await signIn('google', { ...person, email: 'other@harbour.test' })), nora.user_id);
  });

  await t.test('it takes a proof of the last 10 minutes', async (t) => {
    const person = somebody();
    const nora = await h.person({ email: person.email! });
    await setPassword(nora);
    await pool.query('update session set confirmed_at = null where id = $1', [nora.session_id]);
    t.same(said(await start(nora, 'google')), [422, 'PasswordRequired']);
    t.same(said(await start(nora, 'google', { password: 'wrong horse' })), [422, 'PasswordWrong']);
    t.equal((await start(nora, 'google', { password })).statusCode, 200);
    t.equal((await connect(nora, 'google', person)).statusCode, 200);
  });

  await t.test('a state counts for what it was made for, in the session that asked, for 10 minutes', async (t) => {
    const person = somebody();
    const nora = await h.person({ email: person.email! });
    const elsewhere = await h.signIn(nora.user_id, nora.account_id, nora.email);
    const thief = await h.person({ email: somebody().email! });
    const back = await goFrom(nora, 'google', person);
    const theirs = await goFrom(thief, 'google', person);
    const signingIn = await goAs('google', person);
    const mark = at.google.stage.asked.length;
    t.same(said(await finish(nora, { ...back, headers: { cookie: '' } })), expired, 'no browser');
    t.same(said(await finish(nora, { ...back, body: { ...back.body, state: 'x' } })), expired);
    t.same(said(await finish(elsewhere, back)), expired, 'another session of the person');
    t.same(said(await finish(thief, back)), expired, 'somebody else');
    t.same(said(await finish(nora, theirs)), expired, 'begun by somebody else');
    const { code, state } = signingIn.body;
    const ofSignIn = { body: { provider: 'google' as const, code, state }, headers: signingIn.headers };
    t.same(said(await finish(nora, ofSignIn)), expired, 'begun to sign in');
    const { provider: _, ...given } = back.body;
    t.same(said(await post('google', given, back.headers)), failed, 'it signs nobody in');
    t.same(said(await finish(nora, { ...back, body: { ...back.body, provider: 'linkedin' } })), expired);
    t.equal(at.google.stage.asked.length, mark, 'nothing of that was asked of the provider');
    ahead = 601_000;
    t.same(said(await finish(nora, back)), expired, 'too late');
    ahead = 0;
    t.same((await stateOf(nora.user_id)).social, undefined);
    t.equal((await finish(nora, back)).statusCode, 200);
    t.same(said(await finish(nora, back)), refused, 'the code counts once');
  });

  await t.test('a nonce that was made to connect signs nobody in', async (t) => {
    const person = somebody();
    const nora = await h.person({ email: person.email! });
    const begun = await start(nora, 'google');
    const now = Math.floor(Date.now() / 1000);
    const nonce = new URL(begun.json().data.url).searchParams.get('nonce');
    const claims = { ...person, iss: at.google.url, aud: 'our-google', iat: now, exp: now + 300, nonce };
    const token = await at.google.sign(claims);
    const cookie = String(begun.headers['set-cookie']).split(';', 1)[0]!;
    t.same(said(await post('google', { token }, { cookie })), failed);
  });

  await t.test('its verified email has to be the verified one of the person', async (t) => {
    const person = somebody();
    const nora = await h.person({ email: person.email! });
    const other = await connect(nora, 'google', somebody());
    t.same(said(other), refused);
    t.match(other.json().message, 'This Google account has a different email.');
    const unverified = await connect(nora, 'google', { ...person, email_verified: false });
    t.same(said(unverified), [403, 'EmailNotVerified']);
    t.match(unverified.json().message, "Google hasn't verified your email.");
    const set = (verified: boolean) =>
      h.asOwner('update catalog.member set verified = $2 where id = $1', [nora.user_id, verified]);
    await set(false);
    t.same(said(await connect(nora, 'google', person)), [403, 'EmailNotVerified']);
    await set(true);
    t.same((await stateOf(nora.user_id)).social, undefined);
    const { rowCount } = await pool.query('select from social_identity where user_id = $1', [nora.user_id]);
    t.equal(rowCount, 0);
  });

  await t.test("somebody else's is refused, and so is a second one of a provider", async (t) => {
    const [person, second] = [somebody(), somebody()];
    const nora = await h.person({ email: person.email! });
    const ida = await h.person({ email: second.email! });
    t.equal((await connect(nora, 'google', person)).statusCode, 200);
    const taken = await connect(ida, 'google', { ...person, email: second.email! });
    t.same(said(taken), refused);
    t.equal(taken.json().message, 'This Google account already signs in someone else.');
    const more = await connect(nora, 'google', somebody({ email: person.email! }));
    t.same(said(more), refused);
    t.equal(more.json().message, 'Another Google account is connected. Disconnect it first.');
    t.same((await stateOf(ida.user_id)).social, undefined);
    t.equal((await connect(ida, 'google', second)).statusCode, 200, 'their own is not held back by that');
  });

  await t.test('a provider that is away, or not set up, is told as that', async (t) => {
    const nora = await h.person({ email: somebody().email! });
    const well = h.kernel.social;
    h.kernel.social = fresh(300);
    at.google.stage.mood = 'broken';
    const away = await start(nora, 'google');
    t.same(said(away), [503, 'SocialLoginUnavailable']);
    t.equal(away.json().message, "Google isn't answering right now. Try again in a moment.");
    at.google.stage.mood = 'well';
    h.kernel.social = { ...well, google: null };
    t.same(said(await start(nora, 'google')), [404, 'NotFound']);
    h.kernel.social = well;
    t.ok(await begin('google'));
  });

  await t.test('who takes their email back is not kept out by what the thief disconnected', async (t) => {
    const person = somebody();
    const nora = await h.person({ email: person.email! });
    await setPassword(nora);
    t.equal((await connect(nora, 'google', person)).statusCode, 200);
    t.equal((await connect(nora, 'linkedin', person)).statusCode, 200);
    t.equal((await leave(nora, 'linkedin')).statusCode, 200);
    const linkTo = async (to: string, subject: RegExp) => {
      const find = async () => (await h.outbox()).find((mail) => mail.to === to && subject.test(mail.subject ?? ''));
      await h.until(async () => (await find()) !== undefined, `a mail of ${subject}`);
      const [link = ''] = (await find())!.links;
      return { token: link.slice(link.lastIndexOf('/') + 1) };
    };
    const open = async (query: { token: string }) =>
      t.equal((await h.inject('GET', '/api/verification', { query })).statusCode, 200);
    await h.call(nora, 'PATCH', '/user', { email: 'thief@evil.test', password });
    await open(await linkTo('thief@evil.test', /Confirm your new email/));
    t.equal((await leave(nora, 'google')).statusCode, 200);
    t.same(said(await signIn('google', { ...person, email: 'thief@evil.test' })), failed);
    await open(await linkTo(person.email!, /was changed/));
    t.equal(whose(await signIn('google', person)), nora.user_id);
    t.same(said(await signIn('linkedin', person)), failed, 'what they disconnected before stays so');
  });
});
