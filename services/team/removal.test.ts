import t from 'tap';
import { toSeconds } from '#contracts/time.ts';
import { sendMail } from '#kernel/mail/send.ts';
import { type Harness, type Person, startHarness } from '#ops/testing/harness.ts';
import { seedScene } from '#ops/testing/scene.ts';

const remove = (h: Harness, as: Person, email: string) =>
  h.inject('DELETE', '/api/account/delete-user', { as, body: { email } });
const leave = (h: Harness, as: Person) => h.inject('POST', '/api/user/leave', { as, body: {} });
const resend = (h: Harness, as: Person, body: object) =>
  h.inject('POST', '/api/account/resend-invitation', { as, body });
const invite = (h: Harness, as: Person, email: string) =>
  h.inject('POST', '/api/account/invite-user', { as, body: { emails: [email], role: 'account_owner' } });
const cancel = (h: Harness, as: Person, email: string) =>
  h.inject('POST', '/api/account/cancel-invitation', { as, body: { email } });

type Listed = { id: string; email: string; status: number; roles: string[]; version: number; can_sign_in: boolean };
const team = async (h: Harness, as: Person): Promise<Listed[]> =>
  (await h.inject('GET', '/api/account/users', { as })).json().data;
const colleague = (h: Harness, { account_id }: Person, permissions: Record<string, string[]> = { account_owner: [] }) =>
  h.person({ account_id, permissions, firstname: 'Ivo', lastname: 'Berg' });
const said = (answer: Awaited<ReturnType<typeof remove>>) => [answer.statusCode, answer.json().code];

/** The links that were mailed to an address, once there are so many. */
const linksTo = async (h: Harness, email: string, count: number): Promise<string[]> => {
  let links: string[] = [];
  await h.until(async () => {
    links = (await h.outbox()).filter((mail) => mail.to === email).map((mail) => mail.links[0]!);
    return links.length === count;
  }, `${count} mails to ${email}`);
  return links.map((link) => link.slice(link.lastIndexOf('/') + 1));
};
const looked = async (h: Harness, token: string) =>
  (await h.inject('POST', '/api/link/look', { body: { token } })).statusCode;

t.test('of two owners who change the roles of one person, the later one is told', async (t) => {
  const h = await startHarness(t);
  const nora = await h.person();
  const { app_id } = await seedScene(h, nora);
  const ivo = await colleague(h, nora);
  const seen = (await team(h, nora)).find(({ id }) => id === ivo.user_id)!.version;
  const edit = (permissions: object, version: number) =>
    h.inject('PUT', '/api/account/update-user-permission', {
      as: nora,
      body: { email: ivo.email, permissions },
      headers: { 'if-match': `"${version}"` },
    });
  t.equal((await edit({ app_owner: [app_id] }, seen)).statusCode, 200);
  t.same(said(await edit({ story_creator: [app_id] }, seen)), [412, 'VersionConflict']);
  const now = (await team(h, nora)).find(({ id }) => id === ivo.user_id)!;
  t.same(now.roles, ['app_owner']);
  t.equal((await edit({ story_creator: [app_id] }, now.version)).statusCode, 200);
});

