import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import type { AuditRow } from '#contracts/audit/rows.ts';
import { systemContext } from '#kernel/commands/command-trx.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { type Harness, type Person, startHarness } from '#ops/testing/harness.ts';
import { addStaff } from '../staff.ts';

const said = ({ statusCode, body }: { statusCode: number; body: string }) => [statusCode, JSON.parse(body).code];
const week = 7 * 86_400_000;

t.test('two members of staff give an account whose last owner is gone a new one', async (t) => {
  let now = Date.now();
  const h: Harness = await startHarness(t, { now: () => now });
  const [ines, otto] = [
    await h.person({ staff: true, firstname: 'Ines', lastname: 'Barros' }),
    await h.person({ staff: true, firstname: 'Otto', lastname: 'Ruiz' }),
  ];
  const ask = (as: Person, path: string, body: object) =>
    h.inject('POST', `/api/admin/account/owner${path}`, { as, body: { reason: 'Nora left', ...body } });
  const access = (name: string, user_id: string) =>
    h.inject('POST', `/api/admin/user/${name}`, { as: ines, body: { user_id, reason: 'Left' } });
  const scene = async () => {
    const nora = await h.person();
    const { account_id } = nora;
    const daniel = await h.person({ account_id, permissions: {}, firstname: 'Daniel', lastname: 'Okafor' });
    const propose = (more: object = { user_id: daniel.user_id }, as = ines) => ask(as, '', { account_id, ...more });
    const answer = (path: '/agree' | '/turn_down', proposal_id: string, as = otto) =>
      ask(as, path, { account_id, proposal_id });
    const account = async () => (await h.inject('GET', `/api/admin/account/${account_id}`, { as: otto })).json().data;
    return { nora, daniel, account_id, propose, answer, account };
  };
  const idOf = (made: { json(): { data: { proposal_id: string } } }) => made.json().data.proposal_id;
  const mailTo = (to: string, words: RegExp) =>
    h.until(async () => (await h.outbox()).some((mail) => mail.to === to && words.test(mail.text)), `mail to ${to}`);
  const roles = async ({ user_id, account_id }: Person) => {
    const filter = JSON.stringify({ account_id });
    const rows = (await h.inject('GET', '/api/admin/user', { as: ines, query: { filter } })).json().data;
    return rows.find((row: { id: string }) => row.id === user_id)?.roles;
  };

  await t.test(
    'a member becomes the owner once a second member of staff agrees, and everyone in the account gets an email',
    async (t) => {
      const { nora, daniel, account_id, propose, answer, account } = await scene();
      t.match(await account(), { owner_missing: 0, owner_proposal: null });
      t.same(said(await propose()), [409, 'OwnerPresent']);
      await access('disable', nora.user_id);
      t.equal((await account()).owner_missing, 1);
      const made = await propose();
      t.equal(made.statusCode, 201, made.body);
      const told = { id: idOf(made), name: 'Daniel Okafor', staff: { name: 'Ines Barros' }, reason: 'Nora left' };
      t.match((await account()).owner_proposal, { ...told, email: daniel.email, invited: false });
      const waiting = { filter: JSON.stringify({ owner_proposed: 1 }) };
      const listed = (await h.inject('GET', '/api/admin/account', { as: otto, query: waiting })).json().data;
      t.match(listed, [{ id: account_id }]);
      t.same(said(await propose({ user_id: daniel.user_id }, otto)), [409, 'ProposalOpen']);
      t.same(said(await answer('/agree', idOf(made), ines)), [403, 'SecondStaffNeeded']);
      t.same(said(await answer('/agree', uuidv7())), [410, 'ProposalClosed']);
      t.same(await roles(daniel), []);
      const agreed = await answer('/agree', idOf(made));
      t.match(agreed.json(), { data: { account_id }, message: 'This account has a new owner.' });
      t.same(await roles(daniel), ['account_owner']);
      t.match(await account(), { owner_missing: 0, owner_proposal: null });
      for (const person of [nora, daniel]) await mailTo(person.email, /staff made .* an account owner of Marlow/);
      t.same(said(await answer('/agree', idOf(made))), [410, 'ProposalClosed']);
      await h.caughtUp();
      const rows = (await h.inject('GET', '/api/audit', { as: daniel, query: { limit: '1000' } })).json()
        .data as AuditRow[];
      const of = (action: string) => rows.find((row) => row.action === action);
      t.match(of('OwnerProposed'), {
        sentence: `proposed ${daniel.email} as account owner. Reason: Nora left`,
        actor: { id: ines.user_id, type: 'staff' },
        subject: { type: 'user', title: 'Daniel Okafor' },
      });
      t.match(of('OwnerProposalAgreed'), { actor: { id: otto.user_id, type: 'staff' } });
      t.match(of('UserPermissionsChanged'), { actor: { id: otto.user_id, type: 'staff' } });
    },
  );

  await t.test('turned down, by the second or by whoever proposed, and another one can be proposed', async (t) => {
    const { nora, propose, answer, account } = await scene();
    await access('disable', nora.user_id);
    for (const as of [otto, ines]) {
      const made = await propose();
      const down = await answer('/turn_down', idOf(made), as);
      t.equal(down.json().message, 'The proposal was turned down.');
      t.same(said(await answer('/agree', idOf(made))), [410, 'ProposalClosed']);
    }
    t.equal((await account()).owner_proposal, null);
  });

  await t.test('after a week nobody can agree any more', async (t) => {
    const { nora, propose, answer, account } = await scene();
    await access('disable', nora.user_id);
    const made = await propose();
    now += week;
    t.same(said(await answer('/agree', idOf(made))), [410, 'ProposalClosed']);
    t.equal((await account()).owner_proposal, null);
    t.equal((await propose()).statusCode, 201);
  });

  await t.test(
    'only a member who can sign in can be proposed, and never a member of staff who proposes or agrees',
    async (t) => {
      const { nora, daniel, account_id, propose } = await scene();
      await access('disable', nora.user_id);
      const stranger = await h.person();
      t.same(said(await propose({ user_id: stranger.user_id })), [404, 'NotFound'], "another account's");
      t.same(said(await propose({ user_id: nora.user_id })), [422, 'Invalid'], 'who is disabled');
      t.same(said(await propose({ user_id: daniel.user_id, email: daniel.email })), [422, 'Invalid'], 'both');
      t.same(said(await propose({})), [422, 'Invalid'], 'nobody');
      t.same(said(await propose({ email: 'new@marlow.test' })), [409, 'MembersLeft']);
      const clerk = await h.person({ account_id, permissions: {}, staff: true });
      t.same(said(await propose({ user_id: clerk.user_id }, clerk)), [403, 'PermissionDenied']);
      const made = await propose({ user_id: clerk.user_id });
      const { statusCode } = await ask(clerk, '/agree', { account_id, proposal_id: idOf(made) });
      t.equal(statusCode, 403);
    },
  );

  await t.test('what changed meanwhile counts: an owner who is back, a person who was disabled', async (t) => {
    const { nora, daniel, propose, answer } = await scene();
    await access('disable', nora.user_id);
    const made = await propose();
    await access('disable', daniel.user_id);
    t.same(said(await answer('/agree', idOf(made))), [422, 'Invalid']);
    await access('enable', nora.user_id);
    t.same(said(await answer('/agree', idOf(made))), [409, 'OwnerPresent']);
    t.same(await roles(daniel), []);
  });

  await t.test('of two who propose, and of two who answer at once, one is heard', async (t) => {
    const { nora, propose, answer } = await scene();
    await access('disable', nora.user_id);
    const proposed = await Promise.all([propose(undefined, ines), propose(undefined, otto)]);
    t.same(proposed.map(({ statusCode }) => statusCode).sort(), [201, 409]);
    const first = proposed.findIndex(({ statusCode }) => statusCode === 201);
    const others = [await h.person({ staff: true }), first === 0 ? otto : ines];
    const answers = await Promise.all(others.map((as) => answer('/agree', idOf(proposed[first]!), as)));
    t.same(answers.map(({ statusCode }) => statusCode).sort(), [200, 410]);
  });

  await t.test('where nobody is left, an address is invited', async (t) => {
    const { nora, daniel, propose, answer, account } = await scene();
    for (const { user_id } of [nora, daniel]) await access('disable', user_id);
    t.same(said(await propose({ email: daniel.email })), [422, 'Invalid'], 'whom staff disabled');
    const made = await propose({ email: 'heir@marlow.test' });
    t.match((await account()).owner_proposal, { email: 'heir@marlow.test', invited: true });
    await access('enable', daniel.user_id);
    t.same(said(await answer('/agree', idOf(made))), [409, 'MembersLeft'], 'a member is back');
    await access('disable', daniel.user_id);
    const agreed = await answer('/agree', idOf(made));
    t.equal(agreed.json().message, 'The new owner was invited.', agreed.body);
    await mailTo('heir@marlow.test', /invited you to join/);
    await mailTo(nora.email, /staff invited heir@marlow.test to become an account owner/);
    t.equal((await account()).owner_missing, 1, 'until it is accepted');
    const again = await propose({ email: 'heir@marlow.test' });
    t.equal((await answer('/agree', idOf(again))).statusCode, 200, 'the same open invitation, mailed again');
    const body = { password: 'correct horse', firstname: 'Hana', lastname: 'Berg', gdpr: true };
    await h.until(async () => {
      const mails = (await h.outbox()).filter((mail) => mail.to === 'heir@marlow.test');
      return mails.length === 2;
    }, 'the second mail');
    const newest = (await h.outbox()).filter((mail) => mail.to === 'heir@marlow.test');
    const accepted = await Promise.all(
      newest.map(({ links }) =>
        h.inject('POST', '/api/register-invited-user', { as: links[0]!.split('/').at(-1)!, body }),
      ),
    );
    t.same(accepted.map(({ statusCode }) => statusCode).sort(), [201, 410], 'the earlier link ended');
    t.equal((await account()).owner_missing, 0);
  });

  await t.test('only staff may ask, with a reason, and not for their own account', async (t) => {
    const { nora, daniel, account_id } = await scene();
    await access('disable', nora.user_id);
    const given = { account_id, user_id: daniel.user_id };
    t.equal((await ask(daniel, '', given)).statusCode, 403);
    for (const reason of [undefined, ' ', 'x'.repeat(301)])
      t.equal((await ask(ines, '', { ...given, reason })).statusCode, 422);
    t.same(said(await ask(ines, '', { ...given, account_id: uuidv7() })), [404, 'NotFound']);
    const { data: clerk } = await runCommand(h.kernel, systemContext(now), async (trx) => ({
      status: 200,
      data: await addStaff(trx, 'clerk@storyrail.test'),
    }));
    t.same(said(await ask(ines, '', { account_id: clerk.account_id, user_id: clerk.user_id })), [404, 'NotFound']);
  });
});
