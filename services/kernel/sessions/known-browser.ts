import type { FastifyRequest } from 'fastify';
import type { EpochMs } from '#contracts/time.ts';
import type { CommandTrx } from '../commands/command-trx.ts';
import type { Db } from '../db/pool.ts';
import { cookieLine, cookieOf, hasSecureCookies } from '../http/cookies.ts';
import type { Kernel } from '../kernel.ts';
import { newToken, tokenHash } from '../platform/secrets.ts';

const life = 180 * 86_400;
/** So many browsers of one person are known, the latest: who signs in without keeping cookies leaves one each time. */
const maxBrowsers = 100;

const nameFor = (kernel: Pick<Kernel, 'config'>): string =>
  hasSecureCookies(kernel) ? '__Host-storyrail-browser' : 'storyrail-browser';

/** The hash of the cookie by which a browser is known again, or null. */
export const browserHash = (kernel: Pick<Kernel, 'config'>, request: FastifyRequest): string | null => {
  const token = cookieOf(request, nameFor(kernel));
  return token === null || token.length > 100 ? null : tokenHash(token);
};

/** Whether a person has signed in before in the browser with this hash. */
export const isKnownBrowser = async (
  on: Pick<Db, 'query'>,
  hash: string,
  userId: string,
  now: EpochMs,
): Promise<boolean> => {
  const row = await on.query
    .selectFrom('known_browser')
    .select('user_id')
    .where('token_hash', '=', hash)
    .where('user_id', '=', userId)
    .where('expires_at', '>', new Date(now))
    .executeTakeFirst();
  return row !== undefined;
};

/**
 * Keeps the browser as one in which the person has signed in, for 180 days; answers the Set-Cookie line. Its cookie is
 * replaced each time, for whoever else has signed in there, too: one that was planted is worth nothing after that.
 */
export const rememberBrowser = async (trx: CommandTrx, userId: string, former: string | null): Promise<string> => {
  const token = newToken();
  const token_hash = tokenHash(token);
  const expires_at = new Date(trx.context.now + life * 1000);
  if (former) {
    await trx.query
      .deleteFrom('known_browser')
      .where('token_hash', '=', former)
      .where('user_id', '=', userId)
      .execute();
    await trx.query.updateTable('known_browser').set({ token_hash }).where('token_hash', '=', former).execute();
  }
  await trx.query.insertInto('known_browser').values({ token_hash, user_id: userId, expires_at }).execute();
  await trx.query
    .deleteFrom('known_browser')
    .where('user_id', '=', userId)
    .where('token_hash', 'in', (row) =>
      row
        .selectFrom('known_browser')
        .select('token_hash')
        .where('user_id', '=', userId)
        .orderBy('expires_at', 'desc')
        .offset(maxBrowsers),
    )
    .execute();
  return cookieLine(trx.kernel, { name: nameFor(trx.kernel), value: token, seconds: life });
};

/** Forgets every browser of a person. */
export const forgetBrowsers = async (trx: CommandTrx, userId: string): Promise<void> => {
  await trx.query.deleteFrom('known_browser').where('user_id', '=', userId).execute();
};
