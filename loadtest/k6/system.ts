import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildServer } from '#kernel/http/server.ts';
import { delay } from '#kernel/platform/delay.ts';
import { migrateDatabases } from '#ops/start/migrate-databases.ts';
import { partNames } from '#ops/start/parts.ts';
import { limitsOff } from '#ops/testing/harness.ts';
import { createPeople, type Person } from '#ops/testing/people.ts';
import type { Volume } from '#ops/tools/seed/volume.ts';
import type { SeededApp } from '../bench/seed.ts';
import { openRunKernel } from '../faults/fixtures.ts';
import { nonEphemeralPort, prepareProcess, type ServerProcess, startKillablePostgres } from '../faults/processes.ts';
import type { ScenarioName } from './request.ts';
import { fetchStories, interleave, type ScenarioData } from './scenario-data.ts';
import { type CountedVolume, type SeedVolume, seedCountedApp, seedDesks, seedLoad } from './seed-load.ts';

/** Settings of the product under load that differ from one scenario to another. */
export type ProductSettings = Record<string, string>;

/** What the product has counted since it started, and kept since ever. */
export interface ProductCounts {
  hit: number;
  miss: number;
  not_modified: number;
  batches: number;
}

/** A product of our own under load: one process over a Postgres and files of its own, with a hundred instances. */
export interface LoadSystem {
  url: string;
  /** Makes it run with these settings; it is started again when they are others than before. */
  runWith(settings: ProductSettings): Promise<void>;
  /**
   * What to hand to that scenario, with access tokens made at this moment and every answer lying ready where there is
   * room.
   */
  data(name: ScenarioName): Promise<ScenarioData>;
  counts(): Promise<ProductCounts>;
  /** That it ended by itself, or did not end in good order. */
  faults: string[];
}

/** The audit of 10,000 seeded groups takes minutes to follow. */
const timeoutMs = 900_000;

/** Settings that refuse nothing for its number; without them the limits are those that the product comes with. */
export const noLimits: ProductSettings = limitsOff;

/**
 * Read models that follow the log. They share a processor with what is measured until they have read what was seeded.
 */
const following = partNames.flatMap((name) =>
  name.startsWith('projection:') ? [name.slice('projection:'.length)] : [],
);

const outcomes = ['hit', 'miss', 'not_modified'] as const;

const deliveries = async (url: string): Promise<Pick<ProductCounts, (typeof outcomes)[number]>> => {
  const text = await (await fetch(`${url}/metrics`)).text();
  const count = (outcome: string) =>
    Number(
      new RegExp(`^storyrail_delivery_total\\{[^}]*outcome="${outcome}"[^}]*\\} (\\d+)`, 'm').exec(text)?.[1] ?? 0,
    );
  return { hit: count('hit'), miss: count('miss'), not_modified: count('not_modified') };
};

/** What else is seeded for single scenarios: a large account for `dashboard`, an app with many events for `stats`. */
export interface Extras {
  large: Volume | null;
  counted: CountedVolume | null;
}

/** Starts everything and seeds it; `undo` gets what takes it down again. */
export const startLoadSystem = async (
  plenty: SeedVolume,
  { large, counted }: Extras,
  undo: (() => Promise<unknown>)[],
): Promise<LoadSystem> => {
  const dir = await mkdtemp(join(tmpdir(), 'storyrail-load-'));
  undo.push(() => rm(dir, { recursive: true, force: true }));
  const dataDir = join(dir, 'data');
  await mkdir(dataDir);
  const postgres = await startKillablePostgres(join(dir, 'database'));
  undo.push(postgres.stop);
  await migrateDatabases(postgres.url, postgres.url);
  const kernel = await openRunKernel(dataDir, postgres.url);
  undo.push(kernel.close);
  const signer = await buildServer(kernel, []);
  await signer.ready();
  undo.push(() => signer.close());
  const { person } = createPeople(kernel, (claims) => signer.jwt.sign(claims));
  const seeded = await seedLoad(kernel, person, plenty);
  const office = large && (await seedDesks(kernel, person, large));
  const figures = counted && (await seedCountedApp(kernel, postgres.url, person, counted));
  const apps = seeded.flatMap((one) => one.apps);

  const faults: string[] = [];
  const port = await nonEphemeralPort();
  const url = `http://127.0.0.1:${port}`;
  let served: ServerProcess | null = null;
  let running = '';

  const stop = async (): Promise<void> => {
    const code = await served?.stop();
    if (served && code !== 0) faults.push(`the product did not end in good order: ${code}`);
    served = null;
  };
  undo.push(stop);

  const isCaughtUp = async (): Promise<boolean> => {
    const { rows } = await kernel.db.pool.query<{ behind: boolean }>(
      `select exists (select from projection_checkpoint c
                       where c.name = any($1)
                         and exists (select from event e
                                      where (e.transaction_id, e.position) > (c.transaction_id, c.position))) as behind`,
      [following],
    );
    return !rows[0]!.behind;
  };
  const caughtUp = async (): Promise<void> => {
    for (const end = Date.now() + timeoutMs; !(await isCaughtUp()); ) {
      if (faults.length > 0) throw new Error(faults.join('; '));
      if (Date.now() > end) throw new Error('the read models were not ready within a quarter of an hour');
      await delay(100);
    }
  };

  return {
    url,
    faults,
    async runWith(settings) {
      const wanted = JSON.stringify(settings);
      if (served && wanted === running) return;
      await stop();
      const only = partNames.filter((name) => name !== 'web').join(',');
      const env = { ...settings, DATABASE_URL: postgres.url, DATA_DIR: dataDir, LOG_LEVEL: 'warn' };
      served = prepareProcess({ name: 'the product', only, port, env, log: join(dir, 'product.log') }, (words) =>
        faults.push(words),
      );
      running = wanted;
      await served.start();
      await caughtUp();
    },
    async data(name) {
      const instances = [];
      for (const { token } of apps) {
        const { etag, groups } = await fetchStories(url, token);
        instances.push({ token, etag, groups: groups.length });
      }
      const tokenOf = ({ user_id, session_id }: { user_id: string; session_id: string }): string =>
        signer.jwt.sign({ sub: user_id, sid: session_id, typ: 'access' });
      const withApp = ({ person, app }: { person: Person; app: SeededApp }) => ({
        token: tokenOf(person),
        app_id: app.app_id,
        groups: app.groups.map((group) => group.group_id),
      });
      const people = seeded.map(({ person, apps: own }) => withApp({ person, app: own[0]! }));
      return {
        desks: office ? office.desks.map((desk) => ({ ...desk, token: tokenOf(office.person) })) : [],
        instances,
        targets: interleave(apps.map(({ token, groups }) => groups.map((group) => ({ token, ...group })))),
        people: name === 'stats' && figures ? [withApp(figures)] : people,
        places: interleave(
          seeded.map(({ apps: own }, index) =>
            own.flatMap(({ groups }) => groups.map((group) => ({ ...group, token: people[index]!.token }))),
          ),
        ),
      };
    },
    async counts() {
      const { rows } = await kernel.analytics.pool.query<{ count: number }>('select count(*) from telemetry_batch');
      return { ...(await deliveries(url)), batches: rows[0]!.count };
    },
  };
};
