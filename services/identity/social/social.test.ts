import { generateKeyPair } from 'jose';
import t from 'tap';
import { failed, origin, ourClient, said, somebody, startSocial, stranger, ticketOf } from './test-social.ts';

const unverified = { email_verified: false };

t.test('somebody known signs in', async (t) => {
  const { h, at, fresh, begin, goAs, post, signIn, stateOf, whose } = await startSocial(t);

  await t.test('what is asked of each provider is what it takes, and the browser keeps it', async (t) => {
    const google = await begin('google');
    t.match(Object.fromEntries(google.url.searchParams), {
      client_id: 'our-google',
      redirect_uri: `http://127.0.0.1:4000/google`,
      response_type: 'code',
      code_challenge_method: 'S256',
      nonce: /.{40}/,
      state: /.{40}/,
    });
    t.match(google.set, /^storyrail-google=[\w.-]+; Max-Age=600; Path=\/api\/google_login; HttpOnly; SameSite=Lax$/);
    for (const name of ['state', 'nonce']) t.notMatch(google.set, google.url.searchParams.get(name));
    const linkedin = await begin('linkedin', { origin: 'http://localhost:4000', host: 'localhost:4000' });
    t.same([...linkedin.url.searchParams.keys()].sort(), [
      'client_id',
      'redirect_uri',
      'response_type',
      'scope',
      'state',
    ]);
    t.equal(linkedin.url.searchParams.get('redirect_uri'), 'http://localhost:4000/linkedin');
    const foreign = await begin('google', { origin: 'https://elsewhere.test' });
    t.equal(foreign.url.searchParams.get('redirect_uri'), `http://127.0.0.1:4000/google`, "never somebody else's");
  });

  for (const name of ['google', 'linkedin'] as const)
    await t.test(`${name}: by a verified email once, then by what the provider calls them`, async (t) => {
      const person = somebody();
      const nora = await h.person({ email: person.email!.toUpperCase() });
      const other = await h.person();
      const entered = await signIn(name, person);
      t.equal(entered.statusCode, 200, entered.body);
      t.equal(whose(entered), nora.user_id);
      t.match(entered.headers['cache-control'], 'no-store');
      t.equal(ticketOf(entered), undefined);
      t.match(String(entered.headers['set-cookie']), /storyrail-browser=/);
      t.match(String(entered.headers['set-cookie']), new RegExp(`storyrail-${name}=; Max-Age=0`));
      t.same((await stateOf(nora.user_id)).social, [name]);
      const { rows } = await h.kernel.db.pool.query('select * from social_identity where user_id = $1', [nora.user_id]);
      t.notMatch(JSON.stringify(rows), person.sub);
      const { rows: events } = await h.kernel.db.pool.query('select data from event where stream = $1', [
        `user-${nora.user_id}`,
      ]);
      t.notMatch(JSON.stringify(events), /subject-|harbour/);
      const again = await signIn(name, { ...person, email: other.email });
      t.equal(whose(again), nora.user_id, 'another address there changes nothing');
      const kept = await goAs(name, { ...person, ...unverified });
      const cookie = await post(name, kept.body, { ...kept.headers, ...origin, 'x-session': 'cookie' });
      t.equal(cookie.json().data.refresh_token, undefined);
      t.match(String(cookie.headers['set-cookie']), /storyrail=\w/);
      t.same((await stateOf(nora.user_id)).social, [name], 'it is told once');
      await h.caughtUp();
      const { data: trail } = (await h.inject('GET', '/api/audit', { as: nora })).json();
      t.match(JSON.stringify(trail), `connected their ${name === 'google' ? 'Google' : 'LinkedIn'} account`);
    });

  await t.test('the same name at the other provider is somebody else', async (t) => {
    const person = somebody();
    await h.person({ email: person.email! });
    t.equal((await signIn('google', person)).statusCode, 200);
    t.same(said(await signIn('linkedin', somebody({ sub: person.sub }))), [404, 'LinkedinLogin']);
  });

  await t.test('who gets the address after somebody is not let in by it', async (t) => {
    const person = somebody();
    await h.person({ email: person.email! });
    t.equal((await signIn('google', person)).statusCode, 200);
    const next = await signIn('google', somebody({ email: person.email! }));
    t.same(said(next), failed);
    t.match(next.json().message, 'another Google account');
  });

  await t.test('whoever staff have disabled is not let in, linked or not', async (t) => {
    const staff = await h.person({ staff: true });
    const person = somebody();
    const nora = await h.person({ email: person.email! });
    const turn = async (verb: 'disable' | 'enable') => {
      const body = { user_id: nora.user_id, reason: 'Reported by the owner' };
      t.equal((await h.inject('POST', `/api/admin/user/${verb}`, { as: staff, body })).statusCode, 200);
    };
    await turn('disable');
    t.same(said(await signIn('google', person)), [403, 'UserDisabled']);
    await turn('enable');
    t.equal((await signIn('google', person)).statusCode, 200);
    await turn('disable');
    t.same(said(await signIn('google', person)), [403, 'UserDisabled']);
    await turn('enable');
    const { generate } = await import('otplib');
    const as = (await signIn('google', person)).json().data.token;
    const { secret } = (await h.inject('POST', '/api/user/totp', { as, body: {} })).json().data;
    const verify = { as, body: { totp_code: await generate({ secret }) } };
    t.equal((await h.inject('POST', '/api/user/totp/verify', verify)).statusCode, 200);
    await turn('disable');
    t.same(said(await signIn('google', person)), [403, 'UserDisabled'], 'whatever second step they would have');
  });

  await t.test(
    'an account elsewhere is told by mail and listed, and left again unless it is the only way in',
    async (t) => {
      const person = somebody();
      const nora = await h.person({ email: person.email! });
      const { token } = (await signIn('google', person)).json().data;
      const social = async (as: string) => (await h.inject('GET', '/api/user', { as })).json().data.social;
      const told = (words: RegExp) =>
        h.until(
          async () => (await h.outbox()).some((mail) => mail.to === person.email && words.test(mail.text)),
          `a mail of ${words}`,
        );
      const leave = (provider: string) => h.inject('DELETE', '/api/user/social', { as: token, body: { provider } });
      t.match(await social(token), [{ provider: 'google', ts_created: Number }]);
      await told(/signed in to with a Google account/);
      t.same(said(await leave('linkedin')), [404, 'NotFound']);
      t.same(said(await leave('google')), [409, 'LastSignIn']);
      await h.kernel.db.pool.query(`update user_secret set password_hash = 'x' where user_id = $1`, [nora.user_id]);
      const left = await leave('google');
      t.same([left.statusCode, left.json().message], [200, 'Your Google account was disconnected.']);
      t.same(await social(token), []);
      t.same((await stateOf(nora.user_id)).social, []);
      await told(/was disconnected from your account and no longer signs you in/);
      const elsewhere = { ...person, email: 'other@harbour.test' };
      t.same(said(await signIn('google', elsewhere)), [404, 'GoogleLogin'], 'by itself it leads to nobody now');
      const again = await signIn('google', person);
      t.same(said(again), failed, 'nor is it connected again by the same email alone');
      t.match(again.json().message, 'You disconnected Google. Sign in another way, or reset your password');
      t.same((await stateOf(nora.user_id)).social, []);
    },
  );

  await t.test('of two accounts elsewhere one may be left, and staff reset both', async (t) => {
    const person = somebody();
    const nora = await h.person({ email: person.email! });
    const { token } = (await signIn('google', person)).json().data;
    t.equal((await signIn('linkedin', somebody({ email: person.email! }))).statusCode, 200);
    const leave = (provider: string) => h.inject('DELETE', '/api/user/social', { as: token, body: { provider } });
    const answers = await Promise.all([leave('google'), leave('linkedin')]);
    t.same(answers.map(({ statusCode }) => statusCode).sort(), [200, 409], 'of two at once, one');
    const staff = await h.person({ staff: true });
    const body = { user_id: nora.user_id, reason: 'Lost everything' };
    t.equal((await h.inject('POST', '/api/admin/user/reset_factors', { as: staff, body })).statusCode, 200);
    t.same((await stateOf(nora.user_id)).social, []);
    const { rowCount } = await h.kernel.db.pool.query('select from social_identity where user_id = $1', [nora.user_id]);
    t.equal(rowCount, 0);
  });

  await t.test('a reset that is going on is waited for, by who has no password too', async (t) => {
    const person = somebody();
    const nora = await h.person({ email: person.email! });
    const reset = await h.kernel.db.pool.connect();
    await reset.query('begin');
    await reset.query('insert into user_secret (user_id, link_needed) values ($1, true)', [nora.user_id]);
    const waiting = signIn('google', person);
    const blocked = async () => {
      const { rows } = await h.kernel.db.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length > 0;
    };
    await h.until(blocked, 'the sign-in to wait');
    await reset.query('commit');
    reset.release();
    t.same(said(await waiting), [403, 'SignInLinkSent']);
  });

  await t.test('two first sign-ins at once link once, and both get in', async (t) => {
    const person = somebody();
    const nora = await h.person({ email: person.email! });
    const both = [await goAs('google', person), await goAs('google', person)];
    const answers = await Promise.all(both.map(({ body, headers }) => post('google', body, headers)));
    t.ok(answers.some((one) => one.statusCode === 200));
    t.same((await stateOf(nora.user_id)).social, ['google']);
  });

  await t.test('ID tokens, and the access tokens of LinkedIn, of our own client', async (t) => {
    const person = somebody();
    const nora = await h.person({ email: person.email! });
    at.google.stage.person = person;
    const { id_token } = await at.google.tokensFor(ourClient('google'));
    t.equal(whose(await post('google', { token: id_token })), nora.user_id);
    at.linkedin.stage.person = somebody({ email: person.email! });
    const { access_token } = await at.linkedin.tokensFor(ourClient('linkedin'));
    t.equal(whose(await post('linkedin', { access_token })), nora.user_id);
    t.equal((await post('google', { access_token })).statusCode, 422, 'Google gives none');
    t.equal((await post('google', {})).json().errors[0].path, 'token');
    t.equal((await post('google', { token: id_token, code: 'x', state: 'y' })).statusCode, 422);
    t.equal((await post('google', { code: 'x' })).json().errors[0].path, 'state');
  });

  await t.test('what was not made for us, here and now, is refused', async (t) => {
    const person = somebody();
    await h.person({ email: person.email! });
    for (const name of ['google', 'linkedin'] as const) at[name].stage.person = person;
    const now = Math.floor(Date.now() / 1000);
    const right = { ...person, iss: at.google.url, aud: 'our-google', iat: now, exp: now + 300 };
    t.equal((await post('google', { token: await at.google.sign(right) })).statusCode, 200);
    const wrong = {
      issuer: { iss: at.linkedin.url },
      audience: { aud: 'another' },
      'several audiences': { aud: ['our-google', 'another'] },
      expired: { iat: now - 900, exp: now - 300 },
      'without end': { exp: undefined },
      'without subject': { sub: undefined },
      nonce: { nonce: 'of another browser' },
    };
    for (const [what, claims] of Object.entries(wrong))
      t.same(said(await post('google', { token: await at.google.sign({ ...right, ...claims }) })), failed, what);
    const { privateKey } = await generateKeyPair('RS256');
    t.same(said(await post('google', { token: await at.google.sign(right, privateKey) })), failed, 'signature');
    const [, payload] = (await at.google.sign(right)).split('.');
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    t.same(said(await post('google', { token: `${none}.${payload}.` })), failed, 'no signature');
    const foreign = await at.google.tokensFor(stranger);
    t.same(said(await post('google', { token: foreign.id_token })), failed, 'of another client');
    const theirs = await at.linkedin.tokensFor(stranger);
    t.same(said(await post('linkedin', { access_token: theirs.access_token })), failed, 'access to another client');
    t.same(said(await post('linkedin', { access_token: 'made up' })), failed);
    t.same(said(await post('linkedin', { token: theirs.id_token })), failed);
  });

  await t.test('a nonce counts in the browser that keeps it', async (t) => {
    const person = somebody();
    await h.person({ email: person.email! });
    const { url, cookie } = await begin('google');
    const now = Math.floor(Date.now() / 1000);
    const nonce = url.searchParams.get('nonce');
    const token = await at.google.sign({
      ...person,
      iss: at.google.url,
      aud: 'our-google',
      iat: now,
      exp: now + 300,
      nonce,
    });
    t.same(said(await post('google', { token })), failed);
    t.equal((await post('google', { token }, { cookie })).statusCode, 200);
  });

  await t.test('a code counts once, in the browser that asked, at the provider that it asked', async (t) => {
    const person = somebody();
    await h.person({ email: person.email! });
    const { body, headers } = await goAs('google', person);
    const mark = at.google.stage.asked.length;
    t.same(said(await post('google', body)), failed, 'no browser');
    t.same(said(await post('google', body, { cookie: (await begin('google')).cookie })), failed, 'another browser');
    t.same(said(await post('google', body, { cookie: headers.cookie.replace('google', 'linkedin') })), failed);
    t.same(said(await post('linkedin', body, headers)), failed, 'another provider');
    t.same(said(await post('google', { ...body, state: 'x' }, headers)), failed);
    const elsewhere = { ...body, redirect_uri: 'https://elsewhere.test' };
    t.same(said(await post('google', elsewhere, headers)), [422, 'Invalid']);
    t.same(at.google.stage.asked.length, mark, 'nothing of that was asked of the provider');
    t.same(said(await post('google', { ...body, iss: at.linkedin.url }, headers)), failed, 'another issuer');
    t.equal((await post('google', body, headers)).statusCode, 200);
    t.same(said(await post('google', body, headers)), failed, 'replayed');
  });

  await t.test('a provider that is away, slow or talks too much is told as that', async (t) => {
    const person = somebody();
    await h.person({ email: person.email! });
    const well = h.kernel.social;
    for (const mood of ['broken', 'huge', 'silent'] as const) {
      h.kernel.social = fresh(300);
      at.google.stage.mood = mood;
      const answer = await h.inject('POST', '/api/google_login/start', { headers: origin });
      t.same(said(answer), [503, 'SocialLoginUnavailable'], mood);
      t.match(answer.json().message, "Google isn't answering");
    }
    at.google.stage.mood = 'well';
    t.equal((await signIn('google', person)).statusCode, 200, 'it is asked again');
    h.kernel.social = { ...well, google: null };
    t.same(said(await h.inject('POST', '/api/google_login/start')), [404, 'NotFound']);
    t.same(said(await post('google', { token: 'x' })), [404, 'NotFound']);
    h.kernel.social = well;
  });

  await t.test('the second step of the account is asked of them, too, and the code need not come again', async (t) => {
    const person = somebody();
    const nora = await h.person({ email: person.email! });
    const { generate } = await import('otplib');
    const { secret } = await h.call(nora, 'POST', '/user/totp', {});
    const code = (ms: number) => generate({ secret, epoch: Math.floor(ms / 1000) });
    await h.call(nora, 'POST', '/user/totp/verify', { totp_code: await code(Date.now() - 30_000) });
    const asked = await signIn('google', person);
    t.same([asked.statusCode, asked.json().message], [200, 'second_factor']);
    t.same(asked.json().data, { methods: ['totp'] });
    t.same((await stateOf(nora.user_id)).social, undefined, 'nothing is linked before that');
    const token = ticketOf(asked);
    const wrong = await post('google', { token, totp_code: '000000' });
    t.same(said(wrong), [422, 'OtpCodeNotValid']);
    t.equal(ticketOf(wrong), token);
    const entered = await post('google', { token, totp_code: await code(Date.now()) });
    t.equal(whose(entered), nora.user_id);
    t.same(said(await post('google', { token, totp_code: await code(Date.now()) })), [410, 'LinkExpired']);
    const { rows } = await h.kernel.db.pool.query(
      'select factor_at from session where user_id = $1 order by created_at desc limit 1',
      [nora.user_id],
    );
    t.ok(rows[0].factor_at, 'it counts for what staff need');
  });

  await t.test('whoever may not sign in by a password may not by this', async (t) => {
    const person = somebody();
    const nora = await h.person({ email: person.email! });
    t.equal((await signIn('google', person)).statusCode, 200);
    const set = (verified: boolean) =>
      h.asOwner('update catalog.member set verified = $2 where id = $1', [nora.user_id, verified]);
    await set(false);
    const { LIMIT_MAILS } = h.config;
    Object.assign(h.config, { LIMIT_MAILS: 1 });
    const asked = await signIn('google', person);
    t.same(said(asked), [403, 'EmailNotVerified']);
    t.match(asked.json().message, "We've sent you a new link.");
    const again = await signIn('google', person);
    t.match(again.json().message, "Use the link we've emailed you", 'what is not mailed any more is not claimed');
    Object.assign(h.config, { LIMIT_MAILS });
    await set(true);
    await h.kernel.db.pool.query(
      'insert into user_secret (user_id, link_needed) values ($1, true) on conflict (user_id) do update set link_needed = true',
      [nora.user_id],
    );
    t.same(said(await signIn('google', person)), [403, 'SignInLinkSent']);
  });
});
