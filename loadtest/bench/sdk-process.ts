import { join } from 'node:path';
import { type Harness, limitsOff } from '#ops/testing/harness.ts';
import { type Served, serve, steadyPort } from '../faults/servers.ts';

/** Runs work beside so many processes that only deliver and ingest, over the database of a product, and ends them. */
export const withSdkProcesses = async <T>(
  h: Harness,
  count: number,
  work: (processes: Served[]) => Promise<T>,
): Promise<T> => {
  const { DATA_DIR } = h.config;
  const env = { ...limitsOff, DATABASE_URL: h.databaseUrl, DATA_DIR, LOG_LEVEL: 'warn' };
  const processes: Served[] = [];
  try {
    for (let index = 1; index <= count; index += 1) {
      const given = { name: `sdk ${index}`, only: 'sdk', port: await steadyPort(), env };
      const served = serve({ ...given, log: join(DATA_DIR, `sdk-${index}.log`) }, (words) => console.error(words));
      processes.push(served);
      await served.start();
    }
    return await work(processes);
  } finally {
    for (const served of processes) await served.stop();
  }
};
