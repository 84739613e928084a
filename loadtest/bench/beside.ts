import { join } from 'node:path';
import { type Harness, limitsOff } from '#ops/testing/harness.ts';
import { type Served, serve, steadyPort } from '../faults/servers.ts';

/** Starts a process with only these parts over the database and files of a product, without limits; whoever asks for it ends it. */
export const startBeside = async ({ config, databaseUrl }: Harness, name: string, only: string): Promise<Served> => {
  const { DATA_DIR } = config;
  const env = { ...limitsOff, DATABASE_URL: databaseUrl, DATA_DIR, LOG_LEVEL: 'warn' };
  const log = join(DATA_DIR, `${name.replaceAll(' ', '-')}.log`);
  const served = serve({ name, only, port: await steadyPort(), env, log }, (words) => console.error(words));
  await served.start();
  return served;
};

/** Runs work beside so many processes that only deliver and ingest, and ends them. */
export const withSdkProcesses = async <T>(
  h: Harness,
  count: number,
  work: (processes: Served[]) => Promise<T>,
): Promise<T> => {
  const processes: Served[] = [];
  try {
    while (processes.length < count) processes.push(await startBeside(h, `sdk ${processes.length + 1}`, 'sdk'));
    return await work(processes);
  } finally {
    for (const served of processes) await served.stop();
  }
};
