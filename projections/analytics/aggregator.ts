import type pg from 'pg';
import type { Kernel } from '#kernel/kernel.ts';
import { type StartPart, singleRunner } from '#kernel/part.ts';
import { ensureInboxDays } from '#kernel/telemetry-postgres.ts';
import { inboxEnd } from './inbox.ts';
import { countNext, Overtaken } from './step.ts';

const name = 'projection:analytics';
const pollMs = 1000;
/** Larger flushes pay, since most of a small one is upserts (500 batches a flush: 89,000 events/s, 5,000: 170,000). */
const shortestPaceMs = 250;
const longestPaceMs = 1000;
const housekeepingMs = 3_600_000;
const smallest = 50;
const largest = 5000;

type Deps = Pick<Kernel, 'analytics' | 'log' | 'wake' | 'metrics'>;

/** Sleeps until woken, at most `ms`; the returned functions wake it and end it. */
const createNap = (signal: AbortSignal) => {
  let wakeUp = () => {};
  let woken = false;
  const ring = () => {
    woken = true;
    wakeUp();
  };
  signal.addEventListener('abort', ring, { once: true });
  return {
    ring,
    sleep: (ms: number) =>
      new Promise<void>((done) => {
        const end = () => {
          clearTimeout(timer);
          wakeUp = () => {};
          woken = false;
          done();
        };
        const timer = setTimeout(end, ms);
        wakeUp = end;
        if (woken || signal.aborted) end();
      }),
  };
};

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

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

/** Counts everything that the inbox holds below its horizon, in transactions kept short. Returns how many batches it read. */
export const drain = async (deps: Deps, signal?: AbortSignal): Promise<number> => {
  let limit = 2000;
  let total = 0;
  for (;;) {
    const size = limit;
    let step: Awaited<ReturnType<typeof countNext>>;
    try {
      step = await borrow(deps, (client) => countNext(client, deps.log, size, inboxEnd));
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error;
      deps.log.warn({ part: name }, error.message);
      continue;
    }
    total += step.rows;
    const lag = !step.more ? 0 : Math.max(0, (Date.now() - step.lastMs) / 1000);
    deps.metrics.projectionLag.set({ projection: 'analytics' }, lag);
    if (step.transactionMs > 300) limit = Math.max(smallest, Math.floor(limit / 2));
    else if (step.transactionMs < 150 && step.more) limit = Math.min(largest, limit * 2);
    if (!step.more || signal?.aborted) return total;
  }
};

const forget = async ({ analytics }: Deps): Promise<void> => {
  for (let gone = 1; gone > 0; ) {
    const { rowCount } = await analytics.pool.query(
      `delete from telemetry_seen where ctid = any(array(
         select ctid from telemetry_seen where seen_at < now() - interval '9 days' limit 2000))`,
    );
    gone = rowCount ?? 0;
  }
};

/** Counts what the inbox holds, woken by 'telemetry' and at least each second, while it is the one runner. */
export const startAnalytics: StartPart = async (kernel) => {
  return singleRunner(kernel, kernel.analyticsUrl, name, async (signal) => {
    const nap = createNap(signal);
    const deaf = kernel.wake.on('telemetry', nap.ring);
    let tidied = Number.NEGATIVE_INFINITY;
    try {
      while (!signal.aborted) {
        const started = performance.now();
        await drain(kernel, signal);
        const took = performance.now() - started;
        if (performance.now() - tidied > housekeepingMs) {
          tidied = performance.now();
          await ensureInboxDays(kernel.analytics, kernel.log);
          await forget(kernel);
        }
        await nap.sleep(pollMs);
        const pace = Math.min(longestPaceMs, Math.max(shortestPaceMs, took * 4));
        const rest = pace - (performance.now() - started);
        if (rest > 0 && !signal.aborted) await pause(rest);
      }
    } finally {
      deaf();
    }
  });
};
