import { randomBytes } from 'node:crypto';
import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import { countAll } from '#ops/testing/figures.ts';
import { startHarness } from '#ops/testing/harness.ts';
import { seenPayload } from '#ops/testing/seen-batch.ts';
import { oldestDay } from '../rollups/compact.ts';
import { createHousekeeping } from './worker.ts';

const dayMs = 86_400_000;

t.test('old ids of batches are deleted a little at a time, and counting goes on between', async (t) => {
  const h = await startHarness(t, { parts: false });
  const { pool } = h.kernel.analytics;
  const left = async () => (await pool.query('select count(*)::int as n from telemetry_seen')).rows[0].n;
  await pool.query(
    `insert into telemetry_seen select gen_random_uuid(), gen_random_uuid(), now() - interval '10 days' from generate_series(1, 5000)`,
  );
  await pool.query('insert into telemetry_seen select gen_random_uuid(), gen_random_uuid(), now()');
  const keep = createHousekeeping(h.kernel);
  let asked = 0;
  t.equal(await keep([], () => ++asked === 1), true, 'there is more to do');
  t.equal(await left(), 3001);
  await h.until(async () => !(await keep([], () => true)), 'the rest');
  t.equal(await left(), 1);
});

t.test('old minutes of SDKs are deleted a little at a time, too', async (t) => {
  const h = await startHarness(t, { parts: false });
  const { pool } = h.kernel.analytics;
  const left = async () => (await pool.query('select count(*)::int as n from sdk_minute')).rows[0].n;
  await pool.query(
    `insert into sdk_minute select gen_random_uuid(), now() - interval '20 days', 'web', '1.0.0', 0, 1, 0
       from generate_series(1, 20000)`,
  );
  const keep = createHousekeeping(h.kernel);
  let asked = 0;
  t.equal(await keep([], () => ++asked <= 4), true, 'there is more to do');
  t.equal(await left(), 14_000);
  await h.until(async () => !(await keep([], () => true)), 'the rest');
  t.equal(await left(), 0);
});

t.test('periods are compacted, also after a look for them has failed', async (t) => {
  const monday = Date.UTC(2026, 9, 5);
  const h = await startHarness(t, { parts: false, now: () => monday + 10 * dayMs });
  const { pool } = h.kernel.analytics;
  const compacted = async () => (await pool.query('select from span_lane where complete')).rowCount;
  const seenOn = async (day: number) => {
    const [app_id, account_id, instance_id, group_id] = [uuidv7(), uuidv7(), uuidv7(), uuidv7()];
    const viewer = randomBytes(16).toString('base64url');
    await pool.query(
      'insert into telemetry_batch (partition, instance_id, batch_id, payload) values (0, $1, gen_random_uuid(), $2)',
      [instance_id, seenPayload({ app_id, account_id, group_id, viewer }, [monday + day * dayMs])],
    );
  };
  for (const day of [8, 6, 7]) await seenOn(day);
  await countAll(h);

  const { now } = performance;
  let ahead = 0;
  performance.now = () => now.call(performance) + ahead;
  t.teardown(() => {
    performance.now = now;
  });
  const keep = createHousekeeping(h.kernel);
  await h.asOwner('alter table analytics.daily_count rename to away');
  t.equal(await keep([0], () => true), false);
  await h.asOwner('alter table analytics.away rename to daily_count');
  t.equal(await compacted(), 0);
  ahead = 61_000;
  await h.until(async () => !(await keep([0], () => true)), 'what is due');
  t.ok((await compacted())! > 0);

  const client = await pool.connect();
  t.teardown(() => client.release());
  t.equal(await oldestDay(client), '2026-10-11', 'of whichever app');
});
