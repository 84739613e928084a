import t, { type Test } from 'tap';
import { type Harness, type Person, startHarness } from '#ops/testing/harness.ts';

const tokenOf = (link: string): string => link.slice(link.lastIndexOf('/') + 1);

const addApp = async (h: Harness, as: Person, store_id: string): Promise<string> => {
  const body = { store_id, store_type: 'android', is_live: false };
  return (await h.inject('POST', '/api/app', { as, body })).json().data?.id;
};
const joinTeam = (h: Harness, token: string) => h.inject('POST', '/api/join-team', { body: { token } });
const look = async (h: Harness, token: string) =>
  (await h.inject('POST', '/api/link/look', { body: { token } })).json();
const team = async (h: Harness, as: Person) =>
  (await h.inject('GET', '/api/account/users', { as })).json().data as { id: string; email: string; roles: string[] }[];

/** Invites somebody; answers the mail that comes of it, and its token. */
const invite = async (h: Harness, as: Person, email: string, role = 'account_owner', apps: string[] = []) => {
  const known = new Set((await h.outbox()).map((mail) => mail.links[0]));
  const answer = await h.inject('POST', '/api/account/invite-user', { as, body: { emails: [email], role, apps } });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  let mail: Awaited<ReturnType<typeof h.outbox>>[number] | undefined;
  await h.until(async () => {
    mail = (await h.outbox()).find((one) => one.to === email && !known.has(one.links[0]));
    return mail !== undefined;
  }, `a mail to ${email}`);
  return { mail: mail!, token: tokenOf(mail!.links[0]!) };
};
const refused = async (t: Test, h: Harness, token: string, why: string) => {
  const answer = await joinTeam(h, token);
  t.same([answer.statusCode, answer.json().code], [409, 'AlreadyInTeam'], why);
  t.match(answer.json().message, /your own account has no apps and no other members/);
};

