import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Part } from '#kernel/part.ts';
import { backgroundParts } from '#ops/start/composition-root.ts';
import { type Harness, until } from '#ops/testing/harness.ts';
import { programArgs } from '#ops/testing/program.ts';
import { freePort, isReady, minimalEnv } from '#ops/testing/running.ts';

/** The unit of processor time in Linux' /proc, in ms. */
const tickMs = 10;

/** So many phones speak through the proxy. */
export const callers = Array.from(
  { length: 500 },
  (_, index) => `203.0.${100 + Math.floor(index / 250)}.${1 + (index % 250)}`,
);

/** As ops/deploy/k8s/config.yaml has it: a proxy is trusted, limits are as they come, requests are logged. */
export const deployed = { TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'info' };

/** Starts a process with these parts alone, its log in a file. */
export const startServingProcess = async (
  parts: string,
  settings: Record<string, string>,
  given: { dir: string; databaseUrl: string; publicUrl: string },
) => {
  const port = await freePort();
  const file = join(given.dir, `${port}.log`);
  const log = openSync(file, 'a');
  const env = minimalEnv({
    DATA_DIR: given.dir,
    DATABASE_URL: given.databaseUrl,
    PORT: String(port),
    PUBLIC_URL: given.publicUrl,
    DEMO: '0',
    ...settings,
  });
  const args = programArgs('ops/start/main.ts', ['--max-semi-space-size=32']);
  const child = spawn(process.execPath, [...args, '--only', parts], { env, stdio: ['ignore', log, log] });
  closeSync(log);
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  try {
    await until(() => child.exitCode !== null || isReady(port), parts);
    if (child.exitCode !== null) throw new Error(`${parts} ended with ${child.exitCode}`);
  } catch (error) {
    child.kill('SIGKILL');
    throw new Error(`${(error as Error).message}: ${(await readFile(file, 'utf8')).slice(-1000)}`);
  }
  return {
    port,
    /** Processor time that it has used, in ms; 0 where there is no /proc. */
    cpuMs: async (): Promise<number> => {
      const stat = await readFile(`/proc/${child.pid}/stat`, 'utf8').catch(() => '');
      const fields = stat.slice(stat.lastIndexOf(')')).split(' ');
      return (Number(fields[12] ?? 0) + Number(fields[13] ?? 0)) * tickMs;
    },
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
};

/** Brings the read models to the end of the log; nothing works on them afterwards. */
export const catchUpReadModels = async (h: Harness): Promise<void> => {
  const readers: Part[] = [];
  try {
    for (const name of ['audit', 'history', 'notifications', 'delivery'])
      readers.push(await backgroundParts[`projection:${name}`]!(h.kernel));
    await h.caughtUp();
  } finally {
    for (const reader of readers) await reader.stop();
  }
};
