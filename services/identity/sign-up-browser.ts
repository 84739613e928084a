import type { FastifyRequest } from 'fastify';
import type { EpochMs } from '#contracts/time.ts';
import type { CommandTrx } from '#kernel/commands/command-trx.ts';
import type { Db } from '#kernel/db/pool.ts';
import { cookieLine, cookieOf, hasSecureCookies } from '#kernel/http/cookies.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { newToken, tokenHash } from '#kernel/platform/secrets.ts';

const life = 86_400;

const nameFor = (kernel: Pick<Kernel, 'config'>): string =>
  hasSecureCookies(kernel) ? '__Host-storyrail-sign-up' : 'storyrail-sign-up';

/** Whether a user signed up in the browser that asks, a day ago at most. */
export const isSignUpBrowser = async (
  kernel: Pick<Kernel, 'config'>,
  on: Pick<Db, 'query'>,
  request: FastifyRequest,
  userId: string,
  now: EpochMs,
): Promise<boolean> => {
  const token = cookieOf(request, nameFor(kernel));
  if (token === null || token.length > 100) return false;
  const row = await on.query
    .selectFrom('sign_up_browser')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('token_hash', '=', tokenHash(token))
    .where('expires_at', '>', new Date(now))
    .executeTakeFirst();
  return row !== undefined;
};

/**
 * Knows the browser that asks as the one in which a user signed up, for 24 hours; answers the Set-Cookie line. There the
 * link of the mail verifies by itself; anywhere else it takes the password.
 */
export const keepSignUpBrowser = async (trx: CommandTrx, user_id: string): Promise<string> => {
  const token = newToken();
  const row = { token_hash: tokenHash(token), expires_at: new Date(trx.context.now + life * 1000) };
  await trx.query
    .insertInto('sign_up_browser')
    .values({ user_id, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();
  return cookieLine(trx.kernel, { name: nameFor(trx.kernel), value: token, seconds: life });
};

/** Forgets in which browser a user signed up. */
export const forgetSignUpBrowser = async (trx: CommandTrx, userId: string): Promise<void> => {
  await trx.query.deleteFrom('sign_up_browser').where('user_id', '=', userId).execute();
};