t.test('a member who is deleted', async (t) => {
  const h = await startHarness(t);
  const nora = await h.person();
  const scene = await seedScene(h, nora);
  const ivo = await colleague(h, nora, { app_owner: [scene.app_id] });

  await t.test('is out with the next request, and cannot sign in or set a password', async (t) => {
    const reset = () => h.inject('POST', '/api/forgot_password', { body: { email: ivo.email } });
    t.equal((await reset()).statusCode, 200);
    const [mailed] = await linksTo(h, ivo.email, 1);
    t.equal(await looked(h, mailed!), 200);
    t.equal((await h.inject('GET', '/api/user', { as: ivo })).statusCode, 200);
    const icon = await h.media(nora.account_id);
    const body = { app_id: scene.app_id, title: 'By Ivo', icon, ts_start: toSeconds(h.kernel.now()) };
    t.equal((await h.inject('POST', '/api/n/story_group', { as: ivo, body })).statusCode, 201);

    const removed = await remove(h, nora, ivo.email.toUpperCase());
    t.equal(removed.statusCode, 200, removed.body);
    t.match(removed.json(), { data: { user_id: ivo.user_id }, message: 'The user has been deleted' });
    t.equal((await h.inject('GET', '/api/user', { as: ivo })).statusCode, 401);
    t.equal(await looked(h, mailed!), 410, 'a link that was mailed before has ended');
    t.equal((await reset()).statusCode, 200, 'answered like any address');
    t.equal((await h.outbox()).filter((mail) => mail.to === ivo.email).length, 1);
  });

  await t.test('stands at the end of the list, and what they made stays', async (t) => {
    const rows = await team(h, nora);
    t.match(rows.at(-1), { id: ivo.user_id, email: ivo.email, status: 2, roles: [] });
    t.equal(rows.filter(({ status }) => status === 2).length, 1);
    const groups = (
      await h.inject('GET', '/api/n/story_group', {
        as: nora,
        query: { app_id: scene.app_id },
      })
    ).json().data;
    t.match(
      groups.find((row: { title: string }) => row.title === 'By Ivo'),
      { user_id: ivo.user_id, creator: 'Deleted member' },
    );
  });

  await t.test('frees the address: it can be invited again, and register', async (t) => {
    t.equal((await remove(h, nora, ivo.email)).statusCode, 404, 'only once');
    t.equal((await invite(h, nora, ivo.email)).statusCode, 200);
    t.equal((await cancel(h, nora, ivo.email)).statusCode, 200);
    const body = {
      email: ivo.email,
      password: 'correct horse',
      name: 'Berg',
      firstname: 'Ivo',
      lastname: 'Berg',
      gdpr: true,
    };
    const signedUp = await h.inject('POST', '/api/registration', { body });
    t.ok(signedUp.statusCode < 300, signedUp.body);
  });

  await t.test('is told of in the log by who did it', async (t) => {
    await h.caughtUp();
    const { data } = (await h.inject('GET', '/api/audit', { as: nora, query: { limit: '50' } })).json();
    const texts = data.map((row: { sentence: string }) => row.sentence);
    t.ok(
      texts.some((text: string) => text.includes(`deleted ${ivo.email} from the team`)),
      texts.join('\n'),
    );
  });
});

t.test('who may delete whom', async (t) => {
  const h = await startHarness(t, { parts: false });
  const nora = await h.person();
  const { app_id } = await seedScene(h, nora);
  const ivo = await colleague(h, nora, { app_owner: [app_id] });
  const stranger = await h.person();
  const clerk = await h.person({ account_id: nora.account_id, permissions: { app_owner: [app_id] }, staff: true });
  t.same(said(await remove(h, ivo, nora.email)), [403, 'PermissionDenied'], 'owners only');
  t.same(said(await remove(h, nora, nora.email)), [403, 'PermissionDenied'], 'not themself');
  t.same(said(await remove(h, nora, stranger.email)), [404, 'NotFound'], "another account's");
  t.same(said(await remove(h, nora, 'nobody@marlow.test')), [404, 'NotFound']);
  t.same(said(await remove(h, nora, clerk.email)), [403, 'PermissionDenied'], 'no staff');
  await invite(h, nora, 'open@marlow.test');
  t.same(said(await remove(h, nora, 'open@marlow.test')), [404, 'NotFound'], 'an invitation is revoked instead');
  t.equal((await remove(h, nora, `${'x'.repeat(300)}@marlow.test`)).statusCode, 422);
  t.equal((await remove(h, nora, ivo.email)).statusCode, 200);
});

t.test('leaving a team', async (t) => {
  const h = await startHarness(t, { parts: false });
  const nora = await h.person();
  const { app_id } = await seedScene(h, nora);
  const [ivo, lena] = [await colleague(h, nora, { story_creator: [app_id] }), await colleague(h, nora)];
  t.match((await leave(h, ivo)).json(), { data: { user_id: ivo.user_id }, message: 'You left the team.' });
  t.equal((await leave(h, ivo)).statusCode, 401);
  t.equal((await leave(h, nora)).statusCode, 200, 'an owner, while there is another one');
  t.same(said(await leave(h, lena)), [409, 'LastOwner']);
  t.equal((await h.inject('GET', '/api/user', { as: lena })).statusCode, 200);
});

t.test('an owner who cannot sign in is none that stays, and can go', async (t) => {
  const h = await startHarness(t, { parts: false });
  const nora = await h.person();
  const { app_id } = await seedScene(h, nora);
  const [ivo, lena] = [await colleague(h, nora), await colleague(h, nora)];
  const staff = await h.person({ staff: true });
  for (const { user_id } of [ivo, lena])
    await h.inject('POST', '/api/admin/user/disable', { as: staff, body: { user_id, reason: 'Lost laptop' } });
  t.same(
    (await team(h, nora)).map(({ can_sign_in }) => can_sign_in),
    [true, false, false],
  );
  t.same(said(await leave(h, nora)), [409, 'LastOwner']);
  const body = { email: ivo.email, permissions: { app_owner: [app_id] } };
  t.equal((await h.inject('PUT', '/api/account/update-user-permission', { as: nora, body })).statusCode, 200);
  t.equal((await remove(h, nora, lena.email)).statusCode, 200);
});

