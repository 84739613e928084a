import t from 'tap';
import { type Harness, type Person, startHarness } from '#ops/testing/harness.ts';

const password = 'correct horse';
const body = { password, firstname: 'Nora', lastname: 'Lindqvist', gdpr: true, name: 'Marlow' };
const tokenOf = (link: string): string => link.slice(link.lastIndexOf('/') + 1);

const register = (h: Harness, email: string, from = '127.0.0.1', more: object = {}) =>
  h.server.inject({
    method: 'POST',
    url: '/api/registration',
    payload: { ...body, email, ...more },
    remoteAddress: from,
  });
const invite = (h: Harness, as: Person, email: string) =>
  h.inject('POST', '/api/account/invite-user', { as, body: { emails: [email], role: 'account_owner' } });
const accept = (h: Harness, token: string) =>
  h.inject('POST', '/api/register-invited-user', {
    as: token,
    body: { password: 'battery staple', firstname: 'Ivo', lastname: 'Berg', gdpr: true },
  });
const look = async (h: Harness, token: string) =>
  (await h.inject('POST', '/api/link/look', { body: { token } })).json();

/** The tokens of the mails to an address, once there are so many. */
const mailed = async (h: Harness, to: string, count: number): Promise<string[]> => {
  const links = async () => (await h.outbox()).filter((mail) => mail.to === to).map((mail) => mail.links[0]!);
  await h.until(async () => (await links()).length >= count, `${count} mails to ${to}`);
  return (await links()).map(tokenOf);
};
const typesOf = async (h: Harness, account_id: string) =>
  (
    await h.kernel.db.pool.query<{ type: string; actor_type: string }>(
      'select type, actor_type from event where account_id = $1 order by transaction_id, position',
      [account_id],
    )
  ).rows;

