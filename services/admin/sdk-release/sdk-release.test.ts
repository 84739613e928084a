import t from 'tap';
import { countAll } from '#ops/testing/figures.ts';
import { type Harness, type Person, startHarness } from '#ops/testing/harness.ts';
import { appendAs, seedScene, sendBatch } from '#ops/testing/scene.ts';
import { announceRelease } from './announce.ts';

const notes = 'https://storyrail.example/sdk/2.9.0';
const release = { platform: 'android', version: '2.9.0', url: notes };
const announce = (h: Harness, as: Person, body: object) => h.inject('POST', '/api/admin/sdk_release', { as, body });
const told = async (h: Harness, as: Person) => {
  await h.caughtUp();
  const answer = await h.inject('GET', '/api/storyrail-notification/dashboard-notification', { as });
  return answer.json().data.map(({ data }: { data: object }) => data);
};

t.test('a release is told to owners and app owners whose apps used an older version', async (t) => {
  let now = Date.parse('2026-11-01T12:00:00Z');
  const h = await startHarness(t, { now: () => now });
  const ines = await h.person({ staff: true, firstname: 'Ines', lastname: 'Falk' });
  const nora = await h.person();
  const { account_id } = nora;
  const [old, fresh, long] = [await seedScene(h, nora), await seedScene(h, nora), await seedScene(h, nora)];
  const priya = await h.person({ account_id, permissions: { app_owner: [fresh.app_id] } });
  const emil = await h.person({ account_id, permissions: { app_owner: [old.app_id] } });
  const mei = await h.person({ account_id, permissions: { story_creator: [old.app_id] } });
  const stranger = await h.person();
  const theirs = await seedScene(h, stranger);
  const fine = [{ type: 'bar_impression' }];
  const send = (token: string, platform: string, sdk_version: string) =>
    sendBatch(h, token, fine, { platform, sdk_version });
  await send(long.token, 'android', '2.7.0');
  now = Date.parse('2026-12-10T12:00:00Z');
  await send(old.token, 'android', '2.8.0');
  await send(old.token, 'android', '2.10.0');
  await send(old.token, 'android', '2.7.3');
  await send(old.token, 'android', '2.6 - see evil.example');
  await send(old.token, 'android', '2.8.99999999999999999999999999');
  await send(fresh.token, 'android', '2.9.0');
  await send(theirs.token, 'ios', '2.0.0');
  await countAll(h);

  const answer = await announce(h, ines, release);
  t.equal(answer.statusCode, 201, answer.body);
  t.equal(answer.json().message, 'The release was announced.');
  const { rows: jobs } = await h.kernel.db.pool.query(`select event_id from job_outbox where effect = 'sdk_release'`);
  await h.until(async () => {
    const { rows } = await h.kernel.db.pool.query(`select from effect_ledger where effect = 'sdk_release'`);
    return rows.length === 1;
  }, 'the announcement');
  const expected = {
    type: 'sdk_update',
    title: 'SDK 2.9.0 for Android is out',
    text: 'Fjord uses 2.8.0.',
    url: notes,
    id: account_id,
  };
  t.match(
    await told(h, nora),
    [expected],
    'the owner, of the newest older version; what is longer ago than 30 days does not count',
  );
  t.match(await told(h, emil), [expected]);
  for (const [person, who] of [
    [priya, 'her app is up to date'],
    [mei, 'creators'],
    [stranger, 'another platform'],
  ] as const)
    t.same(await told(h, person), [], who);

  await t.test('done again after it broke off, nobody is told twice', async (t) => {
    await announceRelease(h.kernel, jobs[0].event_id);
    t.equal((await told(h, nora)).length, 1);
  });
  await t.test('it stands in the audit of the account, and in the list of staff', async (t) => {
    const { data } = (await h.inject('GET', '/api/audit', { as: nora, query: { limit: '1' } })).json();
    t.match(data[0], { sentence: 'announced SDK 2.9.0 for Android', actor: { type: 'staff', name: 'Ines Falk' } });
    const list = await h.inject('GET', '/api/admin/sdk_release', { as: ines });
    t.match(list.json(), {
      data: [{ ...release, user: { id: ines.user_id, name: 'Ines Falk' }, accounts: 1, apps: 1 }],
      total: 1,
    });
    const beyond = await h.inject('GET', '/api/admin/sdk_release', { as: ines, query: { offset: '5' } });
    t.same(beyond.json(), { data: [], total: 1 }, 'after the last one, too');
  });
  await t.test('the same one is announced once, and what is none is refused in words', async (t) => {
    const refused = async (body: object) => {
      const { statusCode, ...rest } = await announce(h, ines, body);
      t.equal(statusCode, 422, JSON.stringify(body));
      return rest.json().errors[0];
    };
    for (const version of ['2.9.0', '2.9', '02.9.0', '2.9.0.0'])
      t.same(await refused({ ...release, version }), {
        path: 'version',
        message: 'This version was announced before.',
      });
    t.same(await refused({ ...release, version: 'latest' }), {
      path: 'version',
      message: 'Enter a version, such as 2.9.0.',
    });
    for (const url of [
      'javascript:alert(1)',
      'notes',
      '',
      'http://notes.example',
      'https:notes',
      'https://no\ntes.example',
    ])
      t.same(await refused({ ...release, version: '3.0', url }), {
        path: 'url',
        message: 'Enter the address of the release notes, with https://.',
      });
    t.match(await refused({ ...release, platform: 'windows' }), { path: 'platform', message: 'Choose a platform.' });
    t.equal((await announce(h, nora, { ...release, version: '3.0.0' })).statusCode, 403);
  });
  await t.test('once the app is deleted, the notification is gone', async (t) => {
    await appendAs(h, nora, `app-${old.app_id}`, [{ type: 'AppDeleted', data: {} }]);
    t.same([await told(h, nora), await told(h, emil)], [[], []]);
  });
});
