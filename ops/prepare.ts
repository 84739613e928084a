import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { migrate } from '#kernel/db/migrate.ts';

/** Read models whose tables live in the main database, by the name of their schema. */
export const projectionSchemas = ['catalog', 'audit', 'history', 'delivery'] as const;

const tablesLock = 7_300_003;

/** Makes the tables of read models that have none yet; processes that start at once wait for each other. */
const makeTables = async (url: string, names: readonly string[]): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [tablesLock]);
    for (const name of names) {
      const { rowCount } = await client.query('select from pg_namespace where nspname = $1', [name]);
      if (rowCount) continue;
      const sql = await readFile(new URL(`../projections/${name}/tables.sql`, import.meta.url), 'utf8');
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
    }
  } finally {
    await client.end();
  }
};

const folder = (path: string) => new URL(path, import.meta.url).pathname;

/** Brings both databases to this release: the kernel's tables, the telemetry's, and those of every read model. */
export const prepareDatabases = async (url: string, analyticsUrl: string): Promise<void> => {
  await migrate(url, folder('./migrations'));
  await makeTables(url, projectionSchemas);
  await migrate(analyticsUrl, folder('./migrations/analytics'), 'analytics_migration');
  await makeAnalytics(analyticsUrl);
};

const makeAnalytics = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [tablesLock]);
    const { rowCount } = await client.query(`select from pg_namespace where nspname = 'analytics'`);
    if (rowCount) return;
    const sql = await readFile(folder('../projections/analytics/tables.sql'), 'utf8');
    await client.query('begin');
    await client.query('create schema analytics');
    await client.query('set local search_path = analytics, public');
    await client.query(sql);
    await client.query('commit');
  } finally {
    await client.end();
  }
};
