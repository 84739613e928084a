import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kernel } from '#kernel/kernel.ts';
import { loadConfig } from '#kernel/platform/config.ts';
import { loadSecrets } from '#kernel/platform/secrets.ts';
import { migrateDatabases } from '#ops/start/migrate-databases.ts';
import { openKernel } from '#ops/start/open-kernel.ts';
import { limitsOff } from '#ops/testing/harness.ts';
import { createPeople } from '#ops/testing/people.ts';
import { publishDesign } from '#ops/testing/scene.ts';
import { seedApp } from '../bench/seed.ts';
import { nonEphemeralPort, prepareProcess, type ServerProcess, startKillablePostgres } from '../faults/processes.ts';
import { answeredDesign, type IngestTarget } from './batches.ts';

const apps = 10;

/** What batches are sent to and counted by, each in a process of its own, over a Postgres of its own. */
export interface EndToEndSystem {
  kernel: Kernel;
  targets: IngestTarget[];
  ingests: ServerProcess[];
  workers: ServerProcess[];
}

const seedTargets = async (kernel: Kernel): Promise<IngestTarget[]> => {
  const people = createPeople(kernel, () => '');
  const targets: IngestTarget[] = [];
  for (let index = 0; index < apps; index += 1) {
    const person = await people.person();
    const { groups, ...app } = await seedApp({ kernel }, person, 3, 4);
    for (const group of groups)
      for (const story of group.stories) await publishDesign({ kernel }, person, group, story, ...answeredDesign);
    targets.push({ account_id: person.account_id, ...app, groups });
  }
  return targets;
};

/**
 * Starts a system in `dir`; how to undo it is added to `undo`, and what ends without having been told to, to `faults`.
 * With `natsUrl` two processes take batches, which go to JetStream. Limits are off but for those of `settings`.
 */
export const startEndToEndSystem = async (
  { natsUrl, settings = {} }: { natsUrl?: string; settings?: Record<string, string> },
  dir: string,
  undo: (() => Promise<unknown>)[],
  faults: string[],
): Promise<EndToEndSystem> => {
  const postgres = await startKillablePostgres(join(dir, 'database'));
  undo.push(postgres.stop);
  await migrateDatabases(postgres.url, postgres.url);
  const data = join(dir, 'data');
  await mkdir(data);
  const env: Record<string, string> = {
    ...limitsOff,
    DATABASE_URL: postgres.url,
    DATA_DIR: data,
    LOG_LEVEL: 'warn',
    ...(natsUrl ? { NATS_URL: natsUrl } : {}),
    ...settings,
  };
  const kernel = await openKernel(loadConfig(env), { databaseUrl: postgres.url, secrets: await loadSecrets(data) });
  undo.push(kernel.close);
  const targets = await seedTargets(kernel);
  const launch = async (name: string, only: string) => {
    const given = { name, only, port: await nonEphemeralPort(), env, log: join(dir, `${name}.log`) };
    const served = prepareProcess(given, (words) => faults.push(words));
    undo.push(served.kill);
    await served.start();
    return served;
  };
  const ingests = [await launch('ingest', 'sdk')];
  if (natsUrl) ingests.push(await launch('ingest beside', 'sdk'));
  const workers = [await launch('one', 'projection:analytics'), await launch('two', 'projection:analytics')];
  return { kernel, targets, ingests, workers };
};
