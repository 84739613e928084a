import { openDb } from '#kernel/db/pool.ts';
import { laneSql } from '#kernel/telemetry-log/partition.ts';
import { type Harness, until } from '#ops/testing/harness.ts';
import type { ServerProcess } from '../faults/processes.ts';
import { makeBatchSenders } from './batches.ts';
import { type CpuQuota, openCpuQuota } from './cpu-quota.ts';
import { startExtraProcess, withSdkProcesses } from './extra-processes.ts';
import { fillInbox } from './fill-inbox.ts';
import { seedTargets } from './ingest.ts';
import { generatorNote, type LoadGenerator, startLoadGenerator } from './load-generator.ts';
import { alternate, type Benchmark, type Measured, orSkipped, perSecond, type RunSize, scaled } from './measure.ts';
import { withProduct } from './with-product.ts';

/** Of a core; what Postgres and the load generators take beside two such processes must have room. */
const part = 0.2;
const viewers = 200_000;
const eventsEach = 20;
const connections = 32;
const timeoutMs = 60_000;

const line = { peer: 'one of them', goal: 1.6, floor: null };
const paths = {
  sdk: `ingest, accepted and fsynced by two sdk processes of ${part * 100} % of a core each`,
  aggregators: `aggregation by two workers of ${part * 100} % of a core each`,
};

const measureSdk = (h: Harness, quota: CpuQuota, clients: LoadGenerator[], size: RunSize): Promise<Measured[]> =>
  withSdkProcesses(h, clients.length, async (processes) => {
    const targets = await seedTargets(h, size);
    const count = scaled(4000, size, connections);
    const load = { kind: 'batches', targets, viewers, count } as const;
    const send = async (to: readonly ServerProcess[]): Promise<number> => {
      const rates = await Promise.all(
        to.map(({ address }, index) =>
          clients[index]!.run({ port: Number(new URL(address).port), connections, status: 202, load }),
        ),
      );
      // Both send as much; the slower one ends last.
      return Math.min(...rates) * to.length;
    };
    // What they run is compiled before their time is short.
    await send(processes);
    for (const one of processes) await quota.bind(one.pid());
    const measured = await alternate(
      { ...line, path: paths.sdk, unit: 'batches of 20/s' },
      size,
      () => send(processes),
      () => send(processes.slice(0, 1)),
    );
    return [{ ...measured, note: clients.map(generatorNote).join(', ') }];
  });

const measureAggregators = async (h: Harness, quota: CpuQuota, size: RunSize): Promise<Measured[]> => {
  const { pool } = h.kernel.analytics;
  const db = openDb(h.databaseUrl, { max: 1 });
  const senders = makeBatchSenders(128, 3, 10);
  const batches = scaled(30_000, size, 128);
  const workers: ServerProcess[] = [];
  const isShared = async (): Promise<boolean> => {
    const { rows } = await pool.query<{ lanes: number }>(
      'select count(*)::int as lanes from telemetry_lane where until > clock_timestamp() group by owner order by 1',
    );
    const all = rows.reduce((sum, { lanes }) => sum + lanes, 0);
    return rows.length === workers.length && rows.every(({ lanes }) => lanes === all / workers.length);
  };
  const isCounted = async (): Promise<boolean> => {
    const { rows } = await pool.query<{ behind: boolean }>(
      `select exists (select from telemetry_checkpoint c where c.source = 'postgres' and exists (
                select from telemetry_batch b where ${laneSql('b.partition')} = c.lane
                   and (b.transaction_id, b.position) > (c.transaction_id, c.position))) as behind`,
    );
    return !rows[0]!.behind;
  };
  const count = async (): Promise<number> => {
    await until(isShared, 'the lanes to be shared', timeoutMs);
    await fillInbox(db, senders, viewers, batches);
    return perSecond(batches * eventsEach, async () => {
      h.kernel.notifier.notify('telemetry');
      await until(isCounted, 'the batches to be counted', timeoutMs);
    });
  };
  const countWith = async (wanted: number): Promise<number> => {
    while (workers.length > wanted) await workers.pop()!.stop();
    while (workers.length < wanted) {
      const worker = await startExtraProcess(h, `worker ${workers.length + 1}`, 'projection:analytics');
      workers.push(worker);
      // What it runs is compiled before its time is short.
      await count();
      await quota.bind(worker.pid());
    }
    return count();
  };
  try {
    return [
      await alternate(
        { ...line, path: paths.aggregators, unit: 'events/s' },
        { ...size, rounds: Math.min(size.rounds, 3) },
        () => countWith(2),
        () => countWith(1),
      ),
    ];
  } finally {
    for (const one of workers) await one.stop();
    await db.pool.end();
  }
};

const limited = <T>(work: (quota: CpuQuota) => Promise<T>): Promise<T> =>
  openCpuQuota(part).then((quota) => work(quota).finally(quota.end));

/**
 * Two processes against one, each with the same small part of a core, so that load generators and Postgres take nothing
 * from them: whether what they have in common (the inbox, the lanes) holds them up.
 */
export const scaleBenchmark: Benchmark = async (size) => {
  const sdk = await withProduct(async (h) => {
    const clients = [startLoadGenerator(), startLoadGenerator()];
    try {
      return await orSkipped(paths.sdk, line.peer, () => limited((quota) => measureSdk(h, quota, clients, size)));
    } finally {
      for (const client of clients) await client.stop();
    }
  });
  const aggregators = await withProduct((h) =>
    orSkipped(paths.aggregators, line.peer, () => limited((quota) => measureAggregators(h, quota, size))),
  );
  return [...sdk, ...aggregators];
};
