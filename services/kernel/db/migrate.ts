import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { acquireAdvisoryLock, advisoryLocks } from './advisory-locks.ts';

/** The database or its server cannot be used; the message says in one line what to change. */
export class DatabaseUnfit extends Error {}

/** Why a server cannot be used, in one line, or null when it can. `version` is server_version_num. */
export const whyUnfit = (server: { version: number; fsync: string; commit: string }): string | null => {
  if (server.version < 140_000) return `Postgres ${Math.floor(server.version / 10_000)} is too old. Use 14 or newer.`;
  if (server.fsync !== 'on') return 'Postgres runs with fsync=off, so acknowledged data could be lost. Turn it on.';
  if (server.commit === 'off' || server.commit === 'local')
    return `synchronous_commit is ${server.commit} for this role, so acknowledged data could be lost. Turn it on.`;
  return null;
};

/** Throws DatabaseUnfit where a server, as this role meets it, could lose what is acknowledged. */
export const checkServer = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query(
    `select current_setting('server_version_num')::int as version, current_setting('fsync') as fsync,
            current_setting('synchronous_commit') as commit`,
  );
  const why = whyUnfit(rows[0]);
  if (why) throw new DatabaseUnfit(why);
};

/** The migration files of a folder: names in order, and their SQL. */
export const readMigrations = async (folder: string): Promise<{ name: string; sql: string }[]> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(names.map(async (name) => ({ name, sql: await readFile(join(folder, name), 'utf8') })));
};

type Migration = { name: string; sql: string };

/** The names of what was applied; throws DatabaseUnfit when this release does not know one of them. */
const appliedOf = (rows: readonly { name: string }[], wanted: readonly Migration[]): ReadonlySet<string> => {
  const known = new Set(wanted.map((one) => one.name));
  const newer = rows.filter(({ name }) => !known.has(name));
  if (newer.length > 0)
    throw new DatabaseUnfit(
      `A newer release made this database (it has ${newer.map(({ name }) => name).join(', ')}). Start that release.`,
    );
  return new Set(rows.map(({ name }) => name));
};

/**
 * Migrates a database to this release, forward only, each file in a transaction of its own. Concurrent processes wait
 * for each other. Throws DatabaseUnfit for a server that is too old or unsafe, or a schema newer than this release.
 */
export const migrate = async (url: string, folder: string, table = 'migration'): Promise<string[]> => {
  const wanted = await readMigrations(folder);
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    // Nobody else creates objects there, so that an unqualified name in a migration means what it says.
    options: '-c search_path=public',
  });
  // A connection that is lost fails what is asked of it next; it must not end the process.
  client.on('error', () => {});
  await client.connect();
  const applied: string[] = [];
  try {
    await checkServer(client);
    await acquireAdvisoryLock(client, advisoryLocks.migration);
    await client.query(
      `create table if not exists ${table} (name text primary key, hash text not null, applied_at timestamptz not null default now())`,
    );
    const { rows } = await client.query<{ name: string }>(`select name from ${table} order by name`);
    const have = appliedOf(rows, wanted);
    for (const { name, sql } of wanted) {
      if (have.has(name)) continue;
      const hash = createHash('sha256').update(sql).digest('hex');
      await client.query('begin');
      await client.query(sql);
      await client.query(`insert into ${table} (name, hash) values ($1, $2)`, [name, hash]);
      await client.query('commit');
      applied.push(name);
    }
  } finally {
    await client.end();
  }
  return applied;
};

/**
 * Whether a user may bring a database to this release: it owns what is there, or nothing is there yet. One that may not
 * is told by DatabaseUnfit when the database is not at this release.
 */
export const mayMigrate = async (url: string, folder: string, table = 'migration'): Promise<boolean> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    await checkServer(client);
    const { rows } = await client.query<{ mine: boolean }>(
      `select pg_has_role(current_user, relowner, 'usage') as mine from pg_class where oid = to_regclass($1)`,
      [`public.${table}`],
    );
    if (rows[0]?.mine ?? true) return true;
    const applied = await client.query<{ name: string }>(`select name from public.${table}`);
    const wanted = await readMigrations(folder);
    const have = appliedOf(applied.rows, wanted);
    const missing = wanted.filter(({ name }) => !have.has(name)).map(({ name }) => name);
    if (missing.length > 0)
      throw new DatabaseUnfit(
        `The database lacks ${missing.join(', ')}, and this user can't change it. Start a process whose DATABASE_URL names the owner.`,
      );
    return false;
  } finally {
    await client.end();
  }
};
