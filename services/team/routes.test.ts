import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import type { Features } from '#contracts/api/plans.ts';
import type { AppState } from '#contracts/app/state.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { load, save } from '#kernel/commands/streams.ts';
import { type Harness, type Person, startHarness } from '#ops/testing/harness.ts';
import { contextOf } from '#ops/testing/people.ts';

/** An app of an account, without going through its route. */
const addApp = async (h: Harness, { account_id, user_id }: Person): Promise<string> => {
  const appId = uuidv7();
  const context = contextOf({ account_id, user_id }, h.kernel.now());
  await runCommand(h.kernel, context, async (trx) => {
    const app = await load<AppState>(trx, `app-${appId}`);
    const instance = { id: uuidv7(), title: 'Default', token: uuidv7() };
    const data = {
      account_id,
      title: 'Marlow Shop',
      store_type: 'web',
      store_id: null,
      website_url: null,
      icon: null,
      instance,
    } as const;
    await save(trx, app, [{ type: 'AppAdded', data }]);
    return { status: 201, data: null };
  });
  return appId;
};

const invite = (h: Harness, as: Person, body: unknown, headers?: Record<string, string>) =>
  h.inject('POST', '/api/account/invite-user', { as, body, ...(headers ? { headers } : {}) });
const cancel = (h: Harness, as: Person, email: string) =>
  h.inject('POST', '/api/account/cancel-invitation', { as, body: { email } });
const edit = (h: Harness, as: Person, email: string, permissions: unknown) =>
  h.inject('PUT', '/api/account/update-user-permission', { as, body: { email, permissions } });
const team = async (h: Harness, as: Person) =>
  (await h.inject('GET', '/api/account/users', { as })).json().data as { id: string; email: string; roles: string[] }[];

/** Staff set what an account has besides its plan. */
const switchOn = async (h: Harness, { account_id }: Person, manual_features: Features) => {
  const as = await h.person({ staff: true });
  const answer = await h.inject('POST', '/api/admin/account/features', { as, body: { account_id, manual_features } });
  if (answer.statusCode !== 200) throw new Error(answer.body);
};

const invitationOf = async (h: Harness, email: string): Promise<string> => {
  let link = '';
  await h.until(async () => {
    link = (await h.outbox()).find((mail) => mail.to === email)?.links[0] ?? '';
    return link !== '';
  }, `a mail to ${email}`);
  return link;
};
const accept = (h: Harness, link: string) =>
  h.inject('POST', '/api/register-invited-user', {
    as: link.slice(link.lastIndexOf('/') + 1),
    body: { password: 'correct horse', firstname: 'Ivo', lastname: 'Berg', gdpr: true },
  });

