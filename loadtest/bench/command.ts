import type { Harness } from '#ops/testing/harness.ts';
import { generatorNote, startLoadGenerator } from './load-generator.ts';
import { alternate, type Benchmark, inParallel, type Measured, perSecond, type RunSize, scaled } from './measure.ts';
import { openRawInserts } from './peers.ts';
import { seedApp } from './seed.ts';
import { listenOnFreePort, withProduct } from './with-product.ts';

const connections = 32;

/** A group for each caller, four to a person. Each line gets its own: a stream that becomes long is given a snapshot. */
const seedGroups = async (h: Harness): Promise<{ id: string; token: string }[]> => {
  const people = await Promise.all(Array.from({ length: 8 }, () => h.person()));
  const groups: { id: string; token: string }[] = [];
  for (const person of people) {
    const app = await seedApp(h, person, connections / people.length, 2);
    for (const { group_id } of app.groups) groups.push({ id: group_id, token: person.token });
  }
  return groups;
};

/**
 * A status change over HTTP by 32 callers: session, parse, load, decide, append with catalog, answer; bare and with
 * Idempotency-Key.
 */
export const commandBenchmark: Benchmark = (size: RunSize) =>
  withProduct(async (h) => {
    const port = await listenOnFreePort(h);
    const raw = await openRawInserts(h.ownerUrl, connections);
    const client = startLoadGenerator();
    const count = scaled(3000, size, 64);
    const measured: Measured[] = [];
    try {
      for (const keyed of [false, true]) {
        const groups = await seedGroups(h);
        const job = { port, connections, status: 200, load: { kind: 'status', groups, keyed, count } } as const;
        const line = await alternate(
          {
            path: `HTTP command (PATCH status), 32 connections${keyed ? ', with Idempotency-Key' : ''}`,
            peer: 'durable one-row inserts by pg, 32 connections',
            unit: 'commands/s',
            goal: 0.3,
            floor: 0.2,
          },
          size,
          () => client.run({ ...job, load: { ...job.load, groups: [...groups] } }),
          () => perSecond(count * 2, () => inParallel(connections, count * 2, raw.insert)),
        );
        measured.push({ ...line, note: generatorNote(client) });
      }
    } finally {
      await client.stop();
      await raw.stop();
    }
    return measured;
  });
