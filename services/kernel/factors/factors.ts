import { toSeconds } from '#contracts/time.ts';
import { type FactorMethod, factorMethods } from '#contracts/user/factor-methods.ts';
import type { FactorRow } from '#contracts/user/factor-rows.ts';
import { phoneTail } from '#contracts/user/factors.ts';
import type { Facts } from '../commands/facts.ts';
import { readPersonal } from '../db/personal.ts';
import type { Db } from '../db/pool.ts';
import type { Trx } from '../db/transaction.ts';

type Moment = Date | string | null | undefined;
const seconds = (moment: Moment): number => toSeconds(new Date(moment!).getTime());
const when = (created: Moment, used: Moment) => ({
  ts_created: seconds(created),
  ts_used: used ? seconds(used) : null,
});

/** What somebody has set up to sign in with beside the password. */
export const readFactors = async (on: Pick<Db, 'query'>, userId: string): Promise<FactorRow[]> => {
  const { query } = on;
  const totp = await query
    .selectFrom('user_totp')
    .select(['created_at', 'used_at'])
    .where('user_id', '=', userId)
    .where('verified', '=', true)
    .executeTakeFirst();
  const passkeys = await query
    .selectFrom('passkey')
    .select(['id', 'name', 'created_at', 'used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const phone = await query
    .selectFrom('user_phone')
    .select(['phone_ref', 'created_at', 'used_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const codes = await query
    .selectFrom('recovery_code')
    .select(['created_at', 'used_at'])
    .where('user_id', '=', userId)
    .execute();
  const rows: FactorRow[] = [];
  const none = { id: null, label: null, left: null };
  for (const { id, name, created_at, used_at } of passkeys)
    rows.push({ ...none, type: 'passkey', id, label: name, ...when(created_at, used_at) });
  if (totp) rows.push({ ...none, type: 'totp', ...when(totp.created_at, totp.used_at) });
  if (phone) {
    const number = (await readPersonal(on, [phone.phone_ref]))(phone.phone_ref);
    rows.push({ ...none, type: 'sms', label: phoneTail(number), ...when(phone.created_at, phone.used_at) });
  }
  if (codes.length > 0) {
    const used = codes.map((one) => one.used_at).filter((one) => one !== null);
    const last = used.length > 0 ? new Date(Math.max(...used.map((one) => new Date(one).getTime()))) : null;
    const left = codes.length - used.length;
    rows.push({ ...none, type: 'recovery_codes', left, ...when(codes[0]!.created_at, last) });
  }
  return rows;
};

/** Whether somebody has an authenticator app or a passkey: they are asked for one at each sign-in. */
export const hasOwnFactor = (factors: readonly FactorRow[]): boolean =>
  factors.some(({ type }) => type === 'totp' || type === 'passkey');

/** What a second step can be done with. Text messages are one where the account asks everybody for a factor. */
export const methodsOf = (factors: readonly FactorRow[], smsOpen: boolean): FactorMethod[] => {
  const has: Record<FactorMethod, boolean> = {
    passkey: factors.some(({ type }) => type === 'passkey'),
    totp: factors.some(({ type }) => type === 'totp'),
    sms: smsOpen && factors.some(({ type }) => type === 'sms'),
    recovery_code: factors.some(({ type, left }) => type === 'recovery_codes' && left !== 0),
  };
  return factorMethods.filter((method) => has[method]);
};

/** Whether somebody of an account is asked for a second factor when they sign in. */
export const asksForFactor = async (
  trx: Trx,
  { facts }: { facts: Pick<Facts, 'account'> },
  user: { id: string; account_id: string },
): Promise<boolean> => {
  const account = await facts.account(trx, user.account_id, 'none');
  return account?.sms_otp === true || hasOwnFactor(await readFactors(trx, user.id));
};

const tables = ['user_totp', 'recovery_code', 'passkey', 'user_phone', 'sms_code', 'social_identity'] as const;

/** Takes away everything that somebody has set up, their number and accounts elsewhere with it, and what was begun. */
export const deleteFactors = async (trx: Trx, userId: string): Promise<void> => {
  for (const table of tables) await trx.query.deleteFrom(table).where('user_id', '=', userId).execute();
  await trx.query.deleteFrom('personal_value').where('user_id', '=', userId).where('field', '=', 'phone').execute();
};

/** Whether somebody must open a mailed link before the next sign-in, since their factors were reset. */
export const needsLink = async (on: Pick<Db, 'query'>, userId: string): Promise<boolean> => {
  const row = await on.query
    .selectFrom('user_secret')
    .select('link_needed')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.link_needed ?? false;
};

/** Sets whether somebody must open a mailed link before the next sign-in. */
export const setLinkNeeded = async (trx: Trx, user_id: string, link_needed: boolean): Promise<void> => {
  await trx.query
    .insertInto('user_secret')
    .values({ user_id, password_hash: null, link_needed })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ link_needed }))
    .execute();
};
