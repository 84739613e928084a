import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { migrate } from '#kernel/db/migrate.ts';
import { migrateQueue } from '#kernel/jobs/queue.ts';

/** Read models whose tables live in the main database, by the name of their schema. */
export const projectionSchemas = ['catalog', 'audit', 'history', 'delivery'] as const;

const tablesLock = 7_300_003;

const folder = (path: string) => new URL(path, import.meta.url).pathname;

const makeSchema = async (client: pg.Client, name: string, checkpointed: boolean): Promise<void> => {
  const { rowCount } = await client.query('select from pg_namespace where nspname = $1', [name]);
  if (rowCount) return;
  const sql = await readFile(folder(`../projections/${name}/tables.sql`), 'utf8');
  await client.query('begin');
  await client.query(`create schema ${name}`);
  await client.query(`set local search_path = ${name}, public`);
  await client.query(sql);
  if (checkpointed)
    await client.query(
      `insert into public.projection_checkpoint (name, tables_hash, transaction_id, position) values ($1, $2, '0', 0)
       on conflict do nothing`,
      [name, createHash('sha256').update(sql).digest('hex')],
    );
  await client.query('commit');
};

/** Makes the tables of read models that have none yet; processes that start at once wait for each other. */
const makeTables = async (url: string, names: readonly string[], checkpointed: boolean): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [tablesLock]);
    for (const name of names) await makeSchema(client, name, checkpointed);
  } finally {
    await client.end();
  }
};

/** Brings both databases to this release: the kernel's tables, the queue's, the telemetry's, and those of every read model. */
export const prepareDatabases = async (url: string, analyticsUrl: string): Promise<void> => {
  await migrate(url, folder('./migrations'));
  await migrateQueue(url);
  await makeTables(url, projectionSchemas, true);
  await migrate(analyticsUrl, folder('./migrations/analytics'), 'analytics_migration');
  // Figures come from the telemetry: their checkpoint is a table of their own.
  await makeTables(analyticsUrl, ['analytics'], false);
};
