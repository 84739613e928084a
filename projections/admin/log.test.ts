import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import type { AdminStats } from '#contracts/admin/admin.ts';
import type { AdminAuditRow, AdminEventRow, ProjectionRow } from '#contracts/admin/admin-log.ts';
import type { StoryGroupState } from '#contracts/story-group/state.ts';
import { type Harness, type Person, startHarness } from '#ops/testing/harness.ts';
import { appendAs, seedScene, sendBatch } from '#ops/testing/scene.ts';

const get = (h: Harness, url: string, as: Person, query: Record<string, string> = {}) =>
  h.inject('GET', `/api/admin${url}`, { as, query });
const list = async <R>(h: Harness, url: string, as: Person, asked: Record<string, unknown> = {}) => {
  const query = Object.fromEntries(
    Object.entries(asked).map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
  const answer = await get(h, url, as, query);
  const body = answer.json() as { data: R[]; total: number; code?: string };
  return { ...body, status: answer.statusCode, contentRange: answer.headers['content-range'] };
};
const ids = (rows: readonly { id: string }[]) => rows.map((row) => row.id);

t.test('the log for staff', async (t) => {
  const h = await startHarness(t);
  const ines = await h.person({ staff: true, firstname: 'Ines', lastname: 'Barros' });
  const nora = await h.person({ firstname: 'Nora', lastname: 'Åberg' });
  const other = await h.person();
  const scene = await seedScene(h, nora);
  const stream = `storyGroup-${scene.group_id}`;
  await h.inject('PATCH', '/api/n/story_group', {
    as: nora,
    body: { story_group_id: scene.group_id, title: 'Pier' },
    headers: { 'user-agent': 'Browser/1' },
  });
  await h.inject('PATCH', '/api/n/story_group', { as: nora, body: { story_group_id: scene.group_id, status: 2 } });
  await h.caughtUp();

  await t.test('the audit of any account, with where each row comes from', async (t) => {
    const audit = (asked: Record<string, unknown> = {}) => list<AdminAuditRow>(h, '/audit', ines, asked);
    // What staff open is a row itself, once an hour: these come first.
    for (const account_id of [nora.account_id, other.account_id]) await audit({ account_id });
    await audit({ filter: { actor_id: other.user_id } });
    await h.caughtUp();
    const all = await audit({ range: [0, 99] });
    t.ok(new Set(all.data.map((row) => row.account_id)).size === 3, 'without an account: all of them');
    t.equal(all.contentRange, `audit 0-${all.total - 1}/${all.total}`);
    t.ok(
      all.data.every((row, n) => n === 0 || row.ts <= all.data[n - 1]!.ts),
      'newest first',
    );
    const [row] = (await audit({ account_id: nora.account_id, action: 'StoryGroupDetailsChanged' })).data;
    t.match(row, {
      account_name: 'Marlow',
      actor: { name: 'Nora Åberg', type: 'user' },
      stream,
      version: 4,
      user_agent: 'Browser/1',
      ip: '127.0.0.1',
      changes: [{ field: 'title', from: 'Harbour', to: 'Pier' }],
    });
    const own = (await h.inject('GET', '/api/audit', { as: nora, query: { id: row!.id } })).json().data[0];
    const { account_name: _, stream: __, version: ___, correlation_id, ...shared } = row!;
    t.same(shared, own, 'otherwise it is the row that the account sees');
    t.same(ids((await audit({ correlation_id })).data), [row!.id]);
    const filtered = async (filter: object) => (await audit({ filter })).total;
    t.equal(await filtered({ account_id: other.account_id, action: 'UserRegistered' }), 1);
    t.equal(await filtered({ subject_id: scene.group_id, subject_type: 'story' }), 2);
    t.equal(await filtered({ actor_id: other.user_id, account_id: nora.account_id }), 0);
    t.equal(await filtered({ id: [row!.id] }), 1);
    t.same(
      (await audit({ filter: { staff: true } })).data.map((one) => one.action),
      ['AdminRead', 'AdminRead', 'AdminRead'],
    );
    t.equal(await filtered({ ts_end: 1000 }), 0);
    t.equal(await filtered({ ts_start: 1000 }), all.total);
    const [oldest] = (await audit({ sort: ['ts', 'ASC'], range: [0, 0] })).data;
    t.equal(oldest?.ts, Math.min(...all.data.map((one) => one.ts)));
    t.equal((await audit({ sort: ['ip', 'ASC'] })).status, 422);
    t.equal((await audit({ filter: { action: '\u0000' } })).status, 422);
    const file = await get(h, '/audit', ines, { format: 'csv' });
    t.equal(file.body.trimEnd().split('\r\n').length, all.total + 1);
    t.match(file.body, /^Account ID,Account,Unix time,/);
  });

  await t.test('the raw events of a stream, a thing, a command', async (t) => {
    const events = (asked: Record<string, unknown>) => list<AdminEventRow>(h, '/event', ines, asked);
    const found = await events({ stream });
    t.same(
      found.data.map((event) => [event.version, event.type]),
      [
        [1, 'StoryGroupCreated'],
        [2, 'StoryAdded'],
        [3, 'StoryAdded'],
        [4, 'StoryGroupDetailsChanged'],
        [5, 'StoryGroupStatusChanged'],
      ],
    );
    const changed = found.data[3]!;
    t.match(changed, {
      stream,
      data: { title: 'Pier' },
      actor: { type: 'user', id: nora.user_id },
      account_id: nora.account_id,
      schema_version: 1,
    });
    t.equal(changed.ts, Math.floor(changed.ts_ms / 1000));
    t.same((await events({ subject_id: scene.group_id })).total, 5);
    t.same(ids((await events({ event_id: changed.id })).data), [changed.id]);
    t.same(ids((await events({ correlation_id: changed.correlation_id })).data), [changed.id]);
    const second = await events({ stream, limit: '1', offset: '1' });
    t.same([second.data[0]?.version, second.total, second.contentRange], [2, 5, 'event 1-1/5']);
    t.equal((await events({ stream: `storyGroup-${uuidv7()}` })).total, 0);
    t.equal((await events({})).status, 422);
    t.equal((await events({ stream: "x'; drop table event" })).status, 422);
  });

  await t.test('the state of a stream at any version', async (t) => {
    const at = async (query: Record<string, string>) => {
      const answer = await get(h, '/event/state', ines, query);
      return { status: answer.statusCode, ...answer.json().data };
    };
    const last = await at({ stream });
    t.match(last, { version: 5, head: 5, error: null });
    t.match(last.state as StoryGroupState, { title: 'Pier', status: 2, app_id: scene.app_id });
    t.match((await at({ stream, version: '3' })).state, { title: 'Harbour', status: 1 });
    t.match(await at({ stream, version: '1' }), { version: 1, state: { stories: [] } });
    t.match(await at({ stream, version: '0' }), { version: 0, ts: null, state: { exists: false } });
    t.match(await at({ stream, version: '99' }), { version: 5 }, 'there is nothing beyond the last');
    t.match((await at({ stream: `user-${nora.user_id}` })).state, { phase: 'member', verified: true });
    t.equal((await at({ stream: `app-${uuidv7()}` })).status, 404);
    await h.asOwner(`update event set data = '{}' where stream = $1 and version = 5`, [stream]);
    const broken = await at({ stream });
    t.match(broken, { version: 4, head: 5, state: { status: 1 }, error: /StoryGroupStatusChanged in .* at 5/ });
    t.equal((await list(h, '/event', ines, { stream })).total, 5, 'what cannot be read is shown all the same');
    await h.asOwner(`update event set data = '{"from":1,"to":2}' where stream = $1 and version = 5`, [stream]);
  });
});

t.test('the health of the read models', async (t) => {
  const h = await startHarness(t);
  const ines = await h.person({ staff: true });
  const nora = await h.person();
  const scene = await seedScene(h, nora);
  await sendBatch(h, scene.token, [{ type: 'story_impression', group_id: scene.group_id, story_id: scene.stories[0] }]);
  const post = (url: string, body: object, as = ines) => h.inject('POST', `/api/admin${url}`, { as, body });
  const health = async () => {
    const { data } = await list<ProjectionRow>(h, '/projection', ines);
    return Object.fromEntries(data.map((row) => [row.name, row])) as Record<string, ProjectionRow>;
  };

  await t.test('says how far each is', async (t) => {
    await h.until(async () => Object.values(await health()).every((row) => row.behind === 0), 'every read model');
    const rows = await health();
    t.same(Object.keys(rows), ['analytics', 'audit', 'catalog', 'delivery', 'history', 'notifications']);
    for (const row of Object.values(rows)) t.match(row, { lag: 0, parked_events: 0, rebuild: null });
    t.ok(rows.audit!.redrivable && rows.audit!.ts_moved);
    t.notOk(rows.catalog!.redrivable);
    const today = ((await get(h, '/stats', ines)).json().data as AdminStats).daily.at(-1)!;
    t.match(today, { impressions: 1, clicks: 0 });
  });

  /** What the audit says that staff asked for, oldest first. */
  const asked = async (action: string) => {
    await h.until(async () => (await health()).audit!.behind === 0, 'audit');
    const { data } = await list<AdminAuditRow>(h, '/audit', ines, { filter: { action }, sort: ['ts', 'ASC'] });
    return data;
  };

  await t.test('shows what is set aside and applies it again', async (t) => {
    const stream = `storyGroup-${scene.group_id}`;
    const title = '{"title":5}';
    await h.until(async () => (await health()).history!.behind === 0, 'history');
    await appendAs(h, nora, stream, [{ type: 'StoryGroupDetailsChanged', data: { title: 'Pier' } }]);
    await h.until(async () => (await health()).history!.behind === 0, 'history');
    const { rows } = await h.kernel.db.pool.query<{ version: number; transaction_id: string; position: number }>(
      `select version, transaction_id::text, position from event where stream = $1 order by version desc limit 1`,
      [stream],
    );
    const { version, transaction_id, position } = rows[0]!;
    const { pool } = h.kernel.db;
    await pool.query('delete from history_row where story_group_id = $1 and version = $2', [scene.group_id, version]);
    await pool.query(
      `insert into parked_event (projection, stream, version, transaction_id, position, error)
       values ('history', $1, $2, $3::xid8, $4, 'broken')`,
      [stream, version, transaction_id, position],
    );
    t.match((await health()).history, { parked_events: 1, parked_streams: 1 });
    const parked = await list(h, '/projection/parked', ines, { projection: 'history' });
    t.match(parked, {
      total: 1,
      data: [{ projection: 'history', stream, version, type: 'StoryGroupDetailsChanged', error: 'broken' }],
    });
    t.equal((await list(h, '/projection/parked', ines, { projection: 'audit' })).total, 0);
    await h.asOwner('update event set data = $3 where stream = $1 and version = $2', [stream, version, title]);
    const failed = (await post('/projection/redrive', { projection: 'history', stream })).json().data;
    t.match(failed, { applied: 0, left: 1, error: /StoryGroupDetailsChanged/ });
    await h.asOwner(`update event set data = '{"title":"Pier"}' where stream = $1 and version = $2`, [stream, version]);
    const builder = await pool.connect();
    await builder.query(`select pg_advisory_lock(hashtextextended('rebuild:history', 0))`);
    const early = await post('/projection/redrive', { projection: 'history', stream });
    t.match([early.statusCode, early.json().code], [409, 'Conflict'], 'not while it is built anew');
    await builder.query(`select pg_advisory_unlock(hashtextextended('rebuild:history', 0))`);
    builder.release();
    const done = await post('/projection/redrive', { projection: 'history', stream });
    t.same(done.json().data, { applied: 1, left: 0, error: null });
    t.equal((await health()).history!.parked_events, 0);
    t.equal((await post('/projection/redrive', { projection: 'catalog', stream })).statusCode, 404);
    t.equal((await post('/projection/redrive', { projection: 'history', stream: 'x' })).statusCode, 422);
    t.equal((await post('/projection/redrive', { projection: 'history', stream }, nora)).statusCode, 403);
    const redrives = await asked('ReadModelRedriveRequested');
    t.equal(redrives.length, 2, 'and what was asked for, and only that, is in the audit');
    t.match(redrives[0], {
      account_id: ines.account_id,
      actor: { type: 'staff', id: ines.user_id },
      sentence: 'asked to retry the parked events of “history”',
      changes: [{ field: 'set_aside', from: stream }],
      ip: '127.0.0.1',
    });
  });

  await t.test('builds one anew and says how it went', async (t) => {
    for (const name of ['history', 'catalog', 'analytics']) {
      const started = await post('/projection/rebuild', { projection: name });
      t.same([started.statusCode, started.json().data], [202, { projection: name }]);
      await h.until(async () => (await health())[name]!.rebuild?.state === 'done', `the rebuild of ${name}`);
      t.match((await health())[name]!.rebuild, { equal: true, error: null, started_by: ines.user_id });
    }
    t.equal((await post('/projection/rebuild', { projection: 'moon' })).statusCode, 404);
    t.equal((await post('/projection/rebuild', { projection: 'constructor' })).statusCode, 404);
    t.equal((await post('/projection/rebuild', { projection: 'history' }, nora)).statusCode, 403);
    const client = await h.kernel.db.pool.connect();
    await client.query(`select pg_advisory_lock(hashtextextended('rebuild:history', 0))`);
    t.equal((await post('/projection/rebuild', { projection: 'history' })).json().code, 'Conflict');
    await client.query(
      `update rebuild_run set ended_at = null, started_at = now() - interval '1 hour' where projection = 'history'`,
    );
    await client.query(
      `create schema history_next;
       create table history_next.history_row as select * from history.history_row limit 1`,
    );
    const { rows: counted } = await client.query<{ count: number }>(
      `select ((select count(*) from history.history_row) + (select count(*) from history.history_plan))::int as count`,
    );
    await h.until(
      async () => (await health()).history!.rebuild?.share === 1 / counted[0]!.count,
      'the share of its rows that is there',
    );
    t.equal((await health()).history!.rebuild!.state, 'running');
    await client.query('drop schema history_next cascade');
    await client.query(`select pg_advisory_unlock(hashtextextended('rebuild:history', 0))`);
    client.release();
    t.match((await health()).history!.rebuild, { state: 'failed', share: null, error: /didn't finish/ });
    t.same(
      (await asked('ReadModelRebuildRequested')).map((row) => [row.actor.id, row.actor.type, row.sentence]),
      ['history', 'catalog', 'analytics'].map((name) => [ines.user_id, 'staff', `asked to rebuild “${name}”`]),
      'and what was asked for, and only that, is in the audit',
    );
  });
});
