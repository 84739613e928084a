import t from 'tap';
import { createAuthenticator } from '#ops/testing/authenticator.ts';
import { type Harness, type Person, startHarness } from '#ops/testing/harness.ts';

const origin = 'http://localhost:4000';
const password = 'correct horse';
const handle = ({ user_id }: Person) => Buffer.from(user_id).toString('base64url');
const said = ({ statusCode, body }: { statusCode: number; body: string }) => {
  const { code, message } = JSON.parse(body);
  return [statusCode, code ?? message ?? null];
};

t.test('passkeys', async (t) => {
  let now = 1_800_000_000_000;
  const h: Harness = await startHarness(t, { parts: false, now: () => now, settings: { PUBLIC_URL: origin } });
  const { hashPassword } = await import('../passwords.ts');
  const password_hash = await hashPassword(password);
  const join = async (given: Parameters<Harness['person']>[0] = {}): Promise<Person> => {
    const person = await h.person(given);
    await h.kernel.db.query.insertInto('user_secret').values({ user_id: person.user_id, password_hash }).execute();
    return person;
  };
  const post = (url: string, as: Person | null, body: object = {}) => h.inject('POST', `/api${url}`, { as, body });
  const options = async () => (await post('/login/passkey', null)).json().data;
  const creation = async (as: Person) => (await post('/user/passkey/options', as)).json().data;
  const add = async (as: Person, name?: string) => {
    const device = createAuthenticator(origin);
    const passkey = device.create(await creation(as));
    const answer = await post('/user/passkey', as, name ? { passkey, name } : { passkey });
    t.equal(answer.statusCode, 201, answer.body);
    return { ...device, passkey_id: answer.json().data.id as string };
  };
  const alone = (passkey: object) => post('/login', null, { passkey });

  await t.test('one is added with a challenge of this session, and listed with its name', async (t) => {
    const [nora, kim] = [await join(), await join()];
    const device = createAuthenticator(origin);
    const asked = await creation(nora);
    t.match(asked, {
      rp: { id: 'localhost', name: 'Storyrail' },
      user: { name: nora.email, id: handle(nora) },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const refused = async (as: Person, passkey: object) => said(await post('/user/passkey', as, { passkey }));
    const wrong = [422, 'PasskeyNotValid'];
    t.same(await refused(kim, device.create(asked)), wrong, "another session's challenge");
    t.same(await refused(nora, device.create(asked)), wrong, 'that used it up');
    const again = () => creation(nora);
    t.same(await refused(nora, device.create(await again(), { origin: 'http://localhost:4001' })), wrong, 'origin');
    t.same(await refused(nora, device.create(await again(), { rpId: 'marlow.test' })), wrong, 'name');
    t.same(await refused(nora, device.create(await again(), { unverified: true })), wrong, 'nobody was verified');
    t.same(await refused(nora, device.create(await options())), wrong, 'a challenge for signing in');
    const late = await again();
    now += 300_000;
    t.same(await refused(nora, device.create(late)), wrong, 'late');
    const made = await post('/user/passkey', nora, { passkey: device.create(await again()), name: 'Work laptop' });
    t.equal(made.statusCode, 201, made.body);
    t.same(await refused(nora, device.create(await again())), wrong, 'twice');
    const listed = (await h.inject('GET', '/api/user/passkey', { as: nora })).json().data;
    t.match(listed, [{ id: made.json().data.id, name: 'Work laptop', ts_created: now / 1000, ts_used: null }]);
    t.match((await h.inject('GET', '/api/user', { as: nora })).json().data.factors, [
      { type: 'passkey', id: made.json().data.id, label: 'Work laptop' },
    ]);
    t.match((await creation(nora)).excludeCredentials, [{ id: device.id }]);
    const { rows } = await h.kernel.db.pool.query(`select data from event where stream = $1`, [`user-${nora.user_id}`]);
    t.notMatch(JSON.stringify(rows), /Work laptop/);
  });

  await t.test('it signs in by itself, and nobody else', async (t) => {
    const [nora, kim] = [await join(), await join()];
    const [device, other] = [await add(nora), await add(kim)];
    const answer = await alone(device.get(await options(), { userHandle: handle(nora) }));
    t.equal(answer.statusCode, 200, answer.body);
    const me = await h.inject('GET', '/api/user', { as: answer.json().data.token });
    t.equal(me.json().data.id, nora.user_id);
    t.match(answer.headers['set-cookie'], /^storyrail-browser=/);
    const wrong = [422, 'PasskeyNotValid'];
    const refused = async (made: object, words: string) => t.same(said(await alone(made)), wrong, words);
    const challenge = await options();
    await alone(device.get(challenge));
    const twice = await alone(device.get(challenge));
    t.same(said(twice), wrong, 'a challenge twice');
    t.notMatch(twice.body, 'tries_left', 'who shows nothing else is told no number');
    await refused(device.get({ challenge: 'AAAA' }), 'no challenge of ours');
    await refused(device.get(await options(), { origin: 'http://evil.localhost:4000' }), 'another origin');
    await refused(device.get(await options(), { rpId: 'evil.test' }), 'another name');
    await refused(device.get(await options(), { unverified: true }), 'nobody was verified');
    now += 3_600_000;
    await refused(device.get(await options(), { userHandle: handle(kim) }), "somebody else's name");
    await refused({ ...device.get(await options()), id: other.id, rawId: other.id }, "somebody else's key");
    await refused(device.get(await options(), { counter: 1 }), 'a counter that went back');
    await refused(createAuthenticator(origin).get(await options()), 'one that nobody has');
    const stale = await options();
    now += 300_000;
    await refused(device.get(stale), 'late');
    t.equal((await alone(device.get(await options()))).statusCode, 200);
  });

  await t.test('a browser that is new to the person is told to them by mail, once', async (t) => {
    const nora = await join();
    const device = await add(nora);
    const enter = async (cookie = '') =>
      h.inject('POST', '/api/login', { body: { passkey: device.get(await options()) }, headers: { cookie } });
    const told = async () =>
      (
        await h.kernel.db.pool.query(
          `select 1 from job_outbox where payload ->> 'template' = 'new_device' and payload ->> 'user_id' = $1`,
          [nora.user_id],
        )
      ).rowCount;
    const first = await enter();
    t.equal(first.statusCode, 200, first.body);
    t.equal(await told(), 1);
    const known = String(first.headers['set-cookie']).split(';', 1)[0]!;
    t.equal((await enter(known)).statusCode, 200);
    t.equal(await told(), 1, 'the same browser is known');
  });

  await t.test('who has to verify their email is mailed the link, as after the password', async (t) => {
    const [nora, staff] = [await join(), await h.person({ staff: true })];
    const device = await add(nora);
    const unverify = (verified: boolean) =>
      h.call(staff, 'POST', '/admin/user/verification', { user_id: nora.user_id, verified });
    await unverify(false);
    const mails = async () => {
      const { rows } = await h.kernel.db.pool.query(
        `select 1 from job_outbox where payload ->> 'template' = 'verify_email' and payload ->> 'user_id' = $1`,
        [nora.user_id],
      );
      return rows.length;
    };
    t.equal(await mails(), 0);
    t.same(said(await alone(device.get(await options()))), [403, 'EmailNotVerified']);
    t.equal(await mails(), 1);
    await unverify(true);
    t.equal((await alone(device.get(await options()))).statusCode, 200);
  });

  await t.test('it is a second step beside the password, of this person alone', async (t) => {
    const [nora, kim] = [await join(), await join()];
    const [device, other] = [await add(nora), await add(kim)];
    const step = (passkey?: object) =>
      post('/login', null, { email: nora.email, password, ...(passkey && { passkey }) });
    t.same((await step()).json(), { data: { methods: ['passkey'] }, message: 'second_factor' });
    const refused = await step(other.get(await options()));
    t.same(said(refused), [422, 'PasskeyNotValid']);
    t.match(refused.json().errors, [{ path: 'passkey', tries_left: 4 }]);
    t.type((await step(device.get(await options()))).json().data.token, 'string');
    const wrong = await post('/login', null, {
      email: nora.email,
      password: 'wrong',
      passkey: device.get(await options()),
    });
    t.same(said(wrong), [401, 'InvalidCredentials']);
    for (let tries = 0; tries < 4; tries += 1) await step(other.get(await options()));
    t.same(said(await step(device.get(await options()))), [429, 'TooManyRequests'], 'wrong ones wait');
    t.same(said(await alone(device.get(await options()))), [429, 'TooManyRequests'], 'alone, too');
  });

  await t.test('it shows that it is still the person, and is removed', async (t) => {
    const nora = await join();
    const device = await add(nora);
    now += 601_000;
    const remove = (body: object) =>
      h.inject('DELETE', '/api/user/passkey', { as: nora, body: { id: device.passkey_id, ...body } });
    t.same(said(await remove({})), [422, 'PasswordRequired']);
    const confirmed = await post('/user/confirm', nora, { passkey: device.get(await options()) });
    t.equal(confirmed.statusCode, 200, confirmed.body);
    const { rows } = await h.kernel.db.pool.query('select factor_at from session where id = $1', [nora.session_id]);
    t.equal(rows[0].factor_at.getTime(), now);
    t.equal((await remove({})).statusCode, 200);
    t.equal((await remove({})).statusCode, 404);
    t.same(said(await alone(device.get(await options()))), [422, 'PasskeyNotValid']);
    t.type((await post('/login', null, { email: nora.email, password })).json().data.token, 'string');
  });

  await t.test('who has shown no factor in a session is told so before a browser makes one', async (t) => {
    const nora = await join();
    const device = await add(nora);
    await h.kernel.db.pool.query('update session set factor_at = null where id = $1', [nora.session_id]);
    h.kernel.notifier.notify('access');
    const asked = { code: 'ConfirmationRequired', errors: [{ path: 'passkey' }] };
    t.match((await post('/user/passkey/options', nora, { password })).json(), asked);
    t.equal((await post('/user/confirm', nora, { password })).statusCode, 200, 'enough for other acts');
    t.match((await post('/user/confirm', nora, { password, for: 'factors' })).json(), asked);
    const shown = { passkey: device.get(await options()), for: 'factors' };
    t.equal((await post('/user/confirm', nora, shown)).statusCode, 200);
    t.equal((await post('/user/passkey/options', nora)).statusCode, 200);
  });

  await t.test('it is renamed without a proof, by whoever has it, and the log keeps no name', async (t) => {
    const [nora, kim] = [await join(), await join()];
    const [device, other] = [await add(nora), await add(kim)];
    now += 601_000;
    const rename = (id: string, name: unknown) =>
      h.inject('PATCH', '/api/user/passkey', { as: nora, body: { id, name } });
    const named = async (as: Person) =>
      (await h.inject('GET', '/api/user/passkey', { as })).json().data.map((one: { name: string }) => one.name);
    const before = await named(kim);
    const done = await rename(device.passkey_id, ' Home laptop ');
    t.same([done.statusCode, done.json().message], [200, 'Your passkey was renamed.']);
    t.same(await named(nora), ['Home laptop']);
    t.equal((await rename(device.passkey_id, 'Home laptop')).statusCode, 200, 'the same again');
    t.equal((await rename(device.passkey_id, 'x'.repeat(64))).statusCode, 200);
    for (const name of ['x'.repeat(65), ' ', 5])
      t.match((await rename(device.passkey_id, name)).json(), { code: 'Invalid', errors: [{ path: 'name' }] });
    t.same(said(await rename(other.passkey_id, 'Mine')), [404, 'NotFound'], "another person's passkey");
    t.same(said(await rename(nora.user_id, 'Mine')), [404, 'NotFound'], 'none');
    t.same(await named(kim), before);
    const { rows } = await h.kernel.db.pool.query('select type, data from event where stream = $1 order by version', [
      `user-${nora.user_id}`,
    ]);
    t.same(
      rows.filter(({ type }) => type === 'UserPasskeyRenamed').map(({ data }) => data),
      [{ passkey_id: device.passkey_id }, { passkey_id: device.passkey_id }],
      'one event for each change',
    );
    const { rows: mails } = await h.kernel.db.pool.query(
      `select 1 from job_outbox where effect = 'factor_notice' and payload ->> 'user_id' = $1`,
      [nora.user_id],
    );
    t.equal(mails.length, 1, 'adding is told by mail, renaming is not');
  });

  await t.test('challenges that wait are bounded', async (t) => {
    const nora = await join();
    for (let made = 0; made < 8; made += 1) await creation(nora);
    const open = async () =>
      (await h.kernel.db.pool.query('select 1 from passkey_challenge where owner = $1', [nora.session_id])).rowCount;
    t.equal(await open(), 5);
    now += 300_000;
    await options();
    t.equal(await open(), 0, 'those that are over go');
  });

  await t.test('on an IP address there are none, and the answer says why', async (t) => {
    const nora = await join();
    const { PUBLIC_URL } = h.config;
    for (const url of ['http://127.0.0.1:4000', 'https://[2001:db8::1]', 'https://203.0.113.5']) {
      Object.assign(h.config, { PUBLIC_URL: url });
      t.match((await post('/user/passkey/options', nora)).json(), { code: 'PasskeysNeedName', message: /IP address/ });
      t.same(said(await post('/login/passkey', null)), [409, 'PasskeysNeedName']);
    }
    Object.assign(h.config, { PUBLIC_URL });
  });
});
