import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type pg from 'pg';
import { readMigrations } from '#kernel/db/migrate.ts';
import type { Config } from '#kernel/platform/config.ts';
import { openKeyRing } from '#kernel/platform/key-ring.ts';
import { loadSecrets } from '#kernel/platform/secrets.ts';
import { migrateDatabases } from '../../start/migrate-databases.ts';
import { findDatabases } from '../shell/databases.ts';
import { restoreFiles } from './files.ts';
import { BackupUnfit, type DatabasePart, fingerprint, type Manifest, readManifest } from './manifest.ts';
import { openOwner, refuseInUse } from './owner.ts';
import { renumber } from './renumber.ts';
import { restoreStream, withBus } from './stream.ts';
import { copyIn, matchShapes, quoteIdentifiers, setSequence } from './tables.ts';

/** What a restore has brought back. */
export interface RestoreReport {
  manifest: Manifest;
  events: number;
  /** Batches of the inbox, and those of them that waited in JetStream. */
  batches: number;
  fromStream: number;
}

const folderOf = { migration: 'migrations', analytics_migration: 'migrations/analytics' } as const;

/** The migrations of this release, as a manifest names them. */
const ownMigrations = async (): Promise<string[]> => {
  const lines: string[] = [];
  for (const [table, folder] of Object.entries(folderOf))
    for (const { name, sql } of await readMigrations(new URL(`../../${folder}`, import.meta.url).pathname))
      lines.push(`${table}/${name} ${createHash('sha256').update(sql).digest('hex')}`);
  return lines;
};

const checkRelease = async ({ databases }: Manifest): Promise<void> => {
  const own = await ownMigrations();
  const theirs = databases.flatMap(({ migrations }) => migrations);
  const differing = [
    ...own.filter((line) => !theirs.includes(line)),
    ...theirs.filter((line) => !own.includes(line)),
  ].map((line) => line.replace(/^.*\/| .*$/g, ''));
  if (differing.length > 0)
    throw new BackupUnfit(
      `Another release made this backup (${[...new Set(differing)].slice(0, 5).join(', ')}). Restore it with that release, then start this one.`,
    );
};

const checkSecret = async (manifest: Manifest, dataDir: string): Promise<void> => {
  const path = resolve(dataDir, 'root.secret');
  if (!existsSync(path))
    throw new BackupUnfit(`Put your copy of root.secret at ${path} first. Nothing can be opened without it.`);
  if (fingerprint(await loadSecrets(dataDir)) !== manifest.secret)
    throw new BackupUnfit(`${path} isn't the secret of this backup. Put the right copy there.`);
  const ring = openKeyRing(dataDir).keys();
  if (manifest.keys.some((key) => !ring.some(({ id }) => id === key)))
    throw new BackupUnfit(
      `Put your copy of keys.secret at ${resolve(dataDir, 'keys.secret')} first. It must be at least as new as this backup. Without it, what its keys sealed can't be opened.`,
    );
};

const checkEmpty = async (client: pg.ClientBase): Promise<void> => {
  await refuseInUse(client);
  for (const table of ['event', 'telemetry_batch', 'telemetry_hour']) {
    const { rows: there } = await client.query('select to_regclass($1) is not null as there', [`public.${table}`]);
    if (!there[0].there) continue;
    const { rowCount } = await client.query(`select from public.${table} limit 1`);
    if (rowCount) throw new BackupUnfit("The database isn't empty. Use a new DATA_DIR or an empty DATABASE_URL.");
  }
};

/** Fills the tables of one database, in a transaction that stays open. */
const fill = async (client: pg.ClientBase, folder: string, part: DatabasePart): Promise<void> => {
  await client.query('begin');
  await matchShapes(client, part.tables);
  const names = part.tables.map(({ schema, name }) => quoteIdentifiers(schema, name));
  await client.query(`truncate ${names.join(', ')}`);
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
  for (const table of part.tables) await copyIn(client, folder, table);
  for (const name of names) await client.query(`alter table ${name} enable trigger user`);
  for (const sequence of part.sequences) await setSequence(client, sequence);
  // The figures of another release are counted anew at the next start.
  if (part.figures !== null) {
    const { rows } = await client.query('select quote_literal($1::text) as mark', [part.figures]);
    await client.query(`comment on schema analytics is ${rows[0].mark}`);
  }
};

/**
 * Brings a backup back: into an empty database, then its files into the data directory, whose secrets have to be there.
 * Everything is checked against the manifest, transaction ids are rewritten for this cluster, and the database is
 * committed last, so that what was broken off is begun anew. Throws BackupUnfit, DatabaseUnfit or KeyRingError.
 */
export const restoreBackup = async (config: Config, folder: string): Promise<RestoreReport> => {
  const manifest = await readManifest(folder);
  await checkRelease(manifest);
  await checkSecret(manifest, config.DATA_DIR);
  const databases = await findDatabases(config);
  const urls = [...new Set([databases.analyticsUrl, databases.databaseUrl])];
  const clients: pg.Client[] = [];
  try {
    if (urls.length !== manifest.databases.length)
      throw new BackupUnfit(
        manifest.databases.length === 1
          ? 'This backup has one database. Unset ANALYTICS_DATABASE_URL to restore it.'
          : 'This backup has two databases. Set ANALYTICS_DATABASE_URL to restore it.',
      );
    for (const url of urls) clients.push(await openOwner(url));
    for (const client of clients) await checkEmpty(client);
    await migrateDatabases(databases.databaseUrl, databases.analyticsUrl, { mended: true });
    const done = await withBus(config, async (bus) => {
      for (const [index, client] of clients.entries()) await fill(client, folder, manifest.databases[index]!);
      const fromStream = await restoreStream(clients[0]!, folder, manifest.stream, bus);
      const counts = [];
      for (const client of clients) counts.push(await renumber(client));
      await restoreFiles(folder, manifest, config.DATA_DIR);
      for (const client of clients) await client.query('commit');
      for (const client of clients) await client.query('vacuum (analyze)');
      return {
        manifest,
        events: counts.reduce((all, one) => all + one.events, 0),
        batches: counts.reduce((all, one) => all + one.batches, 0),
        fromStream,
      };
    });
    return done;
  } finally {
    await Promise.all(clients.map((client) => client.end()));
    await databases.close();
  }
};
