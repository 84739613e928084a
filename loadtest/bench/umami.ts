import { type Harness, until } from '#ops/testing/harness.ts';
import { generatorNote, type LoadGenerator, startLoadGenerator } from './load-generator.ts';
import { alternate, type Benchmark, type Measured, orSkipped, type RunSize, scaled } from './measure.ts';
import type { BatchTarget, Load } from './requests.ts';
import { seedApp } from './seed.ts';
import { startUmami, umamiVersion } from './umami-server.ts';
import { listenOnFreePort, withProduct } from './with-product.ts';

const connections = 64;
const viewers = 200_000;
const eventsEach = 20;
const line = {
  path: 'ingest until counted in the figures, batches of 20',
  peer: `umami ${umamiVersion}, /api/batch with 20, until in its table`,
};

const seedTargets = async (h: Harness, size: RunSize): Promise<BatchTarget[]> => {
  const person = await h.person();
  const targets: BatchTarget[] = [];
  for (let app = 0; app < scaled(100, size, 10); app += 1) {
    const { token, groups } = await seedApp(h, person, 1, 10);
    targets.push({ token, ...groups[0]! });
  }
  return targets;
};

/** Events per second from the first request until `done` says that all of them are where they belong. */
const processed = async (
  client: LoadGenerator,
  port: number,
  status: number,
  load: Load,
  done: () => Promise<boolean>,
) => {
  const rate = await client.run({ port, connections, status, load });
  const answered = performance.now();
  await until(done, 'the events');
  const seconds = load.count / rate + (performance.now() - answered) / 1000;
  return (load.count * eventsEach) / seconds;
};

const measure = async (h: Harness, client: LoadGenerator, size: RunSize): Promise<Measured[]> => {
  // What is a measure of nothing does not install for minutes.
  const umami = await startUmami(h.ownerUrl, size.scale === 1);
  try {
    const targets = await seedTargets(h, size);
    await h.caughtUp();
    const port = await listenOnFreePort(h);
    const counted = async () =>
      Number(
        (await h.kernel.analytics.pool.query<{ count: number }>('select count(*) from telemetry_seen')).rows[0]!.count,
      );
    const ours = async () => {
      const count = scaled(10_000, size, connections);
      const all = (await counted()) + count;
      const load: Load = { kind: 'batches', targets, viewers, count };
      return processed(client, port, 202, load, async () => (await counted()) === all);
    };
    const theirs = async () => {
      const count = scaled(128, size, 16);
      const all = (await umami.events()) + count * eventsEach;
      const load: Load = { kind: 'umami', website: umami.website, targets, viewers, count };
      return processed(client, umami.port, 200, load, async () => (await umami.events()) === all);
    };
    const measured = await alternate({ ...line, unit: 'events/s', goal: 250, floor: null }, size, ours, theirs);
    return [{ ...measured, note: generatorNote(client) }];
  } finally {
    await umami.stop();
  }
};

/** The whole way of an event, on the same Postgres: ours into the figures, umami's into its table of events. */
export const umamiBenchmark: Benchmark = (size) =>
  orSkipped(line.path, line.peer, () =>
    withProduct(
      async (h) => {
        const client = startLoadGenerator();
        try {
          return await measure(h, client, size);
        } finally {
          await client.stop();
        }
      },
      { parts: true },
    ),
  );
