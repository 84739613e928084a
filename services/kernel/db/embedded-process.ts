import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { type FileHandle, open, rm, writeFile } from 'node:fs/promises';
import type { Programs } from './embedded-programs.ts';
import { type Account, ownFolder } from './embedded-user.ts';

/** A cluster's folder, what runs it, and as whom: null for whoever starts it. */
export interface Cluster {
  dataDir: string;
  programs: Programs;
  who: Account | null;
}

/** A process of Postgres; `stop` ends it as if nobody was there any more, with nothing lost. */
export interface Running {
  stop(): Promise<void>;
}

const keptLines = 20;
// What it says is read: it must be the same everywhere.
const words = 'C';

/** Another user is started in the folder, and calls it by that: folders above may be closed to it. */
const placeOf = ({ dataDir, who }: Cluster): string => (who && ownFolder()) || dataDir;

const launch = (program: string, args: readonly string[], { dataDir, who }: Cluster, more: SpawnOptions = {}) =>
  spawn(program, args, {
    ...(who ? { uid: who.uid, gid: who.gid } : {}),
    cwd: dataDir,
    env: { ...process.env, LC_MESSAGES: words },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...more,
  });

/** Keeps the last that a process says; a pipe that nobody reads would stop it. */
const listen = (child: ChildProcess, onText: (text: string) => void = () => {}): (() => string) => {
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (bytes: Buffer) => {
      const text = bytes.toString();
      lines.push(text);
      if (lines.length > keptLines) lines.shift();
      onText(text);
    });
  return () => lines.join('').trim();
};

const ended = (child: ChildProcess): Promise<number | null> =>
  new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', done);
  });

/** Hands a password over in a file that only its reader may open, wherever it lies: as the file number that the path names. */
const withPassword = async <T>(
  { dataDir, who }: Cluster,
  password: string,
  use: (path: string, file: FileHandle) => Promise<T>,
): Promise<T> => {
  const path = `${dataDir}.password`;
  await rm(path, { force: true });
  await writeFile(path, `${password}\n`, { mode: 0o600, flag: 'wx' });
  const file = await open(path, 'r');
  try {
    if (who) await file.chown(who.uid, who.gid);
    return await use(who && ownFolder() ? '/proc/self/fd/3' : path, file);
  } finally {
    await file.close();
    await rm(path, { force: true });
  }
};

/** Makes a cluster in an empty folder, with one user who may do everything. Throws with what Postgres says. */
export const initialise = (cluster: Cluster, user: string, password: string): Promise<void> =>
  withPassword(cluster, password, async (passwordFile, file) => {
    const child = launch(
      cluster.programs.initdb,
      [
        `--pgdata=${placeOf(cluster)}`,
        `--username=${user}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        `--lc-messages=${words}`,
        '--data-checksums',
      ],
      cluster,
      { stdio: ['ignore', 'pipe', 'pipe', file.fd] },
    );
    const said = listen(child);
    if ((await ended(child)) !== 0) throw new Error(said());
  });

const running = new Set<Running & { child: ChildProcess }>();

// A Postgres does not outlive who started it, if that ends by itself or is asked to. Who has more to end when asked takes
// these listeners off first: they are there as soon as this file is read.
process.on('exit', () => {
  for (const { child } of running) child.kill('SIGINT');
});
for (const [signal, number] of [['SIGHUP', 1] as const, ['SIGINT', 2] as const, ['SIGTERM', 15] as const])
  process.on(signal, async () => {
    await Promise.all([...running].map((one) => one.stop()));
    process.exit(128 + number);
  });

/** Starts the server of a cluster with settings (`name=value`); answers once it takes connections. Throws with what Postgres says. */
export const startServer = (cluster: Cluster, settings: readonly string[]): Promise<Running> => {
  const child = launch(
    cluster.programs.postgres,
    ['-D', placeOf(cluster), ...settings.flatMap((one) => ['-c', one])],
    cluster,
  );
  const gone = ended(child);
  const server = {
    child,
    async stop() {
      child.kill('SIGINT');
      await gone;
    },
  };
  return new Promise((done, fail) => {
    const said = listen(child, (text) => {
      if (text.includes('database system is ready to accept connections')) done(server);
    });
    gone
      .finally(() => running.delete(server))
      .then(() => fail(new Error(said())))
      .catch(fail);
    running.add(server);
  });
};
