import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { buildServer } from '#kernel/http/server.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { ingestRoutes } from '#services/ingest/routes.ts';
import type { DemoCast } from './cast.ts';
import type { DemoBatch } from './traffic.ts';

const atOnce = 64;

/** What became of batches. */
export interface Accepted {
  batches: number;
  events: number;
  rejected: number;
}

/**
 * Takes batches in exactly as those of SDKs, each at its own moment. It is the ingest of live traffic in a server that
 * listens nowhere: its clock is an argument of the call, which nobody outside of this process can give.
 */
export const openDemoIngest = async (kernel: Kernel) => {
  const clock = new AsyncLocalStorage<number>();
  const config = { ...kernel.config, LIMIT_EVENTS: 0, LIMIT_TOKEN: 0, LIMIT_NEW_VIEWERS: 0, LIMIT_EVENT_MB: 0 };
  // A line for each of thousands of batches would hide what an operator looks for.
  const log = kernel.log.child({ part: 'demo' }, { level: 'warn' });
  const now = () => clock.getStore() ?? kernel.now();
  const server = await buildServer({ ...kernel, config, log, now }, [ingestRoutes]);
  await server.ready();

  const takeOne = async ({ token, at, batch }: DemoBatch, sum: Accepted): Promise<void> => {
    // Awaited inside: a call that is not awaited yet has not begun, and would begin without its clock.
    const answer = await clock.run(
      at,
      async () => await server.inject({ method: 'POST', url: `/sdk/v1/${token}/events`, payload: batch as object }),
    );
    if (answer.statusCode !== 202)
      throw new Error(`a batch of the demo was answered with ${answer.statusCode}: ${answer.body}`);
    const { accepted, rejected } = answer.json<{ data: { accepted: number; rejected: unknown[] } }>().data;
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
    close: () => server.close(),
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
