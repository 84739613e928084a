import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import { DatabaseUnfit } from '#kernel/db/migrate.ts';
import { startAnalytics } from '#projections/analytics/count/worker.ts';
import { counterColumns } from '#projections/analytics/tables.ts';
import { countAll, hashFigures, impressionsOf } from '../testing/figures.ts';
import { type Harness, startHarness } from '../testing/harness.ts';
import { seedScene, sendBatch } from '../testing/scene.ts';
import { migrateDatabases } from './migrate-databases.ts';

const dayMs = 86_400_000;
const dayName = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const gone = dayName(Date.now() - 120 * dayMs);
const month = `${gone.slice(0, 7)}-01`;
const [app, story, account, viewer] = [uuidv7(), uuidv7(), uuidv7(), uuidv7()];

/** Figures of a day whose batches are not kept any more, beside what is counted of today. */
const seedPreviousTables = async ({ kernel }: Harness): Promise<void> => {
  const { pool } = kernel.analytics;
  await pool.query(
    `insert into daily_count (app_id, scope, subject_id, day, lane, ${counterColumns.join(', ')})
     values ($1, 'app', $1, $2, 0, ${counterColumns.map(() => 12_345).join(', ')})`,
    [app, gone],
  );
  await pool.query(
    `insert into daily_answer (app_id, group_id, story_id, day, component_id, type, value, answers)
     values ($1, $2, $2, $3, 'poll', 'poll', 'yes', 7)`,
    [app, story, gone],
  );
  await pool.query(
    `insert into answer (app_id, group_id, story_id, day, batch_id, place, at, type, component_id, value, account_id, viewer)
     values ($1, $2, $2, $3, $2, 0, $3::date, 'poll_selected', 'poll', 'yes', $4, $5)`,
    [app, story, gone, account, viewer],
  );
  await pool.query(`insert into first_answer values ($1, 'poll', 'poll_selected', $2, $3)`, [story, viewer, gone]);
  await pool.query('insert into account_viewer (account_id, month, viewer, days) values ($1, $2, $3, 5)', [
    account,
    month,
    viewer,
  ]);
  await pool.query('insert into account_month (account_id, month, lane, viewers) values ($1, $2, 0, 1)', [
    account,
    month,
  ]);
  await pool.query('insert into telemetry_expired (until) values ($1)', [dayName(Date.now() - 90 * dayMs)]);
};

t.test('tables of another release', async (t) => {
  const h = await startHarness(t, { parts: false });
  const { pool } = h.kernel.analytics;
  const nora = await h.person();
  const { token, group_id, stories } = await seedScene(h, nora);
  const view = { type: 'story_impression', group_id, story_id: stories[0] };
  for (let index = 0; index < 5; index += 1) await sendBatch(h, token, [view], { viewer_id: `viewer-${index}` });
  await countAll(h);
  await seedPreviousTables(h);
  const before = await hashFigures(h);
  const prepare = () => migrateDatabases(h.databaseUrl, h.databaseUrl, { queue: false });
  const mark = async (schema = 'analytics') =>
    (await pool.query(`select obj_description($1::regnamespace, 'pg_namespace') as mark`, [schema])).rows[0].mark;
  const setMark = (words: string, schema = 'analytics') => pool.query(`comment on schema ${schema} is '${words}'`);
  const old = async (table: string, column: string, schema = 'analytics') =>
    (await pool.query(`select ${column} as value from ${schema}.${table} where app_id = $1`, [app])).rows.map(
      ({ value }) => Number(value),
    );
  const countAnew = async () => {
    const part = await startAnalytics(h.kernel);
    await h.until(async () => {
      const { rows } = await pool.query(`select to_regnamespace('analytics_earlier') is null as over`);
      return rows[0].over && (await impressionsOf(h, group_id)) >= 5;
    }, 'the figures to be counted anew');
    await part.stop();
  };
  const release = await mark();

  await t.test('stand aside until what cannot be counted again is copied, however often it is started', async (t) => {
    await setMark('first');
    await prepare();
    t.same(await old('daily_count', 'impressions'), [], 'nothing is counted yet');
    await prepare();
    await setMark('second');
    await prepare();
    t.equal(await mark(), release);
    t.equal(await mark('analytics_earlier'), 'first', 'what was made in between is not kept');
    t.same(await old('daily_count', 'impressions', 'analytics_earlier'), [12_345]);
    await countAnew();
    t.same(await hashFigures(h), before, 'days that are gone, and those that can be counted');
    t.equal(await mark(), release);
    const { rows } = await pool.query('select viewers from account_month where account_id = $1', [account]);
    t.same(rows, [{ viewers: 1 }]);
  });

  await t.test('are taken back by their own release, which counts on where it stood', async (t) => {
    await setMark('next');
    await prepare();
    await setMark('next');
    await setMark(release, 'analytics_earlier');
    await sendBatch(h, token, [view], { viewer_id: 'viewer-6' });
    await prepare();
    t.same(await old('daily_count', 'impressions'), [12_345]);
    await countAll(h);
    t.equal(await impressionsOf(h, group_id), 6);
    t.equal((await pool.query(`select to_regnamespace('analytics_earlier') as there`)).rows[0].there, null);
  });

  await t.test('are copied by the names of columns; a number that is added is 0', async (t) => {
    await setMark('narrow');
    await pool.query(`alter table daily_count drop column ivod_views, add column more text not null default 'x'`);
    await pool.query('drop table daily_response, first_answer');
    await pool.query('alter table account_viewer drop column billed_from');
    await prepare();
    await countAnew();
    t.same(await old('daily_count', 'impressions'), [12_345]);
    t.same(await old('daily_count', 'ivod_views'), [0]);
    t.same(await old('daily_answer', 'answers'), [7]);
    const { rows: answered } = await pool.query('select viewer, day::text from first_answer where story_id = $1', [
      story,
    ]);
    t.same(answered, [{ viewer, day: gone }], 'who answered then has answered');
    const { rows } = await pool.query('select billed_from::text as since from account_viewer where account_id = $1', [
      account,
    ]);
    t.same(rows, [{ since: month }], 'viewers from before any was crowded are billed');
  });

  await t.test('that cannot be copied stop the start, and stay as they are', async (t) => {
    await setMark('unlike');
    await pool.query('alter table daily_answer rename column value to answered');
    const refusal = await prepare().catch((error: unknown) => error);
    t.ok(refusal instanceof DatabaseUnfit);
    t.match(refusal, { message: /cannot be counted again.* column value of daily_answer has no default/ });
    t.equal(await mark(), 'unlike');
    t.same(await old('daily_answer', 'answers'), [7]);
    await pool.query('delete from telemetry_expired');
    await prepare();
    t.equal(await mark(), release, 'while everything can be counted again nothing needs to be copied');
    await countAnew();
    t.same(await old('daily_answer', 'answers'), []);
  });
});
