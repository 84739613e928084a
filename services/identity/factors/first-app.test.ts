import { generate } from 'otplib';
import t from 'tap';
import type { AccountState } from '#contracts/account/state.ts';
import type { EpochMs } from '#contracts/time.ts';
import type { UserState } from '#contracts/user/state.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { load, save } from '#kernel/commands/streams.ts';
import { storePersonal } from '#kernel/db/personal.ts';
import { sendFactorNotice } from '#kernel/factors/notice.ts';
import { makeLink } from '#kernel/sessions/links.ts';
import { type Person, startHarness } from '#ops/testing/harness.ts';
import { contextOf } from '#ops/testing/people.ts';
import { hashPassword } from '../passwords.ts';

const password = 'correct horse';

t.test('who has no factor in an account that asks for one may set up an authenticator app at sign-in', async (t) => {
  let now: EpochMs = 1_800_000_000_000;
  const h = await startHarness(t, { now: () => now, parts: false });
  const { query } = h.kernel.db;
  const join = async (given: Parameters<typeof h.person>[0] = {}): Promise<Person> => {
    const person = await h.person(given);
    const password_hash = await hashPassword(password);
    await query.insertInto('user_secret').values({ user_id: person.user_id, password_hash }).execute();
    return person;
  };
  /** An owner whose account asks everybody for a factor. */
  const asking = async (): Promise<Person> => {
    const made = await join();
    await runCommand(h.kernel, contextOf(made, now), async (trx) => {
      const account = await load<AccountState>(trx, `account-${made.account_id}`);
      await save(trx, account, [{ type: 'AccountSecondFactorRequired', data: {} }]);
      return { status: 200, data: null };
    });
    return made;
  };
  const owner = await asking();
  const member = () => join({ account_id: owner.account_id, permissions: {} });
  const signIn = ({ email }: Person, more: object = {}) =>
    h.inject('POST', '/api/login', { body: { email, password, ...more } });
  const begin = async (person: Person): Promise<string> => {
    const answer = (await signIn(person, { method: 'totp' })).json();
    t.match(answer, { message: 'authenticator_setup', data: { secret: String, uri: /^otpauth:\/\/totp\/Storyrail:/ } });
    return answer.data.secret;
  };
  const codeOf = (secret: string) => generate({ secret, epoch: now / 1000 });

  await t.test('by a code of it, which signs in, and by a code at each sign-in from then on', async (t) => {
    const nora = await member();
    t.equal((await signIn(nora)).json().code, 'PhoneNumberRequired', 'asked for a number, unless they choose the app');
    const secret = await begin(nora);
    t.match((await signIn(nora, { totp_code: '12345' })).json(), { errors: [{ path: 'totp_code', tries_left: 4 }] });
    const entered = await signIn(nora, { totp_code: await codeOf(secret) });
    t.type(entered.json().data?.token, 'string', entered.body);
    const me = (await h.inject('GET', '/api/user', { as: entered.json().data.token })).json().data;
    t.match(me.factors, [{ type: 'totp' }]);
    now += 60_000;
    t.same((await signIn(nora)).json(), { data: { methods: ['totp'] }, message: 'second_factor' });
    t.equal((await signIn(nora, { totp_code: await codeOf(secret) })).statusCode, 200);
    const { rows } = await h.kernel.db.pool.query(
      `select effect from job_outbox where payload->>'user_id' = $1 and effect = 'factor_notice'`,
      [nora.user_id],
    );
    t.equal(rows.length, 1, 'the new app is told by mail');
  });

  await t.test('not by a code of a secret that another one has replaced, and never in place of a factor', async (t) => {
    const kim = await member();
    const first = await begin(kim);
    const second = await begin(kim);
    t.equal((await signIn(kim, { totp_code: await codeOf(first) })).json().code, 'OtpCodeNotValid');
    t.equal((await signIn(kim, { totp_code: await codeOf(second) })).statusCode, 200);
    now += 60_000;
    t.same((await signIn(kim, { method: 'totp' })).json(), { data: { methods: ['totp'] }, message: 'second_factor' });
  });

  await t.test('with a wrong password nothing is set up', async (t) => {
    const lea = await member();
    const answer = await signIn(lea, { method: 'totp', password: 'wrong horse' });
    t.equal(answer.statusCode, 401);
    const { rows } = await h.kernel.db.pool.query('select from user_totp where user_id = $1', [lea.user_id]);
    t.equal(rows.length, 0);
  });

  await t.test('of two who use the code at once, one gets in', async (t) => {
    const ivo = await member();
    const totp_code = await codeOf(await begin(ivo));
    const answers = await Promise.all([0, 1, 2].map(() => signIn(ivo, { totp_code })));
    t.same(answers.map(({ statusCode }) => statusCode).sort(), [200, 422, 422]);
  });

  await t.test('a secret that waits is good for 10 minutes, and where it was made', async (t) => {
    const mia = await member();
    const late = await begin(mia);
    now += 601_000;
    t.equal((await signIn(mia, { totp_code: await codeOf(late) })).json().code, 'OtpCodeNotValid');
    const secret = await begin(mia);
    const other = await h.signIn(mia.user_id, mia.account_id, mia.email);
    const verify = async (as: Person, code: string) =>
      (await h.inject('POST', '/api/user/totp/verify', { as, body: { totp_code: code } })).statusCode;
    t.equal(await verify(mia, await codeOf(secret)), 422, 'of a sign-in, not of a session');
    const { secret: own } = await h.call(mia, 'POST', '/user/totp', { password });
    t.equal(await verify(other, await codeOf(own)), 422, 'of one session, not of another');
    t.equal((await signIn(mia, { totp_code: await codeOf(own) })).json().code, 'OtpCodeNotValid', 'nor of a sign-in');
    now += 300_000;
    t.equal(await verify(mia, await codeOf(own)), 200);
    const { rows } = await h.kernel.db.pool.query('select created_at from user_totp where user_id = $1', [mia.user_id]);
    t.same(
      rows.map((row) => row.created_at.getTime()),
      [now],
      'it is new from its first code on',
    );
  });

  await t.test('who has set a factor up since the password was looked at is asked for it', async (t) => {
    const una = await join();
    const held = await h.kernel.db.pool.connect();
    await held.query('begin');
    await held.query('select from user_secret where user_id = $1 for update', [una.user_id]);
    const waiting = signIn(una);
    const blocked = async () => {
      const { rows } = await h.kernel.db.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length > 0;
    };
    await h.until(blocked, 'the sign-in to wait');
    const { secret } = await h.call(una, 'POST', '/user/totp', {});
    await h.call(una, 'POST', '/user/totp/verify', { totp_code: await codeOf(secret) });
    await held.query('rollback');
    held.release();
    const answer = await waiting;
    t.same([answer.statusCode, answer.json().message], [409, 'Signing in takes a second factor now. Try again.']);
    t.equal((await signIn(una)).json().message, 'second_factor');
  });

  await t.test('a change of a factor is told to the address of that moment', async (t) => {
    const thea = await member();
    const { secret } = await h.call(thea, 'POST', '/user/totp', {});
    await h.call(thea, 'POST', '/user/totp/verify', { totp_code: await codeOf(secret) });
    await runCommand(h.kernel, contextOf(thea, now), async (trx) => {
      const user = await load<UserState>(trx, `user-${thea.user_id}`);
      const to_ref = await storePersonal(trx, thea.user_id, 'email', 'thief@evil.test');
      await save(trx, user, [{ type: 'UserEmailChanged', data: { from_ref: user.state.email_ref!, to_ref } }]);
      return { status: 200, data: null };
    });
    const { rows } = await h.kernel.db.pool.query(
      `select event_id from event where stream = $1 and type = 'UserTotpEnabled'`,
      [`user-${thea.user_id}`],
    );
    await sendFactorNotice(h.kernel, rows[0].event_id, thea.user_id);
    const told = (await h.outbox()).map(({ to }) => to);
    t.same(told.sort(), [owner.email, thea.email].sort());
  });

  await t.test('who comes by an invitation may set one up as well, and signs in with it from then on', async (t) => {
    const email = 'invited@marlow.test';
    const host = await asking();
    await h.call(host, 'POST', '/account/invite-user', { emails: [email], role: 'account_owner' });
    const { rows } = await h.asOwner(
      `select id, email_ref from catalog.member where account_id = $1 and phase = 'invited'`,
      [host.account_id],
    );
    const { id: user_id, email_ref } = rows[0];
    const token = await makeLink(h.kernel.db, { user_id, purpose: 'invitation', email_ref }, now);
    const accept = (more: object) =>
      h.inject('POST', '/api/register-invited-user', {
        as: token,
        body: { password, firstname: 'Bo', lastname: 'Ek', gdpr: true, ...more },
      });
    t.equal((await accept({})).json().code, 'PhoneNumberRequired');
    const begun = (await accept({ method: 'totp' })).json();
    t.match(begun, { message: 'authenticator_setup', data: { uri: /invited%40marlow\.test/ } });
    t.match((await accept({ totp_code: '000000' })).json(), { errors: [{ path: 'totp_code', tries_left: 4 }] });
    t.equal((await accept({ totp_code: await codeOf(begun.data.secret) })).statusCode, 201);
    now += 60_000;
    const body = { email, password };
    const asked = await h.inject('POST', '/api/login', { body });
    t.same(asked.json(), { data: { methods: ['totp'] }, message: 'second_factor' });
    const totp_code = await codeOf(begun.data.secret);
    t.equal((await h.inject('POST', '/api/login', { body: { ...body, totp_code } })).statusCode, 200);
  });

  await t.test('in an account that asks nobody, there is nothing to set up', async (t) => {
    const stranger = await join();
    t.type((await signIn(stranger, { method: 'totp' })).json().data.token, 'string');
  });
});
