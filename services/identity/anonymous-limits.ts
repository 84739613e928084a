import type { FastifyRequest } from 'fastify';
import type { EpochMs } from '#contracts/time.ts';
import type { Db } from '#kernel/db/pool.ts';
import { countUse } from '#kernel/db/rate-limit.ts';
import { looksLocal } from '#kernel/http/local-caller.ts';
import { networkOf } from '#kernel/http/network.ts';
import { limitNetwork } from '#kernel/http/network-limit.ts';
import type { Kernel } from '#kernel/kernel.ts';

/** How many times LIMIT_SIGN_IN, which is of one person, one network may call without a session. */
const peopleBehindAddress = 30;

/** How many times LIMIT_SIGN_IN one network may go on with sessions: a page load costs one. */
const pagesBehindAddress = 60;

/** Counts the going on with sessions by the network that it comes from, as `limitAnonymous` does the rest. */
export const limitRefreshes = limitNetwork('refresh', pagesBehindAddress);

/**
 * Counts a call without a session by the network that it comes from, before anything is done for it: passwords cost a core
 * their time, and links are mailed. Refuses with TooManyRequests and says when the minute is over.
 */
export const limitAnonymous = limitNetwork('stranger', peopleBehindAddress);

/**
 * Counts a sign-up, or a link that is mailed for one again, by the network that it comes from: LIMIT_REGISTRATIONS in 10
 * minutes. Answers 0, or the seconds to wait.
 */
export const countRegistration = async (
  { config, secrets }: Pick<Kernel, 'config' | 'secrets'>,
  on: Pick<Db, 'query'>,
  request: FastifyRequest,
  now: EpochMs,
): Promise<number> => {
  // Who tries the product out on their own machine signs up as often as they like.
  if (looksLocal(config, request)) return 0;
  const key = secrets.keyed('registration', networkOf(request.ip));
  return countUse(on, { scope: 'registration', key, max: config.LIMIT_REGISTRATIONS, seconds: 600 }, now);
};
