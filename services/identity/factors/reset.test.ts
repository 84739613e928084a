import { generate } from 'otplib';
import t from 'tap';
import { storePersonal } from '#kernel/db/personal.ts';
import { transaction } from '#kernel/db/transaction.ts';
import { makeLink } from '#kernel/sessions/links.ts';
import { type Harness, type Person, startHarness } from '#ops/testing/harness.ts';

const password = 'correct horse';
const said = ({ statusCode, body }: { statusCode: number; body: string }) => {
  const { code, message } = JSON.parse(body);
  return [statusCode, code ?? message ?? null];
};
const tools = async (h: Harness, now: () => number) => {
  const { hashPassword } = await import('../passwords.ts');
  const password_hash = await hashPassword(password);
  const join = async (given: Parameters<Harness['person']>[0] = {}): Promise<Person> => {
    const person = await h.person(given);
    await h.kernel.db.query.insertInto('user_secret').values({ user_id: person.user_id, password_hash }).execute();
    return person;
  };
  const addTotp = async (as: Person): Promise<string> => {
    const { secret } = await h.call(as, 'POST', '/user/totp', {});
    const totp_code = await generate({ secret, epoch: Math.floor(now() / 1000) });
    await h.call(as, 'POST', '/user/totp/verify', { totp_code });
    return secret;
  };
  const signIn = ({ email }: Person, more: object = {}) =>
    h.inject('POST', '/api/login', { body: { email, password, ...more } });
  const linkTo = async (to: string, subject: RegExp): Promise<string> => {
    let link = '';
    await h.until(async () => {
      link = (await h.outbox()).find((mail) => mail.to === to && subject.test(mail.subject ?? ''))?.links[0] ?? '';
      return link !== '';
    }, 'the mail');
    return link.slice(link.lastIndexOf('/') + 1);
  };
  return { join, addTotp, signIn, linkTo };
};

