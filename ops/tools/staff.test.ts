import t from 'tap';
import { type Harness, startHarness } from '../testing/harness.ts';
import { runShellTool } from '../testing/run-tool.ts';

const run = (h: Harness, ...args: string[]) => runShellTool(h, 'ops/tools/staff.ts', ...args);

t.test('npm run staff', async (t) => {
  const h = await startHarness(t);
  const nora = await h.person({ email: 'nora@marlow.test' });

  await t.test('makes a new person of staff, who sets a password and signs in', async (t) => {
    const added = await run(h, 'add', 'Ines@Storyrail.test');
    t.equal(added.code, 0, added.out);
    t.match(added.out, /Ines@Storyrail\.test is staff now\./);
    const token = /http:\/\/127\.0\.0\.1:4000\/password-reset\/(\S+)/.exec(added.out)?.[1];
    t.ok(token, added.out);
    const body = { token, password: 'secret-word', confirm: 'secret-word' };
    const set = await h.inject('POST', '/api/user/update_password', { body });
    t.equal(set.statusCode, 200, set.body);
    const signed = await h.inject('POST', '/api/login', {
      body: { email: 'ines@storyrail.test', password: 'secret-word' },
    });
    t.equal(signed.statusCode, 200, signed.body);
    const as = signed.json().data.token as string;
    t.match((await h.inject('GET', '/api/user', { as })).json().data, { type: 2, verified: 1, roles: [] });
    t.equal((await h.inject('GET', '/api/admin/stats', { as })).statusCode, 200);
    t.equal((await h.inject('GET', '/api/account/users', { as })).statusCode, 403, 'and has no role in an account');
  });

  await t.test('says so when they are staff already', async (t) => {
    const again = await run(h, 'add', 'ines@storyrail.test');
    t.match(again, { code: 0, out: /is already staff/ });
    t.notMatch(again.out, /password-reset/, 'they have a password');
  });

  await t.test('turns somebody who is known into staff, by the system, and back', async (t) => {
    t.equal((await h.inject('GET', '/api/admin/stats', { as: nora })).statusCode, 403);
    const added = await run(h, 'add', 'nora@marlow.test');
    t.match(added, { code: 0, out: /already had an account and is staff now/ });
    t.match(added.out, /password-reset/, 'who has no password yet gets a link');
    await h.until(
      async () => (await h.inject('GET', '/api/admin/stats', { as: nora })).statusCode === 200,
      'a session of before',
    );
    t.match((await run(h, 'list')).out, /^nora@marlow\.test\nInes@Storyrail\.test$/m);
    t.match(await run(h, 'remove', 'NORA@marlow.test'), { code: 0, out: /is no longer staff/ });
    await h.until(
      async () => (await h.inject('GET', '/api/admin/stats', { as: nora })).statusCode === 403,
      'the end of being staff',
    );
    await h.caughtUp();
    const rows = (await h.inject('GET', '/api/audit', { as: nora, query: { subject_id: nora.user_id } })).json().data;
    t.match(rows.slice(0, 2), [
      { action: 'StaffDismissed', actor: { type: 'system', name: 'Storyrail' } },
      { action: 'StaffAppointed', sentence: 'made nora@marlow.test staff', actor: { type: 'system' } },
    ]);
  });

  await t.test('refuses what it cannot do in one line', async (t) => {
    t.match(await run(h, 'add', 'nobody'), { code: 2, out: /Please enter a valid email address!\n$/ });
    t.match(await run(h, 'promote', 'nora@marlow.test'), { code: 2, out: /^Usage:/ });
    t.match(await run(h, 'remove', 'else@marlow.test'), { code: 1, out: /is not staff/ });
  });
});

t.test('what is asked from a shell stands in the audit under the name given', async (t) => {
  const h = await startHarness(t);
  const ines = await h.person({ staff: true, firstname: 'Ines', lastname: 'Barros', email: 'ines@storyrail.test' });
  await h.caughtUp();
  const asked = async () => {
    await h.caughtUp();
    const query = { action: 'ReadModelRebuildRequested,ReadModelRedriveRequested', sort: '["ts","ASC"]' };
    return (await h.inject('GET', '/api/admin/audit', { as: ines, query })).json().data;
  };
  for (const [tool, ...args] of [
    ['ops/tools/rebuild.ts', 'history'],
    ['ops/tools/redrive.ts', 'history', 'user-x'],
  ] as const)
    t.match(
      await runShellTool(h, tool, ...args),
      { code: 2, out: /--by <your email or name>/ },
      'without a name nothing is done',
    );
  t.same(await asked(), []);
  t.match(await runShellTool(h, 'ops/tools/rebuild.ts', 'history', '--by', 'ines@storyrail.test'), {
    code: 0,
    out: /equal/,
  });
  t.match(await runShellTool(h, 'ops/tools/redrive.ts', 'history', `user-${ines.user_id}`, '--by', 'Kim Holm'), {
    code: 0,
  });
  t.match(await asked(), [
    {
      actor: { name: 'Ines Barros', type: 'staff' },
      sentence: 'asked to rebuild “history” from a shell',
      changes: [{ field: 'read_model', from: 'history', to: 'rebuilt' }],
    },
    {
      actor: { type: 'system' },
      sentence: 'asked to retry the parked events of “history” from a shell as Kim Holm',
    },
  ]);
  const { rows } = await h.kernel.db.pool.query(`select data::text from event where stream like 'operation-%'`);
  t.notMatch(JSON.stringify(rows), /Kim|storyrail\.test/, 'names stand beside the log');
  await h.kernel.db.pool.query(`update personal_value set value = null where field = 'shell_name'`);
  t.match((await asked())[1], { sentence: /as erased$/ });
});
