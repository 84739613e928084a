import type { Kernel } from '#kernel/kernel.ts';
import { BusUnavailable } from '#kernel/messaging/bus.ts';
import { type StartPart, singleRunner } from '#kernel/part.ts';
import { delay } from '#kernel/platform/delay.ts';
import { expireProofFiles } from '../questions/mau-proof/expire.ts';
import { finaliseNextHour } from './finalise.ts';
import { applyRetention } from './retention.ts';

const intervalMs = 60_000;

/** Finalises every hour that is over, then applies retention to the logs and to what bills are counted from. */
const runOnce = async (
  kernel: Pick<Kernel, 'analytics' | 'bus' | 'config' | 'db' | 'files' | 'log'>,
  signal: AbortSignal,
): Promise<void> => {
  // Batches are stamped by the database's clock, so hours end by it.
  const { rows } = await kernel.analytics.pool.query<{ ms: number }>(
    'select extract(epoch from now())::float8 * 1000 as ms',
  );
  const now = Math.floor(rows[0]!.ms);
  while (!signal.aborted && (await finaliseNextHour(kernel, now)));
  if (!signal.aborted) await applyRetention(kernel, now);
  if (!signal.aborted) await expireProofFiles(kernel, now);
};

/**
 * The archive part: finalises hours and applies retention, in one process at a time. It is healthy while NATS is down,
 * since nobody waits for it and the hours can.
 */
export const startArchive: StartPart = async (kernel) =>
  singleRunner(kernel, kernel.analyticsLocks, 'archive', async (signal) => {
    while (!signal.aborted) {
      try {
        await runOnce(kernel, signal);
      } catch (error) {
        if (!(error instanceof BusUnavailable)) throw error;
        kernel.log.warn({ part: 'archive', reason: error.message }, 'the archive is waiting for NATS');
      }
      await delay(intervalMs, signal);
    }
  });
