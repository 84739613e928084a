import { chown, cp, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import t from 'tap';
import { startEmbedded } from '#kernel/db/embedded.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { loadConfig } from '#kernel/platform/config.ts';
import { createLog } from '#kernel/platform/log.ts';
import { loadSecrets } from '#kernel/platform/secrets.ts';
import { finaliseNextHour } from '#projections/analytics/archive/finalise.ts';
import { recountProof } from '#projections/analytics/questions/mau-proof/recount.ts';
import { sealProof } from '#projections/analytics/questions/mau-proof/seal.ts';
import { readSourceBatches, readWithCheckpoints } from '#projections/analytics/questions/source-batches.ts';
import { hashTableRows } from '#projections/hash-rows.ts';
import { awaitReadModels, checkReadModels } from '../../loadtest/faults/read-models.ts';
import { backgroundParts } from '../start/composition-root.ts';
import { openKernel } from '../start/open-kernel.ts';
import { foreignPositions, transactionIdColumns, unknownTransactionIdColumns } from '../start/transaction-ids.ts';
import { burnTransactionIds, copyDatabase, runProgram, startTestCluster } from '../testing/clusters.ts';
import { countAll } from '../testing/figures.ts';
import { type Harness, limitsOff, startHarness, until } from '../testing/harness.ts';
import { renameOften } from '../testing/relay.ts';
import { freePort, isReady, makeTempFolder, startProcess } from '../testing/running.ts';
import { seedScene, sendBatch } from '../testing/scene.ts';
import { openOwner } from './backup/owner.ts';
import { renumber } from './backup/renumber.ts';
import { takeBackup } from './backup/take-backup.ts';

t.setTimeout(240_000);

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The batches that stand behind an app's figures, and where they are kept. */
const evidenceOf = async (kernel: Kernel, app_id: string): Promise<string[]> => {
  const { checkpointOf } = await readWithCheckpoints(kernel.analytics, async () => null);
  const today = Math.floor(Date.now() / dayMs) * dayMs;
  const found: string[] = [];
  const ask = { app_id, from: today - dayMs, to: today + dayMs, checkpointOf };
  for await (const { batch, kept } of readSourceBatches(kernel, ask, { repeated: 0 }))
    found.push(`${kept} ${batch.batch_id}`);
  return found.sort();
};

const readModels = ['catalog', 'audit', 'history', 'notifications', 'delivery'];
const hashAll = async ({ db }: Kernel) =>
  Object.fromEntries(await Promise.all(readModels.map(async (name) => [name, await hashTableRows(db.pool, name)])));

/** Opens a kernel on a database and runs everything that works in the background. */
const runOn = async (t: { teardown(work: () => Promise<unknown>): void }, url: string, dir: string) => {
  const config = loadConfig({ ...limitsOff, LOG_LEVEL: process.env.TEST_LOG ?? 'silent', DATA_DIR: dir, PORT: '4000' });
  const kernel = await openKernel(config, { databaseUrl: url, secrets: await loadSecrets(dir) });
  t.teardown(kernel.close);
  const parts = await Promise.all(Object.values(backgroundParts).map((start) => start(kernel)));
  t.teardown(() => Promise.all(parts.map((part) => part.stop())));
  return kernel;
};

const withKernel = (h: Harness, kernel: Harness['kernel']): Harness => ({ ...h, kernel });

t.test('a database whose rows were copied into another cluster', async (t) => {
  const h = await startHarness(t);
  await burnTransactionIds(h.ownerUrl, 20_000);
  const { pool } = h.kernel.db;
  const nora = await h.person();
  const scene = await seedScene(h, nora);
  const view = { type: 'story_impression', group_id: scene.group_id, story_id: scene.stories[0] };
  for (let n = 0; n < 4; n += 1) await sendBatch(h, scene.token, [view], { viewer_id: `early-${n}` });
  await h.until(async () => (await awaitReadModels(h.kernel)).length === 0, 'everything to be counted');
  // The hour that is not over yet is archived as if it were; what follows comes as if in the next one.
  const later = Math.floor(Date.now() / hourMs) * hourMs + 1.5 * hourMs;
  await h.until(async () => {
    while (await finaliseNextHour(h.kernel, later));
    const { rows } = await pool.query('select coalesce(sum(batches), 0)::int as n from telemetry_archive');
    return rows[0].n === 4;
  }, 'the hour to be archived');
  const { rows: last } = await pool.query('select max(position)::text as at from telemetry_batch');
  await renameOften(h, nora, scene.group_id, 30, 'Named');
  for (let n = 0; n < 3; n += 1) await sendBatch(h, scene.token, [view], { viewer_id: `late-${n}` });
  await h.until(async () => (await awaitReadModels(h.kernel)).length === 0, 'everything to be counted');
  await pool.query(
    `with moved as (delete from telemetry_batch where position > $1 returning *)
     insert into telemetry_batch (transaction_id, position, partition, instance_id, batch_id, received_at, payload)
       select transaction_id, position, partition, instance_id, batch_id, received_at + interval '1 hour', payload from moved`,
    [last[0].at],
  );
  await pool.query(
    `insert into parked_event (projection, stream, version, transaction_id, position, error)
     select 'history', stream, version, transaction_id, position, 'a test' from event where stream = $1 and version = 3`,
    [`storyGroup-${scene.group_id}`],
  );
  const before = { models: await hashAll(h.kernel), evidence: await evidenceOf(h.kernel, scene.app_id) };
  const order = async (on: Pick<pg.Pool, 'query'>) =>
    (await on.query('select event_id from event order by transaction_id, position')).rows.map((row) => row.event_id);
  const orderBefore = await order(pool);

  const cluster = await startTestCluster(t);
  await copyDatabase(h.ownerUrl, cluster.url);
  const dir = h.config.DATA_DIR;
  const env = { ...limitsOff, DATA_DIR: dir, DATABASE_URL: cluster.url, PORT: String(await freePort()) };
  const direct = new pg.Client({ connectionString: cluster.url });
  await direct.connect();
  t.teardown(() => direct.end());

  await t.test('is refused at the start, in one line that names the command', async (t) => {
    const run = startProcess(env);
    // One that starts after all is ended, so that this says so.
    const ready = until(async () => run.child.exitCode !== null || (await isReady(Number(env.PORT))), 'an answer');
    await ready.finally(() => run.child.kill());
    t.equal(await run.ended, 1);
    await until(() => run.error().endsWith('\n'), 'what it said');
    t.match(run.error(), /restored from another Postgres.*Run "npm run restored" once, then start again\.\n$/);
    t.equal(run.error().trim().split('\n').length, 1, run.error());
    t.same(
      (await direct.query('select from event where transaction_id < pg_snapshot_xmin(pg_current_snapshot())')).rowCount,
      0,
    );
  });

  await t.test('is refused, too, when only a reader stands above the horizon', async (t) => {
    await direct.query('begin');
    await direct.query('truncate event, telemetry_batch, parked_event');
    await direct.query('delete from projection_checkpoint');
    t.ok(await foreignPositions(direct), 'new batches would come to lie below what is counted');
    await direct.query(`update analytics.telemetry_checkpoint set transaction_id = '5' where source = 'postgres'`);
    t.equal(await foreignPositions(direct), null);
    await direct.query('rollback');
  });

  await t.test('is not mended while the product runs, nor where a column is not known', async (t) => {
    const running = new pg.Client({ connectionString: cluster.url, application_name: 'storyrail' });
    await running.connect();
    const refused = await runProgram('restored', [], env);
    t.equal(refused.code, 2);
    t.match(refused.error, /Storyrail is running on this database/);
    await running.end();
    await direct.query('create table catalog.mark (id int, seen_transaction_id bigint)');
    t.match(await unknownTransactionIdColumns(direct), [
      { schema: 'catalog', table: 'mark', column: 'seen_transaction_id' },
    ]);
    const unknown = await runProgram('restored', [], env);
    t.equal(unknown.code, 2);
    t.match(unknown.error, /catalog\.mark\.seen_transaction_id/);
    await direct.query('drop table catalog.mark');
    t.ok(await foreignPositions(direct), 'and nothing has changed');
  });

  await t.test('is mended by one command, whoever had read what', async (t) => {
    const mended = await runProgram('restored', [], env);
    t.equal(mended.code, 0, mended.error);
    t.match(mended.out, new RegExp(`${orderBefore.length} events and 7 waiting batches`));
    t.equal(await foreignPositions(direct), null);
    t.same(await order(direct as never), orderBefore);
    const { rows } = await direct.query(
      'select from parked_event p join event e using (stream, version, transaction_id, position)',
    );
    t.equal(rows.length, 1, 'what was set aside is where its event is');
    await direct.query('delete from parked_event');
    const again = await runProgram('restored', [], env);
    t.match(again.out, /Nothing to fix/);

    const kernel = await runOn(t, cluster.url, dir);
    t.same(await hashAll(kernel), before.models);
    t.same(await evidenceOf(kernel, scene.app_id), before.evidence, 'what is archived still stands behind the figures');
    const on = withKernel(h, kernel);
    await renameOften(on, nora, scene.group_id, 2, 'Restored');
    t.same(await awaitReadModels(kernel), []);
    t.equal((await order(kernel.db.pool)).length, orderBefore.length + 2);
    t.same((await order(kernel.db.pool)).slice(0, orderBefore.length), orderBefore);
    t.same(await checkReadModels(kernel), []);
  });
});

t.test('a bill that was sealed before a restore is counted anew as it was', async (t) => {
  const h = await startHarness(t, { parts: false });
  const nora = await h.person();
  const scene = await seedScene(h, nora);
  const today = Math.floor(Date.now() / dayMs) * dayMs;
  const view = async (viewer_id: string) => {
    await sendBatch(h, scene.token, [{ type: 'bar_impression', at: today - dayMs / 2 }], { viewer_id });
    await countAll(h);
  };
  await view('in-time');
  const sealed = await sealProof(h.kernel, nora.account_id, (today - dayMs) / 1000, today / 1000);
  // The cluster that it was sealed on had given out more transaction ids than this one has.
  const checkpoints = sealed.counted.checkpoints.map((one) => ({ ...one, transaction_id: `9${one.transaction_id}` }));
  const proof = { ...sealed, counted: { ...sealed.counted, checkpoints } };
  const recount = () => recountProof(h.kernel, proof, h.kernel.files.path(proof.file_key!));
  await view('late');
  const owner = await openOwner(h.ownerUrl);
  t.teardown(() => owner.end());
  await owner.query('begin');
  t.match(await renumber(owner), { batches: 2 });
  await owner.query('commit');
  t.match(await recount(), { holds: true, batches: 1 }, 'what came after it is not of the bill');
  await view('restored');
  t.match(await recount(), { holds: true, batches: 1 }, 'nor what came after the restore');
  const later = Math.floor(Date.now() / hourMs) * hourMs + 1.5 * hourMs;
  await h.until(async () => {
    while (await finaliseNextHour(h.kernel, later));
    const { rows } = await h.kernel.db.pool.query('select sum(batches)::int as n from telemetry_archive');
    return rows[0].n === 3;
  }, 'the hour to be archived');
  t.match(await recount(), { holds: true, batches: 1 }, 'nor when all of it is archived');
});

t.test('no table holds transaction ids that a restore would leave as they are', async (t) => {
  const h = await startHarness(t, { parts: false });
  const client = await h.kernel.db.pool.connect();
  t.teardown(async () => client.release());
  t.ok((await transactionIdColumns(client)).length >= 6);
  t.same(await unknownTransactionIdColumns(client), []);
});

t.test('a backup holds no head of the audit that knows more than its snapshot', async (t) => {
  const h = await startHarness(t, { parts: false });
  const { dir, remove } = await makeTempFolder();
  t.teardown(remove);
  const folder = join(dir, 'backup');
  const heads = (hour: string) => `audit-heads/2026-11-20t${hour}.json`;
  await h.kernel.files.write(heads('10'), 'early');
  await h.kernel.files.write(heads('11'), 'early');
  const [gate, watcher] = [
    new pg.Client({ connectionString: h.ownerUrl }),
    new pg.Client({ connectionString: h.ownerUrl }),
  ];
  await Promise.all([gate.connect(), watcher.connect()]);
  t.teardown(() => Promise.all([gate.end(), watcher.end()]));
  await gate.query('begin; lock table event in access exclusive mode');
  const backup = takeBackup({ ...h.config, DATABASE_URL: h.ownerUrl }, folder);
  await h.until(async () => {
    const { rowCount } = await watcher.query(
      `select from pg_stat_activity
        where datname = current_database() and application_name = 'storyrail backup' and wait_event_type = 'Lock'`,
    );
    return rowCount === 1;
  }, 'the backup to have its snapshot and to wait');
  await h.kernel.files.write(heads('11'), 'late');
  await h.kernel.files.write(heads('12'), 'late');
  await gate.query('rollback');
  const { manifest } = await backup;
  const there = join(folder, 'files/operational');
  t.same((await readdir(join(there, 'audit-heads'))).sort(), ['2026-11-20t10.json', '2026-11-20t11.json']);
  for (const hour of ['10', '11']) t.equal(await readFile(join(there, heads(hour)), 'utf8'), 'early');
  t.equal(manifest.files.rows, 2);
});

t.test('a cluster at work is never taken for another', async (t) => {
  const h = await startHarness(t, { parts: false });
  const nora = await h.person();
  const scene = await seedScene(h, nora);
  const [slow, direct] = [
    new pg.Client({ connectionString: h.ownerUrl }),
    new pg.Client({ connectionString: h.ownerUrl }),
  ];
  await Promise.all([slow.connect(), direct.connect()]);
  t.teardown(() => Promise.all([slow.end(), direct.end()]));
  await slow.query('begin; select pg_current_xact_id()');
  let over = false;
  const load = (async () => {
    while (!over) await renameOften(h, nora, scene.group_id, 1, 'Load');
  })();
  for (let n = 0; n < 100; n += 1) t.equal(await foreignPositions(direct), null);
  over = true;
  await load;
  await slow.query('rollback');
});

t.test('a base backup and the log of writes bring back any moment, ids and all', async (t) => {
  const { dir: archive, remove } = await makeTempFolder();
  t.teardown(remove);
  const first = await startTestCluster(t, [
    'wal_level=replica',
    'archive_mode=on',
    `archive_command=cp %p ${archive}/%f`,
  ]);
  const { uid, gid } = await stat(join(first.dir, 'postgres'));
  await chown(archive, uid, gid);
  const { migrateDatabases } = await import('../start/migrate-databases.ts');
  await migrateDatabases(first.url, first.url);
  const config = loadConfig({ ...limitsOff, LOG_LEVEL: 'silent', DATA_DIR: first.dir, PORT: '4000' });
  const kernel = await openKernel(config, { databaseUrl: first.url, secrets: await loadSecrets(first.dir) });
  t.teardown(kernel.close);
  const { createPeople } = await import('../testing/people.ts');
  const nora = await createPeople(kernel, () => '').person();
  const on = { kernel } as Harness;
  const scene = await seedScene(on, nora);

  const operator = new pg.Client({ connectionString: first.url });
  await operator.connect();
  t.teardown(() => operator.end());
  await operator.query(`select pg_backup_start('a test', true)`);
  const { dir: second, remove: removeSecond } = await makeTempFolder();
  t.teardown(removeSecond);
  const data = join(second, 'postgres');
  await cp(join(first.dir, 'postgres'), data, {
    recursive: true,
    filter: (path) => !/postmaster\.(pid|opts)$|\/pg_wal\/.+/.test(path),
  });
  const { rows } = await operator.query('select labelfile from pg_backup_stop()');
  await writeFile(join(data, 'backup_label'), rows[0].labelfile);

  await renameOften(on, nora, scene.group_id, 1, 'One');
  await operator.query(`select pg_create_restore_point('between')`);
  await renameOften(on, nora, scene.group_id, 1, 'Two');
  const places = async (on: Pick<pg.Pool, 'query'>) =>
    (
      await on.query(
        'select transaction_id::text, position, event_id, data->>$1 as title from event order by event.transaction_id, position',
        ['title'],
      )
    ).rows;
  const all = await places(kernel.db.pool);
  const { rows: segment } = await operator.query('select pg_walfile_name(pg_switch_wal()) as name');
  await until(async () => {
    const { rows } = await operator.query('select last_archived_wal as name from pg_stat_archiver');
    return rows[0].name >= segment[0].name;
  }, 'the log of writes to be archived');

  await writeFile(join(data, 'recovery.signal'), '');
  for (const name of ['postgres.secret', 'postgres.ready', 'root.secret'])
    await cp(join(first.dir, name), join(second, name));
  const give = async (path: string): Promise<void> => {
    await chown(path, uid, gid);
    if (!(await stat(path)).isDirectory()) return;
    for (const name of await readdir(path)) await give(join(path, name));
  };
  await mkdir(join(data, 'pg_wal'), { recursive: true });
  await give(data);
  const restored = await startEmbedded(second, createLog('silent'), [
    `restore_command=cp ${archive}/%f %p`,
    'recovery_target_name=between',
    'recovery_target_action=promote',
  ]);
  t.teardown(restored.stop);
  const client = new pg.Client({ connectionString: restored.url });
  await client.connect();
  t.teardown(() => client.end());
  await until(async () => !(await client.query('select pg_is_in_recovery() as still')).rows[0].still, 'the recovery');
  t.same(await places(client as never), all.slice(0, -1), 'the first command is there, the second is not');
  t.equal(all.at(-2)!.title, 'One 0');
  t.equal(all.at(-1)!.title, 'Two 0');
  t.equal(await foreignPositions(client), null);
  const again = await runOn(t, restored.url, second);
  await renameOften({ kernel: again } as Harness, nora, scene.group_id, 1, 'Other');
  t.same(await awaitReadModels(again), []);
  t.same((await places(again.db.pool)).at(-1)!.title, 'Other 0');
});
