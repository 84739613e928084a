import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '#ops/testing/running.ts';
import { ensurePackages, PeerMissing } from './install.ts';

const releases = '/usr/lib/postgresql';
const readyMs = 20_000;
const stopMs = 15_000;

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

interface Owner {
  uid?: number;
  gid?: number;
}

// Postgres refuses to run as root.
const ownerOf = (): Owner => {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  try {
    return { uid: idOf('-u'), gid: idOf('-g') };
  } catch {
    throw new PeerMissing('there is no user postgres to run it as');
  }
};

/** A Postgres with the extension hll in a directory and on a port of its own. */
export interface HllPostgres {
  url: string;
  /** Its own version and the extension's. */
  version: string;
  stop(): Promise<void>;
}

const connectWhenReady = async (url: string, isGone: () => boolean): Promise<pg.Client> => {
  for (const end = Date.now() + readyMs; ; ) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (isGone() || Date.now() > end) throw new Error(`the Postgres with hll did not start: ${error}`);
      await new Promise((done) => setTimeout(done, 100));
    }
  }
};

/** Starts one with an empty database, fsync on. Throws PeerMissing where it cannot be installed. */
export const startHllPostgres = async (): Promise<HllPostgres> => {
  const bin = ensurePackages(findServer, ['postgresql-15', 'postgresql-15-hll']);
  const owner = ownerOf();
  const dir = await mkdtemp(join(tmpdir(), 'storyrail-hll-'));
  const undo: (() => Promise<unknown>)[] = [() => rm(dir, { recursive: true, force: true })];
  const stop = async () => {
    for (const step of undo.reverse()) await step();
  };
  try {
    const password = randomBytes(16).toString('hex');
    const secret = join(dir, 'secret');
    const data = join(dir, 'data');
    await writeFile(secret, password, { mode: 0o600 });
    for (const path of [dir, secret]) if (owner.uid !== undefined) chownSync(path, owner.uid, owner.gid!);
    execFileSync(
      `${bin}/initdb`,
      ['-D', data, '-U', 'storyrail', '-A', 'scram-sha-256', `--pwfile=${secret}`, '-E', 'UTF8', '--locale=C'],
      { ...owner, cwd: dir, stdio: 'ignore' },
    );
    const port = await freePort();
    const settings = [
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      'shared_buffers=256MB',
      'max_wal_size=2GB',
    ];
    const child = spawn(
      `${bin}/postgres`,
      ['-D', data, '-p', String(port), ...settings.flatMap((one) => ['-c', one])],
      {
        ...owner,
        cwd: dir,
        stdio: 'ignore',
      },
    );
    let gone = false;
    const ended = new Promise<void>((done) => {
      child.once('exit', () => {
        gone = true;
        done();
      });
    });
    undo.push(async () => {
      const late = setTimeout(() => child.kill('SIGQUIT'), stopMs);
      if (!gone) child.kill('SIGINT');
      await ended;
      clearTimeout(late);
    });
    const url = `postgres://storyrail:${password}@127.0.0.1:${port}/postgres`;
    const client = await connectWhenReady(url, () => gone);
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
