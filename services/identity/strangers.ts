import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '#contracts/errors.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { countUse } from '#kernel/limit.ts';

/** How many times LIMIT_SIGN_IN, which is of one person, one address may call without a session. */
const peopleBehindAddress = 30;

/**
 * Counts a call without a session by the address that it comes from, before anything is done for it: passwords cost a core
 * their time, and links are mailed. Refuses with TooManyRequests and says when the minute is over.
 */
export const limitStrangers =
  ({ config, db, secrets, now }: Kernel) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const key = secrets.keyed('stranger', request.ip);
    const max = config.LIMIT_SIGN_IN * peopleBehindAddress;
    const wait = await countUse(db, { scope: 'stranger', key, max, seconds: 60 }, now());
    if (wait === 0) return;
    reply.header('retry-after', String(wait));
    throw new Refusal('TooManyRequests');
  };
