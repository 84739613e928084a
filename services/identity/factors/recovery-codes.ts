import { randomInt } from 'node:crypto';
import { limits } from '#contracts/api/limits.ts';
import type { CommandTrx } from '#kernel/commands/command-trx.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Secrets } from '#kernel/platform/secrets.ts';

/** Without those that are taken for each other; ten of them hold 49 bits. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
const half = 5;

const newCode = (): string =>
  Array.from({ length: 2 * half }, (_, at) => (at === half ? '-' : '') + letters[randomInt(letters.length)]).join('');

const plain = (typed: string): string => typed.toLowerCase().replace(/[\s-]/g, '');
const hashOf = (secrets: Pick<Secrets, 'keyed'>, userId: string, code: string): string =>
  secrets.keyed('recovery-code', `${userId} ${plain(code)}`);

/** Makes ten codes; those of before end. They are told once and kept as hashes. */
export const makeRecoveryCodes = async (trx: CommandTrx, user_id: string): Promise<string[]> => {
  const codes = Array.from({ length: limits.recoveryCodes }, newCode);
  const created_at = new Date(trx.context.now);
  await trx.query.deleteFrom('recovery_code').where('user_id', '=', user_id).execute();
  await trx.query
    .insertInto('recovery_code')
    .values(
      codes.map((code) => ({
        user_id,
        code_hash: hashOf(trx.kernel.secrets, user_id, code),
        created_at,
        used_at: null,
      })),
    )
    .execute();
  return codes;
};

/** Uses a recovery code up; false when it is none, or was used. */
export const takeRecoveryCode = async (
  { db, secrets, now }: Pick<Kernel, 'db' | 'secrets' | 'now'>,
  userId: string,
  typed: string,
): Promise<boolean> => {
  const { numUpdatedRows } = await db.query
    .updateTable('recovery_code')
    .set({ used_at: new Date(now()) })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashOf(secrets, userId, typed))
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};
