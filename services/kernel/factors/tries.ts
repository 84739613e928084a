import { factorWords } from '#contracts/words/factors.en.ts';
import { RateLimitExceeded } from '../db/rate-limit.ts';
import type { Kernel } from '../kernel.ts';
import { returnTry, takeTry } from '../sessions/tries.ts';

const tries = { max: 5, seconds: 600 };

/** A try that was taken: how many are left if it is wrong, and how to give it back when it was right. */
export interface TakenTry {
  left: number;
  wasRight(): Promise<void>;
}

/**
 * Takes a try at a person's authenticator code, recovery code or passkey before it is looked at, over all addresses and
 * processes: 5 in 10 minutes, then after a wait that doubles up to an hour. Refuses with TooManyRequests.
 */
export const tryFactor = async (
  { db, secrets, now }: Pick<Kernel, 'db' | 'secrets' | 'now'>,
  userId: string,
): Promise<TakenTry> => {
  const key = secrets.keyed('factor-tries', userId);
  const { wait, left } = await takeTry(db, { key, ...tries }, now());
  if (wait > 0) throw new RateLimitExceeded(wait, factorWords.tooManyTries);
  return { left, wasRight: () => returnTry(db, key) };
};