t.test('an address that is not verified', async (t) => {
  let shift = 0;
  const h = await startHarness(t, { now: () => Date.now() + shift });
  const day = 86_400_000;

  await t.test('is kept for a day, and who asks for it meanwhile has the first link mailed again', async (t) => {
    t.equal((await register(h, 'ceo@bigcorp.test')).statusCode, 201);
    const [first] = await mailed(h, 'ceo@bigcorp.test', 1);
    shift += day - 60_000;
    const refused = await register(h, 'CEO@bigcorp.test');
    t.same([refused.statusCode, refused.json().code], [400, 'UserExists']);
    const tokens = await mailed(h, 'ceo@bigcorp.test', 2);
    const again = tokens.find((token) => token !== first)!;
    t.match((await look(h, again)).data, { purpose: 'verify_email', email: 'ceo@bigcorp.test' });
    const verified = await h.inject('GET', '/api/verification', { query: { token: again } });
    t.equal(verified.statusCode, 200, 'its reader goes on with it');
    shift += 2 * day;
    t.equal((await register(h, 'ceo@bigcorp.test')).json().code, 'UserExists', 'verified is verified');
  });

  await t.test('then yields to a sign-up: its user and account end as events, and so do its links', async (t) => {
    const eve = (await register(h, 'late@bigcorp.test', '127.0.0.1', { name: 'Easel' })).json().data;
    await h.inject('POST', '/api/forgot_password', { body: { email: 'late@bigcorp.test' } });
    const old = await mailed(h, 'late@bigcorp.test', 2);
    shift += day;
    const mine = await register(h, 'Late@Bigcorp.test', '127.0.0.1', { password: 'battery staple' });
    t.equal(mine.statusCode, 201, mine.body);
    t.not(mine.json().data.user_id, eve.user_id);
    t.same(await typesOf(h, eve.account_id), [
      { type: 'AccountCreated', actor_type: 'user' },
      { type: 'UserRegistered', actor_type: 'user' },
      { type: 'PasswordResetRequested', actor_type: 'user' },
      { type: 'RegistrationExpired', actor_type: 'system' },
      { type: 'AccountEnded', actor_type: 'system' },
    ]);
    for (const token of old) t.equal((await look(h, token)).code, 'LinkExpired');
    for (const token of old)
      t.equal((await h.inject('GET', '/api/verification', { query: { token } })).statusCode, 410);
    const login = (given: string) =>
      h.inject('POST', '/api/login', { body: { email: 'late@bigcorp.test', password: given } });
    t.equal((await login(password)).statusCode, 401, 'the old password opens nothing');
    t.equal((await login('battery staple')).json().code, 'EmailNotVerified');
    const staff = await h.person({ staff: true });
    const accounts = await h.inject('GET', '/api/admin/account', {
      as: staff,
      query: { filter: JSON.stringify({ q: 'Easel' }) },
    });
    t.same(accounts.json().data, [], 'an account that ended is in no list');
    const users = await h.inject('GET', '/api/admin/user', {
      as: staff,
      query: { filter: JSON.stringify({ id: eve.user_id }) },
    });
    t.match(users.json().data, [{ state: 'deleted' }]);
  });

  await t.test('yields to an invitation that is accepted, not before', async (t) => {
    const owner = await h.person();
    const squat = (await register(h, 'asked@bigcorp.test')).json().data;
    t.equal((await invite(h, owner, 'asked@bigcorp.test')).statusCode, 200);
    await mailed(h, 'asked@bigcorp.test', 2);
    const invitation = tokenOf((await h.outbox()).find((mail) => mail.links[0]?.includes('/join/'))!.links[0]!);
    t.equal((await look(h, invitation)).data.purpose, 'invitation');
    const soon = await accept(h, invitation);
    t.same([soon.statusCode, soon.json().code], [400, 'UserExists']);
    await mailed(h, 'asked@bigcorp.test', 3);
    shift += day;
    t.equal((await look(h, invitation)).data.purpose, 'invitation', 'a refusal uses nothing up');
    const joined = await accept(h, invitation);
    t.equal(joined.statusCode, 201, joined.body);
    t.equal(joined.json().data.account_id, owner.account_id);
    t.equal((await typesOf(h, squat.account_id)).at(-1)!.type, 'AccountEnded');
  });

  await t.test('yields to who moves there and opens the link, not to who only asks', async (t) => {
    const nora = await h.person();
    const squat = (await register(h, 'moved@bigcorp.test')).json().data;
    const ask = () => h.inject('PATCH', '/api/user', { as: nora, body: { email: 'moved@bigcorp.test' } });
    t.same([(await ask()).statusCode, (await ask()).json().code], [400, 'UserExists'], 'for a day');
    shift += day;
    const again = await h.signIn(nora.user_id, nora.account_id, nora.email);
    Object.assign(nora, again);
    const asked = await ask();
    t.equal(asked.statusCode, 200, asked.body);
    await mailed(h, 'moved@bigcorp.test', 2);
    t.equal((await typesOf(h, squat.account_id)).at(-1)!.type, 'UserRegistered', 'asking ends nothing');
    const mail = (await h.outbox()).find(
      ({ to, subject }) => to === 'moved@bigcorp.test' && /new email/.test(subject!),
    );
    const query = { token: tokenOf(mail!.links[0]!) };
    t.equal((await h.inject('GET', '/api/verification', { query })).statusCode, 200);
    t.equal((await typesOf(h, squat.account_id)).at(-1)!.type, 'AccountEnded');
    const me = (await h.inject('GET', '/api/user', { as: nora })).json().data;
    t.match(me, { id: nora.user_id, email: 'moved@bigcorp.test', verified: 1 });
    t.equal((await register(h, 'moved@bigcorp.test')).json().code, 'UserExists');
    t.equal((await register(h, nora.email)).statusCode, 201, 'the address of before is free');
  });

  await t.test('stays where staff took the verification back, or there is something in its account', async (t) => {
    const { user_id } = (await register(h, 'back@bigcorp.test')).json().data;
    const [token] = await mailed(h, 'back@bigcorp.test', 1);
    await h.inject('GET', '/api/verification', { query: { token: token! } });
    const staff = await h.person({ staff: true });
    const taken = await h.inject('POST', '/api/admin/user/verification', { as: staff, body: { user_id } });
    t.equal(taken.statusCode, 200, taken.body);
    const { account_id } = (await register(h, 'full@bigcorp.test')).json().data;
    await h.person({ account_id });
    shift += 2 * day;
    for (const email of ['back@bigcorp.test', 'full@bigcorp.test'])
      t.equal((await register(h, email)).json().code, 'UserExists', email);
  });

  await t.test('of two hundred who ask at once, however they write it, one gets it', async (t) => {
    const spellings = [
      'jos\u00e9@b\u00fccher.test',
      'JOSE\u0301@BU\u0308CHER.TEST',
      ' jos\u00e9@xn--bcher-kva.test ',
      '\uff4aos\u00e9@B\u00fccher.test',
    ];
    const all = (count: number) =>
      Promise.all(Array.from({ length: count }, (_, n) => register(h, spellings[n % spellings.length]!)));
    const made = (answers: { statusCode: number }[]) => answers.filter((one) => one.statusCode === 201).length;
    const holders = async () =>
      (
        await h.kernel.db.pool.query(
          `select m.phase from member m join personal_value p on p.ref = m.email_ref
            where p.value ilike '%cher%' order by m.ts_registration`,
        )
      ).rows.map((row) => row.phase);
    const first = await all(200);
    t.equal(made(first), 1);
    t.ok(
      first.every((one) => one.statusCode === 201 || one.json().code === 'UserExists'),
      'the others are told',
    );
    t.same(await holders(), ['member']);
    shift += day;
    t.equal(made(await all(50)), 1, 'yielding');
    t.same(await holders(), ['ended', 'member']);
  });
});

