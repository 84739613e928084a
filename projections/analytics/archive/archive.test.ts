import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import { advisoryLocks } from '#kernel/db/advisory-locks.ts';
import { comparePositions, lastLogPosition } from '#kernel/telemetry-log/log.ts';
import { createPostgresSource } from '#kernel/telemetry-log/postgres-source.ts';
import { type Harness, startHarness } from '#ops/testing/harness.ts';
import { freePort, startProcess } from '#ops/testing/running.ts';
import { finaliseNextHour } from './finalise.ts';
import type { ArchivedBatch } from './line-format.ts';
import { archiveFiles, readArchive, readUnarchived, readUnarchivedRange } from './read.ts';
import { applyRetention } from './retention.ts';

t.setTimeout(200_000);

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const today = Math.floor(Date.now() / dayMs) * dayMs;
const yesterday = today - dayMs;
const iso = (ms: number) => new Date(ms).toISOString();
const everything = { from_hour: 0, to_hour: today + 30 * dayMs };

interface Planted {
  app: string;
  at: number;
  partition?: number;
  events?: number[];
  payload?: string;
}

const start = async (t: Parameters<typeof startHarness>[0], settings: Record<string, string> = {}) => {
  const h = await startHarness(t, { parts: false, settings });
  const { pool } = h.kernel.analytics;
  const payloadOf = ({ app, at, events = [at] }: Planted): string =>
    `{"v":2,"app_id":"${app}","account_id":"${uuidv7()}","received_at":${at},"offset":0,"viewer":null,"corrections":{},"events":[\n${events
      .map((when) => JSON.stringify({ id: uuidv7(), type: 'bar_impression', at: when }))
      .join(',\r\n')}]}`;
  /** Puts batches into the inbox as if they had arrived then; answers their ids. */
  const plant = async (all: readonly Planted[]): Promise<string[]> => {
    const ids = all.map(() => uuidv7());
    await pool.query(
      `insert into telemetry_batch (partition, instance_id, batch_id, received_at, payload)
       select * from unnest($1::int[], $2::uuid[], $3::uuid[], $4::timestamptz[], $5::text[])`,
      [
        all.map((one, index) => one.partition ?? index % 64),
        all.map(() => uuidv7()),
        ids,
        all.map((one) => iso(one.at)),
        all.map((one) => one.payload ?? payloadOf(one)),
      ],
    );
    return ids;
  };
  const ownDay = (day: number) => pool.query('select make_telemetry_day($1)', [iso(day).slice(0, 10)]);
  const counted = (place = lastLogPosition) =>
    pool.query('update telemetry_checkpoint set transaction_id = $1::xid8, position = $2', [
      place.transaction_id,
      place.position,
    ]);
  const hours = async (): Promise<number[]> => {
    const { rows } = await pool.query(
      'select extract(epoch from hour)::float8 * 1000 as ms from telemetry_hour order by 1',
    );
    return rows.map((row) => row.ms);
  };
  /** Seals everything that is over at a moment; what other databases of the server do may hold the horizon back. */
  const sealAll = (now: number) =>
    h.until(async () => {
      while (await finaliseNextHour(h.kernel, now));
      return ((await hours()).at(-1) ?? 0) + 2 * hourMs + 10 * 60_000 > now;
    }, 'all hours to be sealed');
  const names = async () => {
    const { rows } = await pool.query<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'telemetry_batch'::regclass`,
    );
    return rows.map((row) => row.name);
  };
  return { h, pool, plant, payloadOf, ownDay, counted, hours, sealAll, names };
};

const collect = async (rows: AsyncIterable<ArchivedBatch>): Promise<ArchivedBatch[]> => {
  const all: ArchivedBatch[] = [];
  for await (const row of rows) all.push(row);
  return all;
};

/** Every file of the store that is not operational, by its path. */
const storedFiles = async (h: Harness): Promise<string[]> => {
  const root = join(h.config.DATA_DIR, 'files');
  const found = await readdir(root, { recursive: true, withFileTypes: true });
  return found.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
};

t.test('hours that are over', async (t) => {
  const { h, pool, plant, counted, hours, sealAll } = await start(t);
  const [ada, bob] = [uuidv7(), uuidv7()] as [string, string];
  const nine = yesterday + 9 * hourMs;

  await t.test('an empty log has no hours', async (t) => {
    t.equal(await finaliseNextHour(h.kernel, Date.now()), false);
    t.same(await hours(), []);
  });

  const ids = {
    nine: await plant([
      ...Array.from({ length: 30 }, (_, n) => ({ app: n % 3 ? ada : bob, at: nine + n * 1000 })),
      { app: ada, at: nine + hourMs - 1, events: [nine - 6 * dayMs, nine, nine] },
    ]),
    ten: await plant([{ app: ada, at: nine + hourMs, partition: 5 }]),
    broken: await plant([{ app: bob, at: nine + hourMs + 5, payload: 'no JSON "\n' }]),
  };

  await t.test('an hour waits until its batches are counted and nothing of it can come any more', async (t) => {
    t.equal(await finaliseNextHour(h.kernel, nine + hourMs + 9 * 60_000), true, 'the empty ones before it do not wait');
    while ((await hours()).at(-1)! < nine - hourMs) t.ok(await finaliseNextHour(h.kernel, today));
    t.equal(await finaliseNextHour(h.kernel, nine + hourMs + 9 * 60_000), false, 'ten minutes have not passed');
    t.equal(await finaliseNextHour(h.kernel, today), false, 'nothing is counted');
    await counted();
    await h.until(() => finaliseNextHour(h.kernel, today), 'the horizon to pass the hour');
    t.same((await hours()).at(-1), nine);
  });

  await t.test('each app has one file of its batches, in the order of the log, that any tool can read', async (t) => {
    const files = await archiveFiles(pool, everything);
    t.same(
      files.map((one) => [one.hour_ms, one.app_id, one.batches, one.events]),
      [
        [nine, ada, 21, 23],
        [nine, bob, 10, 10],
      ].sort((a, b) => (String(a[1]) < String(b[1]) ? -1 : 1)),
    );
    for (const one of files) {
      const raw = await readFile(h.kernel.files.path(one.key));
      t.equal(raw.length, one.bytes);
      const { rows } = await pool.query(
        `select encode(sha256, 'hex') as sha, min_day::text, max_day::text from telemetry_archive where key = $1`,
        [one.key],
      );
      t.equal(createHash('sha256').update(new Uint8Array(raw)).digest('hex'), rows[0].sha);
      const day = (ms: number) => iso(ms).slice(0, 10);
      t.same([rows[0].min_day, rows[0].max_day], [day(one.app_id === ada ? nine - 6 * dayMs : nine), day(nine)]);
      const lines = gunzipSync(new Uint8Array(raw)).toString('utf8').trimEnd().split('\n');
      t.equal(lines.length, one.batches);
      const objects = lines.map((line) => JSON.parse(line));
      t.ok(objects.every((row) => row.source === 'postgres' && row.payload.app_id === one.app_id));
      t.ok(objects.every((row, index) => index === 0 || comparePositions(objects[index - 1], row) < 0));
    }
    t.same((await collect(readArchive(h.kernel, everything))).map((row) => row.batch_id).sort(), [...ids.nine].sort());
  });

  await t.test('what is archived is what was kept, letter by letter but for line ends', async (t) => {
    const { rows } = await pool.query(
      `select transaction_id::text, position::text, partition, instance_id, batch_id, payload,
              extract(epoch from received_at)::float8 * 1000 as received_ms
         from telemetry_batch where batch_id = any($1)`,
      [ids.nine],
    );
    const kept = new Map(
      rows.map((row) => [row.batch_id, { ...row, payload: row.payload.replaceAll(/[\r\n]/g, ' ') }]),
    );
    for (const { source: _, ...row } of await collect(readArchive(h.kernel, { app_id: ada, ...everything })))
      t.same(row, kept.get(row.batch_id));
  });

  await t.test('archive and the rest together are the whole log, each batch once', async (t) => {
    const whole = async () => {
      const rest = await readUnarchivedRange(pool);
      const sources = [createPostgresSource(pool)];
      return [
        ...(await collect(readArchive(h.kernel, { from_hour: 0, to_hour: rest.since }))),
        ...(await collect(readUnarchived(rest, sources))),
      ].map((row) => row.batch_id);
    };
    const all = Object.values(ids).flat().sort();
    await h.until(async () => (await whole()).length >= all.length, 'the horizon');
    t.same((await whole()).sort(), all);
    const rest = await readUnarchivedRange(pool);
    t.equal(rest.since, nine + hourMs);
    const ofAda = await collect(readUnarchived(rest, [createPostgresSource(pool)], { app_id: ada }));
    t.same(
      ofAda.map((row) => row.batch_id),
      ids.ten,
    );
    await sealAll(today + hourMs);
    t.same((await whole()).sort(), all);
    const broken = (await collect(readArchive(h.kernel, everything))).find((row) => row.batch_id === ids.broken[0]);
    t.equal(broken?.payload, 'no JSON "\n', 'what cannot be read is kept as it is');
  });

  await t.test('an hour waits for transactions that began in it', async (t) => {
    const writer = await pool.connect();
    const { rows } = await writer
      .query('begin; select pg_current_xact_id()')
      .then(() => writer.query('select floor(extract(epoch from now()) / 3600)::float8 * 3600000 as hour'));
    const { hour } = rows[0];
    const later = hour + hourMs + 10 * 60_000;
    await sealAll(hour + 10 * 60_000);
    t.equal(await finaliseNextHour(h.kernel, later), false);
    await writer.query('rollback');
    writer.release();
    await h.until(() => finaliseNextHour(h.kernel, later), 'the hour to be sealed');
    t.equal((await hours()).at(-1), hour);
  });

  await t.test('a file that is not what was written is noticed', async (t) => {
    const [file] = await archiveFiles(pool, everything);
    const files = { ...h.kernel.files, path: () => h.kernel.files.path(other!.key) };
    const other = (await archiveFiles(pool, everything)).find((one) => one.key !== file!.key);
    await t.rejects(collect(readArchive({ ...h.kernel, files }, { ...everything, app_id: file!.app_id })), /damaged/);
  });
});

t.test('days of the inbox', async (t) => {
  const { h, pool, plant, ownDay, counted, sealAll, names } = await start(t);
  const nameOf = (day: number) => `telemetry_batch_${iso(day).slice(0, 10).replaceAll('-', '')}`;
  await h.until(async () => (await names()).includes(nameOf(today)), 'the day that is made beside the start');
  await ownDay(yesterday - dayMs);
  await ownDay(yesterday - 2 * dayMs);
  const withoutOwn = yesterday - 3 * dayMs;
  const app = uuidv7();
  const at = yesterday - dayMs + 5 * hourMs;
  await plant([
    { app, at },
    { app, at: at + hourMs },
    { app, at: withoutOwn + hourMs },
    { app, at: Date.now() },
  ]);
  const own = nameOf(at);
  const rest = async () => (await pool.query('select count(*)::int as n from telemetry_batch_rest')).rows[0].n;

  t.equal(await rest(), 1);
  await applyRetention(h.kernel, Date.now());
  t.ok((await names()).includes(own), 'a day stays while its hours are not archived');
  const empty = `telemetry_batch_${iso(at - dayMs)
    .slice(0, 10)
    .replaceAll('-', '')}`;
  const gone = (name: string) =>
    h.until(async () => {
      await applyRetention(h.kernel, Date.now());
      return !(await names()).includes(name);
    }, `${name} to go`);
  await gone(empty);
  await counted();
  await sealAll(Date.now());

  await counted({ transaction_id: '0', position: '0' });
  await applyRetention(h.kernel, Date.now());
  t.ok((await names()).includes(own), 'and while it is not counted');
  await counted();

  const extra = await plant([{ app, at: at + 1 }]);
  await applyRetention(h.kernel, Date.now());
  t.ok((await names()).includes(own), 'and while it holds what the archive does not');
  await pool.query('delete from telemetry_batch where batch_id = $1', [extra[0]]);

  const reader = await pool.connect();
  await reader.query('select pg_advisory_lock_shared($1)', [advisoryLocks.archive]);
  await applyRetention(h.kernel, Date.now());
  t.ok((await names()).includes(own), 'and while somebody reads everything');
  await reader.query('select pg_advisory_unlock_shared($1)', [advisoryLocks.archive]);
  await reader.query('begin');
  await reader.query('select from telemetry_batch');
  await applyRetention(h.kernel, Date.now());
  t.ok((await names()).includes(own), 'and while somebody reads it');
  await reader.query('rollback');
  reader.release();

  await gone(own);
  t.equal(await rest(), 0, 'also what went to the catch-all partition');
  t.equal((await pool.query('select from telemetry_batch')).rowCount, 1, 'today stays');
  t.equal((await collect(readArchive(h.kernel, everything))).length, 3);
});

t.test('many apps and much text; what is older than RAW_RETENTION_DAYS leaves the archive', async (t) => {
  const { h, plant, payloadOf, counted, sealAll, hours } = await start(t, { RAW_RETENTION_DAYS: '2' });
  const apps = Array.from({ length: 300 }, () => uuidv7());
  const at = yesterday + 3 * hourMs;
  const filling = 'x'.repeat(30_000);
  const payload = (app: string) =>
    payloadOf({ app, at }).replace('"corrections":{}', `"corrections":{},"filling":"${filling}"`);
  const young: string[] = [];
  for (let n = 0; n < 4; n += 1)
    young.push(...(await plant(apps.map((app) => ({ app, at: at + n, payload: payload(app) })))));
  await plant([{ app: apps[0]!, at: today - 3 * dayMs }]);
  await counted();
  await sealAll(today);
  t.equal((await storedFiles(h)).length, 301);
  await applyRetention(h.kernel, today + hourMs);
  t.same((await collect(readArchive(h.kernel, everything))).map((row) => row.batch_id).sort(), young.sort());
  t.equal((await storedFiles(h)).length, 300);
  t.ok((await hours())[0]! >= today - 2 * dayMs);
  await applyRetention(h.kernel, today + 30 * dayMs);
  t.equal((await storedFiles(h)).length, 0);
  t.equal((await hours()).length, 1, 'where it goes on is still known');
});

t.test('killed at any moment it comes to the same archive', { timeout: 150_000 }, async (t) => {
  const { h, pool, plant, counted, hours } = await start(t);
  const apps = Array.from({ length: 12 }, () => uuidv7());
  const planted: string[] = [];
  for (let hour = 0; hour < 20; hour += 1)
    planted.push(...(await plant(apps.map((app) => ({ app, at: yesterday + hour * hourMs + 7 })))));
  // A process that starts would not believe a reader that stands further than this server has come.
  const { rows } = await pool.query(
    'select transaction_id::text, position from telemetry_batch order by transaction_id desc, position desc limit 1',
  );
  await counted(rows[0]);
  const run = async () =>
    startProcess(
      { DATABASE_URL: h.databaseUrl, DATA_DIR: h.config.DATA_DIR, PORT: String(await freePort()) },
      '--only',
      'archive',
    );
  for (const goal of [2, 14]) {
    const { child, ended } = await run();
    await h.until(async () => (await hours()).length >= goal, `${goal} hours`);
    child.kill('SIGKILL');
    await ended;
  }
  const last = await run();
  await h.until(async () => (await hours()).length >= 24, 'all hours');
  t.same((await collect(readArchive(h.kernel, everything))).map((row) => row.batch_id).sort(), planted.sort());
  const named = await archiveFiles(pool, everything);
  t.equal(named.length, 20 * 12);
  await h.until(
    async () => (await storedFiles(h)).filter((path) => path.includes('unfinished')).length === 0,
    'what was left unfinished to go',
  );
  last.child.kill('SIGTERM');
  t.equal(await last.ended, 0);
  t.equal((await storedFiles(h)).filter((path) => path.endsWith('.gz')).length, named.length, 'no file is left over');
});
