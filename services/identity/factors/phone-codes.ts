import { refusalAt } from '#contracts/api/errors.ts';
import type { CommandTrx } from '#kernel/commands/command-trx.ts';
import { readPersonal, storePersonal } from '#kernel/db/personal.ts';
import type { Db } from '#kernel/db/pool.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { type CodePurpose, takeCode } from '#kernel/sms/codes.ts';
import { changeFactors } from './change.ts';

/** The verified number of a person, or null. */
export const phoneOf = async (on: Pick<Db, 'query'>, userId: string): Promise<string | null> => {
  const row = await on.query
    .selectFrom('user_phone')
    .select('phone_ref')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const number = row && (await readPersonal(on, [row.phone_ref]))(row.phone_ref);
  return number === undefined || number === 'erased' ? null : number;
};

/** Uses up a code that was sent to a person's verified number; refuses with OtpCodeNotValid or OtpCodeExpired. */
export const requirePhoneCode = async (
  kernel: Pick<Kernel, 'db' | 'secrets' | 'now'>,
  user_id: string,
  purpose: Exclude<CodePurpose, 'phone'>,
  typed: string,
): Promise<void> => {
  const number = await phoneOf(kernel.db, user_id);
  if (number === null) throw refusalAt('otp_code', 'OtpCodeNotValid');
  await takeCode(kernel, { user_id, purpose, number }, typed);
  await kernel.db.query
    .updateTable('user_phone')
    .set({ used_at: new Date(kernel.now()) })
    .where('user_id', '=', user_id)
    .execute();
};

/** Makes a number the person's, who has shown that it is; the one before is forgotten. */
export const keepPhone = async (
  trx: CommandTrx,
  user: { user_id: string; account_id: string },
  number: string,
): Promise<void> => {
  const { user_id } = user;
  if ((await phoneOf(trx, user_id)) === number) return;
  const phone_ref = await storePersonal(trx, user_id, 'phone', number);
  await changeFactors(trx, user, { type: 'SetPhone', to_ref: phone_ref });
  const row = { phone_ref, created_at: new Date(trx.context.now), used_at: null };
  await trx.query
    .insertInto('user_phone')
    .values({ user_id, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();
  await trx.query
    .deleteFrom('personal_value')
    .where('user_id', '=', user_id)
    .where('field', '=', 'phone')
    .where('ref', '<>', phone_ref)
    .execute();
};
