import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { acquireAdvisoryLock, advisoryLocks } from '#kernel/db/advisory-locks.ts';
import { grantReadAccess } from '#kernel/db/grants.ts';
import { checkServer, mayMigrate, migrate } from '#kernel/db/migrate.ts';
import type { Roles } from '#kernel/db/role-names.ts';
import { ensureRoles, type PasswordOf } from '#kernel/db/roles.ts';
import { createAnalyticsTables } from '#projections/analytics/rebuild/previous-schema.ts';
import { readTables, schemaHash, tablesOf } from '#projections/schema-hash.ts';
import { refuseForeignLog } from './transaction-ids.ts';

/** Read models whose tables live in the main database, by the name of their schema. */
export const projectionSchemas = ['catalog', 'audit', 'history', 'notifications', 'delivery'] as const;

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
  const tables = tablesOf(name);
  const [sql, hash] = [await readTables(tables), await schemaHash({ name, tables })];
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
 * Makes the tables of the figures, anew when this release's differ: they are counted again from archive and logs, and
 * days of which the archive keeps nothing any more are copied. Throws DatabaseUnfit when they cannot be.
 */
const migrateFigures = async (url: string): Promise<void> => {
  const sql = await readFile(folder('../../projections/analytics/tables.sql'), 'utf8');
  const release = createHash('sha256').update(sql).digest('hex');
  const client = await connect(url);
  try {
    await acquireAdvisoryLock(client, advisoryLocks.tables);
    await client.query('begin');
    await createAnalyticsTables(client, release, sql);
    await client.query('commit');
  } finally {
    await client.end();
  }
};

/** Makes the tables of read models that have none yet; processes that start at once wait for each other. */
const makeTables = async (url: string, names: readonly string[]): Promise<void> => {
  const client = await connect(url);
  try {
    await acquireAdvisoryLock(client, advisoryLocks.tables);
    for (const name of names) await makeSchema(client, name);
  } finally {
    await client.end();
  }
};

const checkLogPositions = async (url: string): Promise<void> => {
  const client = await connect(url);
  try {
    await refuseForeignLog(client);
  } finally {
    await client.end();
  }
};

/** A set of migrations: the folder of its files and the table of those that were applied. */
interface MigrationSet {
  folder: string;
  table: string;
}
const mainMigrations: MigrationSet = { folder: folder('../migrations'), table: 'migration' };
const analyticsMigrations: MigrationSet = { folder: folder('../migrations/analytics'), table: 'analytics_migration' };

interface MigrateOptions {
  /** Whether the queue's tables are brought to this release, too. */
  queue?: boolean;
  /** The log is about to be renumbered: its transaction ids need not be this cluster's. */
  mended?: boolean;
  /** The passwords of the roles; without it none are made, and the migrating user is also the working one. */
  password?: PasswordOf;
  /** Their names, where they do not follow from that of the database. */
  roles?: Roles;
  /** Called, where the user of an address may not make roles, with a line that says which one and why. */
  onNoRoles?: (words: string) => void;
}

const userOf = (url: string): string => decodeURIComponent(new URL(url).username);

/** Migrates one database to this release and answers the address to work at, with its roles where there are any. */
const migrateDatabase = async (
  url: string,
  kinds: readonly MigrationSet[],
  { password, roles, onNoRoles, mended = false }: MigrateOptions,
): Promise<{ url: string; roles: Roles | null }> => {
  for (const { folder, table } of kinds) {
    if (!(await mayMigrate(url, folder, table))) return { url, roles: null };
    if (!mended) await checkLogPositions(url);
    await migrate(url, folder, table);
  }
  if (!password) return { url, roles: null };
  const settled = await ensureRoles(url, password, roles);
  if ('url' in settled) return settled;
  onNoRoles?.(`running as the database user ${userOf(url)}, which owns the event log, because ${settled.why}`);
  return { url, roles: null };
};

/**
 * Creates the tables that the product's role owns, as that role: an owner who creates them would have to transfer them.
 */
const makeOwnedTables = async (
  { url, roles }: { url: string; roles: Roles | null },
  { mended = false }: MigrateOptions,
  make: () => Promise<void>,
): Promise<void> => {
  const client = await connect(url);
  try {
    await checkServer(client);
    const { rows } = await client.query<{ may: boolean }>(
      `select has_database_privilege(current_database(), 'create') as may`,
    );
    if (!rows[0]!.may) return;
    if (!mended) await refuseForeignLog(client);
    await make();
    if (!roles) return;
    // Two who grant on one table at the same moment cannot both.
    await acquireAdvisoryLock(client, advisoryLocks.tables);
    await grantReadAccess(client, roles);
  } finally {
    await client.end();
  }
};

/**
 * Migrates both databases to this release: the kernel's tables, the queue's (unless this process does nothing with it),
 * the telemetry's, and those of every read model; with `password`, their roles as well. Answers the addresses to work
 * at, as the role of the product where there is one. A user who may not change a database finds it at this release, or
 * is refused. Throws DatabaseUnfit, before anything is changed, for a log that another cluster wrote, unless it is
 * about to be `mended`.
 */
export const migrateDatabases = async (
  url: string,
  analyticsUrl: string,
  given: MigrateOptions = {},
): Promise<{ databaseUrl: string; analyticsUrl: string }> => {
  const one = url === analyticsUrl;
  const at = await migrateDatabase(url, one ? [mainMigrations, analyticsMigrations] : [mainMigrations], given);
  const analytics = one ? at : await migrateDatabase(analyticsUrl, [analyticsMigrations], given);
  await makeOwnedTables(at, given, async () => {
    if (given.queue ?? true) await (await import('#kernel/jobs/queue.ts')).migrateQueue(at.url);
    await makeTables(at.url, projectionSchemas);
    if (one) await migrateFigures(at.url);
  });
  if (!one) await makeOwnedTables(analytics, given, () => migrateFigures(analytics.url));
  return { databaseUrl: at.url, analyticsUrl: analytics.url };
};
