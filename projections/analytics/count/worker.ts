import type { CommandKernel } from '#kernel/commands/command-trx.ts';
import { createWakeEvent } from '#kernel/db/wake-event.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { StartPart } from '#kernel/part.ts';
import { delay } from '#kernel/platform/delay.ts';
import { ensureInboxDays } from '#kernel/telemetry-log/inbox-days.ts';
import { createLargeDocumentMonitor } from '../questions/sdk-health/large-documents.ts';
import { pruneSdkHealth } from '../questions/sdk-health/read.ts';
import { createUnusualInstanceMonitor, pruneInstanceDays } from '../questions/sdk-health/unusual-instances.ts';
import { rebuildIfTablesAreNew } from '../rebuild/rebuild.ts';
import { createCompactor } from '../rollups/compactor.ts';
import { createAggregator, withClient } from './aggregator.ts';
import { openLaneLease } from './lease.ts';

const name = 'projection:analytics';
const pollMs = 1000;
/** Larger batches pay, since most of a small one is upserts (of 500 each: 89,000 events/s, of 5,000: 170,000). */
const minPaceMs = 250;
const maxPaceMs = 1000;
/** A round may take so long before the lease on the lanes is renewed. */
const roundMs = 1500;
const sliceMs = 1000;
const housekeepingMs = 3_600_000;
/** A look for due periods that failed is repeated after this, since one that times out is long. */
const retryMs = 60_000;

type Keeper = CommandKernel & Pick<Kernel, 'analytics' | 'metrics'>;

/** Deletes ids of batches that nobody repeats any more; answers whether more are left. */
const deleteOldBatchIds = async ({ analytics }: Pick<Kernel, 'analytics'>): Promise<boolean> => {
  const { rowCount } = await analytics.pool.query(
    `delete from telemetry_seen where ctid = any(array(
       select ctid from telemetry_seen where seen_at < now() - interval '9 days' limit 2000))`,
  );
  return rowCount === 2000;
};

/** Does some of a piece of work again and again until none is left, the slice is over or the worker stops. */
const workForSlice = async (some: () => Promise<boolean>, shouldContinue: () => boolean): Promise<boolean> => {
  const until = performance.now() + sliceMs;
  let more = true;
  while (more && shouldContinue() && performance.now() < until) more = await some();
  return more;
};

/** What is deleted hourly: each deletes some and answers whether more are left. */
const hourlyDeletions = ({ analytics }: Keeper): (() => Promise<boolean>)[] => [
  () => deleteOldBatchIds({ analytics }),
  () => pruneSdkHealth(analytics),
  () => pruneInstanceDays(analytics),
];

/**
 * Housekeeping: hourly retention and compaction, what takes long of it in time slices, so that counting is not held up
 * and the lane lease does not expire. Answers whether more is to be done.
 */
export const createHousekeeping = (kernel: Keeper) => {
  let lastHourly = Number.NEGATIVE_INFINITY;
  let refreshAt = Number.POSITIVE_INFINITY;
  let deletions: (() => Promise<boolean>)[] = [];
  const compactor = createCompactor();
  const monitorInstances = createUnusualInstanceMonitor(kernel);
  const monitorDocuments = createLargeDocumentMonitor(kernel);
  const deleteSome = async (): Promise<boolean> => {
    if (deletions[0] && !(await deletions[0]())) deletions.shift();
    return deletions.length > 0;
  };
  const refresh = async (): Promise<void> => {
    refreshAt = Number.POSITIVE_INFINITY;
    try {
      await withClient(kernel, (client) => compactor.refresh(client));
    } catch (error) {
      refreshAt = performance.now() + retryMs;
      kernel.log.error({ err: error, part: name }, 'could not look for periods to compact');
    }
  };
  return async (mine: readonly number[], shouldContinue: () => boolean): Promise<boolean> => {
    if (performance.now() - lastHourly > housekeepingMs) {
      lastHourly = performance.now();
      refreshAt = lastHourly;
      deletions = hourlyDeletions(kernel);
      await ensureInboxDays(kernel.analytics, kernel.log);
    }
    if (performance.now() >= refreshAt) await refresh();
    await workForSlice(deleteSome, shouldContinue);
    await monitorInstances(mine, kernel.now());
    await monitorDocuments(mine);
    const compact = () => withClient(kernel, (client) => compactor.runOnce(client, mine, kernel.now()));
    return (await workForSlice(compact, shouldContinue)) || deletions.length > 0;
  };
};

/**
 * The aggregation worker: counts the lanes that it holds a lease on, woken by 'telemetry' and at least each second.
 * Several workers share the lanes; those of a worker that is gone are taken over within 5 s.
 */
export const startAnalytics: StartPart = async (kernel) => {
  const stopping = new AbortController();
  const { signal } = stopping;
  const lease = openLaneLease(kernel.analytics);
  const countLanes = createAggregator(kernel);
  const runHousekeeping = createHousekeeping(kernel);
  let lastError: string | null = null;

  let started = false;
  const runRound = async () => {
    if (!started) await rebuildIfTablesAreNew(kernel);
    started = true;
    const mine = await lease.renew();
    const until = performance.now() + roundMs;
    await countLanes(mine, () => !signal.aborted && performance.now() < until);
    return runHousekeeping(mine, () => !signal.aborted);
  };

  const run = async () => {
    const { wait, dispose } = createWakeEvent(kernel.notifier, signal, 'telemetry');
    while (!signal.aborted) {
      const roundStart = performance.now();
      let more = false;
      try {
        more = await runRound();
        lastError = null;
      } catch (error) {
        lastError = error instanceof Error ? error.message : String(error);
        kernel.log.error({ err: error, part: name }, 'counting failed and will be retried');
      }
      const took = performance.now() - roundStart;
      if (!more && took < roundMs) await wait(pollMs);
      const pace = Math.min(maxPaceMs, Math.max(minPaceMs, took * 4));
      const rest = pace - (performance.now() - roundStart);
      if (rest > 0) await delay(rest, signal);
    }
    dispose();
    await lease.end().catch((error) => kernel.log.warn({ err: error, part: name }, 'could not release lanes'));
  };
  const loop = run();

  return {
    name,
    healthy: () => lastError,
    async stop() {
      stopping.abort();
      await loop;
    },
  };
};
