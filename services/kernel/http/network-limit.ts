import type { FastifyRequest } from 'fastify';
import { countUse, requireWithinLimit } from '../db/rate-limit.ts';
import type { Kernel } from '../kernel.ts';
import { networkOf } from './network.ts';

/**
 * A hook that counts a call by the network it comes from, before anything is done for it: `times` LIMIT_SIGN_IN, which is
 * of one person, a minute. Refuses with TooManyRequests and says when the minute is over.
 */
export const limitNetwork =
  (scope: string, times: number) =>
  ({ config, db, secrets, now }: Pick<Kernel, 'config' | 'db' | 'secrets' | 'now'>) =>
  async (request: FastifyRequest): Promise<void> => {
    const key = secrets.keyed(scope, networkOf(request.ip));
    requireWithinLimit(await countUse(db, { scope, key, max: config.LIMIT_SIGN_IN * times, seconds: 60 }, now()));
  };