t.test('a team', async (t) => {
  let shift = 0;
  const h = await startHarness(t, { now: () => Date.now() + shift });

  await t.test('an invited person joins by the mailed link and then signs in with the given role', async (t) => {
    const owner = await h.person({ firstname: 'Nora', lastname: 'Lindqvist' });
    const app = await addApp(h, owner);
    const answer = await invite(h, owner, { emails: ['ivo@marlow.test'], role: 'story_creator', apps: [app] });
    t.equal(answer.statusCode, 200, answer.body);
    t.equal(answer.json().message, 'User successfully invited');
    t.match(answer.json().data, { changed: [String], refused: [] });
    t.match(await team(h, owner), [
      { roles: ['account_owner'] },
      { email: 'ivo@marlow.test', roles: ['story_creator'] },
    ]);
    const link = await invitationOf(h, 'ivo@marlow.test');
    t.ok(link.startsWith(`${h.config.PUBLIC_URL}/join/`));
    t.match((await h.outbox())[0], { subject: 'Join Marlow on Storyrail', text: /Nora Lindqvist invited you/ });
    const joined = await accept(h, link);
    t.equal(joined.statusCode, 201, joined.body);
    t.equal(joined.json().message, "You've successfully signed up. Now you can login.");
    t.same(joined.json().data, { user_id: answer.json().data.changed[0], account_id: owner.account_id });
    const login = await h.inject('POST', '/api/login', {
      body: { email: 'ivo@marlow.test', password: 'correct horse' },
    });
    t.equal(login.statusCode, 200, login.body);
    const me = (await h.inject('GET', '/api/user', { as: login.json().data.token })).json().data;
    t.match(me, { firstname: 'Ivo', verified: 1, permissions: [{ app_id: app, role: 'story_creator' }] });
    const again = await accept(h, link);
    t.equal(again.statusCode, 410);
    t.equal(again.json().code, 'LinkExpired');
    t.equal((await h.inject('POST', '/api/register-invited-user', { body: {} })).statusCode === 201, false);
  });

  await t.test('a revoked invitation is gone, and its address can be invited again', async (t) => {
    const owner = await h.person();
    await invite(h, owner, { emails: ['rev@marlow.test'], role: 'account_owner' });
    const link = await invitationOf(h, 'rev@marlow.test');
    const look = async () => {
      const token = link.slice(link.lastIndexOf('/') + 1);
      return (await h.inject('POST', '/api/link/look', { body: { token } })).json();
    };
    t.match((await look()).data, { purpose: 'invitation', company: String });
    t.match((await look()).data, { purpose: 'invitation' }, 'a look uses nothing up');
    const revoked = await cancel(h, owner, 'REV@marlow.test');
    t.match(await look(), { data: null, code: 'LinkExpired' }, 'said before anything is asked');
    t.equal(revoked.statusCode, 200, revoked.body);
    t.equal(revoked.json().message, 'Invitation successfully revoked');
    t.equal((await accept(h, link)).statusCode, 410);
    t.equal((await cancel(h, owner, 'rev@marlow.test')).statusCode, 404);
    t.equal((await team(h, owner)).length, 1);
    t.equal((await invite(h, owner, { emails: ['rev@marlow.test'], role: 'account_owner' })).statusCode, 200);
    t.equal((await cancel(h, owner, owner.email)).statusCode, 404, 'a member is no invitation');
    const other = await h.person();
    t.equal((await cancel(h, other, 'rev@marlow.test')).statusCode, 404, "another account's invitation does not exist");
  });

  await t.test('an invitation that is too old is gone', async (t) => {
    const owner = await h.person();
    await invite(h, owner, { emails: ['slow@marlow.test'], role: 'account_owner' });
    const link = await invitationOf(h, 'slow@marlow.test');
    shift += 8 * 86_400_000;
    const token = link.slice(link.lastIndexOf('/') + 1);
    t.equal((await h.inject('POST', '/api/link/look', { body: { token } })).statusCode, 410);
    t.equal((await accept(h, link)).statusCode, 410);
    // Whoever may invite, invites again: the earlier invitation gives way to a new one.
    const [before] = (await team(h, owner)).filter(({ email }) => email === 'slow@marlow.test');
    const again = () => invite(h, owner, { emails: ['slow@marlow.test'], role: 'account_owner' });
    t.equal((await again()).statusCode, 200);
    const [after, ...more] = (await team(h, owner)).filter(({ email }) => email === 'slow@marlow.test');
    t.same(more, []);
    t.not(after!.id, before!.id);
    t.match((await again()).json(), { code: 'InvitationPending' });
    shift -= 8 * 86_400_000;
  });

  await t.test('accepting and revoking at once: one of them wins', async (t) => {
    const owner = await h.person();
    await invite(h, owner, { emails: ['both@marlow.test'], role: 'account_owner' });
    const link = await invitationOf(h, 'both@marlow.test');
    const [accepted, revoked] = await Promise.all([accept(h, link), cancel(h, owner, 'both@marlow.test')]);
    t.ok(
      (accepted.statusCode === 201) !== (revoked.statusCode === 200),
      `${accepted.statusCode} ${revoked.statusCode}`,
    );
    t.equal((await team(h, owner)).length, accepted.statusCode === 201 ? 2 : 1);
  });

  await t.test('an invitation names 1 to 10 addresses, a role and the apps it needs', async (t) => {
    const owner = await h.person();
    const stranger = await h.person();
    const foreign = await addApp(h, stranger);
    const many = Array.from({ length: 11 }, (_, index) => `p${index}@marlow.test`);
    for (const [body, status, message] of [
      [{ emails: [], role: 'account_owner' }, 422, 'You must add at least 1 email address'],
      [{ emails: many, role: 'account_owner' }, 422, 'Invite at most 10 people at once.'],
      [{ emails: ['x@'], role: 'account_owner' }, 422, 'Please enter a valid email address'],
      [{ emails: ['x@marlow.test'], role: 'app_owner', apps: [] }, 422, 'You must choose at least 1 app'],
      [
        { emails: ['x@marlow.test'], role: 'app_owner', apps: [foreign] },
        404,
        "This doesn't exist, or you don't have access to it.",
      ],
    ] as const) {
      const answer = await invite(h, owner, body);
      t.equal(answer.statusCode, status, answer.body);
      t.equal(answer.json().message, message);
    }
    t.equal((await team(h, owner)).length, 1);
  });

  await t.test('seats count members and open invitations, and who got none is named by place', async (t) => {
    const owner = await h.person();
    const emails = Array.from({ length: 5 }, (_, index) => `seat${index}@marlow.test`);
    const answer = await invite(h, owner, { emails, role: 'account_owner' });
    t.equal(answer.statusCode, 200);
    t.equal(answer.json().data.changed.length, 3, 'a trial has 4 seats');
    t.match(answer.json().data.refused, [
      { index: 3, code: 'SeatLimitReached' },
      { index: 4, code: 'SeatLimitReached' },
    ]);
    const full = await invite(h, owner, { emails: ['more@marlow.test'], role: 'account_owner' });
    t.equal(full.statusCode, 409);
    t.equal(full.json().code, 'SeatLimitReached');
    t.same(full.json().errors, [{ path: 'emails.0', message: 'All seats of your plan are taken.' }]);
  });

  await t.test('an address that somebody holds is refused', async (t) => {
    const owner = await h.person();
    const stranger = await h.person();
    await invite(h, owner, { emails: ['held@marlow.test'], role: 'account_owner' });
    for (const [as, email, code] of [
      [owner, 'Held@marlow.test', 'InvitationPending'],
      [owner, owner.email, 'AlreadyInTeam'],
    ] as const) {
      const answer = await invite(h, as, { emails: [email], role: 'account_owner' });
      t.equal(answer.statusCode, 409);
      t.equal(answer.json().code, code);
    }
    const both = await invite(h, owner, { emails: ['held@marlow.test', owner.email], role: 'account_owner' });
    t.match(both.json(), {
      code: 'InvitationPending',
      errors: [
        { path: 'emails.0', message: 'This person already has an open invitation.' },
        { path: 'emails.1', message: 'This person is already in a team.' },
      ],
    });
    const twice = (
      await invite(h, stranger, { emails: ['new@marlow.test', 'NEW@marlow.test'], role: 'account_owner' })
    ).json().data;
    t.match(twice, { changed: [String], refused: [{ index: 1, code: 'InvitationPending' }] });
  });

  await t.test('the same request again answers the same and invites nobody twice', async (t) => {
    const owner = await h.person();
    const body = { emails: ['once@marlow.test'], role: 'account_owner' };
    const first = await invite(h, owner, body, { 'idempotency-key': 'k1' });
    const again = await invite(h, owner, body, { 'idempotency-key': 'k1' });
    t.same(again.json(), first.json());
    t.equal((await team(h, owner)).length, 2);
  });

  await t.test('who may invite whom, and that the plan must include teams', async (t) => {
    const owner = await h.person();
    const app = await addApp(h, owner);
    const hidden = await addApp(h, owner);
    const creator = await h.person({ account_id: owner.account_id, permissions: { story_creator: [app] } });
    const broadcaster = await h.person({ account_id: owner.account_id, permissions: { brodcaster: [app] } });
    const body = { emails: ['x@marlow.test'], apps: [app] };
    t.equal((await invite(h, creator, { ...body, role: 'app_owner' })).statusCode, 403);
    t.equal((await invite(h, creator, { ...body, role: 'story_creator', apps: [hidden] })).statusCode, 404);
    t.equal((await invite(h, broadcaster, { ...body, role: 'brodcaster' })).statusCode, 403);
    const mobile = { ...body, role: 'story_creator', is_mobile: true };
    t.match((await invite(h, creator, mobile)).json(), { code: 'FeatureNotAvailable' });
    await switchOn(h, owner, { ivod: true });
    t.equal((await invite(h, creator, mobile)).statusCode, 200);
    t.match((await team(h, owner)).at(-1), { roles: ['brodcaster'], settings: { is_mobile: true } });
    t.equal((await cancel(h, creator, 'x@marlow.test')).statusCode, 403, 'only an account owner revokes');
    t.equal((await edit(h, creator, 'x@marlow.test', { app_owner: [app] })).statusCode, 403);
    shift += 15 * 86_400_000;
    const lapsed = await invite(h, owner, { emails: ['y@marlow.test'], role: 'account_owner' });
    t.equal(lapsed.statusCode, 403);
    t.equal(lapsed.json().code, 'FeatureNotAvailable');
    shift -= 15 * 86_400_000;
  });

  await t.test(
    'an account owner changes what others may do, at once, but not what they may do themselves',
    async (t) => {
      const owner = await h.person();
      const app = await addApp(h, owner);
      const foreign = await addApp(h, await h.person());
      const second = await h.person({ account_id: owner.account_id, permissions: { account_owner: [] } });
      const changed = await edit(h, owner, second.email, { app_owner: [app] });
      t.equal(changed.statusCode, 200, changed.body);
      t.equal(changed.json().message, 'User successfully edited');
      await h.until(
        async () => (await edit(h, second, owner.email, { app_owner: [app] })).statusCode === 403,
        'the lost role',
      );
      t.equal((await edit(h, owner, owner.email, { app_owner: [app] })).statusCode, 403);
      t.equal((await edit(h, owner, second.email, { app_owner: [foreign] })).statusCode, 404);
      t.equal((await edit(h, owner, second.email, { app_owner: [] })).json().message, 'You must choose at least 1 app');
      t.equal((await edit(h, owner, second.email, { boss: [app] })).statusCode, 422);
      t.equal((await edit(h, owner, 'stranger@marlow.test', { app_owner: [app] })).statusCode, 404);
      t.equal((await edit(h, owner, (await h.person()).email, { app_owner: [app] })).statusCode, 404);

      const ended = { store_type: 'ios', store_id: 'com.marlow.ended', is_live: false, title: 'Ended' };
      const { id: gone } = await h.call(owner, 'POST', '/app', ended);
      t.equal((await edit(h, owner, second.email, { app_owner: [app, gone] })).statusCode, 200);
      await h.call(owner, 'DELETE', '/app', { app_id: gone });
      const listed = (await team(h, owner)).find(({ email }) => email === second.email);
      t.match(listed, { permissions: [{ app_id: app, role: 'app_owner' }] });
      t.equal((await edit(h, owner, second.email, { story_creator: [app], app_owner: [gone] })).statusCode, 200);
      t.match((await team(h, owner)).find(({ email }) => email === second.email)?.roles, ['story_creator']);
    },
  );

  await t.test('broadcasters are made only with interactive videos; who is one stays one', async (t) => {
    const owner = await h.person();
    const [app, second] = [await addApp(h, owner), await addApp(h, owner)];
    const member = await h.person({ account_id: owner.account_id, permissions: { story_creator: [app] } });
    const role = async (apps: string[]) => {
      const answer = await edit(h, owner, member.email, { brodcaster: apps });
      return [answer.statusCode, answer.json().code];
    };
    const refused = [403, 'FeatureNotAvailable'];
    for (const body of [{ role: 'brodcaster' }, { role: 'story_creator', is_mobile: true }]) {
      const answer = await invite(h, owner, { emails: ['cast@marlow.test'], apps: [app], ...body });
      t.same([answer.statusCode, answer.json().code], refused);
    }
    t.same(await role([app]), refused);
    t.equal((await team(h, owner)).length, 2, 'nobody was invited');
    await switchOn(h, owner, { ivod: true });
    const invited = await invite(h, owner, { emails: ['cast@marlow.test'], role: 'brodcaster', apps: [app] });
    t.equal(invited.statusCode, 200, invited.body);
    t.same(await role([app, second]), [200, undefined]);
    t.match((await team(h, owner))[1], { roles: ['brodcaster'], settings: { is_mobile: true } });
    await switchOn(h, owner, {});
    t.same(await role([app]), [200, undefined], 'what is left of it needs no feature');
    t.same(await role([app, second]), refused);
  });

  await t.test('two owners who demote each other at once leave one owner', async (t) => {
    const owner = await h.person();
    const app = await addApp(h, owner);
    const second = await h.person({ account_id: owner.account_id, permissions: { account_owner: [] } });
    const answers = await Promise.all([
      edit(h, owner, second.email, { app_owner: [app] }),
      edit(h, second, owner.email, { app_owner: [app] }),
    ]);
    t.same(answers.map((one) => one.statusCode).sort(), [200, 403]);
    const { rows } = await h.kernel.db.pool.query('select permissions from member where account_id = $1', [
      owner.account_id,
    ]);
    t.equal(rows.filter((row) => row.permissions.account_owner).length, 1);
  });
});
