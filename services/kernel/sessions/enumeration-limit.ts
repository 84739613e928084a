import { Refusal } from '#contracts/api/errors.ts';
import { countUse, refundUse, requireWithinLimit } from '../db/rate-limit.ts';
import type { Kernel } from '../kernel.ts';

const telling = new Set(['UserExists', 'AlreadyInTeam']);

/**
 * Does what may tell a person that an e-mail has an account: LIMIT_TAKEN_EMAILS such answers an hour. It is counted
 * before and given back when nothing was told, so calls made at once do not go beyond it; and who has had them all is
 * refused with TooManyRequests whatever the e-mail, since a difference would tell the same.
 */
export const limitEnumeration = async <T>(
  kernel: Pick<Kernel, 'db' | 'config' | 'now'>,
  userId: string,
  work: () => Promise<T>,
): Promise<T> => {
  const { db, config } = kernel;
  const limit = { scope: 'taken_emails', key: userId, max: config.LIMIT_TAKEN_EMAILS, seconds: 3600 };
  const now = kernel.now();
  const use = await countUse(db, limit, now);
  try {
    requireWithinLimit(use);
    const done = await work();
    await refundUse(db, limit, now);
    return done;
  } catch (error) {
    if (!(error instanceof Refusal && telling.has(error.code))) await refundUse(db, limit, now);
    throw error;
  }
};
