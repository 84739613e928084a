import { generateKeyPair } from 'jose';
import t, { type Test } from 'tap';
import type { UserState } from '#contracts/user/state.ts';
import { loadStream } from '#kernel/event-store/read.ts';
import { openSocialClients } from '#kernel/outbound/social/social-client.ts';
import { type Harness, type Person, startHarness } from '#ops/testing/harness.ts';
import { type IdentityProvider, type ProviderPerson, startIdentityProvider } from '#ops/testing/identity-provider.ts';

type Name = 'google' | 'linkedin';
const base = 'http://127.0.0.1:4000';
const origin = { origin: base };
const unverified = { email_verified: false };
const clientOf = (name: Name) => ({ id: `our-${name}`, secret: 's3cret', redirect_uri: `${base}/${name}` });
const stranger = { id: 'another', secret: 'theirs', redirect_uri: 'https://elsewhere.test/back' };
const settings = {
  GOOGLE_CLIENT_ID: 'our-google',
  GOOGLE_CLIENT_SECRET: 's3cret',
  LINKEDIN_CLIENT_ID: 'our-linkedin',
  LINKEDIN_CLIENT_SECRET: 's3cret',
};

const start = async (t: Test, more: { now?: () => number; settings?: Record<string, string> } = {}) => {
  const h = await startHarness(t, { ...more, settings: { ...settings, ...more.settings } });
  const at = {
    google: await startIdentityProvider(t, 'google', [clientOf('google'), stranger]),
    linkedin: await startIdentityProvider(t, 'linkedin', [clientOf('linkedin'), stranger]),
  };
  h.kernel.social = openSocialClients(h.config, h.kernel.now, {
    google: { issuer: at.google.url, full: true, insecure: true },
    linkedin: { issuer: at.linkedin.url, full: false, introspection: at.linkedin.introspection, insecure: true },
  });
  return { h, at, ...callsOf(h, at) };
};

let subjects = 0;
const somebody = (more: Partial<ProviderPerson> = {}): ProviderPerson => {
  subjects += 1;
  return {
    sub: `subject-${subjects}`,
    email: `person-${subjects}@harbour.test`,
    email_verified: true,
    given_name: 'Kim',
    family_name: 'Hall',
    ...more,
  };
};

const callsOf = (h: Harness, at: Record<Name, IdentityProvider>) => {
  const post = (name: Name, body: object, headers: Record<string, string> = {}) =>
    h.inject('POST', `/api/${name}_login`, { body, headers });
  /** Begins in a browser: the address of the provider, and the cookie that the browser keeps. */
  const begin = async (name: Name, headers: Record<string, string> = origin) => {
    const answer = await h.inject('POST', `/api/${name}_login/start`, { headers });
    if (answer.statusCode !== 200) throw new Error(answer.body);
    const set = String(answer.headers['set-cookie']);
    return { url: new URL(answer.json().data.url), set, cookie: set.split(';', 1)[0]! };
  };
  /** Goes to the provider as somebody; answers what they come back with. */
  const goAs = async (name: Name, person: ProviderPerson) => {
    at[name].stage.person = person;
    const { url, cookie } = await begin(name);
    const back = await at[name].walk(url.href);
    const { code, state, iss } = Object.fromEntries(back.searchParams);
    return { body: { code: code!, state: state!, ...(iss ? { iss } : {}) }, headers: { cookie } };
  };
  const signIn = async (name: Name, person: ProviderPerson, more: object = {}) => {
    const { body, headers } = await goAs(name, person);
    return post(name, { ...body, ...more }, headers);
  };
  const stateOf = async (id: string) => (await loadStream<UserState>(h.kernel.db.pool, `user-${id}`)).state;
  const whose = (answer: { json(): { data: { token: string } } }): string =>
    h.server.jwt.decode<{ sub: string }>(answer.json().data.token)!.sub;
  return { post, begin, goAs, signIn, stateOf, whose };
};
const ticketOf = (answer: { headers: Record<string, unknown> }) => answer.headers['x-social-ticket'] as string;
const said = (answer: { statusCode: number; json(): { code?: string } }) => [answer.statusCode, answer.json().code];
const failed = [401, 'SocialLoginFailed'];
const profile = { app_id: 'com.harbour.shop', store_type: 'android' };
const account = { name: 'Harbour', gdpr: true as const, profile };