t.test('links that are mailed again because an address is taken are limited', async (t) => {
  const settings = { LIMIT_MAILS: '2', LIMIT_REGISTRATIONS: '4' };
  const h = await startHarness(t, { settings, parts: false, now: () => 1_800_000_000_000 });
  const codes = [];
  for (let count = 0; count < 6; count += 1)
    codes.push((await register(h, 'often@bigcorp.test', '10.0.0.7')).json().code ?? 'made');
  t.same(codes, ['made', 'UserExists', 'UserExists', 'UserExists', 'TooManyRequests', 'TooManyRequests']);
  const { rowCount } = await h.kernel.db.pool.query('select 1 from job_outbox');
  t.equal(rowCount, 3, 'the first and two more');
});

t.test('an invitation holds no address', async (t) => {
  const h = await startHarness(t, {});

  await t.test('somebody invited elsewhere signs up, and several accounts invite one address', async (t) => {
    const [eve, bo] = [await h.person(), await h.person()];
    for (const as of [eve, bo]) t.equal((await invite(h, as, 'free@bigcorp.test')).statusCode, 200);
    const [one, other] = await mailed(h, 'free@bigcorp.test', 2);
    t.equal((await accept(h, one!)).statusCode, 201);
    t.equal((await look(h, other!)).data.purpose, 'join_registered', 'the other stays open');
    const again = await accept(h, other!);
    t.same([again.statusCode, again.json().code], [400, 'UserExists'], 'for who has a user it is another page');
    await invite(h, eve, 'own@bigcorp.test');
    t.equal((await register(h, 'own@bigcorp.test')).statusCode, 201);
  });

  await t.test(
    'an address that three accounts invite joins one; the others stay open for who has left it',
    async (t) => {
      const owners = [await h.person(), await h.person(), await h.person()];
      const email = 'three@bigcorp.test';
      for (const as of owners) t.equal((await invite(h, as, email)).statusCode, 200);
      const companyOf = async (as: Person) => {
        const { data } = (await h.inject('GET', '/api/account/users', { as })).json();
        return data.find((one: { email: string }) => one.email === email);
      };
      for (const [index, as] of owners.entries())
        await h.inject('PATCH', '/api/account', { as, body: { name: `Company ${index}` } });
      const named = new Map<string, string>();
      for (const token of await mailed(h, email, 3)) named.set((await look(h, token)).data.company, token);
      const [first, second, third] = owners.map((_, index) => named.get(`Company ${index}`)!);
      t.equal((await accept(h, first!)).statusCode, 201);
      t.match(await companyOf(owners[0]!), { verified: 1, invited: false });
      for (const as of owners.slice(1)) t.match(await companyOf(as), { verified: 0, invited: true }, 'still open');
      for (const token of [second!, third!]) {
        t.equal((await look(h, token)).data.purpose, 'join_registered');
        const joined = await h.inject('POST', '/api/join-team', { body: { token } });
        t.same([joined.statusCode, joined.json().code], [409, 'AlreadyInTeam'], 'not out of a team with others in it');
      }
      const left = await h.inject('DELETE', '/api/account/delete-user', { as: owners[0]!, body: { email } });
      t.equal(left.statusCode, 200, left.body);
      t.equal((await look(h, second!)).data.purpose, 'invitation');
      t.equal((await accept(h, second!)).statusCode, 201, 'who has left it may');
      t.match(await companyOf(owners[1]!), { verified: 1, invited: false });
      t.match(await companyOf(owners[2]!), { invited: true });
    },
  );

  await t.test('whoever invites is told the same of a known address, an invited and a free one', async (t) => {
    const [owner, stranger, other] = [await h.person(), await h.person(), await h.person()];
    await invite(h, other, 'held@marlow.test');
    const emails = [stranger.email, 'held@marlow.test', 'nobody@marlow.test'];
    for (const email of emails)
      t.match((await invite(h, owner, email)).json(), {
        data: { changed: [String], refused: [] },
        message: 'User successfully invited',
      });
    const { data } = (await h.inject('GET', '/api/account/users', { as: owner })).json();
    t.match(
      data.slice(1),
      emails.map((email) => ({ email, firstname: '', lastname: '', verified: 0, status: 1 })),
    );
  });

  await t.test('one to an address that a member has moved to is still revoked by it', async (t) => {
    const owner = await h.person();
    await invite(h, owner, 'moved@marlow.test');
    const asked = await h.inject('PATCH', '/api/user', { as: owner, body: { email: 'moved@marlow.test' } });
    t.equal(asked.statusCode, 200, asked.body);
    await mailed(h, 'moved@marlow.test', 2);
    const confirm = (await h.outbox()).find(
      ({ to, links }) => to === 'moved@marlow.test' && links[0]?.includes('/verification/'),
    )!.links[0]!;
    await h.inject('GET', '/api/verification', { query: { token: tokenOf(confirm) } });
    t.equal((await invite(h, owner, 'moved@marlow.test')).json().code, 'InvitationPending');
    const body = { email: 'moved@marlow.test' };
    t.equal((await h.inject('POST', '/api/account/cancel-invitation', { as: owner, body })).statusCode, 200);
    t.equal((await invite(h, owner, 'moved@marlow.test')).json().code, 'AlreadyInTeam');
  });

  await t.test('of two invitations that are accepted at once, one makes the user', async (t) => {
    const owners = [await h.person(), await h.person()];
    for (const as of owners) await invite(h, as, 'race@bigcorp.test');
    const tokens = await mailed(h, 'race@bigcorp.test', 2);
    const answers = await Promise.all(tokens.map((token) => accept(h, token)));
    t.same(answers.map((one) => one.statusCode).sort(), [201, 400]);
  });

  await t.test('an open one from before releases its address by the migration', async (t) => {
    const { readFile } = await import('node:fs/promises');
    const owner = await h.person();
    for (const email of ['held@bigcorp.test', 'gone@bigcorp.test']) await invite(h, owner, email);
    const [token] = await mailed(h, 'gone@bigcorp.test', 1);
    await accept(h, token!);
    // As the release before kept it.
    await h.kernel.db.pool.query(
      `update claim set scope = 'email', key = split_part(key, ':', 2) where scope = 'invitation' and key like $1`,
      [`${owner.account_id}:%`],
    );
    t.equal((await register(h, 'held@bigcorp.test')).json().code, 'UserExists', 'it held the address');
    await h.asOwner(await readFile(new URL('../../ops/migrations/0041-open-invitations.sql', import.meta.url), 'utf8'));
    t.equal((await register(h, 'held@bigcorp.test')).statusCode, 201);
    t.equal((await register(h, 'gone@bigcorp.test')).json().code, 'UserExists', 'who has accepted keeps theirs');
    t.equal((await invite(h, owner, 'held@bigcorp.test')).json().code, 'InvitationPending', 'and it is still open');
    const cancel = await h.inject('POST', '/api/account/cancel-invitation', {
      as: owner,
      body: { email: 'held@bigcorp.test' },
    });
    t.equal(cancel.statusCode, 200, cancel.body);
  });
});
