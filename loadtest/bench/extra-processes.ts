import { join } from 'node:path';
import { type Harness, limitsOff } from '#ops/testing/harness.ts';
import { nonEphemeralPort, prepareProcess, type ServerProcess } from '../faults/processes.ts';

/**
 * Starts another process of a product, with only these parts, over its database and files and without limits; the
 * caller stops it.
 */
export const startExtraProcess = async (
  { config, databaseUrl }: Harness,
  name: string,
  only: string,
): Promise<ServerProcess> => {
  const { DATA_DIR } = config;
  const env = { ...limitsOff, DATABASE_URL: databaseUrl, DATA_DIR, LOG_LEVEL: 'warn' };
  const log = join(DATA_DIR, `${name.replaceAll(' ', '-')}.log`);
  const served = prepareProcess({ name, only, port: await nonEphemeralPort(), env, log }, (words) =>
    console.error(words),
  );
  await served.start();
  return served;
};

/** Runs work beside so many processes that only deliver and ingest, and ends them. */
export const withSdkProcesses = async <T>(
  h: Harness,
  count: number,
  work: (processes: ServerProcess[]) => Promise<T>,
): Promise<T> => {
  const processes: ServerProcess[] = [];
  try {
    while (processes.length < count) processes.push(await startExtraProcess(h, `sdk ${processes.length + 1}`, 'sdk'));
    return await work(processes);
  } finally {
    for (const served of processes) await served.stop();
  }
};
