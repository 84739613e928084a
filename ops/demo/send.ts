import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { readJson } from '#kernel/http/clean-input.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { createBatchAcceptor } from '#services/ingest/accept-batch.ts';
import { createIngestLimits } from '#services/ingest/limits.ts';
import { parseBatch } from '#services/ingest/parse-batch.ts';
import type { DemoCast } from './cast.ts';
import type { DemoBatch } from './traffic.ts';

const atOnce = 128;

/** What became of batches. */
export interface Accepted {
  batches: number;
  events: number;
  rejected: number;
}

/**
 * Takes batches in as those of SDKs, each at its own moment: read, checked and made durable by what the route of live
 * traffic calls, without the calls. Its clock is one that nobody outside of this process can set.
 */
export const openDemoIngest = (kernel: Kernel) => {
  const clock = new AsyncLocalStorage<number>();
  const config = { ...kernel.config, LIMIT_EVENTS: 0, LIMIT_TOKEN: 0, LIMIT_NEW_VIEWERS: 0, LIMIT_EVENT_MB: 0 };
  const now = () => clock.getStore() ?? kernel.now();
  const limits = createIngestLimits({ config, now });
  const accept = createBatchAcceptor({ ...kernel, now }, limits);

  const takeOne = async ({ token, at, batch }: DemoBatch, sum: Accepted): Promise<void> => {
    const parsed = parseBatch(readJson(Buffer.from(JSON.stringify(batch)), true));
    const { accepted, rejected } = await clock.run(at, () => accept(token, parsed, limits.admit('127.0.0.1', token)));
    sum.batches += 1;
    sum.events += accepted;
    sum.rejected += rejected.length;
  };

  return {
    /** Takes batches in, some at a time, and leaves room for others in between; stops early when the signal ends. */
    async take(all: readonly DemoBatch[], signal: AbortSignal): Promise<Accepted> {
      const sum: Accepted = { batches: 0, events: 0, rejected: 0 };
      for (let from = 0; from < all.length; from += atOnce) {
        signal.throwIfAborted();
        await Promise.all(all.slice(from, from + atOnce).map((one) => takeOne(one, sum)));
        await nextTurn();
      }
      return sum;
    },
  };
};

/** The ids of all batches of the demo's instances that are in the inbox already. */
export const storedBatches = async (kernel: Kernel, cast: DemoCast): Promise<Set<string>> => {
  const instances = cast.apps.flatMap((app) => app.places.map((place) => place.id));
  const { rows } = await kernel.analytics.pool.query<{ batch_id: string }>(
    'select batch_id from telemetry_batch where instance_id = any($1::uuid[])',
    [instances],
  );
  return new Set(rows.map((row) => row.batch_id));
};
