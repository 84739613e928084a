import { generate } from 'otplib';
import t from 'tap';
import { type Harness, type Person, startHarness } from '#ops/testing/harness.ts';

const password = 'correct horse';
const step = 30_000;

/** A verified person with a password, signed in. */
const withPassword = async (h: Harness, given: Parameters<Harness['person']>[0] = {}): Promise<Person> => {
  const person = await h.person(given);
  const { hashPassword } = await import('../passwords.ts');
  const password_hash = await hashPassword(password);
  await h.kernel.db.query.insertInto('user_secret').values({ user_id: person.user_id, password_hash }).execute();
  return person;
};
const signIn = (h: Harness, { email }: Pick<Person, 'email'>, more: object = {}) =>
  h.inject('POST', '/api/login', { body: { email, password, ...more } });
const codeAt = (secret: string, ms: number) => generate({ secret, epoch: Math.floor(ms / 1000) });
const said = ({ statusCode, body }: { statusCode: number; body: string }) => {
  const { code, message, data } = JSON.parse(body);
  return [statusCode, code ?? message ?? null, data?.methods ?? null];
};

t.test('authenticator apps and recovery codes', async (t) => {
  let now = 1_800_000_000_000;
  const h = await startHarness(t, { now: () => now });
  /** Sets an authenticator app up; answers its secret. */
  const addTotp = async (as: Person): Promise<string> => {
    const { secret } = await h.call(as, 'POST', '/user/totp', {});
    await h.call(as, 'POST', '/user/totp/verify', { totp_code: await codeAt(secret, now) });
    now += 10 * step;
    return secret;
  };
  const me = async (as: Person) => (await h.inject('GET', '/api/user', { as })).json().data;

  await t.test('an authenticator app counts once it is verified, and its secret is kept sealed', async (t) => {
    const nora = await withPassword(h);
    const begun = await h.inject('POST', '/api/user/totp', { as: nora, body: {} });
    t.equal(begun.statusCode, 200, begun.body);
    t.equal(begun.headers['cache-control'], 'no-store');
    const { secret, uri } = begun.json().data;
    t.match(uri, /^otpauth:\/\/totp\/Storyrail/);
    t.ok(uri.includes(`secret=${secret}`));
    const { rows } = await h.kernel.db.pool.query('select secret from user_totp where user_id = $1', [nora.user_id]);
    t.notMatch(rows[0].secret, secret);
    t.same((await me(nora)).factors, [], 'one that waits is no factor');
    t.equal((await signIn(h, nora)).json().data.token !== undefined, true);

    const wrong = await h.inject('POST', '/api/user/totp/verify', { as: nora, body: { totp_code: '000000' } });
    t.same(said(wrong), [422, 'OtpCodeNotValid', null]);
    t.equal(wrong.json().message, 'The code is incorrect. Please try again.');
    const totp_code = await codeAt(secret, now);
    const right = await h.inject('POST', '/api/user/totp/verify', { as: nora, body: { totp_code } });
    t.equal(right.statusCode, 200, right.body);
    t.match((await me(nora)).factors, [{ type: 'totp', ts_created: now / 1000, ts_used: now / 1000 }]);
    const log = await h.kernel.db.pool.query(`select type, data from event where stream = $1 order by version desc`, [
      `user-${nora.user_id}`,
    ]);
    t.same(log.rows[0], { type: 'UserTotpEnabled', data: {} });
    t.same(said(await signIn(h, nora, { totp_code })), [422, 'OtpCodeNotValid', null], 'verifying used it up');
  });

  await t.test('a right password tells what the second step can be done with; a wrong one tells nothing', async (t) => {
    const nora = await withPassword(h);
    const secret = await addTotp(nora);
    const asked = await signIn(h, nora);
    t.same(said(asked), [200, 'second_factor', ['totp']]);
    t.equal(asked.headers['set-cookie'], undefined);
    const totp_code = await codeAt(secret, now);
    for (const email of [nora.email, 'nobody@marlow.test']) {
      const body = { email, password: 'wrong horse', totp_code };
      const answer = await h.inject('POST', '/api/login', { body });
      t.same(said(answer), [401, 'InvalidCredentials', null]);
      t.notMatch(answer.body, 'tries_left');
    }
    const entered = await signIn(h, nora, { totp_code });
    t.equal(entered.statusCode, 200, entered.body);
    t.type(entered.json().data.refresh_token, 'string');
  });

  await t.test('a code works once, within half a minute, and never after a later one', async (t) => {
    const nora = await withPassword(h);
    const secret = await addTotp(nora);
    const tried = async (ms: number) => said(await signIn(h, nora, { totp_code: await codeAt(secret, ms) }))[0];
    t.equal(await tried(now - 3 * step), 422, 'too old');
    t.equal(await tried(now + 3 * step), 422, 'too early');
    t.equal(await tried(now - step), 200, 'the step before');
    t.equal(await tried(now - step), 422, 'twice');
    t.equal(await tried(now), 200);
    t.equal(await tried(now - step), 422, 'one before it');
    now += 20 * step;
    const code = await codeAt(secret, now);
    const at = await Promise.all(Array.from({ length: 4 }, () => signIn(h, nora, { totp_code: code })));
    t.same(at.map((one) => one.statusCode).sort(), [200, 422, 422, 422], 'one of four at once');
  });

  await t.test('what is no code of six digits is refused', async (t) => {
    const nora = await withPassword(h);
    await addTotp(nora);
    for (const totp_code of ['12345', '1234567', 'abcdef', '١٢٣٤٥٦']) {
      now += 3_600_000;
      t.same(said(await signIn(h, nora, { totp_code })), [422, 'OtpCodeNotValid', null], totp_code);
    }
    t.equal(said(await signIn(h, nora, { totp_code: 'x'.repeat(41) }))[0], 422);
    t.equal((await signIn(h, nora, { totp_code: 123456 })).json().errors[0].path, 'totp_code');
  });

  await t.test('a recovery code works once, and new ones end the old', async (t) => {
    const nora = await withPassword(h);
    await addTotp(nora);
    const { codes } = await h.call(nora, 'POST', '/user/recovery_codes', {});
    t.equal(new Set(codes).size, 10);
    for (const code of codes) t.match(code, /^[a-z2-9]{5}-[a-z2-9]{5}$/);
    const { rows } = await h.kernel.db.pool.query('select code_hash from recovery_code where user_id = $1', [
      nora.user_id,
    ]);
    t.notMatch(JSON.stringify(rows), codes[0]);
    t.same(said(await signIn(h, nora)), [200, 'second_factor', ['totp', 'recovery_code']]);
    const first = await signIn(h, nora, { recovery_code: ` ${codes[0].toUpperCase().replace('-', ' ')} ` });
    t.type(first.json().data?.token, 'string', first.body);
    t.same(said(await signIn(h, nora, { recovery_code: codes[0] })), [422, 'OtpCodeNotValid', null], 'twice');
    t.match((await me(nora)).factors.at(-1), { type: 'recovery_codes', left: 9, ts_used: now / 1000 });
    const again = await h.call(nora, 'POST', '/user/recovery_codes', {});
    t.equal((await signIn(h, nora, { recovery_code: codes[1] })).statusCode, 422);
    t.equal((await signIn(h, nora, { recovery_code: again.codes[1] })).statusCode, 200);
    const other = await withPassword(h);
    await addTotp(other);
    t.equal((await signIn(h, other, { recovery_code: again.codes[2] })).statusCode, 422, "somebody else's");
  });

  await t.test('five wrong ones in 10 minutes, from wherever, then a wait that doubles', async (t) => {
    const nora = await withPassword(h);
    const secret = await addTotp(nora);
    const wrong = (n: number) =>
      h.server.inject({
        method: 'POST',
        url: '/api/login',
        payload: { email: nora.email, password, ...(n % 2 ? { totp_code: '000000' } : { recovery_code: 'x' }) },
        remoteAddress: `10.2.0.${n}`,
      });
    const storm = await Promise.all(Array.from({ length: 12 }, (_, n) => wrong(n)));
    const count = (status: number) => storm.filter((one) => one.statusCode === status).length;
    t.same([count(422), count(429)], [5, 7]);
    const left = storm.filter((one) => one.statusCode === 422).map((one) => one.json().errors[0].tries_left);
    t.same(left.sort(), [0, 1, 2, 3, 4], 'each says how many are left');
    t.equal(storm.find((one) => one.statusCode === 429)!.headers['retry-after'], '60');
    t.equal(
      (await signIn(h, nora, { totp_code: await codeAt(secret, now) })).statusCode,
      429,
      'a right one waits, too',
    );
    for (const minutes of [1, 2, 4]) {
      now += minutes * 60_000 - 1000;
      t.equal((await wrong(1)).statusCode, 429, `before ${minutes} minutes`);
      now += 1000;
      t.equal((await wrong(1)).statusCode, 422, `after ${minutes} minutes`);
    }
    now += 3_600_000;
    t.equal((await signIn(h, nora, { totp_code: await codeAt(secret, now) })).statusCode, 200);
  });

  await t.test('a factor shows that it is still the person', async (t) => {
    const nora = await withPassword(h);
    const secret = await addTotp(nora);
    const { codes } = await h.call(nora, 'POST', '/user/recovery_codes', {});
    now += 601_000;
    const remove = (body: object = {}) => h.inject('DELETE', '/api/user/totp', { as: nora, body });
    t.match((await remove()).json(), { code: 'PasswordRequired', errors: [{ path: 'password' }] });
    await h.kernel.db.pool.query('update user_secret set password_hash = null where user_id = $1', [nora.user_id]);
    const without = await remove();
    t.same(
      without.json().errors.map((one: { path: string }) => one.path),
      ['totp_code', 'recovery_code'],
      'who has no password is told what would do',
    );
    t.equal(without.json().code, 'ConfirmationRequired');
    const confirm = (body: object) => h.inject('POST', '/api/user/confirm', { as: nora, body });
    t.same(said(await confirm({ totp_code: '000000' })), [422, 'OtpCodeNotValid', null]);
    const right = await confirm({ totp_code: await codeAt(secret, now) });
    t.equal(right.json().data.ts_end, now / 1000 + 600, right.body);
    now += 601_000;
    t.equal((await remove({ recovery_code: codes[0] })).statusCode, 200, 'in the body of the act');
    t.equal((await remove()).statusCode, 404, 'there is none left');
  });

  await t.test('each change is told by mail to the person and the owners', async (t) => {
    const owner = await withPassword(h, { firstname: 'Ines', lastname: 'Holm' });
    const nora = await h.person({ account_id: owner.account_id, permissions: {}, firstname: 'Nora' });
    await addTotp(nora);
    const mails = async () => (await h.outbox()).filter(({ to }) => [owner.email, nora.email].includes(to));
    await h.until(async () => (await mails()).length === 2, 'both mails');
    const [own, other] = [nora, owner].map(({ email }) => email);
    const all = await mails();
    t.match(
      all.find(({ to }) => to === own),
      { subject: 'Your Storyrail sign-in was changed', text: /authenticator app/ },
    );
    t.match(all.find(({ to }) => to === other)!.subject, /of Nora Lindqvist was changed/);
    t.notMatch(JSON.stringify(all), /otpauth/);
  });
});
