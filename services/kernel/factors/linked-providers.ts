import { toSeconds } from '#contracts/time.ts';
import type { LinkedProvider } from '#contracts/user/rows.ts';
import type { Db } from '../db/pool.ts';

/** Whom somebody can sign in with instead of a password, in the order in which they were connected. */
export const readLinkedProviders = async (on: Pick<Db, 'query'>, userId: string): Promise<LinkedProvider[]> => {
  const rows = await on.query
    .selectFrom('social_identity')
    .select(['provider', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('provider')
    .execute();
  return rows.map(({ provider, created_at }) => ({
    provider,
    ts_created: toSeconds(new Date(created_at).getTime()),
  }));
};
