import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { v4 as uuidv4 } from 'uuid';
import { acquireAdvisoryLock, advisoryLocks } from '#kernel/db/advisory-locks.ts';
import { startEmbedded } from '#kernel/db/embedded.ts';
import { withCredentials } from '#kernel/db/roles.ts';
import { createLog } from '#kernel/platform/log.ts';
import { migrateDatabases, projectionSchemas } from '../start/migrate-databases.ts';

const root = new URL('../../', import.meta.url).pathname;

const sqlFiles = async (): Promise<string[]> => {
  const found: string[] = [];
  for (const folder of [
    'ops/migrations',
    'ops/migrations/analytics',
    ...[...projectionSchemas, 'analytics'].map((name) => `projections/${name}`),
  ]) {
    if (!existsSync(join(root, folder))) continue;
    for (const name of (await readdir(join(root, folder))).sort())
      if (name.endsWith('.sql')) found.push(join(root, folder, name));
  }
  return found;
};

const withClient = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

const onServer = (serverUrl: string, database: string): string => {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.toString();
};

/**
 * Settings of a Postgres for tests: a password counts as proven at once, which saves 5 ms of processor a connection.
 */
export const forTests = ['scram_iterations=1'];

/** A Postgres for tests: TEST_DATABASE_URL when the runner gives one, else one of our own that ends with `stop`. */
export const testServer = async (): Promise<{ url: string; stop: () => Promise<void> }> => {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: given, stop: async () => {} };
  const dir = await mkdtemp(join(tmpdir(), 'storyrail-pg-'));
  const embedded = await startEmbedded(dir, createLog('silent'), forTests);
  return {
    url: embedded.url,
    stop: async () => {
      await embedded.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
};

/** The roles of every database of tests, since a server has one list of them. */
export const testRoles = { app: 'storyrail_test_app', sdk: 'storyrail_test_sdk' };
const testPassword = 'of-a-test';

/** A database of a test's own. */
export interface TestDatabase {
  /** As the product works on it: it can read the log of events and add to it, and changes no table. */
  url: string;
  /** The same as the part sdk alone may. */
  sdkUrl: string;
  /** The same as whoever owns the tables and may do everything. */
  ownerUrl: string;
  drop(): Promise<void>;
}

/** The name of the template that holds the tables of this release; its sources do not change while a test runs. */
export const nameTemplate = async (): Promise<string> => {
  const hash = createHash('sha256');
  for (const file of await sqlFiles()) hash.update(await readFile(file));
  const ending = import.meta.url.slice(-2);
  for (const file of ['grants', 'roles'])
    hash.update(await readFile(join(root, `services/kernel/db/${file}.${ending}`)));
  return `template_${hash.digest('hex').slice(0, 16)}`;
};
let templateName: Promise<string> | undefined;

/** The template of this release on a server, which is made where there is none. */
const ensureTemplate = async (client: pg.Client, serverUrl: string): Promise<string> => {
  templateName ??= nameTemplate();
  const template = await templateName;
  await acquireAdvisoryLock(client, advisoryLocks.template);
  const { rowCount } = await client.query('select from pg_database where datname = $1', [template]);
  if (rowCount) return template;
  const draft = `draft_${uuidv4().replaceAll('-', '')}`;
  await client.query(`create database ${draft}`);
  const url = onServer(serverUrl, draft);
  await migrateDatabases(url, url, { password: () => testPassword, roles: testRoles });
  await client.query(`alter database ${draft} rename to ${template}`);
  return template;
};

/**
 * A fresh database on the server, cloned from a migrated template that is made once per release, or from a database of
 * that name to which nobody is connected.
 */
export const freshDatabase = async (serverUrl: string, template?: string): Promise<TestDatabase> => {
  const admin = onServer(serverUrl, 'postgres');
  const name = `test_${uuidv4().replaceAll('-', '')}`;
  await withClient(admin, async (client) => {
    await client.query(`create database ${name} template ${template ?? (await ensureTemplate(client, serverUrl))}`);
    // What may be done with a database as a whole is not copied with it.
    await client.query(`grant create on database ${name} to ${testRoles.app}`);
  });
  const ownerUrl = onServer(serverUrl, name);
  return {
    ownerUrl,
    url: withCredentials(ownerUrl, testRoles.app, testPassword),
    sdkUrl: withCredentials(ownerUrl, testRoles.sdk, testPassword),
    drop: () =>
      withClient(admin, async (client) => void (await client.query(`drop database if exists ${name} with (force)`))),
  };
};
