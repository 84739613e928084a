import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import pg from 'pg';
import type { Logger } from '../platform/log.ts';
import { initialise, type Running, startServer } from './embedded-process.ts';
import { findPrograms } from './embedded-programs.ts';
import { type Account, closedTo, deputy, ownFolder, postgresAccount } from './embedded-user.ts';
import { DatabaseUnfit } from './migrate.ts';

/** A Postgres that this process started. */
export interface Embedded {
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

const alive = (pid: number): boolean => {
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

/** Ends a Postgres that an earlier, killed process left running on this directory; a fast shutdown loses nothing. */
const endStale = async (dataDir: string, log: Logger): Promise<void> => {
  const file = join(dataDir, 'postmaster.pid');
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return;
  const pid = Number(text.split('\n')[0]);
  if (Number.isInteger(pid) && pid > 1 && alive(pid) && (await isPostgres(pid))) {
    log.warn({ pid }, 'ending a Postgres that an earlier process left behind');
    process.kill(pid, 'SIGINT');
    for (let tries = 0; tries < 300 && alive(pid); tries += 1) await new Promise((done) => setTimeout(done, 50));
    if (alive(pid)) process.kill(pid, 'SIGQUIT');
    for (let tries = 0; tries < 100 && alive(pid); tries += 1) await new Promise((done) => setTimeout(done, 50));
  }
  await rm(file, { force: true });
};

/** Makes the folder of a cluster, empty, for whom it will run as, and changes nothing above it. */
const makeFolder = async (dataDir: string, who: Account | null): Promise<void> => {
  await rm(dataDir, { recursive: true, force: true });
  await mkdir(dataDir, { mode: 0o700 });
  if (who) await chown(dataDir, who.uid, who.gid);
};

/** Where a process finds its own folder no other way than by its path, whom it runs as has to be able to go there. */
const refuseClosed = async (dataDir: string, who: Account | null): Promise<void> => {
  const closed = who && !ownFolder() ? await closedTo(who, dataDir) : null;
  if (closed)
    throw new DatabaseUnfit(
      `The embedded Postgres cannot run as root; it runs as the user ${deputy}, who may not enter ${closed}. Start as another user, move DATA_DIR to where everybody may enter (such as /srv), or set DATABASE_URL.`,
    );
};

/**
 * Starts the embedded Postgres on `<dir>/postgres`, fsync on, loopback only, with a generated password kept in
 * `<dir>/postgres.secret` (0600). Initialised on first start; an initialisation that was cut short is begun again.
 * `onPort` fixes the port, otherwise a free one is taken. Started as root, it runs as the user postgres, who is started in
 * that folder and given nothing above it. Throws DatabaseUnfit, saying what can be done, where it cannot run so.
 */
export const startEmbedded = async (
  dir: string,
  log: Logger,
  settings: string[] = [],
  onPort?: number,
): Promise<Embedded> => {
  const dataDir = resolve(dir, 'postgres');
  const secretFile = resolve(dir, 'postgres.secret');
  const readyFile = resolve(dir, 'postgres.ready');
  await mkdir(dir, { recursive: true });
  await endStale(dataDir, log);
  if (!existsSync(secretFile)) await writeFile(secretFile, randomBytes(24).toString('hex'), { mode: 0o600 });
  const password = (await readFile(secretFile, 'utf8')).trim();
  const who = postgresAccount();
  const cluster = { dataDir, who, programs: await findPrograms(who, log) };
  const port = onPort ?? (await freePort());
  let server: Running;
  try {
    if (!existsSync(readyFile)) await makeFolder(dataDir, who);
    await refuseClosed(dataDir, who);
    if (!existsSync(readyFile)) {
      await initialise(cluster, 'storyrail', password);
      await writeFile(readyFile, new Date().toISOString());
    }
    server = await startServer(cluster, [
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
