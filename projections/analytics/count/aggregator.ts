import type pg from 'pg';
import type { Kernel } from '#kernel/kernel.ts';
import { BusDown } from '#kernel/messaging/bus.ts';
import type { StartPart } from '#kernel/part.ts';
import { pause } from '#kernel/platform/pause.ts';
import { ensureInboxDays } from '#kernel/telemetry-log/inbox-days.ts';
import { createJetStreamSource } from '#kernel/telemetry-log/jetstream-source.ts';
import { laneCount, lastLogPosition, type TelemetrySource } from '#kernel/telemetry-log/log.ts';
import { createPostgresSource } from '#kernel/telemetry-log/postgres-source.ts';
import { createInstanceWatch, forgetInstanceDays } from '../questions/sdk-health/instance-days.ts';
import { forgetSdkHealth } from '../questions/sdk-health/sdk-health.ts';
import { countArchiveFirst } from '../rebuild/rebuild.ts';
import { createMerger } from '../rollups/merger.ts';
import { openLease } from './lanes.ts';
import { createNap } from './nap.ts';
import { type Counting, countNext, Overtaken } from './step.ts';
import { allTallies } from './tallies.ts';

const name = 'projection:analytics';
const pollMs = 1000;
/** Larger flushes pay, since most of a small one is upserts (500 batches a flush: 89,000 events/s, 5,000: 170,000). */
const shortestPaceMs = 250;
const longestPaceMs = 1000;
/** So long a round of flushes may take before the lease on the lanes is renewed. */
const roundMs = 1500;
const mergingMs = 1000;
const housekeepingMs = 3_600_000;
const smallest = 50;
const largest = 5000;
/** While one lane's rows are written and another's are read, a third's are folded. */
const sideBySide = 3;

type Deps = Pick<Kernel, 'analytics' | 'log' | 'wake' | 'metrics' | 'bus'>;

const borrow = async <T>({ analytics }: Deps, work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
  const client = await analytics.pool.connect();
  let failed: Error | undefined;
  const lose = (error: Error) => {
    failed = error;
  };
  client.on('error', lose);
  try {
    return await work(client);
  } catch (error) {
    if (!(error instanceof Overtaken)) failed ??= error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    client.off('error', lose);
    client.release(failed);
  }
};

/**
 * Counts lanes of the logs; remembers how large a flush may be so that its transaction stays short, and shows how far the
 * lanes that it was given last are behind.
 */
export const createCounter = (deps: Deps) => {
  const counting: Counting = { log: deps.log, tallies: allTallies(), beside: 'others' };
  // Both logs are read, whichever is written: what one still holds when the other takes over is counted, too.
  const stream = deps.bus && createJetStreamSource(deps.bus);
  const lag = new Map<string, { lane: number; seconds: number }>();
  let limit = 2000;

  const showLag = () =>
    deps.metrics.projectionLag.set(
      { projection: 'analytics' },
      Math.max(0, ...[...lag.values()].map(({ seconds }) => seconds)),
    );

  const flush = async (lane: number, from: TelemetrySource | null) => {
    const size = limit;
    const step = await borrow(deps, (client) =>
      countNext(client, counting, from ?? createPostgresSource(client), lane, size, lastLogPosition),
    );
    if (step.transactionMs > 300) limit = Math.max(smallest, Math.floor(limit / 2));
    else if (step.transactionMs < 150 && step.more) limit = Math.min(largest, limit * 2);
    const seconds = step.more ? Math.max(0, (Date.now() - step.lastMs) / 1000) : 0;
    lag.set(`${from?.name ?? 'postgres'} ${lane}`, { lane, seconds });
    showLag();
    return step;
  };

  /** Counts what a lane holds; answers how many batches were read. */
  const drainLane = async (lane: number, from: TelemetrySource | null, go: () => boolean): Promise<number> => {
    let total = 0;
    while (go()) {
      try {
        const step = await flush(lane, from);
        total += step.rows;
        if (!step.more) break;
      } catch (error) {
        if (!(error instanceof Overtaken)) throw error;
        deps.log.warn({ part: name, lane }, error.message);
      }
    }
    return total;
  };

  const drainLog = async (chosen: readonly number[], from: TelemetrySource | null, go: () => boolean) => {
    const waiting = [...chosen];
    let total = 0;
    const work = async () => {
      for (let lane = waiting.shift(); lane !== undefined; lane = waiting.shift()) {
        const counted = await drainLane(lane, from, go);
        total += counted;
      }
    };
    const done = await Promise.allSettled(Array.from({ length: sideBySide }, work));
    if (total > 0) deps.wake.tell('figures');
    for (const one of done) if (one.status === 'rejected') throw one.reason;
    return total;
  };

  let away = false;
  return async (chosen: readonly number[], go: () => boolean): Promise<number> => {
    for (const [key, { lane }] of lag) if (!chosen.includes(lane)) lag.delete(key);
    showLag();
    const counted = await drainLog(chosen, null, go);
    if (!stream) return counted;
    try {
      const streamed = await drainLog(chosen, stream, go);
      away = false;
      return counted + streamed;
    } catch (error) {
      if (!(error instanceof BusDown)) throw error;
      if (!away) deps.log.warn({ part: name }, `batches in JetStream wait to be counted: ${error.message}`);
      away = true;
      return counted;
    }
  };
};

