import type { LockSession } from './db/lock-session.ts';
import type { Kernel } from './kernel.ts';
import { delay } from './platform/delay.ts';

/** A running piece of the product. */
export interface Part {
  name: string;
  /** Null while it does its work, else one line that says what is wrong. */
  healthy(): string | null;
  stop(): Promise<void>;
}

/** Starts a part of a process. */
export type StartPart = (kernel: Kernel) => Promise<Part>;

const retryMs = 500;

/**
 * Runs `work` in at most one process at a time: whoever holds the advisory lock of that name works, the others stand by
 * and take over within a second. `work` gets a signal that ends when the lock is lost or the part is stopped, and
 * returns when it ends.
 */
export const singleRunner = (
  kernel: Pick<Kernel, 'log'>,
  locks: LockSession,
  name: string,
  work: (signal: AbortSignal) => Promise<void>,
): Part => {
  const stopping = new AbortController();
  let trouble: string | null = null;

  const turn = async () => {
    const lead = (signal: AbortSignal): Promise<void> => {
      trouble = null;
      return work(signal);
    };
    try {
      const led = await locks.hold(`part:${name}`, lead, stopping.signal);
      if (!led) trouble = null;
    } catch (error) {
      trouble = error instanceof Error ? error.message : String(error);
      if (!stopping.signal.aborted) kernel.log.error({ err: error, part: name }, 'a part failed and will restart');
    }
  };
  const running = (async () => {
    while (!stopping.signal.aborted) {
      await turn();
      await delay(retryMs, stopping.signal);
    }
  })();

  return {
    name,
    healthy: () => trouble,
    async stop() {
      stopping.abort();
      await running;
    },
  };
};
