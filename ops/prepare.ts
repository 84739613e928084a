import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { advisoryLocks } from '#kernel/db/advisory-locks.ts';
import { migrate } from '#kernel/db/migrate.ts';
import { makeFigures } from '#projections/analytics/earlier.ts';
import { tablesHash } from '#projections/tables-hash.ts';
import { refuseForeign } from './backup/places.ts';

/** Read models whose tables live in the main database, by the name of their schema. */
export const projectionSchemas = ['catalog', 'audit', 'history', 'delivery'] as const;

const folder = (path: string) => new URL(path, import.meta.url).pathname;

const connect = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: url });
  // A connection that is lost fails what is asked of it next; it must not end the process.
  client.on('error', () => {});
  await client.connect();
  return client;
};

const makeSchema = async (client: pg.Client, name: string): Promise<void> => {
  const { rowCount } = await client.query('select from pg_namespace where nspname = $1', [name]);
  if (rowCount) return;
  const tables = new URL(`../projections/${name}/tables.sql`, import.meta.url);
  const [sql, hash] = [await readFile(tables, 'utf8'), await tablesHash({ name, tables })];
  await client.query('begin');
  await client.query(`create schema ${name}`);
  await client.query(`set local search_path = ${name}, public`);
  await client.query(sql);
  await client.query(
    `insert into public.projection_checkpoint (name, tables_hash, transaction_id, position) values ($1, $2, '0', 0)
     on conflict do nothing`,
    [name, hash],
  );
  await client.query('commit');
};

/**
 * Makes the tables of the figures, anew when this release's differ: they are counted again from archive and logs, and days
 * of which the archive keeps nothing any more are copied. Throws DatabaseUnfit when they cannot be.
 */
const prepareFigures = async (url: string): Promise<void> => {
  const sql = await readFile(folder('../projections/analytics/tables.sql'), 'utf8');
  const release = createHash('sha256').update(sql).digest('hex');
  const client = await connect(url);
  try {
    await client.query('select pg_advisory_lock($1)', [advisoryLocks.tables]);
    await client.query('begin');
    await makeFigures(client, release, sql);
    await client.query('commit');
  } finally {
    await client.end();
  }
};

/** Makes the tables of read models that have none yet; processes that start at once wait for each other. */
const makeTables = async (url: string, names: readonly string[]): Promise<void> => {
  const client = await connect(url);
  try {
    await client.query('select pg_advisory_lock($1)', [advisoryLocks.tables]);
    for (const name of names) await makeSchema(client, name);
  } finally {
    await client.end();
  }
};

const checkPlaces = async (url: string): Promise<void> => {
  const client = await connect(url);
  try {
    await refuseForeign(client);
  } finally {
    await client.end();
  }
};

/**
 * Brings both databases to this release: the kernel's tables, the queue's (unless this process does nothing with it), the
 * telemetry's, and those of every read model. Throws DatabaseUnfit, before anything is changed, for a log that another
 * cluster wrote, unless it is about to be `mended`.
 */
export const prepareDatabases = async (
  url: string,
  analyticsUrl: string,
  { queue = true, mended = false }: { queue?: boolean; mended?: boolean } = {},
): Promise<void> => {
  if (!mended) for (const one of new Set([url, analyticsUrl])) await checkPlaces(one);
  await migrate(url, folder('./migrations'));
  if (queue) await (await import('#kernel/jobs/queue.ts')).migrateQueue(url);
  await makeTables(url, projectionSchemas);
  await migrate(analyticsUrl, folder('./migrations/analytics'), 'analytics_migration');
  await prepareFigures(analyticsUrl);
};