t.test('the last two owners who delete each other, or leave, at once: one of them stays', async (t) => {
  const h = await startHarness(t, { parts: false });
  const refused = new Set<string>();
  for (let round = 0; round < 12; round += 1) {
    const nora = await h.person();
    const ivo = await colleague(h, nora);
    const asked =
      round % 2 === 0 ? [remove(h, nora, ivo.email), remove(h, ivo, nora.email)] : [leave(h, nora), leave(h, ivo)];
    const answers = await Promise.all(asked);
    t.same(answers.filter(({ statusCode }) => statusCode === 200).length, 1);
    refused.add(answers.find(({ statusCode }) => statusCode !== 200)!.json().code);
    const { rows } = await h.kernel.db.pool.query(
      `select id from member where account_id = $1 and phase = 'member' and jsonb_exists(permissions, 'account_owner')`,
      [nora.account_id],
    );
    t.equal(rows.length, 1);
  }
  t.ok(
    [...refused].every((code) => ['LastOwner', 'Unauthorized'].includes(code)),
    [...refused].join(),
  );
});

t.test('an invitation that is sent again', async (t) => {
  const h = await startHarness(t);
  const nora = await h.person();
  const { changed } = (await invite(h, nora, 'kim@marlow.test')).json().data;
  const [first] = await linksTo(h, 'kim@marlow.test', 1);

  await t.test('ends the earlier link and brings another one', async (t) => {
    const body = { email: 'KIM@marlow.test', user_id: changed[0], is_mobile: false };
    const sent = await resend(h, nora, body);
    t.equal(sent.statusCode, 200, sent.body);
    t.match(sent.json(), { data: { user_id: changed[0] }, message: 'Invitation sent again' });
    const links = await linksTo(h, 'kim@marlow.test', 2);
    const second = links.find((link) => link !== first)!;
    t.same([await looked(h, first!), await looked(h, second)], [410, 200]);
    t.equal((await cancel(h, nora, 'kim@marlow.test')).statusCode, 200);
    t.equal(await looked(h, second), 410, 'a revoked invitation has no link');
    const who = { password: 'correct horse', firstname: 'Kim', lastname: 'Hall', gdpr: true };
    const late = await h.inject('POST', '/api/register-invited-user', { as: second, body: who });
    t.same([late.statusCode, late.json().code], [410, 'LinkExpired']);
    t.equal((await team(h, nora)).length, 1);
  });

  await t.test('ten times at once has one link, however the mails come about', async (t) => {
    const { changed: of } = (await invite(h, nora, 'mia@marlow.test')).json().data;
    const again = await Promise.all(Array.from({ length: 10 }, () => resend(h, nora, { email: 'mia@marlow.test' })));
    t.same(
      again.map((one) => one.statusCode),
      Array(10).fill(200),
    );
    const mailed = `select from effect_ledger join event using (event_id) where effect = 'mail' and stream = $1`;
    await h.until(async () => (await h.kernel.db.pool.query(mailed, [`user-${of[0]}`])).rowCount === 11, 'the jobs');
    const mails = (await h.outbox()).filter((mail) => mail.to === 'mia@marlow.test');
    const found = await Promise.all(
      mails.map(({ links }) => looked(h, links[0]!.slice(links[0]!.lastIndexOf('/') + 1))),
    );
    t.equal(found.filter((status) => status === 200).length, 1, found.join());

    // A job that ended between sending and noting it begins again: the mail that went out keeps its link.
    const newest = `select event_id from event where stream = $1 order by version desc limit 1`;
    const { rows } = await h.kernel.db.pool.query<{ event_id: string }>(newest, [`user-${of[0]}`]);
    await sendMail(h.kernel, rows[0]!.event_id, 'again', { template: 'invitation', user_id: of[0] });
    const still = await Promise.all(
      mails.map(({ links }) => looked(h, links[0]!.slice(links[0]!.lastIndexOf('/') + 1))),
    );
    t.same(still, found, 'a mail that is written again ends none');
  });

  await t.test('is an open one of the own account', async (t) => {
    const other = await h.person();
    t.equal((await resend(h, nora, { email: 'kim@marlow.test' })).statusCode, 404, 'revoked');
    t.equal((await resend(h, nora, { email: nora.email })).statusCode, 404, 'a member');
    await invite(h, nora, 'lea@marlow.test');
    t.equal((await resend(h, other, { email: 'lea@marlow.test' })).statusCode, 404, "another account's");
    t.equal((await resend(h, nora, { email: 'lea@marlow.test', user_id: changed[0] })).statusCode, 404, 'another id');
    t.equal((await resend(h, nora, { email: 'lea@marlow.test' })).statusCode, 200);
  });
});

