import { Refusal } from '#contracts/api/errors.ts';
import type { Phrase } from '#contracts/words/phrase.ts';
import type { LockSession } from '#kernel/db/lock-session.ts';

/** Runs work under a lock of that name; refuses with Conflict and these words while it is held, here or elsewhere. */
export const runExclusively = async <T>(
  locks: LockSession,
  name: string,
  said: Phrase,
  work: () => Promise<T>,
): Promise<T> => {
  let result: T | undefined;
  // A connection that breaks loses the lock; the work goes on, since all it does is read.
  const ran = await locks.hold(name, async () => {
    result = await work();
  });
  if (!ran) throw new Refusal('Conflict', said);
  return result as T;
};
