import { factorWords } from '#contracts/words/factors.en.ts';
import { RateLimitExceeded } from '../db/rate-limit.ts';
import type { Kernel } from '../kernel.ts';
import { returnTry, takeTry } from '../sessions/tries.ts';

const tries = { max: 5, seconds: 600 };

/**
 * Takes a try at a person's authenticator code, recovery code or passkey before it is looked at, over all addresses and
 * processes: 5 in 10 minutes, then after a wait that doubles up to an hour. Refuses with TooManyRequests. Answers how to
 * give it back when it was right.
 */
export const tryFactor = async (
  { db, secrets, now }: Pick<Kernel, 'db' | 'secrets' | 'now'>,
  userId: string,
): Promise<() => Promise<void>> => {
  const key = secrets.keyed('factor-tries', userId);
  const wait = await takeTry(db, { key, ...tries }, now());
  if (wait > 0) throw new RateLimitExceeded(wait, factorWords.tooManyTries);
  return () => returnTry(db, key);
};
