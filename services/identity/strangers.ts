import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '#kernel/db/pool.ts';
import { isFromHere } from '#kernel/http/from-here.ts';
import { networkOf } from '#kernel/http/network.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { countUse, requireNoWait } from '#kernel/limit.ts';

/** How many times LIMIT_SIGN_IN, which is of one person, one network may call without a session. */
const peopleBehindAddress = 30;

/**
 * Counts a call without a session by the network that it comes from, before anything is done for it: passwords cost a core
 * their time, and links are mailed. Refuses with TooManyRequests and says when the minute is over.
 */
export const limitStrangers =
  ({ config, db, secrets, now }: Kernel) =>
  async (request: FastifyRequest, _reply: FastifyReply): Promise<void> => {
    const key = secrets.keyed('stranger', networkOf(request.ip));
    const max = config.LIMIT_SIGN_IN * peopleBehindAddress;
    requireNoWait(await countUse(db, { scope: 'stranger', key, max, seconds: 60 }, now()));
  };

const loopback = /^(127\.|::1$|::ffff:127\.)/i;
const loopbackUrl = /^https?:\/\/(localhost|127(\.\d+){3}|\[::1\])(:\d+)?(\/|$)/i;

// Who tries the product out on their own machine signs up as often as they like.
const isOwnMachine = ({ config }: Kernel, request: FastifyRequest): boolean =>
  loopbackUrl.test(config.PUBLIC_URL) &&
  loopback.test(request.ip) &&
  loopback.test(request.socket.remoteAddress ?? '') &&
  isFromHere(request);

/**
 * Counts a sign-up, or a link that is mailed for one again, by the network that it comes from: LIMIT_REGISTRATIONS in 10
 * minutes. Answers 0, or the seconds to wait.
 */
export const countRegistration = async (
  kernel: Kernel,
  on: Pick<Db, 'query'>,
  request: FastifyRequest,
  now: number,
): Promise<number> => {
  if (isOwnMachine(kernel, request)) return 0;
  const key = kernel.secrets.keyed('registration', networkOf(request.ip));
  return countUse(on, { scope: 'registration', key, max: kernel.config.LIMIT_REGISTRATIONS, seconds: 600 }, now);
};
