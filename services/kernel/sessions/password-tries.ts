import type { FastifyRequest } from 'fastify';
import { userWords } from '#contracts/words/user.en.ts';
import { RateLimitExceeded } from '../db/rate-limit.ts';
import type { Kernel } from '../kernel.ts';
import { nobody } from '../platform/nobody.ts';
import { browserHash, isKnownBrowser } from './known-browser.ts';
import { returnTry, takeTry } from './tries.ts';

const hour = 3600;

/** A password that is about to be tried for a person. */
export interface PasswordTry {
  /** Takes it back: it was right, and right ones are no guesses. */
  wasRight(): Promise<void>;
}

/**
 * Takes a try at a person's password before it is looked at, over all addresses: LIMIT_PASSWORDS an hour by the keyed
 * hash of the e-mail, whether somebody has it or not, then after growing waits. A browser in which this person has signed
 * in before is counted by itself, so that others' guesses do not lock them out. Refuses with TooManyRequests.
 */
export const tryPassword = async (
  kernel: Pick<Kernel, 'config' | 'db' | 'secrets' | 'now'>,
  request: FastifyRequest,
  addressKey: string,
  userId: string | null,
): Promise<PasswordTry> => {
  const { config, db, secrets } = kernel;
  const max = config.LIMIT_PASSWORDS;
  if (max === 0) return { wasRight: async () => {} };
  const now = kernel.now();
  const browser = browserHash(kernel, request);
  const known = browser !== null && (await isKnownBrowser(db, browser, userId ?? nobody, now));
  const key = secrets.keyed('password-tries', known ? `browser ${browser} ${userId}` : `e-mail ${addressKey}`);
  const { wait } = await takeTry(db, { key, max, seconds: hour }, now);
  if (wait > 0) throw new RateLimitExceeded(wait, userWords.tooManyPasswords);
  return {
    wasRight: () => returnTry(db, key),
  };
};
