import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { exitWithParent } from '#ops/cluster/supervised-process.ts';
import { until } from '#ops/testing/harness.ts';
import { programArgs } from '#ops/testing/program.ts';
import { isReady, minimalEnv } from '#ops/testing/running.ts';

const root = new URL('../../', import.meta.url).pathname;
const startMs = 60_000;
const stopMs = 12_000;

/** A process of the product that can be killed and started again at the same place. */
export interface ServerProcess {
  name: string;
  address: string;
  /** The number of its process; throws when it does not run. */
  pid(): number;
  /** Ends it with SIGKILL and waits until it is gone. */
  kill(): Promise<void>;
  /** Starts it and waits until it says that it is ready. */
  start(): Promise<void>;
  /** Asks it to end and answers its exit code; null when it did not obey and was killed. */
  stop(): Promise<number | null>;
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const probe = createServer();
    probe.once('error', () => done(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)));
  });

/** Ports that this process was given: a server that is not up yet, or down, keeps its own. Nothing fetches from 10080. */
const handedOut = new Set([10_080]);

/**
 * A free port below the ephemeral range, another one each time, the first of `inARow` that are free. While a server is down, a client that tries to reach it
 * could otherwise be given its port for the outgoing connection, and so connect to itself. The lasting ports of browser
 * tests begin where these end: they must not be given the port of a server that is down.
 */
export const nonEphemeralPort = async (inARow = 1): Promise<number> => {
  for (;;) {
    const first = 10_000 + Math.floor(Math.random() * (10_001 - inARow));
    const row = Array.from({ length: inARow }, (_, index) => first + index);
    if (row.some((port) => handedOut.has(port))) continue;
    for (const port of row) handedOut.add(port);
    const free = await Promise.all(row.map(accepts));
    if (free.every(Boolean)) return first;
  }
};

/**
 * Prepares one process of ops/start/main.ts with the parts of `only`; `onDeath` hears when it ends without having been
 * told to.
 */
export const prepareProcess = (
  given: { name: string; only: string; port: number; env: Record<string, string>; log: string },
  onDeath: (words: string) => void,
): ServerProcess => {
  const address = `http://127.0.0.1:${given.port}`;
  let child: ReturnType<typeof spawn> | null = null;
  let expected = false;

  const logTail = async () => (await readFile(given.log, 'utf8')).slice(-2000);

  const launch = () => {
    const log = openSync(given.log, 'a');
    const started = spawn(
      process.execPath,
      [...programArgs('ops/start/main.ts', exitWithParent), '--only', given.only],
      {
        cwd: root,
        env: minimalEnv({ ...given.env, PORT: String(given.port) }),
        stdio: ['pipe', log, log],
      },
    );
    closeSync(log);
    expected = false;
    started.once('exit', async (code, signal) => {
      if (expected || child !== started) return;
      onDeath(`${given.name} ended by itself (${code ?? signal}): ${await logTail()}`);
    });
    child = started;
    return started;
  };
  const end = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    expected = true;
    const gone = once(child, 'exit');
    child.kill(signal);
    const late = setTimeout(() => child?.kill('SIGKILL'), stopMs);
    await gone;
    clearTimeout(late);
    return child.exitCode;
  };

  return {
    name: given.name,
    address,
    async start() {
      const started = launch();
      const gone = () => started.exitCode !== null || started.signalCode !== null;
      await until(async () => gone() || (await isReady(given.port)), `${given.name} to be ready`, startMs).catch(
        async (error: Error) => {
          throw new Error(`${error.message}: ${await logTail()}`);
        },
      );
      if (gone()) throw new Error(`${given.name} ended while it started: ${await logTail()}`);
    },
    pid() {
      if (!child?.pid || child.exitCode !== null) throw new Error(`${given.name} does not run`);
      return child.pid;
    },
    async kill() {
      await end('SIGKILL');
    },
    stop: () => end('SIGTERM'),
  };
};

const childrenOf = async (pid: number): Promise<number[]> =>
  (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')).split(' ').filter(Boolean).map(Number);

const killNow = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It is gone already.
  }
};
// What was killed stays in the process table, without memory or files, until its parent asks for it.
const isGone = async (pid: number): Promise<boolean> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  return stat === null || /\) Z /.test(stat);
};

/** A Postgres on a directory and port of its own, which can lose all its processes at once and come back. */
export interface KillablePostgres {
  url: string;
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a Postgres on `dir`. */
export const startKillablePostgres = async (dir: string): Promise<KillablePostgres> => {
  const port = await nonEphemeralPort();
  let host: ReturnType<typeof spawn>;
  let pid = 0;
  const postgres: KillablePostgres = {
    url: '',
    async start() {
      host = spawn(process.execPath, [...programArgs('loadtest/faults/serve-postgres.ts'), dir, String(port)], {
        cwd: root,
        env: minimalEnv({}),
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      const failed = once(host, 'exit').then(([code]) => Promise.reject(new Error(`Postgres ended with ${code}`)));
      const [text] = (await Promise.race([once(host.stdout!, 'data'), failed])) as [Buffer];
      failed.catch(() => {});
      const said = JSON.parse(String(text)) as { url: string; pid: number };
      postgres.url = said.url;
      pid = said.pid;
    },
    async kill() {
      const workers = await childrenOf(pid);
      const ended = once(host, 'exit');
      // The postmaster first, so that it cannot tell the others to end in good order.
      for (const one of [pid, ...workers, ...(await childrenOf(pid)), host.pid!]) killNow(one);
      await ended;
      await until(async () => (await Promise.all([pid, ...workers].map(isGone))).every(Boolean), 'Postgres to be gone');
    },
    async stop() {
      if (host.exitCode !== null || host.signalCode !== null) return;
      const ended = once(host, 'exit');
      const late = setTimeout(() => {
        killNow(pid);
        killNow(host.pid!);
      }, 20_000);
      host.stdin!.end();
      await ended;
      clearTimeout(late);
    },
  };
  await postgres.start();
  return postgres;
};
