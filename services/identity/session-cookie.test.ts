import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { LightMyRequestResponse } from 'fastify';
import t from 'tap';
import { accessToken } from '#kernel/http/request.ts';
import { type Harness, startHarness } from '#ops/testing/harness.ts';

const origin = 'http://127.0.0.1:4000';
const asCookie = { 'x-session': 'cookie', origin };
const password = 'correct horse';

/** The Set-Cookie lines of an answer that are about the session. */
const setCookies = (answer: LightMyRequestResponse): string[] =>
  [answer.headers['set-cookie'] ?? []].flat().filter((line) => /^(__Host-)?storyrail=/.test(line));
/** The cookie of the session as a browser sends it. */
const cookieOf = (answer: LightMyRequestResponse): string => setCookies(answer)[0]!.split(';', 1)[0]!;

/** Signs up and verifies; answers the answer to the link, and who it is. */
const joinBy = async (h: Harness, email: string, headers: Record<string, string>) => {
  const names = { firstname: 'Nora', lastname: 'Lindqvist', gdpr: true, name: 'Marlow' };
  const made = await h.inject('POST', '/api/registration', { body: { ...names, email, password } });
  let link = '';
  await h.until(async () => {
    link = (await h.outbox()).find((mail) => mail.to === email)?.links[0] ?? '';
    return link !== '';
  }, 'the mail');
  const query = { token: link.slice(link.lastIndexOf('/') + 1) };
  return { user: made.json().data, answer: await h.inject('GET', '/api/verification', { query, headers }) };
};
const refresh = (h: Harness, headers: Record<string, string>, body: object = {}) =>
  h.inject('POST', '/api/refresh', { body, headers });
const me = async (h: Harness, as: string) => (await h.inject('GET', '/api/user', { as })).statusCode;

