import type { EpochMs } from '#contracts/time.ts';
import type { CommandKernel } from '#kernel/commands/command-trx.ts';
import { createWakeEvent } from '#kernel/db/wake-event.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { type StartPart, singleRunner } from '#kernel/part.ts';
import { delay } from '#kernel/platform/delay.ts';
import { openCapCopy } from './cap-copy.ts';
import { stopOverCap, stopReached } from './stop-reached.ts';

const pollMs = 1000;
/** The shortest time between two looks, however often it is woken. */
const restMs = 250;
/**
 * So long a group is looked at again after something happened to its caps: a flush that read the caps before may commit
 * after the first look (it takes under a second).
 */
const watchMs = 8000;
/** All groups with caps are looked at this often, in case a flush took longer than that. */
const sweepMs = 60_000;

/** Groups that are looked at for a while. */
const createWatch = () => {
  const until = new Map<string, EpochMs>();
  return {
    add(groups: readonly string[], now: EpochMs): void {
      for (const group of groups) until.set(group, now + watchMs);
    },
    /** Those that are watched at `now`, in ms. */
    at(now: EpochMs): string[] {
      for (const [group, end] of until) if (end < now) until.delete(group);
      return [...until.keys()];
    },
  };
};

const keepCaps = async (kernel: CommandKernel & Pick<Kernel, 'analytics'>, signal: AbortSignal): Promise<void> => {
  const wakeEvent = createWakeEvent(kernel.notifier, signal);
  const deaf = kernel.notifier.on('figures', wakeEvent.set);
  const watch = createWatch();
  try {
    const copy = await openCapCopy(kernel);
    watch.add(copy.groups(), performance.now());
    let swept = performance.now();
    while (!signal.aborted) {
      watch.add(await copy.follow(), performance.now());
      await stopReached(kernel, signal);
      await stopOverCap(kernel, watch.at(performance.now()));
      if (performance.now() - swept > sweepMs) {
        swept = performance.now();
        await stopOverCap(kernel, copy.groups());
      }
      await delay(restMs, signal);
      await wakeEvent.wait(pollMs);
    }
  } finally {
    deaf();
    wakeEvent.dispose();
  }
};

/**
 * Stops story groups at their caps, in one process at a time: keeps the caps of active groups where figures are counted,
 * and runs the system's command for each that is reached. Woken by the log and by figures, and at least each second.
 */
export const startCapEnforcer: StartPart = async (kernel) =>
  singleRunner(kernel, kernel.locks, 'caps', (signal) => keepCaps(kernel, signal));
