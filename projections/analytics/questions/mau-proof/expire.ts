import { proofFileMonths } from '#contracts/billing-proof/keeping.ts';
import type { EpochMs } from '#contracts/time.ts';
import type { Kernel } from '#kernel/kernel.ts';

const chunk = 200;

/**
 * Deletes the files of periods that ended more than 13 months before `now` (unix ms): each file before its name, so that none
 * is left over. What was signed of them stays.
 */
export const expireProofFiles = async ({ db, files }: Pick<Kernel, 'db' | 'files'>, now: EpochMs): Promise<void> => {
  for (;;) {
    const { rows } = await db.pool.query<{ account_id: string; day: string; file_key: string }>(
      `select account_id, period_start::text as day, file_key from mau_proof
        where file_key is not null and period_end + make_interval(months => $2) <= to_timestamp($1)
        order by period_end limit $3`,
      [now / 1000, proofFileMonths, chunk],
    );
    for (const { account_id, day, file_key } of rows) {
      await files.remove(file_key, Date.now() + 1);
      await db.pool.query('update mau_proof set file_key = null where account_id = $1 and period_start = $2::date', [
        account_id,
        day,
      ]);
    }
    if (rows.length < chunk) return;
  }
};
