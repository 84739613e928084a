import t from 'tap';
import { countAll } from '#ops/testing/figures.ts';
import { startHarness } from '#ops/testing/harness.ts';
import { seedScene, sendBatch } from '#ops/testing/scene.ts';
import { createUnusualInstanceMonitor, pruneInstanceDays, readUnusualInstances } from './unusual-instances.ts';

const noon = Date.UTC(2026, 9, 14, 12);
const dayMs = 86_400_000;

t.test('what an instance gets in a day is compared with its seven days before', async (t) => {
  const settings = { LIMIT_NEW_VIEWERS: '1' };
  const h = await startHarness(t, { parts: false, now: () => noon, settings });
  const nora = await h.person();
  const [usual, loud, fresh] = [await seedScene(h, nora), await seedScene(h, nora), await seedScene(h, nora)];
  const { pool } = h.kernel.analytics;
  const send = async (token: string, batches: number) => {
    for (let index = 0; index < batches; index += 1)
      await sendBatch(h, token, [{ type: 'bar_impression' }], { viewer_id: `viewer-${index}` });
  };
  await send(usual.token, 1);
  await send(loud.token, 3);
  await send(fresh.token, 30);
  await countAll(h);
  const { rows } = await pool.query(
    `select t.instance_id, t.batches::int, t.crowded::int, t.bytes::int,
            (select sum(octet_length(payload))::int from telemetry_batch b where b.instance_id = t.instance_id) as kept
       from telemetry_day t order by batches`,
  );
  t.match(rows, [
    { instance_id: usual.instance_id, batches: 1, crowded: 0 },
    { instance_id: loud.instance_id, batches: 3, crowded: 2 },
    { instance_id: fresh.instance_id, batches: 30, crowded: 29 },
  ]);
  for (const row of rows) t.equal(row.bytes, row.kept, 'as many bytes as are kept');

  // Six days of which the median with the seventh, empty one is `middle`.
  const plant = async ({ instance_id, app_id }: typeof loud, middle: number) => {
    for (let back = 1; back <= 6; back += 1)
      await pool.query('insert into telemetry_day values ($1, $2, $3, 1, 0, $4)', [
        new Date(noon - back * dayMs),
        instance_id,
        app_id,
        back <= 3 ? middle : middle * 50,
      ]);
  };
  const bytes = 2_000_000;
  await pool.query('update telemetry_day set bytes = $2 where instance_id = $1', [loud.instance_id, bytes]);
  await plant(usual, rows[0].bytes);
  await plant(loud, Math.floor(bytes / 10));
  t.match(await readUnusualInstances(h.kernel.analytics, noon), [{ instance_id: loud.instance_id, bytes }]);
  await pool.query('update telemetry_day set bytes = bytes - 10 where instance_id = $1 and batches = 3', [
    loud.instance_id,
  ]);
  t.same(await readUnusualInstances(h.kernel.analytics, noon), [], 'less than ten times is usual');
  await pool.query('update telemetry_day set bytes = bytes + 10 where instance_id = $1 and batches = 3', [
    loud.instance_id,
  ]);

  await plant(fresh, 10);
  t.same(
    (await readUnusualInstances(h.kernel.analytics, noon)).map(({ instance_id }) => instance_id),
    [loud.instance_id],
    'a day of little data is none, whatever is usual',
  );

  const said: unknown[] = [];
  const log = { ...h.kernel.log, warn: (what: unknown) => void said.push(what) } as typeof h.kernel.log;
  const watch = createUnusualInstanceMonitor({ ...h.kernel, log });
  const shown = async () => (await h.kernel.metrics.instancesAboveUsual.get()).values[0]!.value;
  await watch([0, 1], noon);
  t.equal(await shown(), 1);
  t.match(said, [{ instance_id: loud.instance_id, app_id: loud.app_id, bytes }]);
  await watch([1], noon);
  t.equal(await shown(), 0, 'whoever has the first lane says it');

  await pruneInstanceDays(h.kernel.analytics, noon + 9 * dayMs - dayMs / 2);
  t.equal((await pool.query('select from telemetry_day')).rowCount, 3, 'nine days are kept');
});