/** Counts everything that the logs hold and nothing can come before, in short transactions. Answers how many batches it read. */
export const drain = (deps: Deps): Promise<number> =>
  createCounter(deps)(
    Array.from({ length: laneCount }, (_, lane) => lane),
    () => true,
  );

const forget = async ({ analytics }: Deps): Promise<void> => {
  for (let gone = 1; gone > 0; ) {
    const { rowCount } = await analytics.pool.query(
      `delete from telemetry_seen where ctid = any(array(
         select ctid from telemetry_seen where seen_at < now() - interval '9 days' limit 2000))`,
    );
    gone = rowCount ?? 0;
  }
};

/**
 * What is due each hour; spans are merged for a moment at a time, so that counting is not held up and the lease on the
 * lanes does not run out. Answers whether more is to be merged.
 */
const createHousekeeping = (kernel: Kernel) => {
  let tidied = Number.NEGATIVE_INFINITY;
  const merger = createMerger();
  const watchInstances = createInstanceWatch(kernel);
  return async (mine: readonly number[], go: () => boolean): Promise<boolean> => {
    if (performance.now() - tidied > housekeepingMs) {
      tidied = performance.now();
      await ensureInboxDays(kernel.analytics, kernel.log);
      await forget(kernel);
      await forgetSdkHealth(kernel.analytics);
      await forgetInstanceDays(kernel.analytics);
      await borrow(kernel, (client) => merger.look(client));
    }
    await watchInstances(mine, kernel.now());
    const until = performance.now() + mergingMs;
    let more = true;
    while (more && go() && performance.now() < until)
      more = await borrow(kernel, (client) => merger.turn(client, mine, kernel.now()));
    return more;
  };
};

/**
 * Counts what the logs hold, woken by 'telemetry' and at least each second: the lanes that are this worker's. Several
 * workers share the lanes; those of a worker that is gone are taken over within 5 s.
 */
export const startAnalytics: StartPart = async (kernel) => {
  const stopping = new AbortController();
  const { signal } = stopping;
  const lease = openLease(kernel.analytics);
  const count = createCounter(kernel);
  const keepHouse = createHousekeeping(kernel);
  let trouble: string | null = null;

  let begun = false;
  const round = async () => {
    if (!begun) await countArchiveFirst(kernel);
    begun = true;
    const mine = await lease.renew();
    const until = performance.now() + roundMs;
    await count(mine, () => !signal.aborted && performance.now() < until);
    return keepHouse(mine, () => !signal.aborted);
  };

  const run = async () => {
    const nap = createNap(signal);
    const deaf = kernel.wake.on('telemetry', nap.ring);
    while (!signal.aborted) {
      const started = performance.now();
      let more = false;
      try {
        more = await round();
        trouble = null;
      } catch (error) {
        trouble = error instanceof Error ? error.message : String(error);
        kernel.log.error({ err: error, part: name }, 'counting failed and will be tried again');
      }
      const took = performance.now() - started;
      if (!more && took < roundMs) await nap.sleep(pollMs);
      const pace = Math.min(longestPaceMs, Math.max(shortestPaceMs, took * 4));
      const rest = pace - (performance.now() - started);
      if (rest > 0) await pause(rest, signal);
    }
    deaf();
    await lease.end().catch((error) => kernel.log.warn({ err: error, part: name }, 'lanes were not given back'));
  };
  const running = run();

  return {
    name,
    healthy: () => trouble,
    async stop() {
      stopping.abort();
      await running;
    },
  };
};
