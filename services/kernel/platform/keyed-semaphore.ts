import { Refusal } from '#contracts/api/errors.ts';

/** How many holders there are at once, in all and per key, and how many may queue per key. */
export interface SemaphoreLimits {
  max: number;
  maxPerKey?: number;
  maxQueuedPerKey?: number;
}

/**
 * A counting semaphore that is fair by key: work of one key is queued in order, keys take turns, so that a busy one
 * does not hold up the others. Refuses with Unavailable when too many of a key are queued. Work whose signal has been
 * aborted by its turn is not started.
 */
export const createKeyedSemaphore = ({
  max,
  maxPerKey = max,
  maxQueuedPerKey = Number.POSITIVE_INFINITY,
}: SemaphoreLimits) => {
  let running = 0;
  const runningByKey = new Map<string, number>();
  // Keys in the order of their next turn.
  const queues = new Map<string, (() => void)[]>();

  const acquire = (key: string): void => {
    running += 1;
    runningByKey.set(key, (runningByKey.get(key) ?? 0) + 1);
  };
  const hasCapacity = (key: string): boolean => running < max && (runningByKey.get(key) ?? 0) < maxPerKey;

  const release = (key: string): void => {
    running -= 1;
    const left = runningByKey.get(key)! - 1;
    if (left === 0) runningByKey.delete(key);
    else runningByKey.set(key, left);
  };

  const startNext = (): void => {
    for (const [key, queue] of queues) {
      if (!hasCapacity(key)) continue;
      const start = queue.shift()!;
      queues.delete(key);
      if (queue.length > 0) queues.set(key, queue);
      acquire(key);
      start();
      return;
    }
  };

  return async <T>(key: string, signal: AbortSignal | null, work: () => Promise<T>): Promise<T> => {
    if (!queues.has(key) && hasCapacity(key)) acquire(key);
    else {
      const queue = queues.get(key) ?? [];
      if (queue.length >= maxQueuedPerKey) throw new Refusal('Unavailable');
      await new Promise<void>((start) => {
        queue.push(start);
        queues.set(key, queue);
      });
    }
    try {
      signal?.throwIfAborted();
      return await work();
    } finally {
      release(key);
      startNext();
    }
  };
};
