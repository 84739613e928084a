import { hash } from '@node-rs/argon2';
import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import type { AuditRow } from '#contracts/audit/rows.ts';
import { newOwner } from '#contracts/user/examples.ts';
import { createAuthenticator } from '#ops/testing/authenticator.ts';
import { startHarness } from '#ops/testing/harness.ts';
import { decideAccess } from './decide.ts';

const password = 'correct horse';
const said = ({ statusCode, body }: { statusCode: number; body: string }) => [statusCode, JSON.parse(body).code];

t.test('staff disable a person, who gets in nowhere until they are enabled', async (t) => {
  const h = await startHarness(t, {
    settings: { PUBLIC_URL: 'http://localhost:4000', CONTACT_EMAIL: 'help@rail.test' },
  });
  const password_hash = await hash(password);
  const ines = await h.person({ staff: true, firstname: 'Ines', lastname: 'Barros' });
  const owner = await h.person();
  const nora = await h.person({ account_id: owner.account_id, permissions: {} });
  const { user_id } = nora;
  await h.kernel.db.query.insertInto('user_secret').values({ user_id, password_hash }).execute();
  const act = (name: string, body: object = { user_id, reason: 'Left the company' }) =>
    h.inject('POST', `/api/admin/user/${name}`, { as: ines, body });
  const signIn = () => h.inject('POST', '/api/login', { body: { email: nora.email, password } });
  const mailed = (words: RegExp) =>
    h.until(
      async () => (await h.outbox()).some((mail) => mail.to === nora.email && words.test(mail.text)),
      `a mail of ${words}`,
    );
  const keys = createAuthenticator('http://localhost:4000');
  const options = async (as?: typeof nora) => {
    const answer = await h.inject('POST', as ? '/api/user/passkey/options' : '/api/login/passkey', {
      as: as ?? null,
      body: {},
    });
    return answer.json().data;
  };

  await t.test('ended sessions are ended at once, and the way in stays', async (t) => {
    const again = await h.signIn(user_id, nora.account_id, nora.email);
    const made = await options(again);
    const passkey = keys.create(made);
    t.equal(
      (await h.inject('POST', '/api/user/passkey', { as: again, body: { passkey, name: 'Phone' } })).statusCode,
      201,
    );
    t.same((await act('end_sessions')).json().message, 'This user was signed out everywhere.');
    t.equal((await h.inject('GET', '/api/user', { as: again })).statusCode, 401);
    t.equal((await signIn()).json().message, 'second_factor');
  });

  await t.test('disabled, by password, passkey, refresh, link and staff', async (t) => {
    const here = await h.signIn(user_id, nora.account_id, nora.email);
    const acting = (await act('login_as', { user_id })).json().data.token;
    const answer = await act('disable');
    t.match(answer.json(), { data: { user_id }, message: 'This user was disabled.' });
    t.equal((await h.inject('GET', '/api/user', { as: here })).statusCode, 401);
    t.equal((await h.inject('GET', '/api/user', { as: acting })).statusCode, 401, 'nor staff in their stead');
    const { refresh_token } = here;
    t.equal((await h.inject('POST', '/api/refresh', { body: { refresh_token } })).statusCode, 401);
    const refused = await signIn();
    t.same(said(refused), [403, 'UserDisabled']);
    t.match(refused.json().message, /Contact Storyrail support at help@rail\.test to get it back/);
    t.same(said(await h.inject('POST', '/api/login', { body: { email: nora.email, password: 'wrong' } })), [
      401,
      'InvalidCredentials',
    ]);
    const body = { passkey: keys.get(await options(), { userHandle: Buffer.from(user_id).toString('base64url') }) };
    t.same(said(await h.inject('POST', '/api/login', { body })), [403, 'UserDisabled']);
    t.same(said(await act('login_as', { user_id })), [409, 'Conflict']);
    t.same(said(await act('disable')), [409, 'Conflict']);
    await mailed(/paused your access/);
    await mailed(/contact Storyrail support at help@rail\.test\./);
    const [row] = (await h.inject('GET', '/api/admin/user', { as: ines, query: { filter: '{"disabled":1}' } })).json()
      .data;
    t.match(row, { id: user_id, disabled: 1 });
  });

  await t.test('a session that slipped in meanwhile does not wake up with them', async (t) => {
    const slipped = await h.signIn(user_id, nora.account_id, nora.email);
    t.equal((await act('enable', { user_id, reason: 'Came back' })).json().message, 'This user was enabled.');
    t.equal((await h.inject('GET', '/api/user', { as: slipped })).statusCode, 401);
    t.equal((await signIn()).json().message, 'second_factor');
    t.same(said(await act('enable')), [409, 'Conflict']);
    await mailed(/You can sign in again/);
  });

  await t.test('the account is told who did it and why; the log holds no reason', async (t) => {
    t.equal((await act('reset_factors', { user_id, reason: 'Lost phone' })).statusCode, 200);
    await h.caughtUp();
    const rows = (await h.inject('GET', '/api/audit', { as: owner, query: { limit: '1000' } })).json()
      .data as AuditRow[];
    const of = (action: string) => rows.find((row) => row.action === action);
    for (const [action, sentence] of [
      ['UserSessionsEnded', `signed ${nora.email} out everywhere. Reason: Left the company`],
      ['UserDisabled', `disabled ${nora.email}. Reason: Left the company`],
      ['UserEnabled', `enabled ${nora.email}. Reason: Came back`],
      ['UserFactorsReset', `reset the second factors of ${nora.email}. Reason: Lost phone`],
    ] as const)
      t.match(of(action), { sentence, actor: { id: ines.user_id, name: 'Ines Barros', type: 'staff' } });
    const { rows: events } = await h.kernel.db.pool.query(
      `select 1 from event where data::text ~ 'Left the|Lost phone|Came back'`,
    );
    t.equal(events.length, 0);
  });

  await t.test('refuses an act without a reason, or on an unknown user', async (t) => {
    for (const name of ['reset_factors', 'end_sessions', 'disable', 'enable']) {
      for (const reason of [undefined, '', '   ', 'x'.repeat(301)])
        t.equal((await act(name, { user_id, reason })).statusCode, 422, `${name} ${reason?.length}`);
      t.equal((await act(name, { user_id: uuidv7(), reason: 'x' })).statusCode, 404);
      const { statusCode } = await h.inject('POST', `/api/admin/user/${name}`, {
        as: owner,
        body: { user_id, reason: 'x' },
      });
      t.equal(statusCode, 403, 'by staff alone');
    }
    t.same(said(await act('disable', { user_id: ines.user_id, reason: 'x' })), [403, 'PermissionDenied']);
  });
});

t.test('only members have access that staff change', async (t) => {
  const reason_ref = uuidv7();
  for (const type of ['ResetFactors', 'EndSessions', 'Disable', 'Enable'] as const)
    for (const phase of ['none', 'invited', 'cancelled', 'ended'] as const)
      t.throws(() => decideAccess({ type, reason_ref }, { ...newOwner, phase, disabled: true }), { code: 'NotFound' });
});
