import { Refusal } from '#contracts/errors.ts';

/** How many pieces of work run at once, how many of them for one owner, and how many of his may wait. */
export interface SlotsGiven {
  most: number;
  each?: number;
  waiting?: number;
}

/**
 * Lets a few pieces of work run at once. The others wait: those of one owner in order, owners in turn, so that nobody's
 * crowd holds up somebody else's one. Refuses with Unavailable when too many of an owner's wait. Work whose signal has
 * ended by its turn is not begun.
 */
export const createSlots = ({ most, each = most, waiting = Number.POSITIVE_INFINITY }: SlotsGiven) => {
  let running = 0;
  const runningOf = new Map<string, number>();
  // Owners in the order in which they get their next turn.
  const queues = new Map<string, (() => void)[]>();

  const take = (owner: string): void => {
    running += 1;
    runningOf.set(owner, (runningOf.get(owner) ?? 0) + 1);
  };
  const mayRun = (owner: string): boolean => running < most && (runningOf.get(owner) ?? 0) < each;

  const giveBack = (owner: string): void => {
    running -= 1;
    const left = runningOf.get(owner)! - 1;
    if (left === 0) runningOf.delete(owner);
    else runningOf.set(owner, left);
  };

  const callNext = (): void => {
    for (const [owner, queue] of queues) {
      if (!mayRun(owner)) continue;
      const start = queue.shift()!;
      queues.delete(owner);
      if (queue.length > 0) queues.set(owner, queue);
      take(owner);
      start();
      return;
    }
  };

  return async <T>(owner: string, signal: AbortSignal | null, work: () => Promise<T>): Promise<T> => {
    if (!queues.has(owner) && mayRun(owner)) take(owner);
    else {
      const queue = queues.get(owner) ?? [];
      if (queue.length >= waiting) throw new Refusal('Unavailable');
      await new Promise<void>((start) => {
        queue.push(start);
        queues.set(owner, queue);
      });
    }
    try {
      signal?.throwIfAborted();
      return await work();
    } finally {
      giveBack(owner);
      callNext();
    }
  };
};
