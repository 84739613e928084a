import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { initCluster, startPostgres } from '#kernel/db/embedded-process.ts';
import { ensurePostgresUser } from '#kernel/db/embedded-user.ts';
import { freePort } from '#ops/testing/running.ts';
import { ensurePackages } from './install.ts';

const releases = '/usr/lib/postgresql';

/** The programs of a Postgres that has the extension hll; the newest one. */
const findServer = (): string | null => {
  if (!existsSync(releases)) return null;
  const version = readdirSync(releases)
    .sort((a, b) => Number(b) - Number(a))
    .find(
      (one) =>
        existsSync(`${releases}/${one}/bin/initdb`) && existsSync(`/usr/share/postgresql/${one}/extension/hll.control`),
    );
  return version ? `${releases}/${version}/bin` : null;
};

/** A Postgres with the extension hll in a directory and on a port of its own. */
export interface HllPostgres {
  url: string;
  /** Its own version and the extension's. */
  version: string;
  stop(): Promise<void>;
}

/** Starts one with an empty database, fsync on. Throws PeerMissing where it cannot be installed. */
export const startHllPostgres = async (): Promise<HllPostgres> => {
  const bin = ensurePackages(findServer, ['postgresql-15', 'postgresql-15-hll']);
  const who = ensurePostgresUser();
  // This release goes back to its folder by the whole path, which its user can only where all may enter.
  const dir = await mkdtemp(join(who ? '/tmp' : tmpdir(), 'storyrail-hll-'));
  if (who) await chmod(dir, 0o711);
  const undo: (() => Promise<unknown>)[] = [() => rm(dir, { recursive: true, force: true })];
  const stop = async () => {
    for (const step of undo.reverse()) await step();
  };
  try {
    const password = randomBytes(16).toString('hex');
    const dataDir = join(dir, 'data');
    await mkdir(dataDir, { mode: 0o700 });
    if (who) await chown(dataDir, who.uid, who.gid);
    const cluster = { dataDir, runAs: who, binaries: { initdb: `${bin}/initdb`, postgres: `${bin}/postgres` } };
    await initCluster(cluster, 'storyrail', password);
    const port = await freePort();
    const server = await startPostgres(cluster, [
      `port=${port}`,
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      'shared_buffers=256MB',
      'max_wal_size=2GB',
    ]);
    undo.push(server.stop);
    const url = `postgres://storyrail:${password}@127.0.0.1:${port}/postgres`;
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      await client.query('create extension hll');
      const { rows } = await client.query<{ server: string; hll: string }>(
        `select current_setting('server_version') as server,
                (select extversion from pg_extension where extname = 'hll') as hll`,
      );
      return { url, version: `Postgres ${rows[0]!.server.split(' ')[0]}, hll ${rows[0]!.hll}`, stop };
    } finally {
      await client.end();
    }
  } catch (error) {
    await stop();
    throw error;
  }
};
