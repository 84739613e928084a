import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { delay } from '../platform/delay.ts';
import type { Logger } from '../platform/log.ts';
import { findBinaries } from './embedded-binaries.ts';
import { initCluster, type PostgresProcess, startPostgres } from './embedded-process.ts';
import { cwdPath, ensurePostgresUser, firstForbidden, type OsUser, postgresUser } from './embedded-user.ts';
import { DatabaseUnfit } from './migrate.ts';

/** The embedded Postgres of this process. */
export interface EmbeddedPostgres {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

const freePort = (): Promise<number> =>
  new Promise((done, fail) => {
    const server = createServer();
    server.once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => (address && typeof address === 'object' ? done(address.port) : fail(new Error('no port'))));
    });
  });

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

const isPostgres = async (pid: number): Promise<boolean> => {
  try {
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).includes('postgres');
  } catch {
    // Without /proc the pid file is believed.
    return !existsSync('/proc/self');
  }
};

/** Stops a Postgres that an earlier, killed process left running on this directory; a fast shutdown loses nothing. */
const stopStale = async (dataDir: string, log: Logger): Promise<void> => {
  const file = join(dataDir, 'postmaster.pid');
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return;
  const pid = Number(text.split('\n')[0]);
  if (Number.isInteger(pid) && pid > 1 && isAlive(pid) && (await isPostgres(pid))) {
    log.warn({ pid }, 'stopping a Postgres that an earlier process left running');
    process.kill(pid, 'SIGINT');
    for (let tries = 0; tries < 300 && isAlive(pid); tries += 1) await delay(50);
    if (isAlive(pid)) process.kill(pid, 'SIGQUIT');
    for (let tries = 0; tries < 100 && isAlive(pid); tries += 1) await delay(50);
  }
  await rm(file, { force: true });
};

/** Creates an empty data directory owned by the user that the cluster runs as; nothing above it is changed. */
const createDataDir = async (dataDir: string, runAs: OsUser | null): Promise<void> => {
  await rm(dataDir, { recursive: true, force: true });
  await mkdir(dataDir, { mode: 0o700 });
  if (runAs) await chown(dataDir, runAs.uid, runAs.gid);
};

/** Without /proc a process finds its own folder by the whole path only, which its user has to be able to enter. */
const requireAccess = async (dataDir: string, runAs: OsUser | null): Promise<void> => {
  const closed = runAs && !cwdPath() ? await firstForbidden(runAs, dataDir) : null;
  if (closed)
    throw new DatabaseUnfit(
      `The embedded Postgres can't run as root. It runs as the user ${postgresUser}, who can't enter ${closed}. Start as another user, move DATA_DIR to a folder that everyone can enter (such as /srv), or set DATABASE_URL.`,
    );
};

/**
 * Starts the embedded Postgres on `<dir>/postgres`, fsync on, loopback only, with a generated password kept in
 * `<dir>/postgres.secret` (0600). Initialised on first start; an initialisation that was cut short is begun again.
 * `onPort` fixes the port, otherwise a free one is taken. Started as root, it runs as the user postgres, which is started in
 * that folder and given nothing above it. Throws DatabaseUnfit, saying what can be done, where it cannot run so.
 */
export const startEmbedded = async (
  dir: string,
  log: Logger,
  settings: string[] = [],
  onPort?: number,
): Promise<EmbeddedPostgres> => {
  const dataDir = resolve(dir, 'postgres');
  const secretFile = resolve(dir, 'postgres.secret');
  const readyFile = resolve(dir, 'postgres.ready');
  await mkdir(dir, { recursive: true });
  await stopStale(dataDir, log);
  if (!existsSync(secretFile)) await writeFile(secretFile, randomBytes(24).toString('hex'), { mode: 0o600 });
  const password = (await readFile(secretFile, 'utf8')).trim();
  const runAs = ensurePostgresUser();
  const cluster = { dataDir, runAs, binaries: await findBinaries(runAs, log) };
  const port = onPort ?? (await freePort());
  let server: PostgresProcess;
  try {
    if (!existsSync(readyFile)) await createDataDir(dataDir, runAs);
    await requireAccess(dataDir, runAs);
    if (!existsSync(readyFile)) {
      await initCluster(cluster, 'storyrail', password);
      await writeFile(readyFile, new Date().toISOString());
    }
    server = await startPostgres(cluster, [
      `port=${port}`,
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      'max_connections=200',
      'shared_buffers=256MB',
      'max_wal_size=2GB',
      ...settings,
    ]);
  } catch (error) {
    if (error instanceof DatabaseUnfit) throw error;
    throw new Error(`The embedded Postgres did not start: ${(error as Error).message}`);
  }
  const admin = `postgres://storyrail:${password}@127.0.0.1:${port}`;
  const client = new pg.Client({ connectionString: `${admin}/postgres` });
  await client.connect();
  const { rowCount } = await client.query(`select from pg_database where datname = 'storyrail'`);
  if (!rowCount) await client.query('create database storyrail');
  await client.end();
  const pid = Number((await readFile(join(dataDir, 'postmaster.pid'), 'utf8')).split('\n')[0]);
  return { url: `${admin}/storyrail`, pid, stop: server.stop };
};
