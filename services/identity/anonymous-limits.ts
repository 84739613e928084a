import type { FastifyRequest } from 'fastify';
import { Refusal } from '#contracts/api/errors.ts';
import type { EpochMs } from '#contracts/time.ts';
import type { Db } from '#kernel/db/pool.ts';
import { countUse, type RateLimit, refundUse, requireWithinLimit } from '#kernel/db/rate-limit.ts';
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

/** The limit of sign-ups of the network that a call comes from; null where there is none. */
const registrationLimit = (
  { config, secrets }: Pick<Kernel, 'config' | 'secrets'>,
  request: FastifyRequest,
): RateLimit | null => {
  // Who tries the product out on their own machine signs up as often as they like.
  if (looksLocal(config, request)) return null;
  const key = secrets.keyed('registration', networkOf(request.ip));
  return { scope: 'registration', key, max: config.LIMIT_REGISTRATIONS, seconds: 600 };
};

/**
 * Counts a sign-up, or a link that is mailed for one again, by the network that it comes from: LIMIT_REGISTRATIONS in 10
 * minutes. Answers 0, or the seconds to wait.
 */
export const countRegistration = async (
  kernel: Pick<Kernel, 'config' | 'secrets'>,
  on: Pick<Db, 'query'>,
  request: FastifyRequest,
  now: EpochMs,
): Promise<number> => {
  const limit = registrationLimit(kernel, request);
  return limit ? countUse(on, limit, now) : 0;
};

/**
 * Does a sign-up, which is counted before, so that of many at once no more come about. It is given back when it made
 * nothing: a mistake in the form costs nobody one. That an address is taken is told as often as accounts are made, no more.
 */
export const limitSignUps = async <T>(
  kernel: Pick<Kernel, 'config' | 'secrets' | 'db' | 'now'>,
  request: FastifyRequest,
  work: () => Promise<T>,
): Promise<T> => {
  const limit = registrationLimit(kernel, request);
  if (!limit) return work();
  const now = kernel.now();
  const use = await countUse(kernel.db, limit, now);
  try {
    requireWithinLimit(use);
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'UserExists')) await refundUse(kernel.db, limit, now);
    throw error;
  }
};
