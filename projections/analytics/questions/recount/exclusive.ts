import { Refusal } from '#contracts/api/errors.ts';
import type { Phrase } from '#contracts/words/phrase.ts';
import { withAdvisoryLock } from '#kernel/db/advisory-locks.ts';

/**
 * Runs work under a session advisory lock of that name, on a connection of its own; refuses with Conflict and these
 * words while another process holds it. The lock ends with the process.
 */
export const runExclusively = async <T>(
  url: string,
  name: string,
  said: Phrase,
  work: () => Promise<T>,
): Promise<T> => {
  let result: T | undefined;
  // A connection that breaks loses the lock; the work goes on, since all it does is read.
  const ran = await withAdvisoryLock(url, name, async () => {
    result = await work();
  });
  if (!ran) throw new Refusal('Conflict', said);
  return result as T;
};