t.test('owners are told once a day of an instance that gets ten times its usual bytes', async (t) => {
  let now = noon;
  const h = await startHarness(t, { now: () => now });
  const nora = await h.person();
  const { account_id } = nora;
  const [loud, fresh, calm] = [await seedScene(h, nora), await seedScene(h, nora), await seedScene(h, nora)];
  const mail = { account_id, firstname: 'Priya' };
  const owners = [nora, await h.person({ account_id })];
  const appOwner = await h.person({ ...mail, permissions: { app_owner: [loud.app_id] } });
  const others = [
    await h.person({ ...mail, permissions: { app_owner: [fresh.app_id, calm.app_id] } }),
    await h.person({ ...mail, permissions: { story_creator: [loud.app_id] } }),
    await h.person({ ...mail, permissions: { brodcaster: [loud.app_id] } }),
    await h.person(),
  ];
  const { pool } = h.kernel.analytics;
  const usual = 5_100_000;
  const plant = (of: typeof loud, at: number, bytes: number) =>
    pool.query('insert into telemetry_day values ($1, $2, $3, 1, 0, $4)', [
      new Date(at),
      of.instance_id,
      of.app_id,
      bytes,
    ]);
  for (let back = 1; back <= 7; back += 1) {
    await plant(loud, noon - back * dayMs, usual);
    await plant(calm, noon - back * dayMs, usual);
    if (back < 7) await plant(fresh, noon - back * dayMs, usual);
  }
  await plant(calm, noon, 10 * usual - 1);
  await plant(fresh, noon, 12 * usual);
  await plant(loud, noon, 12 * usual);

  const told = async (as: typeof nora): Promise<{ type: string; title: string }[]> => {
    const answer = await h.inject('GET', '/api/storyrail-notification/dashboard-notification', { as });
    return answer.json().data.map(({ data }: { data: object }) => data);
  };
  const events = async () =>
    (
      await h.kernel.db.pool.query(
        `select stream, data, account_id, actor_type from event where type = 'InstanceTrafficJumped' order by position`,
      )
    ).rows;
  /** Two processes look, each twice, and as many again after a restart. */
  const look = async () => {
    for (let start = 0; start < 2; start += 1) {
      const processes = [createUnusualInstanceMonitor(h.kernel), createUnusualInstanceMonitor(h.kernel)];
      await Promise.all(processes.map((watch) => watch([0], now)));
    }
    await h.until(async () => {
      const { rows } = await h.kernel.db.pool.query('select from job_outbox where moved_at is null');
      const { rows: done } = await h.kernel.db.pool.query(`select from effect_ledger where effect = 'unusual_traffic'`);
      return rows.length === 0 && done.length >= (now - noon) / dayMs + 1;
    }, 'the jobs');
    await h.caughtUp();
  };

  await look();
  const jump = { instance_id: loud.instance_id, day: '2026-10-14', bytes: 12 * usual, usual };
  t.same(await events(), [{ stream: `app-${loud.app_id}`, data: jump, account_id, actor_type: 'system' }]);
  const expected = {
    type: 'unusual_traffic',
    title: 'Default in Fjord gets 12 times as much data as usual',
    text: '61 MB on 14 Oct 2026 so far, 5.1 MB on a usual day.',
    url: `/settings/apps?sdk_health=${loud.app_id}`,
    actor_id: null,
  };
  for (const owner of [...owners, appOwner]) {
    const rows = await told(owner);
    t.equal(rows.length, 1);
    t.match(rows, [expected]);
  }
  for (const other of others) t.same(await told(other), []);
  const audit = await h.inject('GET', '/api/audit', { as: nora, query: { action: 'InstanceTrafficJumped' } });
  t.match(audit.json().data, [
    {
      sentence:
        'noticed that the instance “Default” of “Fjord” gets 12 times as much data as usual: 61 MB on 2026-10-14 so far, 5.1 MB on a usual day',
      actor: { name: 'Storyrail' },
      subject: { type: 'instance', id: loud.instance_id },
    },
  ]);

  await plant(loud, noon + dayMs, 12 * usual);
  now = noon + dayMs;
  await look();
  t.same(
    (await events()).map(({ data }) => data.day),
    ['2026-10-14', '2026-10-15'],
    'the next day with the same load tells again',
  );
  t.equal((await told(nora)).length, 2);
});
