import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { migrate } from '#kernel/db/migrate.ts';

/** Read models whose tables live in the main database, by the name of their schema. */
export const projectionSchemas = ['catalog', 'audit', 'history', 'delivery'] as const;

const tablesLock = 7_300_003;

const folder = (path: string) => new URL(path, import.meta.url).pathname;

const makeSchema = async (client: pg.Client, name: string): Promise<void> => {
  const { rowCount } = await client.query('select from pg_namespace where nspname = $1', [name]);
  if (rowCount) return;
  const sql = await readFile(folder(`../projections/${name}/tables.sql`), 'utf8');
  await client.query('begin');
  await client.query(`create schema ${name}`);
  await client.query(`set local search_path = ${name}, public`);
  await client.query(sql);
  await client.query(
    `insert into public.projection_checkpoint (name, tables_hash, transaction_id, position) values ($1, $2, '0', 0)
     on conflict do nothing`,
    [name, createHash('sha256').update(sql).digest('hex')],
  );
  await client.query('commit');
};

/**
 * Makes the tables of the figures, anew when this release's differ: they are counted again from archive and logs. Days of
 * which the archive keeps nothing any more begin without figures then.
 */
const makeFigures = async (url: string): Promise<void> => {
  const sql = await readFile(folder('../projections/analytics/tables.sql'), 'utf8');
  const release = createHash('sha256').update(sql).digest('hex');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [tablesLock]);
    const { rows } = await client.query<{ release: string | null }>(
      `select obj_description(oid, 'pg_namespace') as release from pg_namespace where nspname = 'analytics'`,
    );
    if (rows[0]?.release === release) return;
    await client.query(`begin; drop schema if exists analytics cascade; create schema analytics;
      comment on schema analytics is '${release}'; set local search_path = analytics, public`);
    await client.query(sql);
    await client.query('commit');
  } finally {
    await client.end();
  }
};

/** Makes the tables of read models that have none yet; processes that start at once wait for each other. */
const makeTables = async (url: string, names: readonly string[]): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [tablesLock]);
    for (const name of names) await makeSchema(client, name);
  } finally {
    await client.end();
  }
};

/**
 * Brings both databases to this release: the kernel's tables, the queue's (unless this process does nothing with it), the
 * telemetry's, and those of every read model.
 */
export const prepareDatabases = async (
  url: string,
  analyticsUrl: string,
  { queue = true }: { queue?: boolean } = {},
): Promise<void> => {
  await migrate(url, folder('./migrations'));
  if (queue) await (await import('#kernel/jobs/queue.ts')).migrateQueue(url);
  await makeTables(url, projectionSchemas);
  await migrate(analyticsUrl, folder('./migrations/analytics'), 'analytics_migration');
  await makeFigures(analyticsUrl);
};
