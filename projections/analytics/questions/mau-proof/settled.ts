import { toEpochMs, type UnixSeconds } from '#contracts/time.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { graceMs, nextHour } from '../../archive/hours.ts';

/**
 * Whether everything that arrived before a UTC midnight is counted: every hour before it stands in the archive, which
 * takes none with a batch that is not counted. False for the first minutes after it.
 */
export const isSettled = async (
  kernel: Pick<Kernel, 'analytics' | 'bus' | 'config' | 'now'>,
  to: UnixSeconds,
): Promise<boolean> => {
  const end = toEpochMs(to);
  if (kernel.now() < end + graceMs) return false;
  const next = await nextHour(kernel, kernel.now());
  return next === null || next >= end;
};
