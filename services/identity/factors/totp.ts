import { generateSecret, generateURI, verify } from 'otplib';
import { limits } from '#contracts/api/limits.ts';
import type { CommandTrx } from '#kernel/commands/command-trx.ts';
import type { Trx } from '#kernel/db/transaction.ts';
import type { Kernel } from '#kernel/kernel.ts';

const issuer = 'Storyrail';
/** Clocks of phones are off by as much; seconds. */
const tolerance = 30;
/** How long a secret waits for its first code, in milliseconds; after that it is deleted. */
const waitsMs = 600_000;
const isCode = new RegExp(`^[0-9]{${limits.otpDigits}}$`);

/** The digits of a code as somebody typed it, with or without blanks between; null for what is no code. */
export const digitsOf = (typed: string): string | null => {
  const digits = typed.replace(/[ -]/g, '');
  return isCode.test(digits) ? digits : null;
};

/** A secret that waits for its first code is of the session in which it was made; null: of a sign-in, before there is one. */
export interface WaitingTotp {
  session_id: string | null;
}

/**
 * Makes a secret that waits for 10 minutes to be verified, in place of one that did. `label` is what the app shows it by.
 */
export const beginTotp = async (trx: CommandTrx, userId: string, label: string, { session_id }: WaitingTotp) => {
  const secret = generateSecret();
  const created_at = new Date(trx.kernel.now());
  const row = { secret: trx.kernel.secrets.seal(secret), last_step: 0, created_at, session_id };
  await trx.query
    .insertInto('user_totp')
    .values({ user_id: userId, verified: false, used_at: null, ...row })
    .onConflict((conflict) => conflict.columns(['user_id', 'verified']).doUpdateSet(row))
    .execute();
  return { secret, uri: generateURI({ issuer, label, secret }) };
};

/**
 * Whether a code is one of a person's authenticator app (or of the one that waits as `waiting` says) and was not used
 * before: it is used up by this, and so are those before it. Of several who try the same one at once a single one gets in.
 */
export const takeTotp = async (
  { db, secrets, now }: Pick<Kernel, 'db' | 'secrets' | 'now'>,
  userId: string,
  typed: string,
  waiting: WaitingTotp | null = null,
): Promise<boolean> => {
  const token = digitsOf(typed);
  const verified = waiting === null;
  const moment = now();
  const held = await db.query
    .selectFrom('user_totp')
    .select(['secret', 'last_step', 'created_at', 'session_id'])
    .where('user_id', '=', userId)
    .where('verified', '=', verified)
    .executeTakeFirst();
  if (!held || !token) return false;
  const isOver = moment - new Date(held.created_at).getTime() > waitsMs;
  if (waiting && (isOver || held.session_id !== waiting.session_id)) return false;
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

/**
 * Puts the secret that was verified in the place of the one before, as one that is new at this moment. False when there is
 * none to be put.
 */
export const finishTotp = async (trx: CommandTrx, userId: string, { session_id }: WaitingTotp): Promise<boolean> => {
  const waiting = await trx.query
    .deleteFrom('user_totp')
    .where('user_id', '=', userId)
    .where('verified', '=', false)
    .where('last_step', '>', 0)
    .where('session_id', 'is not distinct from', session_id)
    .returning(['secret', 'last_step', 'used_at'])
    .executeTakeFirst();
  if (!waiting) return false;
  const row = { ...waiting, created_at: new Date(trx.context.now), session_id: null };
  await trx.query
    .insertInto('user_totp')
    .values({ user_id: userId, verified: true, ...row })
    .onConflict((conflict) => conflict.columns(['user_id', 'verified']).doUpdateSet(row))
    .execute();
  return true;
};

/** Deletes a person's authenticator app, and one that waits. */
export const deleteTotp = async (trx: Trx, userId: string): Promise<void> => {
  await trx.query.deleteFrom('user_totp').where('user_id', '=', userId).execute();
};