t.test('invitations that are sent again count in the limit of an address', async (t) => {
  const h = await startHarness(t, { settings: { LIMIT_MAILS: '3' }, now: () => 1_800_000_000_000, parts: false });
  const nora = await h.person();
  await invite(h, nora, 'often@marlow.test');
  const statuses = [];
  for (let tries = 0; tries < 3; tries += 1)
    statuses.push((await resend(h, nora, { email: 'often@marlow.test' })).statusCode);
  t.same(statuses, [200, 200, 429]);
});

t.test('the last seat', async (t) => {
  const h = await startHarness(t);
  const nora = await h.person();

  await t.test('is filled once, however many invite at once', async (t) => {
    const people = [nora, await colleague(h, nora), await colleague(h, nora)];
    const tries = Array.from({ length: 50 }, (_, at) => invite(h, people[at % 3]!, `racer${at}@marlow.test`));
    const answers = await Promise.all(tries);
    t.equal(answers.filter((one) => one.statusCode === 200).length, 1);
    t.same(
      [...new Set(answers.filter((one) => one.statusCode !== 200).map((one) => said(one).join(' ')))],
      ['409 SeatLimitReached'],
    );
    t.equal((await team(h, nora)).length, 4, 'a trial has 4 seats');
  });
});

t.test('an open invitation tells in the list until when its link works', async (t) => {
  let shift = 0;
  const now = () => Date.now() + shift;
  const h = await startHarness(t, { now });
  const nora = await h.person();
  await invite(h, nora, 'jonas@marlow.test');
  const listed = async () => {
    const rows: { invited: boolean; ts_invitation_end: number | null }[] = (
      await h.inject('GET', '/api/account/users', { as: nora })
    ).json().data;
    return rows.map(({ invited, ts_invitation_end }) => ({ invited, ts_invitation_end }));
  };
  const until = async (from: number) => {
    const [owner, jonas] = await listed();
    t.same(owner, { invited: false, ts_invitation_end: null });
    t.ok(jonas!.invited);
    const days = (jonas!.ts_invitation_end! - toSeconds(from)) / 86_400;
    t.ok(days > 6.99 && days < 7.01, `${days} days`);
  };
  const invitedAt = now();
  await linksTo(h, 'jonas@marlow.test', 1);
  await until(invitedAt);
  shift = 10 * 86_400_000;
  await until(invitedAt);
  await resend(h, nora, { email: 'jonas@marlow.test' });
  const [, resent] = await linksTo(h, 'jonas@marlow.test', 2);
  t.ok(resent);
  await until(now());
});

t.test('an invitation whose link has ended takes no seat, until it is sent again', async (t) => {
  let shift = 0;
  const h = await startHarness(t, { parts: false, now: () => Date.now() + shift });
  const nora = await h.person();
  const people = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'].map((name) => `${name}@marlow.test`);
  for (const email of people.slice(0, 3)) t.equal((await invite(h, nora, email)).statusCode, 200);
  t.same(said(await invite(h, nora, people[3]!)), [409, 'SeatLimitReached'], 'a trial has 4 seats');
  shift = 8 * 86_400_000;
  t.equal((await invite(h, nora, people[3]!)).statusCode, 200);
  t.equal((await resend(h, nora, { email: people[0]! })).statusCode, 200);
  t.equal((await invite(h, nora, people[4]!)).statusCode, 200);
  const full = await resend(h, nora, { email: people[1]! });
  t.same(said(full), [409, 'SeatLimitReached']);
  t.equal(full.json().message, 'All seats of your plan are taken.');
  t.same(said(await invite(h, nora, people[5]!)), [409, 'SeatLimitReached']);
  t.equal((await resend(h, nora, { email: people[0]! })).statusCode, 200, 'one that has its seat');
});