t.test('joining a team with the user that one has', async (t) => {
  let shift = 0;
  const h = await startHarness(t, { now: () => Date.now() + shift });

  await t.test('moves the user, with the role of the invitation, and ends the account they leave', async (t) => {
    const owner = await h.person({ firstname: 'Nora', lastname: 'Lindqvist' });
    const app = await addApp(h, owner, 'com.marlow.shop');
    const ivo = await h.person({ firstname: 'Ivo', lastname: 'Berg' });
    await invite(h, ivo, 'friend@example.test');
    const { mail, token } = await invite(h, owner, ivo.email, 'story_creator', [app]);
    t.ok(mail.links[0]!.startsWith(`${h.config.PUBLIC_URL}/join-registered/`));
    t.equal(mail.subject, 'Join Marlow on Storyrail');
    t.match(
      mail.text,
      /Nora Lindqvist invited you to join Marlow on Storyrail\.[\s\S]*Your own account will be closed/,
    );
    t.same((await look(h, token)).data, {
      purpose: 'join_registered',
      email: ivo.email,
      company: 'Marlow',
      same_browser: false,
    });
    const joined = await joinTeam(h, token);
    t.equal(joined.statusCode, 200, joined.body);
    t.equal(joined.json().message, 'You are joining the team');
    t.same(joined.json().data, { user_id: ivo.user_id, account_id: owner.account_id });
    await h.until(
      async () => (await h.inject('GET', '/api/user', { as: ivo })).statusCode === 401,
      'the session to end',
    );
    t.match(await team(h, owner), [{ id: owner.user_id }, { id: ivo.user_id, roles: ['story_creator'] }]);
    const back = await h.signIn(ivo.user_id, owner.account_id, ivo.email);
    t.match((await h.inject('GET', '/api/user', { as: back })).json().data, {
      account_id: owner.account_id,
      firstname: 'Ivo',
      email: ivo.email,
      permissions: [{ app_id: app, role: 'story_creator' }],
    });
    t.equal((await joinTeam(h, token)).json().code, 'LinkExpired', 'once');
    t.equal((await look(h, token)).code, 'LinkExpired');

    const typesOf = async (account: string) =>
      (
        await h.kernel.db.pool.query<{ type: string }>(
          'select type from event where account_id = $1 and correlation_id = $2 order by type',
          [account, correlation],
        )
      ).rows.map((row) => row.type);
    const { rows } = await h.kernel.db.pool.query(
      `select correlation_id from event where type = 'UserJoinedTeam' and account_id = $1`,
      [owner.account_id],
    );
    const correlation = rows[0].correlation_id;
    t.same(await typesOf(owner.account_id), ['InvitationTakenUp', 'UserJoinedTeam']);
    t.same(await typesOf(ivo.account_id), ['AccountEnded', 'InvitationCancelled', 'SessionEnded', 'UserLeftAccount']);
    await h.caughtUp();
    const said = async (account_id: string) =>
      (
        await h.kernel.db.pool.query('select sentence from audit_row where account_id = $1 and actor_id = $2', [
          account_id,
          ivo.user_id,
        ])
      ).rows.map((row) => row.sentence);
    t.ok((await said(owner.account_id)).includes('joined the team as Story Creator'), 'in the audit of the one');
    t.ok((await said(ivo.account_id)).includes('left the account to join another team'), 'and of the other');
    t.notMatch(JSON.stringify(rows), /example\.test/);
    const friend = (await h.outbox()).find((one) => one.to === 'friend@example.test')!;
    t.equal(
      (await look(h, tokenOf(friend.links[0]!))).code,
      'LinkExpired',
      'the invitations of an account end with it',
    );
    t.equal((await invite(h, owner, 'friend@example.test')).mail.to, 'friend@example.test');
  });

  await t.test('is refused while the own account has apps or members; the link stays as it is', async (t) => {
    const owner = await h.person();
    const ivo = await h.person();
    const { token } = await invite(h, owner, ivo.email);
    const app = await addApp(h, ivo, 'com.ivo.shop');
    await refused(t, h, token, 'an app');
    await h.inject('DELETE', '/api/app', { as: ivo, body: { app_id: app } });
    const second = await h.person({ account_id: ivo.account_id });
    await refused(t, h, token, 'another member');
    const moving = await invite(h, owner, second.email);
    await refused(t, h, moving.token, 'neither of them can go');
    const staff = await h.person({ staff: true });
    await refused(t, h, (await invite(h, owner, staff.email)).token, 'staff stay what they are');
    t.equal((await team(h, owner)).length, 4, 'three invitations are open');
    t.equal((await h.inject('GET', '/api/user', { as: ivo })).statusCode, 200, 'no session has ended');
  });

  await t.test('needs a link of an invitation that is open and in time, and a user who is verified', async (t) => {
    const owner = await h.person();
    const ivo = await h.person();
    const { token } = await invite(h, owner, ivo.email);
    t.equal((await joinTeam(h, 'nonsense')).statusCode, 410);
    shift += 8 * 86_400_000;
    t.equal((await joinTeam(h, token)).statusCode, 410, 'too old');
    shift -= 8 * 86_400_000;
    await h.inject('POST', '/api/forgot_password', { body: { email: ivo.email } });
    let reset = '';
    await h.until(async () => {
      const mail = (await h.outbox()).find((one) => one.to === ivo.email && one.links[0]?.includes('/password-reset/'));
      reset = tokenOf(mail?.links[0] ?? '');
      return reset !== '';
    }, 'the reset');
    t.equal((await joinTeam(h, reset)).statusCode, 410, 'another kind of link');
    const stranger = await invite(h, owner, 'new@example.test');
    t.ok(stranger.mail.links[0]!.includes('/join/'));
    t.equal((await joinTeam(h, stranger.token)).statusCode, 410, 'nobody has that address');
    const body = { password: 'correct horse', firstname: 'Eve', lastname: 'X', gdpr: true, name: 'Easel' };
    await h.inject('POST', '/api/registration', { body: { ...body, email: 'new@example.test' } });
    t.equal((await joinTeam(h, stranger.token)).statusCode, 410, 'a sign-up that nobody verified is nobody');
    await h.inject('POST', '/api/account/cancel-invitation', { as: owner, body: { email: ivo.email } });
    t.equal((await joinTeam(h, token)).statusCode, 410, 'revoked');
    t.equal((await look(h, token)).code, 'LinkExpired');
  });

  await t.test('whom staff have disabled is told so, by the page and by the act', async (t) => {
    const [owner, ivo, staff] = [await h.person(), await h.person(), await h.person({ staff: true })];
    const { token } = await invite(h, owner, ivo.email);
    const body = { user_id: ivo.user_id, reason: 'Reported' };
    t.equal((await h.inject('POST', '/api/admin/user/disable', { as: staff, body })).statusCode, 200);
    const seen = await h.inject('POST', '/api/link/look', { body: { token } });
    t.same([seen.statusCode, seen.json().code], [403, 'UserDisabled']);
    const joined = await joinTeam(h, token);
    t.same([joined.statusCode, joined.json().code], [403, 'UserDisabled']);
    t.equal((await h.inject('POST', '/api/admin/user/enable', { as: staff, body })).statusCode, 200);
    t.equal((await joinTeam(h, token)).statusCode, 200);
  });

  await t.test('of one who opens a link twice at once, or two links, one counts', async (t) => {
    const [one, other] = [await h.person(), await h.person()];
    const ivo = await h.person();
    const tokens = [(await invite(h, one, ivo.email)).token, (await invite(h, other, ivo.email)).token];
    const answers = await Promise.all([...tokens, ...tokens].map((token) => joinTeam(h, token)));
    t.equal(answers.filter((answer) => answer.statusCode === 200).length, 1);
    t.ok(answers.every((answer) => [200, 409, 410].includes(answer.statusCode)));
    const { rows } = await h.kernel.db.pool.query('select account_id, phase from member where id = $1', [ivo.user_id]);
    t.equal(rows.length, 1);
    t.ok([one.account_id, other.account_id].includes(rows[0].account_id));
  });

  await t.test('an app, a member, or a swap at the same moment leaves nobody without an account', async (t) => {
    for (let round = 0; round < 4; round += 1) {
      const owner = await h.person();
      const ivo = await h.person();
      const { token } = await invite(h, owner, ivo.email);
      const guest = `guest${round}@example.test`;
      const accepted = (await invite(h, ivo, guest)).token;
      const [joined, app, member] = await Promise.all([
        joinTeam(h, token),
        addApp(h, ivo, 'com.ivo.shop'),
        h.inject('POST', '/api/register-invited-user', {
          as: accepted,
          body: { password: 'correct horse', firstname: 'Bo', lastname: 'Ek', gdpr: true },
        }),
      ]);
      const moved = joined.statusCode === 200;
      t.notOk(moved && (app || member.statusCode === 201), `${joined.statusCode} ${app} ${member.statusCode}`);
      const { rows } = await h.kernel.db.pool.query('select ended from account where id = $1', [ivo.account_id]);
      t.equal(rows[0].ended, moved);
    }
    const [a, b] = [await h.person(), await h.person()];
    const [toB, toA] = [(await invite(h, a, b.email)).token, (await invite(h, b, a.email)).token];
    const both = await Promise.all([joinTeam(h, toA), joinTeam(h, toB)]);
    t.same(both.map((one) => one.statusCode).filter((status) => status === 200).length, 1);
    const { rows } = await h.kernel.db.pool.query(
      'select m.id from member m join account x on x.id = m.account_id where m.id = any($1) and not x.ended',
      [[a.user_id, b.user_id]],
    );
    t.equal(rows.length, 2, 'both are somewhere');
  });
});
