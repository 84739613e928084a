import type { FastifyRequest } from 'fastify';
import type { CommandKernel } from '#kernel/commands/command-trx.ts';
import { countUse, requireWithinLimit } from '#kernel/db/rate-limit.ts';
import { networkOf } from '#kernel/http/network.ts';
import { clientOf } from '#kernel/http/request.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { nobody } from '#kernel/platform/nobody.ts';
import { countFailedSignIn } from '#kernel/sessions/failed-sign-ins.ts';
import { tryPassword } from '#kernel/sessions/password-tries.ts';

/** The stored hash of a user's password, or null; a stranger is looked up too, so that both take the same time. */
export const storedHash = async (on: Pick<Kernel['db'], 'query'>, userId: string | null): Promise<string | null> => {
  const row = await on.query
    .selectFrom('user_secret')
    .select('password_hash')
    .where('user_id', '=', userId ?? nobody)
    .executeTakeFirst();
  return row?.password_hash ?? null;
};

/** A password that is being tried: it is told whether it was right. */
export interface SignInAttempt {
  right(): Promise<void>;
  wrong(): Promise<void>;
}

/**
 * Starts an attempt at a password, counted before it is looked at: LIMIT_SIGN_IN a minute by e-mail and network,
 * LIMIT_PASSWORDS an hour by e-mail over all addresses. Refuses with TooManyRequests.
 */
export const startSignInAttempt = async (
  kernel: CommandKernel,
  request: FastifyRequest,
  addressKey: string,
  userId: string | null,
): Promise<SignInAttempt> => {
  const { config, db, secrets } = kernel;
  const key = secrets.keyed('sign-in', `${networkOf(request.ip)} ${addressKey}`);
  requireWithinLimit(
    await countUse(db, { scope: 'sign_in', key, max: config.LIMIT_SIGN_IN, seconds: 60 }, kernel.now()),
  );
  const tried = await tryPassword(kernel, request, addressKey, userId);
  return {
    right: () => tried.wasRight(),
    wrong: () => countFailedSignIn(kernel, userId, addressKey, { request_id: request.id, ...clientOf(request) }),
  };
};