t.test('staff reset the factors of somebody who lost them', async (t) => {
  let now = 1_800_000_000_000;
  const h = await startHarness(t, { now: () => now });
  const { join, addTotp, signIn, linkTo } = await tools(h, () => now);
  const staff = await h.person({ staff: true });
  const owner = await join();
  const nora = await join({ account_id: owner.account_id, permissions: {} });
  await addTotp(nora);
  const { codes } = await h.call(nora, 'POST', '/user/recovery_codes', {});
  await transaction(h.kernel.db, (trx) => storePersonal(trx, nora.user_id, 'phone', '+12015550177'));
  const reset = (user_id: string) =>
    h.inject('POST', '/api/admin/user/reset_factors', { as: staff, body: { user_id, reason: 'Lost phone' } });

  const answer = await reset(nora.user_id);
  t.equal(answer.statusCode, 200, answer.body);
  t.equal((await h.inject('GET', '/api/user', { as: nora })).statusCode, 401, 'all sessions end');
  t.same(said(await signIn(nora, { recovery_code: codes[0] })), [403, 'SignInLinkSent']);
  t.same(said(await h.inject('POST', '/api/login', { body: { email: nora.email, password: 'wrong' } })), [
    401,
    'InvalidCredentials',
  ]);
  const token = await linkTo(nora.email, /Confirm your sign-in/);
  t.same(said(await signIn(nora)), [403, 'SignInLinkSent'], 'the link comes first');
  const opened = await h.inject('GET', '/api/verification', { query: { token } });
  t.same(opened.json().data, { purpose: 'confirm_sign_in' });
  t.equal((await h.inject('GET', '/api/verification', { query: { token } })).statusCode, 410, 'once');
  const entered = await signIn(nora);
  t.type(entered.json().data?.token, 'string', entered.body);
  const me = await h.inject('GET', '/api/user', { as: entered.json().data.token });
  t.same(me.json().data.factors, []);
  const numbers = await h.kernel.db.pool.query(`select from personal_value where user_id = $1 and field = 'phone'`, [
    nora.user_id,
  ]);
  t.equal(numbers.rowCount, 0, 'the number is forgotten');
  for (const to of [nora.email, owner.email])
    await h.until(
      async () => (await h.outbox()).some((mail) => mail.to === to && /staff reset/.test(mail.text)),
      'both are told',
    );
  const { rows } = await h.kernel.db.pool.query(
    `select type, actor_type, actor_id from event where data->>'reason' = 'factors_reset' or type = 'UserFactorsReset'`,
  );
  t.same(new Set(rows.map(({ type }) => type)), new Set(['UserFactorsReset', 'SessionEnded']));
  t.ok(rows.every((row) => row.actor_id === staff.user_id));
  t.equal((await reset('0190a000-0000-7000-8000-00000000000e')).statusCode, 404);

  await t.test('a password that was set by a mailed link will do, too', async (t) => {
    await reset(nora.user_id);
    t.same(said(await signIn(nora)), [403, 'SignInLinkSent']);
    await h.inject('POST', '/api/forgot_password', { body: { email: nora.email } });
    const body = { token: await linkTo(nora.email, /new Storyrail password/), password, confirm: password };
    t.equal((await h.inject('POST', '/api/user/update_password', { body })).statusCode, 200);
    t.type((await signIn(nora)).json().data?.token, 'string');
  });

  await t.test('who takes an address back is rid of the factors set up since, and keeps those of before', async (t) => {
    const ida = await join();
    await addTotp(ida);
    now += 60_000;
    const changed = { email: 'thief@evil.test', password };
    t.equal((await h.inject('PATCH', '/api/user', { as: ida, body: changed })).statusCode, 200);
    const confirm = await linkTo('thief@evil.test', /Confirm your new email/);
    t.equal((await h.inject('GET', '/api/verification', { query: { token: confirm } })).statusCode, 200);
    now += 60_000;
    const thief = await h.signIn(ida.user_id, ida.account_id, 'thief@evil.test', true);
    await h.call(thief, 'POST', '/user/recovery_codes', {});
    const phone_number = '+12015550188';
    await h.call(thief, 'POST', '/user/update_phone_number', { phone_number });
    let otp_code = '';
    await h.until(async () => {
      const sent = (await h.outbox()).find((one) => one.to === phone_number) as { code?: string } | undefined;
      otp_code = sent?.code ?? '';
      return otp_code !== '';
    }, 'the code');
    await h.call(thief, 'POST', '/user/update_phone_number', { phone_number, otp_code });
    const undo = await linkTo(ida.email, /was changed/);
    t.equal((await h.inject('GET', '/api/verification', { query: { token: undo } })).statusCode, 200);
    const back = await h.signIn(ida.user_id, ida.account_id, ida.email);
    const { factors } = (await h.inject('GET', '/api/user', { as: back })).json().data;
    t.same(
      factors.map((one: { type: string }) => one.type),
      ['totp'],
    );
    const { rows } = await h.kernel.db.pool.query(
      `select data->>'to_ref' as to from event where stream = $1 and type = 'UserPhoneChanged' order by version`,
      [`user-${ida.user_id}`],
    );
    t.equal(rows.length, 2);
    t.equal(rows[1].to, null);
    const told = async () =>
      (await h.outbox()).some((mail) => mail.to === ida.email && /phone number was removed/.test(mail.text));
    await h.until(told, 'the mail that tells of it');
  });

  await t.test('an app that was begun before an address was taken, and finished after, goes with it', async (t) => {
    const ada = await join();
    const { secret } = await h.call(ada, 'POST', '/user/totp', {});
    now += 60_000;
    const changed = { email: 'taker@evil.test', password };
    t.equal((await h.inject('PATCH', '/api/user', { as: ada, body: changed })).statusCode, 200);
    const confirm = await linkTo('taker@evil.test', /Confirm your new email/);
    t.equal((await h.inject('GET', '/api/verification', { query: { token: confirm } })).statusCode, 200);
    now += 60_000;
    await h.call(ada, 'POST', '/user/totp/verify', { totp_code: await generate({ secret, epoch: now / 1000 }) });
    await h.call(ada, 'POST', '/user/totp', {});
    const undo = await linkTo(ada.email, /was changed/);
    t.equal((await h.inject('GET', '/api/verification', { query: { token: undo } })).statusCode, 200);
    const left = await h.kernel.db.pool.query('select from user_totp where user_id = $1', [ada.user_id]);
    t.equal(left.rowCount, 0, 'neither it nor one that waits');
    const told = async () =>
      (await h.outbox()).some((mail) => mail.to === ada.email && /authenticator app was removed/.test(mail.text));
    await h.until(told, 'the mail that tells of it');
  });

  await t.test('a link that was mailed to another address lets nobody sign in', async (t) => {
    const uma = await join();
    await reset(uma.user_id);
    const link = { user_id: uma.user_id, purpose: 'confirm_sign_in', email_ref: uma.user_id } as const;
    const token = await makeLink(h.kernel.db, link, now);
    t.equal((await h.inject('GET', '/api/verification', { query: { token } })).statusCode, 410);
    t.same(said(await signIn(uma)), [403, 'SignInLinkSent']);
  });

  await t.test('a mailbox alone is no second factor', async (t) => {
    const kim = await join();
    const secret = await addTotp(kim);
    await h.call(staff, 'POST', '/admin/user/verification', { user_id: kim.user_id, verified: false });
    t.same(said(await signIn(kim)), [403, 'EmailNotVerified']);
    const token = await linkTo(kim.email, /Verify your email/);
    const verified = await h.inject('GET', '/api/verification', { query: { token } });
    t.same(verified.json().data, { purpose: 'verify_email' });
    t.same(said(await signIn(kim)), [200, 'second_factor']);
    now += 60_000;
    const totp_code = await generate({ secret, epoch: now / 1000 });
    t.type((await signIn(kim, { totp_code })).json().data?.token, 'string');
  });
});

