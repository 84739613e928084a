import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import t, { type Test as Tap } from 'tap';
import { v7 as uuidv7 } from 'uuid';
import { startEmbedded } from '#kernel/db/embedded.ts';
import { openDb } from '#kernel/db/pool.ts';
import { buildServer } from '#kernel/http/server.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Part } from '#kernel/part.ts';
import { loadConfig } from '#kernel/platform/config.ts';
import { rotateKeys } from '#kernel/platform/key-ring.ts';
import { createLog } from '#kernel/platform/log.ts';
import { loadSecrets } from '#kernel/platform/secrets.ts';
import { openPostgresTelemetry } from '#kernel/telemetry-log/postgres-log.ts';
import { awaitReadModels, checkReadModels } from '../../loadtest/faults/read-models.ts';
import { backgroundParts } from '../start/composition-root.ts';
import { openKernel } from '../start/open-kernel.ts';
import { sdkRoutes } from '../start/sdk-routes.ts';
import { transactionIdColumns } from '../start/transaction-ids.ts';
import { burnTransactionIds, runProgram } from '../testing/clusters.ts';
import { impressionsOf } from '../testing/figures.ts';
import { type Harness, limitsOff, startHarness } from '../testing/harness.ts';
import { compareWithLog, readStreamMessages, startTestNats } from '../testing/nats.ts';
import { eventIdsInLogOrder, relayCaughtUp, renameOften } from '../testing/relay.ts';
import { makeTempFolder } from '../testing/running.ts';
import { seedScene, sendBatch } from '../testing/scene.ts';
import { startStopwatch } from '../testing/stopwatch.ts';
import { readManifest } from './backup/manifest.ts';
import { openOwner } from './backup/owner.ts';
import { restoreBackup } from './backup/restore-backup.ts';
import { copyOut } from './backup/tables.ts';

t.setTimeout(280_000);

type Test = Parameters<typeof startHarness>[0];

/** Starts what works in the background, by name, so that a test can stop one of them. */
const startBackground = async (t: Test, kernel: Kernel): Promise<Map<string, Part>> => {
  const parts = new Map<string, Part>();
  for (const [name, start] of Object.entries(backgroundParts)) parts.set(name, await start(kernel));
  t.teardown(async () => void (await Promise.all([...parts.values()].map((part) => part.stop()))));
  return parts;
};

/** The product at work: a person's commands and, into each of the two logs, batches of one impression. */
const startLoad = async (t: Test, h: Harness) => {
  const nora = await h.person();
  const scene = await seedScene(h, nora);
  const view = { type: 'story_impression', group_id: scene.group_id, story_id: scene.stories[0] };
  const inbox = openDb(h.ownerUrl, { max: 3 });
  const telemetry = openPostgresTelemetry(inbox, h.kernel);
  const beside = await buildServer({ ...h.kernel, telemetry }, sdkRoutes);
  t.teardown(async () => {
    await beside.close();
    await telemetry.stop();
    await inbox.end();
  });
  const inboxWay = {
    ...h,
    inject: (method: string, url: string, { body }: { body?: unknown } = {}) =>
      beside.inject({ method: method as 'POST', url, payload: body as object }),
  } as Harness;
  const accepted = { stream: new Set<string>(), inbox: new Set<string>() };
  const load = { done: 0, slowest: 0, over: false };
  const send = async (n: number, on: Harness, into: Set<string>) => {
    const batch_id = uuidv7();
    const answer = await sendBatch(on, scene.token, [view], { batch_id, viewer_id: `viewer-${n % 40}` });
    if (answer.statusCode === 202) into.add(batch_id);
  };
  const running = (async () => {
    for (let n = 0; !load.over; n += 1) {
      const taken = startStopwatch();
      // What is put off on a crowded machine was not acknowledged, and is not looked for.
      const kept = await renameOften(h, nora, scene.group_id, 1, `Load ${n}`).then(
        () => true,
        () => false,
      );
      load.slowest = Math.max(load.slowest, taken());
      if (!kept) continue;
      await Promise.all([send(n, h, accepted.stream), send(n, inboxWay, accepted.inbox)]);
      load.done += 1;
    }
  })();
  const end = async () => {
    load.over = true;
    await running;
  };
  t.teardown(end);
  const more = async (count: number) => {
    const goal = load.done + count;
    await h.until(() => load.done >= goal, 'the load');
  };
  return { nora, scene, accepted, load, end, more };
};

