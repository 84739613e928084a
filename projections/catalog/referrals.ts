import { sql } from 'kysely';
import type { ReferredCompany } from '#contracts/api/referral.ts';
import { toEpochMs } from '#contracts/time.ts';
import type { Db } from '#kernel/db/pool.ts';
import type { CatalogTables } from './tables.ts';

/**
 * The companies that came with a code, the newest first: those in which somebody has verified an email, so that nobody is shown
 * a name that anybody typed. `accountId` is whose code it is.
 */
export const listReferrals = async (
  db: Db,
  { accountId, code, limit, offset }: { accountId: string; code: string; limit: number; offset: number },
): Promise<{ rows: ReferredCompany[]; total: number }> => {
  const came = db.query
    .withTables<CatalogTables>()
    .selectFrom('account')
    .where('referred_by', '=', code)
    .where('id', '<>', accountId)
    .where('ended', '=', false)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('member')
          .select('member.id')
          .whereRef('member.account_id', '=', 'account.id')
          .where('phase', '=', 'member')
          .where('verified', '=', true),
      ),
    );
  const { total } = await came.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const found = await came
    .select(['name', 'ts_created', 'referral_earned'])
    .select(
      sql<boolean | null>`(select (state ->> 'billed')::boolean from subscription where account_id = account.id)`.as(
        'billed',
      ),
    )
    .orderBy('ts_created', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const dayOf = (ts: number) => new Date(toEpochMs(ts)).toISOString().slice(0, 10);
  return {
    rows: found.map(({ name, ts_created, referral_earned, billed }) => ({
      name,
      day: dayOf(ts_created),
      // A month comes with the first invoice or never.
      state: referral_earned ? 'earned' : billed ? 'none' : 'waiting',
    })),
    total: Number(total),
  };
};