t.test('a session that is kept in a cookie', async (t) => {
  const h = await startHarness(t);
  const signIn = (email: string, headers: Record<string, string> = asCookie) =>
    h.inject('POST', '/api/login', { body: { email, password }, headers });

  await t.test('sign-in and verification give the cookie to who asks for it, and the token to no script', async (t) => {
    const { answer } = await joinBy(h, 'nora@marlow.test', { 'x-session': 'cookie' });
    for (const one of [
      answer,
      await signIn('nora@marlow.test'),
      await signIn('nora@marlow.test', { 'x-session': 'cookie' }),
    ]) {
      t.equal(one.statusCode, 200, one.body);
      t.same(Object.keys(one.json().data).sort(), ['expires_in', 'token']);
      t.match(setCookies(one), [/^storyrail=[\w.-]{140,}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/]);
      t.equal([one.headers['set-cookie']].flat().length, 2, 'beside that of the browser');
    }
    for (const headers of [{}, { 'x-session': 'token' }, { origin: 'https://evil.test' }] as Record<string, string>[]) {
      const plain = await signIn('nora@marlow.test', headers);
      t.match(plain.json().data, { token: String, refresh_token: String });
      t.same(setCookies(plain), []);
    }
  });

  await t.test('it is renewed by our own pages alone', async (t) => {
    const { answer } = await joinBy(h, 'kim@marlow.test', asCookie);
    const cookie = cookieOf(answer);
    const sealed = { ...asCookie, cookie };
    for (const [why, headers] of Object.entries({
      'no Origin': { 'x-session': 'cookie', cookie },
      'a foreign Origin': { ...sealed, origin: 'https://evil.test' },
      'a sibling on another port': { ...sealed, origin: 'http://127.0.0.1:4001' },
      'a name that only begins so': { ...sealed, origin: `${origin}.evil.test` },
      'another scheme': { ...sealed, origin: 'https://127.0.0.1:4000' },
      'an Origin that says nothing': { ...sealed, origin: 'null' },
      'a form': { ...sealed, 'content-type': 'application/x-www-form-urlencoded' },
      'a text': { ...sealed, 'content-type': 'text/plain' },
      'what only begins like JSON': { ...sealed, 'content-type': 'application/jsonp' },
    }))
      for (const url of ['/api/refresh', '/api/logout']) {
        const refused = await h.inject('POST', url, {
          body: JSON.stringify({}) as never,
          headers: { 'content-type': 'application/json', ...headers },
        });
        t.equal(refused.statusCode, 403, `${why}: ${refused.body}`);
        t.same(setCookies(refused), [], why);
      }
    const bare = await h.server.inject({ method: 'POST', url: '/api/refresh', headers: sealed });
    t.equal(bare.statusCode, 403, 'without a body');
    t.equal((await refresh(h, { cookie, origin })).statusCode, 422, 'without the head the cookie is not read');
    t.equal((await h.inject('POST', '/api/logout', { body: {}, headers: { cookie, origin } })).statusCode, 401);

    const renewed = await refresh(h, sealed);
    t.equal(renewed.statusCode, 200, renewed.body);
    t.equal(renewed.headers['cache-control'], 'no-store');
    t.same(Object.keys(renewed.json().data).sort(), ['expires_in', 'token']);
    t.not(cookieOf(renewed), cookie);
    t.equal(await me(h, renewed.json().data.token), 200);
    t.equal(cookieOf(await refresh(h, sealed)), cookieOf(renewed), 'two tabs get the same');
    const localhost = {
      ...asCookie,
      cookie: cookieOf(renewed),
      host: 'localhost:4000',
      origin: 'http://localhost:4000',
    };
    t.equal((await refresh(h, localhost)).statusCode, 200, 'another name of this machine');
    const foreign = { ...localhost, host: 'evil.test', origin: 'http://evil.test' };
    t.equal((await refresh(h, foreign)).statusCode, 403, 'a name that leads here');
  });

  await t.test('garbage signs nobody in and ends nothing', async (t) => {
    const { answer } = await joinBy(h, 'garbage@marlow.test', asCookie);
    const token = answer.json().data.token as string;
    const cookie = cookieOf(answer);
    for (const wrong of [
      '',
      'storyrail=',
      'storyrail=x',
      `storyrail=${'x'.repeat(4000)}`,
      `${cookie.slice(0, -1)}~`,
      `other=${cookie}`,
      `__Host-${cookie}`,
    ]) {
      const refused = await refresh(h, { ...asCookie, cookie: wrong });
      t.equal(refused.statusCode, 401, wrong.slice(0, 40));
      t.same(setCookies(refused), []);
    }
    t.equal(await me(h, token), 200);
    t.equal((await refresh(h, { ...asCookie, cookie: `a=b; ${cookie}; c=d` })).statusCode, 200);
  });

  await t.test('a token that was kept elsewhere moves into the cookie', async (t) => {
    await joinBy(h, 'moved@marlow.test', {});
    const { refresh_token } = (await signIn('moved@marlow.test', {})).json().data;
    t.equal((await refresh(h, { 'x-session': 'cookie' }, { refresh_token })).statusCode, 403, 'from our pages alone');
    const moved = await refresh(h, asCookie, { refresh_token });
    t.equal(moved.statusCode, 200, moved.body);
    t.equal(moved.json().data.refresh_token, undefined);
    t.equal((await refresh(h, { ...asCookie, cookie: cookieOf(moved) })).statusCode, 200);
  });

  await t.test('a log-out needs no access token, ends the session and clears the cookie', async (t) => {
    await joinBy(h, 'out@marlow.test', asCookie);
    const out = (cookie: string, as: string | null = null) =>
      h.inject('POST', '/api/logout', { body: {}, as, headers: { ...asCookie, cookie } });
    const cleared = /^storyrail=; Max-Age=0; Path=\/; HttpOnly; SameSite=Strict$/;
    const first = await signIn('out@marlow.test');
    const { sub, sid, typ } = h.server.jwt.decode<{ sub: string; sid: string; typ: 'access' }>(
      first.json().data.token,
    )!;
    const { iss, aud } = accessToken;
    const expired = h.server.jwt.sign({ sub, sid, typ }, { expiresIn: -10, iss, aud } as object);
    const done = await out(cookieOf(first), expired);
    t.equal(done.statusCode, 200, done.body);
    t.match(setCookies(done), [cleared]);
    t.equal(await me(h, first.json().data.token), 401);
    t.equal((await refresh(h, { ...asCookie, cookie: cookieOf(first) })).statusCode, 401);
    const again = await out(cookieOf(first));
    t.equal(again.statusCode, 401);
    t.match(setCookies(again), [cleared], 'what is left of it goes');

    const [here, there] = [await signIn('out@marlow.test'), await signIn('out@marlow.test')];
    const crossed = await out(cookieOf(there), here.json().data.token);
    t.equal(crossed.statusCode, 200);
    t.same(setCookies(crossed), [], 'a session that was begun in this browser since goes on');
    t.equal(await me(h, here.json().data.token), 401);
    t.equal(await me(h, there.json().data.token), 200);
    const { rows } = await h.kernel.db.pool.query(
      `select 1 from event where type = 'UserSignedOut' and actor_id = $1`,
      [sub],
    );
    t.equal(rows.length, 2);
  });

  await t.test('staff who leave somebody’s place stay signed in as themselves', async (t) => {
    const ines = await h.person({ staff: true });
    const { user } = await joinBy(h, 'place@marlow.test', asCookie);
    const entered = await h.inject('POST', '/api/admin/user/login_as', { as: ines, body: { user_id: user.user_id } });
    const cookie = `storyrail=${ines.refresh_token}`;
    const left = await h.inject('POST', '/api/logout', {
      body: {},
      as: entered.json().data.token,
      headers: { ...asCookie, cookie },
    });
    t.equal(left.statusCode, 200);
    t.same(setCookies(left), []);
    t.equal(await me(h, entered.json().data.token), 401);
    t.equal((await refresh(h, { ...asCookie, cookie })).statusCode, 200);
    t.same(setCookies(entered), [], 'and their place was never in a cookie');
  });

  await t.test('no other route reads it', async (t) => {
    const table = h.server.routeTable.filter(({ method }) => method !== 'HEAD' && method !== 'OPTIONS');
    const takes = table
      .filter(({ sessionCookie }) => sessionCookie === 'takes')
      .map(({ method, url }) => `${method} ${url}`);
    t.same(takes.sort(), ['POST /api/logout', 'POST /api/refresh']);
    const nora = await h.person({ staff: true });
    const headers = { ...asCookie, cookie: `storyrail=${nora.refresh_token}; __Host-storyrail=${nora.refresh_token}` };
    const closed = table.filter(({ policy }) => ['user', 'staff', 'ops'].includes(policy.caller));
    t.ok(closed.length > 80);
    for (const { method, url, sessionCookie } of closed) {
      if (sessionCookie) continue;
      const path = url.replace(/:\w+/g, 'one').replace('*', 'one');
      const body = method === 'GET' ? {} : { body: {} };
      t.equal((await h.inject(method, path, { headers, ...body })).statusCode, 401, `${method} ${url}`);
    }
    t.equal((await refresh(h, headers)).statusCode, 200, 'it was good all the time');

    // What could read one: that of the browser, of a sign-up in it, of what it asked a provider, of /ops, and of the session.
    const root = join(dirname(realpathSync(new URL('../../README.md', import.meta.url))), 'services');
    const readers = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((path) => /(?<!\.test)\.ts$/.test(path))
      .filter((path) => /headers\.cookie(?!')|cookieOf\(/.test(readFileSync(join(root, path), 'utf8')))
      .map((path) => path.replace(/\.ts$/, ''));
    t.same(readers.sort(), [
      'identity/sign-up-browser',
      'identity/social/kept-request',
      'kernel/http/cookies',
      'kernel/http/ops-session',
      'kernel/http/session-cookie',
      'kernel/sessions/known-browser',
    ]);
  });
});

t.test('a name of this machine signs in also where others reach it, as in a container', async (t) => {
  const h = await startHarness(t, { parts: false, settings: { HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:4000' } });
  const nora = await h.person();
  const from = (origin: string, host: string) =>
    refresh(h, { 'x-session': 'cookie', origin, host, cookie: `storyrail=${nora.refresh_token}` });
  t.equal((await from('http://127.0.0.1:4000', '127.0.0.1:4000')).statusCode, 200);
  for (const host of ['10.0.0.5:4000', 'evil.test', 'localhost.evil.test'])
    t.equal((await from(`http://${host}`, host)).statusCode, 403, host);
  t.equal((await from('http://127.0.0.1:5000', '127.0.0.1:4000')).statusCode, 403, 'a neighbour on another port');
});

t.test('behind https its name cannot be set by a neighbour, and only the public address signs in', async (t) => {
  const h = await startHarness(t, { settings: { PUBLIC_URL: 'https://stories.marlow.test' } });
  const { answer } = await joinBy(h, 'nora@marlow.test', { 'x-session': 'cookie' });
  t.match(setCookies(answer), [
    /^__Host-storyrail=[\w.-]{140,}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
  ]);
  const cookie = cookieOf(answer);
  const from = (origin: string) => refresh(h, { 'x-session': 'cookie', origin, cookie });
  t.equal((await from('https://stories.marlow.test')).statusCode, 200);
  for (const origin of [
    'https://evil.marlow.test',
    'https://marlow.test',
    'http://stories.marlow.test',
    'http://localhost:80',
  ])
    t.equal((await from(origin)).statusCode, 403, origin);
  const elsewhere = await h.inject('POST', '/api/login', {
    body: { email: 'nora@marlow.test', password },
    headers: { 'x-session': 'cookie', origin: 'http://10.0.0.5:4000' },
  });
  t.match(elsewhere.json(), {
    code: 'PermissionDenied',
    message: 'You can only sign in at https://stories.marlow.test.',
  });
});