t.test('staff need a factor that is no text message where Storyrail is not for this machine alone', async (t) => {
  let now = 1_800_000_000_000;
  const h = await startHarness(t, { parts: false, now: () => now, settings: { STAFF_SECOND_FACTOR: '1' } });
  const { join, addTotp, signIn } = await tools(h, () => now);
  const made = await join({ staff: true });
  const staff = await h.signIn(made.user_id, made.account_id, made.email);
  const nobody = await join();
  const stats = (as: Person | string) => h.inject('GET', '/api/admin/user', { as });
  const refused = [403, 'SecondFactorRequired'];
  t.same(said(await stats(staff)), refused);
  t.same(said(await h.inject('POST', '/api/ops/session', { as: staff })), refused);
  t.same(said(await stats(nobody)), [403, 'PermissionDenied'], 'others are told nothing of it');
  t.equal((await h.inject('GET', '/api/user', { as: staff })).statusCode, 200, 'the rest stays open');

  const earlier = await h.signIn(staff.user_id, staff.account_id, staff.email);
  const secret = await addTotp(staff);
  t.equal((await stats(staff)).statusCode, 200, 'whoever sets one up has shown it');
  t.same(said(await stats(earlier)), refused, 'in this session alone');
  for (const [method, url] of [
    ['POST', '/user/recovery_codes'],
    ['POST', '/user/totp'],
    ['DELETE', '/user/totp'],
    ['POST', '/user/update_phone_number'],
  ] as const) {
    const answer = await h.inject(method, `/api${url}`, {
      as: earlier,
      body: { password, ...(url.endsWith('number') && { phone_number: '+12015550123' }) },
    });
    t.same(said(answer), [422, 'ConfirmationRequired'], `${method} ${url}: a password alone changes no factor`);
    t.match(answer.json().errors, [{ path: 'totp_code', message: "Confirm that it's you to continue." }]);
  }
  now += 60_000;
  const totp_code = await generate({ secret, epoch: now / 1000 });
  const confirmed = await h.inject('POST', '/api/user/confirm', { as: earlier, body: { totp_code } });
  t.equal(confirmed.statusCode, 200, confirmed.body);
  await h.until(async () => (await stats(earlier)).statusCode === 200, 'a proof by a factor');
  t.equal((await h.inject('POST', '/api/user/recovery_codes', { as: earlier })).statusCode, 200);

  await h.kernel.db.pool.query('delete from user_totp');
  const byPassword = await signIn(staff);
  t.same(said(await stats(byPassword.json().data.token)), refused, 'a password alone');
});
