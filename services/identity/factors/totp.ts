import { generateSecret, generateURI, verify } from 'otplib';
import { limits } from '#contracts/api/limits.ts';
import type { Trx } from '#kernel/db/transaction.ts';
import type { Kernel } from '#kernel/kernel.ts';

const issuer = 'Storyrail';
/** Clocks of phones are off by as much; seconds. */
const tolerance = 30;
const isCode = new RegExp(`^[0-9]{${limits.otpDigits}}$`);

/** The digits of a code as somebody typed it, with or without blanks between; null for what is no code. */
export const digitsOf = (typed: string): string | null => {
  const digits = typed.replace(/[ -]/g, '');
  return isCode.test(digits) ? digits : null;
};

/** Makes a secret that waits to be verified, in place of one that did. `label` is what the app shows it by. */
export const beginTotp = async (
  trx: Trx & { kernel: Pick<Kernel, 'secrets' | 'now'> },
  userId: string,
  label: string,
) => {
  const secret = generateSecret();
  const row = { secret: trx.kernel.secrets.seal(secret), last_step: 0, created_at: new Date(trx.kernel.now()) };
  await trx.query
    .insertInto('user_totp')
    .values({ user_id: userId, verified: false, used_at: null, ...row })
    .onConflict((conflict) => conflict.columns(['user_id', 'verified']).doUpdateSet(row))
    .execute();
  return { secret, uri: generateURI({ issuer, label, secret }) };
};

/**
 * Whether a code is one of a person's authenticator app (of the one that waits, if `verified` is false) and was not used
 * before: it is used up by this, and so are those before it. Of several who try the same one at once a single one gets in.
 */
export const takeTotp = async (
  { db, secrets, now }: Pick<Kernel, 'db' | 'secrets' | 'now'>,
  userId: string,
  typed: string,
  verified = true,
): Promise<boolean> => {
  const token = digitsOf(typed);
  const held = await db.query
    .selectFrom('user_totp')
    .select(['secret', 'last_step'])
    .where('user_id', '=', userId)
    .where('verified', '=', verified)
    .executeTakeFirst();
  if (!held || !token) return false;
  const moment = now();
  const found = await verify({
    secret: secrets.open(held.secret),
    token,
    epoch: Math.floor(moment / 1000),
    epochTolerance: tolerance,
    ...(held.last_step > 0 ? { afterTimeStep: held.last_step } : {}),
  });
  if (!found.valid || !('timeStep' in found)) return false;
  const { numUpdatedRows } = await db.query
    .updateTable('user_totp')
    .set({ last_step: found.timeStep, used_at: new Date(moment) })
    .where('user_id', '=', userId)
    .where('verified', '=', verified)
    .where('secret', '=', held.secret)
    .where('last_step', '<', found.timeStep)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Puts the secret that was verified in the place of the one before. False when there is none to be put. */
export const finishTotp = async (trx: Trx, userId: string): Promise<boolean> => {
  const waiting = await trx.query
    .deleteFrom('user_totp')
    .where('user_id', '=', userId)
    .where('verified', '=', false)
    .where('last_step', '>', 0)
    .returning(['secret', 'last_step', 'created_at', 'used_at'])
    .executeTakeFirst();
  if (!waiting) return false;
  await trx.query
    .insertInto('user_totp')
    .values({ user_id: userId, verified: true, ...waiting })
    .onConflict((conflict) => conflict.columns(['user_id', 'verified']).doUpdateSet(waiting))
    .execute();
  return true;
};

/** Deletes a person's authenticator app, and one that waits. */
export const deleteTotp = async (trx: Trx, userId: string): Promise<void> => {
  await trx.query.deleteFrom('user_totp').where('user_id', '=', userId).execute();
};
