import { mkdir, readdir } from 'node:fs/promises';
import type pg from 'pg';
import { acquireAdvisoryLock, advisoryLocks, tryAdvisoryLock } from '#kernel/db/advisory-locks.ts';
import type { Config } from '#kernel/platform/config.ts';
import { openKeyRing } from '#kernel/platform/key-ring.ts';
import { loadSecrets } from '#kernel/platform/secrets.ts';
import { projectionSchemas } from '../../start/migrate-databases.ts';
import { findDatabases } from '../shell/databases.ts';
import { copyFiles, copyHeads, namedFiles } from './files.ts';
import { BackupUnfit, type DatabasePart, fingerprint, type Manifest, writeManifest } from './manifest.ts';
import { openOwner } from './owner.ts';
import { copyStream, withBus } from './stream.ts';
import { copyOut, readSequences, readShapes } from './tables.ts';

/** What a backup holds, and how long it took, in ms. */
export interface BackupReport {
  manifest: Manifest;
  databaseMs: number;
  filesMs: number;
}

const emptyFolder = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0)
    throw new BackupUnfit(`${folder} isn't empty. Choose an empty or new folder.`);
};

/**
 * Keeps what the backup reads from going away, without holding up anybody who writes: the archive removes nothing, and
 * no rebuild switches tables. Throws BackupUnfit while a rebuild runs.
 */
const holdStill = async (client: pg.ClientBase): Promise<void> => {
  await acquireAdvisoryLock(client, advisoryLocks.archive, 'shared');
  for (const name of [...projectionSchemas, 'analytics']) {
    if (!(await tryAdvisoryLock(client, `rebuild:${name}`, 'shared')))
      throw new BackupUnfit(`${name} is being rebuilt. Back up when that is done.`);
  }
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regnamespace('analytics_earlier') is not null as there`,
  );
  if (rows[0]!.there)
    throw new BackupUnfit('Figures are still being recounted for this release. Back up when that is done.');
};

/** Opens the snapshot of a database: read only, so that it never gets a transaction id and holds back no reader. */
const openSnapshot = async (client: pg.ClientBase): Promise<string> => {
  await client.query('begin isolation level repeatable read read only');
  const { rows } = await client.query<{ moment: string }>(
    `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as moment`,
  );
  return rows[0]!.moment;
};

const migrationsOf = async (client: pg.ClientBase): Promise<string[]> => {
  const found: string[] = [];
  for (const table of ['migration', 'analytics_migration']) {
    const { rows: there } = await client.query('select to_regclass($1) is not null as there', [`public.${table}`]);
    if (!there[0].there) continue;
    const { rows } = await client.query<{ line: string }>(
      `select $1 || '/' || name || ' ' || hash as line from public.${table} order by name`,
      [table],
    );
    found.push(...rows.map(({ line }) => line));
  }
  return found;
};

const figuresOf = async (client: pg.ClientBase): Promise<string | null> => {
  const { rows } = await client.query<{ mark: string | null }>(
    `select obj_description(oid, 'pg_namespace') as mark from pg_namespace where nspname = 'analytics'`,
  );
  return rows[0]?.mark ?? null;
};

const copyDatabase = async (client: pg.ClientBase, folder: string, under: string): Promise<DatabasePart> => {
  const tables = [];
  for (const shape of await readShapes(client)) tables.push(await copyOut(client, folder, under, shape));
  return {
    migrations: await migrationsOf(client),
    figures: await figuresOf(client),
    tables,
    sequences: await readSequences(client),
  };
};

/** Files that rows named at the moment of the snapshot, still name now, and that are not there. */
const missingFiles = async (
  snapshots: readonly pg.ClientBase[],
  urls: readonly string[],
  copied: ReadonlySet<string>,
): Promise<string[]> => {
  const missing = [...(await namedFiles(snapshots))].filter((key) => !copied.has(key));
  if (missing.length === 0) return [];
  const clients = await Promise.all(urls.map(openOwner));
  try {
    // An upload that nobody used may have ended meanwhile.
    const now = await namedFiles(clients);
    return missing.filter((key) => now.has(key)).sort();
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
};

/**
 * Writes everything that an installation holds, but for its secrets, into an empty folder while it runs: the heads of
 * the audit's chains, the database as of one moment, the batches that wait in JetStream, then the files. Nobody who
 * writes is held up. Throws BackupUnfit.
 */
export const takeBackup = async (config: Config, folder: string): Promise<BackupReport> => {
  await emptyFolder(folder);
  const databases = await findDatabases(config);
  // Figures first: what they have handed on may then stand in the other database as well, and is known there.
  const urls = [...new Set([databases.analyticsUrl, databases.databaseUrl])];
  const clients: pg.Client[] = [];
  try {
    for (const url of urls) clients.push(await openOwner(url));
    return await withBus(config, async (bus) => {
      const started = performance.now();
      for (const client of clients) await holdStill(client);
      const heads = await copyHeads(folder, config.DATA_DIR);
      let moment = '';
      for (const client of clients) moment = await openSnapshot(client);
      const parts: DatabasePart[] = [];
      for (const [index, client] of clients.entries())
        parts.push(await copyDatabase(client, folder, index === clients.length - 1 ? 'database' : 'analytics'));
      const stream = await copyStream(folder, bus, clients[0]!);
      const copiedAt = performance.now();
      const { files, copied } = await copyFiles(folder, config.DATA_DIR, heads);
      const manifest: Manifest = {
        format: 1,
        moment,
        secret: fingerprint(await loadSecrets(config.DATA_DIR)),
        keys: openKeyRing(config.DATA_DIR)
          .keys()
          .map(({ id }) => id),
        databases: parts,
        stream,
        files,
        missing: await missingFiles(clients, urls, copied),
      };
      await writeManifest(folder, manifest);
      return { manifest, databaseMs: copiedAt - started, filesMs: performance.now() - copiedAt };
    });
  } finally {
    await Promise.all(clients.map((client) => client.end()));
    await databases.close();
  }
};
