import t from 'tap';
import { loadStream } from '#kernel/event-store/read.ts';
import type { Person } from '#ops/testing/harness.ts';
import type { ProviderPerson } from '#ops/testing/identity-provider.ts';
import { ourClient, said, somebody, startSocial, ticketOf } from './test-social.ts';

const unverified = { email_verified: false };
const profile = { app_id: 'com.harbour.shop', store_type: 'android' };
const account = { name: 'Harbour', gdpr: true as const, profile };

t.test('somebody unknown gets a ticket, and with it an account', async (t) => {
  let ahead = 0;
  const { h, post, signIn, stateOf, whose } = await startSocial(t, { now: () => Date.now() + ahead });
  const owner: Person = await h.person();
  const { referral_token } = (await h.inject('GET', '/api/account', { as: owner })).json().data;

  const staff = await h.person({ staff: true });
  const file = await h.inject('POST', '/api/admin/deal_code', { as: staff, body: { count: 2 } });
  const codes = file.body.trim().split(/\r?\n/).slice(1);

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
        appsumo_token: codes.pop(),
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
        came_with: { referral_token, package_id: 'pkg-7', appsumo_token: /^[0-9a-f-]{36}$/ },
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
  const { h, at, post } = await startSocial(t, {
    settings: { LIMIT_SIGN_IN: '2', LIMIT_REGISTRATIONS: '1', PUBLIC_URL: 'https://stories.test' },
  });
  at.google.stage.person = somebody();
  const { id_token: token } = await at.google.tokensFor(ourClient('google'));
  t.equal((await post('google', { token })).statusCode, 404);
  t.equal((await post('google', { token })).statusCode, 404);
  t.same(said(await post('google', { token })), [429, 'TooManyRequests']);
  const now = Math.floor(Date.now() / 1000);
  const signUp = async (more: object = {}) => {
    const claims = { ...somebody(), iss: at.google.url, aud: 'our-google', iat: now, exp: now + 300 };
    return post('google', { token: await at.google.sign(claims), ...account, ...more });
  };
  t.same(said(await signUp({ referral_token: 'AAAAAA' })), [422, 'Invalid']);
  t.same(said(await signUp({ appsumo_token: 'ABCD-EFGH' })), [404, 'DealUnknown'], 'what makes none costs none');
  t.equal((await signUp()).statusCode, 200);
  t.same(said(await signUp()), [429, 'TooManyRequests'], 'one network makes so many accounts');
  const secure = await h.inject('POST', '/api/google_login/start');
  t.match(String(secure.headers['set-cookie']), /^__Secure-storyrail-google=.*; Secure$/);
  t.match(secure.json().data.url, encodeURIComponent('https://stories.test/google'));
});