t.test('somebody known signs in', async (t) => {
  const { h, at, begin, goAs, post, signIn, stateOf, whose } = await start(t);

  await t.test('what is asked of each provider is what it takes, and the browser keeps it', async (t) => {
    const google = await begin('google');
    t.match(Object.fromEntries(google.url.searchParams), {
      client_id: 'our-google',
      redirect_uri: `${base}/google`,
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
    t.equal(foreign.url.searchParams.get('redirect_uri'), `${base}/google`, "never somebody else's");
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
    const { id_token } = await at.google.tokensFor(clientOf('google'));
    t.equal(whose(await post('google', { token: id_token })), nora.user_id);
    at.linkedin.stage.person = somebody({ email: person.email! });
    const { access_token } = await at.linkedin.tokensFor(clientOf('linkedin'));
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
    t.same(at.google.stage.asked.length, mark, 'nothing of that was asked of the provider');
    t.same(said(await post('google', { ...body, iss: at.linkedin.url }, headers)), failed, 'another issuer');
    t.equal((await post('google', body, headers)).statusCode, 200);
    t.same(said(await post('google', body, headers)), failed, 'replayed');
  });

  await t.test('a provider that is away, slow or talks too much is told as that', async (t) => {
    const person = somebody();
    await h.person({ email: person.email! });
    const fresh = () =>
      openSocialClients(
        h.config,
        h.kernel.now,
        {
          google: { issuer: at.google.url, full: true, insecure: true },
          linkedin: { issuer: at.linkedin.url, full: false, insecure: true },
        },
        300,
      );
    const well = h.kernel.social;
    for (const mood of ['broken', 'huge', 'silent'] as const) {
      h.kernel.social = fresh();
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
    t.same(said(await signIn('google', person)), [403, 'EmailNotVerified']);
    await set(true);
    await h.kernel.db.pool.query(
      'insert into user_secret (user_id, link_needed) values ($1, true) on conflict (user_id) do update set link_needed = true',
      [nora.user_id],
    );
    t.same(said(await signIn('google', person)), [403, 'SignInLinkSent']);
  });
});

t.test('somebody unknown gets a ticket, and with it an account', async (t) => {
  let ahead = 0;
  const { h, at, post, signIn, stateOf, whose } = await start(t, { now: () => Date.now() + ahead });
  const owner: Person = await h.person();
  const { referral_token } = (await h.inject('GET', '/api/account', { as: owner })).json().data;

  for (const [name, code] of [
    ['google', 'GoogleLogin'],
    ['linkedin', 'LinkedinLogin'],
  ] as const)
    await t.test(`${name}: an owner who is verified, has no password, and is signed in`, async (t) => {
      const person = somebody({ given_name: 'Kim Maria' });
      const unknown = await signIn(name, person);
      t.same(said(unknown), [404, code]);
      const token = ticketOf(unknown);
      t.match(token, /^[\w-]{43}$/);
      const { rows: tickets } = await h.kernel.db.pool.query('select * from social_ticket');
      t.notMatch(JSON.stringify(tickets), token);
      t.notMatch(JSON.stringify(tickets), person.email);
      t.same(said(await post(name, { token, name: 'Harbour' })), [404, code], 'no consent');
      t.same(said(await post(name, { token, ...account, gdpr: false })), [422, 'Invalid']);
      const refused = await post(name, {
        token,
        ...account,
        profile: { app_id: 'com.instagram.android', store_type: 'android' },
      });
      t.same(said(refused), [422, 'AppRefused']);
      const wrong = await post(name, { token, ...account, referral_token: 'AAAAAA' });
      t.equal(wrong.json().errors[0].path, 'referral_token');
      const other = name === 'google' ? 'linkedin' : 'google';
      t.same(said(await post(other, { token, ...account })), [410, 'LinkExpired'], 'of another provider');
      const body = {
        token,
        ...account,
        referral_token,
        package_id: 'pkg-7',
        appsumo_token: 'deal-3',
        time_zone: 'Asia/Tokyo',
      };
      const both = await Promise.all([post(name, body), post(name, body)]);
      t.equal(both.filter((one) => one.statusCode === 200).length, 1, 'one of two at once');
      const made = both.find((one) => one.statusCode === 200)!;
      t.same(said(await post(name, body)), [410, 'LinkExpired'], 'twice');
      const user = await stateOf(whose(made));
      t.match(user, { phase: 'member', verified: true, social: [name], permissions: { account_owner: [] } });
      const { state } = await loadStream<{ came_with: object; name: string }>(
        h.kernel.db.pool,
        `account-${user.account_id}`,
      );
      t.match(state, {
        name: 'Harbour',
        time_zone: 'Asia/Tokyo',
        profile,
        came_with: { referral_token, package_id: 'pkg-7', appsumo_token: 'deal-3' },
      });
      const token2 = made.json().data.token;
      const me = (await h.inject('GET', '/api/user', { as: token2 })).json().data;
      t.match(me, {
        firstname: 'Kim Maria',
        lastname: 'Hall',
        email: person.email,
        verified: 1,
        onboarded: false,
        has_password: false,
      });
      t.equal(whose(await signIn(name, person)), user.id, 'and from now on known');
      const login = { email: person.email, password: '' };
      t.equal((await h.inject('POST', '/api/login', { body: { ...login, password: 'x' } })).statusCode, 401);
      const change = { current: 'x', password: 'battery staple', confirm: 'battery staple' };
      t.same(said(await h.inject('POST', '/api/user/change_password', { as: token2, body: change })), [
        422,
        'ConfirmationRequired',
      ]);
      await h.inject('POST', '/api/forgot_password', { body: { email: person.email } });
      const links = async () =>
        (await h.outbox()).filter((mail) => mail.to === person.email).flatMap((mail) => mail.links);
      const isReset = (one: string) => one.includes('/password-reset/');
      await h.until(async () => (await links()).some(isReset), 'the mail');
      const link = (await links()).find(isReset)!;
      const set = { token: link.split('/').at(-1), password: 'battery staple', confirm: 'battery staple' };
      t.equal((await h.inject('POST', '/api/user/update_password', { body: set })).statusCode, 200);
      const byPassword = await h.inject('POST', '/api/login', {
        body: { email: person.email, password: 'battery staple' },
      });
      t.equal(whose(byPassword), user.id);
      const entered = await h.inject('GET', '/api/user', { as: byPassword.json().data.token });
      t.equal(entered.json().data.has_password, true);
    });

  await t.test('a ticket is over after 20 minutes', async (t) => {
    const token = ticketOf(await signIn('google', somebody()));
    ahead = 20 * 60_000 + 1000;
    t.same(said(await post('google', { token, ...account })), [410, 'LinkExpired']);
    ahead = 0;
    t.same(said(await post('google', { token: 'x'.repeat(43), ...account })), [410, 'LinkExpired']);
  });

  await t.test('an email that the provider has not verified, or not told, opens and makes nothing', async (t) => {
    for (const more of [unverified, { email: undefined }, { email_verified: 'false' }, { email: 'no address' }]) {
      const person = somebody(more as Partial<ProviderPerson>);
      if (person.email?.includes('@')) await h.person({ email: person.email });
      const answer = await signIn('linkedin', person, account);
      t.same(said(answer), [403, 'EmailNotVerified'], JSON.stringify(more));
      t.match(answer.json().message, "LinkedIn hasn't verified your email");
      t.equal(ticketOf(answer), undefined);
    }
    const texted = somebody({ email_verified: 'true' });
    t.same(said(await signIn('linkedin', texted)), [404, 'LinkedinLogin'], 'LinkedIn says it as a text');
  });

  await t.test(
    'who signed up with the address and never verified it is not linked, and gives way after a day',
    async (t) => {
      const person = somebody();
      const body = {
        email: person.email,
        password: 'battery staple',
        firstname: 'Mal',
        lastname: 'Ory',
        gdpr: true,
        name: 'Squat',
      };
      const squatter = (await h.inject('POST', '/api/registration', { body })).json().data;
      const unknown = await signIn('google', person);
      t.same(said(unknown), [404, 'GoogleLogin']);
      const taken = await post('google', { token: ticketOf(unknown), ...account });
      t.same(said(taken), [400, 'UserExists']);
      t.equal(ticketOf(taken), ticketOf(unknown));
      t.equal((await stateOf(squatter.user_id)).social, undefined);
      ahead = 86_400_000 + 1000;
      h.kernel.social.google = openSocialClients(h.config, Date.now, {
        google: { issuer: at.google.url, full: true, insecure: true },
        linkedin: { issuer: at.linkedin.url, full: false, insecure: true },
      }).google;
      const made = await signIn('google', person, account);
      t.equal(made.statusCode, 200, made.body);
      t.not(whose(made), squatter.user_id);
      t.equal((await stateOf(squatter.user_id)).phase, 'ended');
      ahead = 0;
    },
  );

  await t.test('names that are missing, too long or no text are made of what there is', async (t) => {
    const named = async (more: object) => {
      const made = await signIn('google', { ...somebody(), given_name: '', family_name: '', ...more }, account);
      if (made.statusCode !== 200) throw new Error(made.body);
      const { firstname, lastname } = (await h.inject('GET', '/api/user', { as: made.json().data.token })).json().data;
      return [firstname, lastname];
    };
    t.same(await named({ name: 'Kim Maria  Hall' }), ['Kim Maria', 'Hall']);
    t.match((await named({}))[1], /^person-\d+$/);
    t.match(await named({ name: 'x'.repeat(500) }), ['', /^x+$/]);
    t.same(await named({ name: 'Kim‮\u0000 Hall' }), ['Kim', 'Hall']);
  });

  await t.test('an address that was taken over and comes back takes what was linked meanwhile away', async (t) => {
    const person = somebody();
    const nora = await h.person({ email: `nora-${person.sub}@harbour.test` });
    await h.inject('PATCH', '/api/user', { as: nora, body: { email: person.email } });
    const linkIn = async (to: string, path: string) => {
      await h.until(
        async () => (await h.outbox()).some((mail) => mail.to === to && mail.links.some((one) => one.includes(path))),
        path,
      );
      const links = (await h.outbox()).filter((mail) => mail.to === to).flatMap((mail) => mail.links);
      return links
        .find((one) => one.includes(path))!
        .split('/')
        .at(-1)!;
    };
    await h.inject('GET', '/api/verification', { query: { token: await linkIn(person.email!, '/verification/') } });
    t.equal(whose(await signIn('google', person)), nora.user_id);
    const undone = await h.inject('GET', '/api/verification', {
      query: { token: await linkIn(nora.email, '/verification/') },
    });
    t.equal(undone.json().data.purpose, 'undo_email_change', undone.body);
    t.same((await stateOf(nora.user_id)).social, []);
    t.same(said(await signIn('google', person)), [404, 'GoogleLogin']);
  });
});

t.test('people and networks are limited as at POST /login', async (t) => {
  const { h, at, post } = await start(t, {
    settings: { LIMIT_SIGN_IN: '2', LIMIT_REGISTRATIONS: '1', PUBLIC_URL: 'https://stories.test' },
  });
  at.google.stage.person = somebody();
  const { id_token: token } = await at.google.tokensFor(clientOf('google'));
  t.equal((await post('google', { token })).statusCode, 404);
  t.equal((await post('google', { token })).statusCode, 404);
  t.same(said(await post('google', { token })), [429, 'TooManyRequests']);
  const secure = await h.inject('POST', '/api/google_login/start');
  t.match(String(secure.headers['set-cookie']), /^__Secure-storyrail-google=.*; Secure$/);
  t.match(secure.json().data.url, encodeURIComponent('https://stories.test/google'));
});