const countedBatches = async ({ analytics }: Kernel): Promise<Set<string>> => {
  const { rows } = await analytics.pool.query<{ batch_id: string }>('select batch_id from telemetry_seen');
  return new Set(rows.map(({ batch_id }) => batch_id));
};

const lacking = (all: Iterable<string>, there: ReadonlySet<string>): number =>
  [...all].filter((one) => !there.has(one)).length;

t.test(
  'a backup under load comes back in a new cluster, with both telemetry logs and a relay that was behind',
  async (t) => {
    const nats = await startTestNats(t, 1);
    const h = await startHarness(t, { parts: false, settings: { NATS_URL: nats.url } });
    await burnTransactionIds(h.ownerUrl, 20_000);
    const env = { ...limitsOff, NATS_URL: nats.url };
    const source = h.config.DATA_DIR;
    const parts = await startBackground(t, h.kernel);
    const { nora, scene, accepted, load, end, more } = await startLoad(t, h);
    await more(60);
    await h.until(async () => (await countedBatches(h.kernel)).size > 20, 'some batches to be counted');
    await parts.get('relay')!.stop();
    await parts.get('projection:analytics')!.stop();
    await more(40);
    const { rows: media } = await h.kernel.db.pool.query<{ key: string }>('select key from media_use order by key');
    const [lost, ...kept] = media.map(({ key }) => key);
    for (const key of kept) {
      await mkdir(dirname(h.kernel.files.path(key)), { recursive: true });
      await writeFile(h.kernel.files.path(key), `what ${key} holds`);
    }

    const before = {
      log: await eventIdsInLogOrder(h),
      batches: [...accepted.stream, ...accepted.inbox],
    };
    const { dir: work, remove } = await makeTempFolder();
    t.teardown(remove);
    const folder = join(work, 'backup');
    load.slowest = 0;
    const done = load.done;
    await rotateKeys(source, Date.now());
    const backup = await runProgram('backup', [folder], { ...env, DATA_DIR: source, DATABASE_URL: h.ownerUrl });
    t.ok(load.done > done, `${load.done - done} commands meanwhile`);
    t.ok(load.slowest < 1000, `nobody who wrote was held up: ${Math.round(load.slowest)} ms at most`);
    t.equal(backup.code, 1, `what is missing is said: ${backup.error}`);
    t.match(backup.error, `1 files of the database are missing in DATA_DIR: ${lost}`);
    t.match(backup.out, `Not included: ${join(source, 'root.secret')} and ${join(source, 'keys.secret')}.`);
    const manifest = await readManifest(folder);
    t.same(manifest.missing, [lost]);
    t.equal(manifest.files.rows >= kept.length, true);
    await more(20);
    await end();
    const after = await eventIdsInLogOrder(h);
    t.ok(lacking(accepted.stream, await countedBatches(h.kernel)) > 40, 'batches wait to be counted');

    const prepare = async (name: string): Promise<string> => {
      const dir = join(work, name);
      await mkdir(dir);
      return dir;
    };
    const restored = await prepare('restored');
    await t.test('without its secret, or with a damaged file, nothing is brought back', async (t) => {
      const config = loadConfig({ ...env, DATA_DIR: restored });
      await t.rejects(restoreBackup(config, folder), {
        message: `Put your copy of root.secret at ${join(restored, 'root.secret')} first. Nothing can be opened without it.`,
      });
      await writeFile(join(restored, 'root.secret'), 'ab'.repeat(48));
      await t.rejects(restoreBackup(config, folder), { message: /isn't the secret of this backup/ });
      await cp(join(source, 'root.secret'), join(restored, 'root.secret'));
      const keys = join(restored, 'keys.secret');
      await t.rejects(restoreBackup(config, folder), { message: `Put your copy of keys.secret at ${keys} first` });
      await rotateKeys(restored, Date.now());
      await t.rejects(restoreBackup(config, folder), { message: `Put your copy of keys.secret at ${keys} first` });
      await cp(join(source, 'keys.secret'), keys);
      const damaged = join(work, 'damaged');
      await cp(folder, damaged, { recursive: true });
      await writeFile(join(damaged, 'files', kept[0]!.slice(0, 2), kept[0]!), 'something else');
      const refused = await runProgram('restore', [damaged], { ...env, DATA_DIR: restored });
      t.equal(refused.code, 2);
      t.match(refused.error, /is missing or damaged\. The database was not restored\./);
    });

    /** Brings the backup back in a folder and opens it, while nothing works in the background yet. */
    const openRestored = async (t: Test, dir: string, natsUrl: string) => {
      const run = await runProgram('restore', [folder], { ...limitsOff, NATS_URL: natsUrl, DATA_DIR: dir });
      if (run.code !== 0) throw new Error(run.error);
      const { url, stop } = await startEmbedded(dir, createLog('silent'));
      t.teardown(stop);
      const config = loadConfig({
        ...limitsOff,
        LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
        DATA_DIR: dir,
        NATS_URL: natsUrl,
      });
      const kernel = await openKernel(config, { databaseUrl: url, secrets: await loadSecrets(dir) });
      t.teardown(kernel.close);
      return { run, url, on: { ...h, kernel } as Harness };
    };

    /** What must hold of whatever was brought back, once it has run. */
    const check = async (t: Tap, on: Harness, natsUrl: string, due: readonly string[]) => {
      await startBackground(t, on.kernel);
      await on.until(async () => lacking(due, await countedBatches(on.kernel)) === 0, 'every batch to be counted');
      t.same(await awaitReadModels(on.kernel), []);
      const taken = startStopwatch();
      await renameOften(on, nora, scene.group_id, 1, 'Restored');
      t.same(await awaitReadModels(on.kernel), []);
      const ms = taken();
      t.ok(ms < 2000, `the next command is projected after ${Math.round(ms)} ms`);
      const counted = await countedBatches(on.kernel);
      t.equal(lacking(counted, new Set([...accepted.stream, ...accepted.inbox])), 0, 'and nothing else');
      t.equal(await impressionsOf(on, scene.group_id), counted.size, `each of ${counted.size} once`);
      t.same(await checkReadModels(on.kernel), [], 'chains are whole, and rebuilds change nothing');
      t.equal(await impressionsOf(on, scene.group_id), counted.size, 'counted anew, too');
      await relayCaughtUp(on);
      t.same(compareWithLog(await readStreamMessages(natsUrl), await eventIdsInLogOrder(on)), {
        gaps: 0,
        doubles: 0,
        inOrder: true,
      });
    };

    await t.test('beside the NATS that went on', async (t) => {
      const { url, on } = await openRestored(t, restored, nats.url);
      const log = await eventIdsInLogOrder(on);
      t.same(log, after.slice(0, log.length), 'the log is a beginning of what it was, in its order');
      t.ok(log.length >= before.log.length);
      const client = await openOwner(url);
      const again = await prepare('again');
      const ofPlaces = (await transactionIdColumns(client)).map(({ table }) => table);
      const places = new Set([...ofPlaces, 'telemetry_hour', 'telemetry_renumbered']);
      let compared = 0;
      for (const table of manifest.databases[0]!.tables) {
        if (places.has(table.name) || places.has(table.partition?.of ?? '')) continue;
        const { rows, sha256 } = await copyOut(client, again, 'database', table);
        t.same({ rows, sha256 }, { rows: table.rows, sha256: table.sha256 }, `${table.schema}.${table.name}`);
        compared += 1;
      }
      t.ok(compared > 40, `${compared} tables are equal`);
      for (const { name, schema, last_value } of manifest.databases[0]!.sequences) {
        const { rows } = await client.query(`select last_value from ${schema}.${name}`);
        t.ok(Number(rows[0].last_value) >= Number(last_value), name);
      }
      await client.end();
      t.equal(await readFile(on.kernel.files.path(kept[0]!), 'utf8'), `what ${kept[0]} holds`);
      await check(t, on, nats.url, [...before.batches, ...accepted.stream]);
    });

    await t.test('where NATS was lost as well', async (t) => {
      const other = await startTestNats(t, 1);
      const dir = await prepare('elsewhere');
      for (const name of ['root.secret', 'keys.secret']) await cp(join(source, name), join(dir, name));
      const { run, on } = await openRestored(t, dir, other.url);
      t.match(run.out, new RegExp(`\\(${manifest.stream!.rows} of them waited in JetStream\\)`));
      await check(t, on, other.url, before.batches);
    });
  },
);
