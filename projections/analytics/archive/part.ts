import type { Kernel } from '#kernel/kernel.ts';
import { BusDown } from '#kernel/messaging/bus.ts';
import { type StartPart, singleRunner } from '#kernel/part.ts';
import { pause } from '#kernel/platform/pause.ts';
import { sealNext } from './seal.ts';
import { tidy } from './tidy.ts';

const everyMs = 60_000;

/** Seals every hour that is over, then removes what is archived from the logs. */
const round = async (kernel: Kernel, signal: AbortSignal): Promise<void> => {
  // Batches are stamped by the database's clock, so hours end by it.
  const { rows } = await kernel.analytics.pool.query<{ ms: number }>(
    'select extract(epoch from now())::float8 * 1000 as ms',
  );
  const now = Math.floor(rows[0]!.ms);
  while (!signal.aborted && (await sealNext(kernel, now)));
  if (!signal.aborted) await tidy(kernel, now);
};

/**
 * Seals hours as they come to be over, in one process at a time, and removes what is archived from the logs. It is healthy
 * while NATS is away: nobody waits for it, and the hours do.
 */
export const startArchive: StartPart = async (kernel) =>
  singleRunner(kernel, kernel.analyticsUrl, 'archive', async (signal) => {
    while (!signal.aborted) {
      try {
        await round(kernel, signal);
      } catch (error) {
        if (!(error instanceof BusDown)) throw error;
        kernel.log.warn({ part: 'archive', reason: error.message }, 'the archive waits for NATS');
      }
      await pause(everyMs, signal);
    }
  });
