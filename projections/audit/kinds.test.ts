import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import type { AuditRow } from '#contracts/audit/rows.ts';
import { type Person, startHarness } from '#ops/testing/harness.ts';
import { appendAs, seedScene } from '#ops/testing/scene.ts';

t.test('changes and sign-ins are asked for apart, also as files; what was only read is among neither', async (t) => {
  const h = await startHarness(t);
  const nora = await h.person();
  const { account_id, user_id } = nora;
  await seedScene(h, nora);
  const facts = `security-${account_id}-202611`;
  await appendAs(h, nora, facts, [
    { type: 'UserSignedIn', data: { user_id, session_id: uuidv7() } },
    { type: 'SignInFailed', data: { user_id, count: 2 } },
  ]);
  await h.caughtUp();
  const ask = (query: Record<string, string>) => h.inject('GET', '/api/audit', { as: nora, query });
  const rows = async (kind?: string): Promise<AuditRow[]> =>
    (await ask({ limit: '1000', ...(kind ? { kind } : {}) })).json().data;
  const acts = async (kind: string) => new Set((await rows(kind)).map((row) => row.action));
  t.same([...(await acts('sign_ins'))].sort(), ['SignInFailed', 'UserSignedIn']);
  t.ok((await acts('changes')).has('StoryGroupCreated'));
  const file = (await ask({ format: 'csv', kind: 'sign_ins' })).body;
  t.equal(file.trimEnd().split('\r\n').length, 3);
  await h.caughtUp();
  const [changes, signIns, all] = [await rows('changes'), await rows('sign_ins'), await rows()];
  const read = all.filter((row) => row.action === 'DataExported');
  t.equal(read.length, 1, 'the file was taken');
  t.equal(all.length, changes.length + signIns.length + read.length);
  t.equal((await ask({ kind: 'moves' })).statusCode, 422);
});

t.test('an export shows its range in the account’s time zone and names what it was filtered by', async (t) => {
  const h = await startHarness(t);
  const nora = await h.person({ firstname: 'Nora', lastname: 'Ek' });
  const stranger = await h.person({ firstname: 'Zoe' });
  const scene = await seedScene(h, nora, { title: 'Harbour' });
  await h.caughtUp();
  const at = (text: string) => String(Date.parse(text) / 1000);
  const exportOf = async (query: Record<string, string>) => {
    const { body } = await h.inject('GET', '/api/audit', { as: nora, query: { format: 'csv', ...query } });
    await h.caughtUp();
    const rows = await h.inject('GET', '/api/audit', { as: nora, query: { action: 'DataExported', limit: '1' } });
    const changes: AuditRow['changes'] = rows.json().data[0].changes;
    return { body, changes: changes.slice(1).map(({ field, to }) => [field, to]) };
  };
  const whole = { ts_start: at('2026-05-31T22:00:00Z'), ts_end: at('2026-06-08T21:59:59Z') };
  t.same((await exportOf({ ...whole, subject_id: scene.group_id, actor_id: nora.user_id })).changes, [
    ['range', '1 Jun 2026 – 8 Jun 2026'],
    ['filter by person', 'Nora Ek'],
    ['filter by what was changed', 'Harbour'],
  ]);
  t.same((await exportOf({ ts_start: at('2026-06-01T10:30:00Z'), action: 'StoryGroupCreated' })).changes, [
    ['range', 'since 1 Jun 2026, 12:30'],
    ['filter by act', 'story group created'],
  ]);
  t.same((await exportOf({ ts_end: whole.ts_end, subject_id: scene.app_id, subject_type: 'story_group' })).changes, [
    ['range', 'until 8 Jun 2026'],
    ['filter by what was changed', 'Fjord'],
    ['filter by kind of thing', 'story group'],
  ]);
  t.same(
    (await exportOf({ actor_id: stranger.user_id })).changes,
    [['filter by person', stranger.user_id]],
    'people of other accounts are not named',
  );
  const { body } = await exportOf({});
  t.match(body, 'range: 1 Jun 2026 – 8 Jun 2026; filter by person: Nora Ek', 'in a file, too');
  t.match(body, /ts_start: \d{4}-\d\d-\d\dT.*trial_ends: \d{4}-\d\d-\d\dT/s, 'moments are dates in it');
});

t.test('only account owners read it, and only their own account', async (t) => {
  const h = await startHarness(t);
  const nora = await h.person();
  const owner = await h.person({ account_id: nora.account_id, permissions: { app_owner: [uuidv7()] } });
  const audit = (as: Person) => h.inject('GET', '/api/audit', { as });
  t.match((await audit(owner)).json(), { code: 'PermissionDenied' });
  t.equal((await audit(owner)).statusCode, 403);
  const stranger = await h.person();
  await h.caughtUp();
  const rows: AuditRow[] = (await audit(stranger)).json().data;
  t.ok(rows.length > 0 && rows.every((row) => row.account_id === stranger.account_id));
  t.equal((await h.inject('GET', '/api/audit')).statusCode, 401);
});
