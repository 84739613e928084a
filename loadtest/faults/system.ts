import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { migrateDatabases } from '#ops/start/migrate-databases.ts';
import { limitsOff } from '#ops/testing/harness.ts';
import {
  type KillablePostgres,
  nonEphemeralPort,
  prepareProcess,
  type ServerProcess,
  startKillablePostgres,
} from './processes.ts';

/** The processes of a run, their directory, and what went wrong with them. */
export interface FaultSystem {
  dir: string;
  dataDir: string;
  postgres: KillablePostgres;
  served: ServerProcess[];
  faults: string[];
  kills: Record<string, number>;
}

const working =
  'projection:audit,projection:history,projection:notifications,projection:delivery,projection:analytics,jobs';

/** Sets up a Postgres and the three processes, not yet started, in a directory; `undo` gets what ends them again. */
export const setUpFaultSystem = async (dir: string, undo: (() => Promise<unknown>)[]): Promise<FaultSystem> => {
  const dataDir = join(dir, 'data');
  await mkdir(dataDir);
  const postgres = await startKillablePostgres(join(dir, 'database'));
  undo.push(postgres.stop);
  await migrateDatabases(postgres.url, postgres.url);
  const faults: string[] = [];
  const env = {
    ...limitsOff,
    DATABASE_URL: postgres.url,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    MEDIA_URL: 'http://media.test',
  };
  const served: ServerProcess[] = [];
  for (const [name, only] of [
    ['first', 'api,sdk'],
    ['second', 'api,sdk'],
    ['worker', working],
  ] as const)
    served.push(
      prepareProcess({ name, only, port: await nonEphemeralPort(), env, log: join(dir, `${name}.log`) }, (words) =>
        faults.push(words),
      ),
    );
  undo.push(() => Promise.all(served.map((one) => one.kill())));
  return { dir, dataDir, postgres, served, faults, kills: {} };
};
