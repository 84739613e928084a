import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { type FileHandle, open, rm, writeFile } from 'node:fs/promises';
import type { PostgresBinaries } from './embedded-binaries.ts';
import { cwdPath, type OsUser } from './embedded-user.ts';

/**
 * A database cluster: its data directory, its binaries, and the OS user that it runs as (null: that of this process).
 */
export interface EmbeddedCluster {
  dataDir: string;
  binaries: PostgresBinaries;
  runAs: OsUser | null;
}

/** A running Postgres; `stop` shuts it down fast (SIGINT), which loses nothing. */
export interface PostgresProcess {
  stop(): Promise<void>;
}

const maxLogLines = 20;
// Its messages are matched: they must not be translated.
const messageLocale = 'C';

/**
 * The data directory as its process names it: another user may be unable to enter the folders above, and goes by its
 * cwd.
 */
const dataDirFor = ({ dataDir, runAs }: EmbeddedCluster): string => (runAs && cwdPath()) || dataDir;

const launch = (
  program: string,
  args: readonly string[],
  { dataDir, runAs }: EmbeddedCluster,
  more: SpawnOptions = {},
) =>
  spawn(program, args, {
    ...(runAs ? { uid: runAs.uid, gid: runAs.gid } : {}),
    cwd: dataDir,
    env: { ...process.env, LC_MESSAGES: messageLocale },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...more,
  });

/** Keeps the last output of a process; a pipe that nobody reads would block it. */
const captureOutput = (child: ChildProcess, onText: (text: string) => void = () => {}): (() => string) => {
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (bytes: Buffer) => {
      const text = bytes.toString();
      lines.push(text);
      if (lines.length > maxLogLines) lines.shift();
      onText(text);
    });
  return () => lines.join('').trim();
};

const exitCode = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });

/** Passes a password in a file that only its reader may open; another user gets it as an inherited file descriptor. */
const withPasswordFile = async <T>(
  { dataDir, runAs }: EmbeddedCluster,
  password: string,
  use: (path: string, file: FileHandle) => Promise<T>,
): Promise<T> => {
  const path = `${dataDir}.password`;
  await rm(path, { force: true });
  await writeFile(path, `${password}\n`, { mode: 0o600, flag: 'wx' });
  const file = await open(path, 'r');
  try {
    if (runAs) await file.chown(runAs.uid, runAs.gid);
    return await use(runAs && cwdPath() ? '/proc/self/fd/3' : path, file);
  } finally {
    await file.close();
    await rm(path, { force: true });
  }
};

/** Creates a cluster in an empty folder, with one superuser. Throws with the output of initdb. */
export const initCluster = (cluster: EmbeddedCluster, user: string, password: string): Promise<void> =>
  withPasswordFile(cluster, password, async (passwordFile, file) => {
    const child = launch(
      cluster.binaries.initdb,
      [
        `--pgdata=${dataDirFor(cluster)}`,
        `--username=${user}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        `--lc-messages=${messageLocale}`,
        '--data-checksums',
      ],
      cluster,
      { stdio: ['ignore', 'pipe', 'pipe', file.fd] },
    );
    const output = captureOutput(child);
    if ((await exitCode(child)) !== 0) throw new Error(output());
  });

const running = new Set<PostgresProcess & { child: ChildProcess }>();

// Postgres does not outlive the process that started it, on exit and on signals. A process with more to shut down
// removes these listeners first: they are added when this file is loaded.
process.on('exit', () => {
  for (const { child } of running) child.kill('SIGINT');
});
for (const [signal, number] of [['SIGHUP', 1] as const, ['SIGINT', 2] as const, ['SIGTERM', 15] as const])
  process.on(signal, async () => {
    await Promise.all([...running].map((one) => one.stop()));
    process.exit(128 + number);
  });

/**
 * Starts the server of a cluster with settings (`name=value`); resolves once it accepts connections. Throws with its
 * output.
 */
export const startPostgres = (cluster: EmbeddedCluster, settings: readonly string[]): Promise<PostgresProcess> => {
  const child = launch(
    cluster.binaries.postgres,
    ['-D', dataDirFor(cluster), ...settings.flatMap((one) => ['-c', one])],
    cluster,
  );
  const exited = exitCode(child);
  const started = {
    child,
    async stop() {
      child.kill('SIGINT');
      await exited;
    },
  };
  return new Promise((resolve, reject) => {
    const output = captureOutput(child, (text) => {
      if (text.includes('database system is ready to accept connections')) resolve(started);
    });
    exited
      .finally(() => running.delete(started))
      .then(() => reject(new Error(output())))
      .catch(reject);
    running.add(started);
  });
};
