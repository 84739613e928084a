import { openDb } from '#kernel/db/pool.ts';
import { type Harness, until } from '#ops/testing/harness.ts';
import type { Served } from '../faults/servers.ts';
import { makeSenders } from './batches.ts';
import { startBeside, withSdkProcesses } from './beside.ts';
import { busyNote, type Client, startClient } from './client.ts';
import { fillInbox } from './fill-inbox.ts';
import { plantTargets } from './ingest.ts';
import { alternate, type Benchmark, type Measured, orMissing, perSecond, type Size, scaled } from './measure.ts';
import { withProduct } from './place.ts';
import { openQuota, type Quota } from './quota.ts';

/** Of a core; what Postgres and the load generators take beside two such processes must have room. */
const part = 0.2;
const viewers = 200_000;
const eventsEach = 20;
const connections = 32;
const patienceMs = 60_000;

const line = { peer: 'one of them', goal: 1.6, floor: null };
const paths = {
  sdk: `ingest, accepted and fsynced by two sdk processes of ${part * 100} % of a core each`,
  aggregators: `aggregation by two workers of ${part * 100} % of a core each`,
};

const measureSdk = (h: Harness, quota: Quota, clients: Client[], size: Size): Promise<Measured[]> =>
  withSdkProcesses(h, clients.length, async (processes) => {
    const targets = await plantTargets(h, size);
    const count = scaled(4000, size, connections);
    const load = { kind: 'batches', targets, viewers, count } as const;
    const send = async (to: readonly Served[]): Promise<number> => {
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
    return [{ ...measured, note: clients.map(busyNote).join(', ') }];
  });

const measureAggregators = async (h: Harness, quota: Quota, size: Size): Promise<Measured[]> => {
  const { pool } = h.kernel.analytics;
  const db = openDb(h.databaseUrl, { max: 1 });
  const senders = makeSenders(128, 3, 10);
  const batches = scaled(30_000, size, 128);
  const workers: Served[] = [];
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
                select from telemetry_batch b where b.partition & 7 = c.lane
                   and (b.transaction_id, b.position) > (c.transaction_id, c.position))) as behind`,
    );
    return !rows[0]!.behind;
  };
  const count = async (): Promise<number> => {
    await until(isShared, 'the lanes to be shared', patienceMs);
    await fillInbox(db, senders, viewers, batches);
    return perSecond(batches * eventsEach, async () => {
      h.kernel.wake.tell('telemetry');
      await until(isCounted, 'the batches to be counted', patienceMs);
    });
  };
  const countWith = async (wanted: number): Promise<number> => {
    while (workers.length > wanted) await workers.pop()!.stop();
    while (workers.length < wanted) {
      const worker = await startBeside(h, `worker ${workers.length + 1}`, 'projection:analytics');
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

const limited = <T>(work: (quota: Quota) => Promise<T>): Promise<T> =>
  openQuota(part).then((quota) => work(quota).finally(quota.end));

/**
 * Two processes against one, each with the same small part of a core, so that load generators and Postgres take nothing
 * from them: whether what they have in common (the inbox, the lanes) holds them up.
 */
export const scaleBenchmark: Benchmark = async (size) => {
  const sdk = await withProduct(async (h) => {
    const clients = [startClient(), startClient()];
    try {
      return await orMissing(paths.sdk, line.peer, () => limited((quota) => measureSdk(h, quota, clients, size)));
    } finally {
      for (const client of clients) await client.stop();
    }
  });
  const aggregators = await withProduct((h) =>
    orMissing(paths.aggregators, line.peer, () => limited((quota) => measureAggregators(h, quota, size))),
  );
  return [...sdk, ...aggregators];
};
