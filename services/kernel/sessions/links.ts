import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { limits } from '#contracts/api/limits.ts';
import type { linkPurposes } from '#contracts/api/link.ts';
import type { EpochMs } from '#contracts/time.ts';
import type { Db } from '../db/pool.ts';
import type { Trx } from '../db/transaction.ts';
import { newToken, tokenHash } from '../platform/secrets.ts';

const hour = 3_600_000;
/** What a link out of a mail is for, and how long it lives in milliseconds. */
export const linkLife = {
  verify_email: 7 * 24 * hour,
  reset_password: hour,
  invitation: limits.invitationDays * 24 * hour,
  confirm_email_change: 24 * hour,
  undo_email_change: 7 * 24 * hour,
  confirm_sign_in: hour,
} as const satisfies Record<Exclude<(typeof linkPurposes)[number], 'join_registered'>, number>;
export type LinkPurpose = keyof typeof linkLife;
/** Every purpose of a link. */
export const everyPurpose = Object.keys(linkLife) as LinkPurpose[];

/** What a used link was made for: the user and the reference of the address that it was mailed to. */
export interface MailedLink {
  user_id: string;
  purpose: LinkPurpose;
  email_ref: string;
}

/** Of these the link of the newest request works alone. */
const newestOnly: readonly LinkPurpose[] = ['invitation'];

/**
 * Makes a token for a link in a mail; only its hash is kept. `eventId` asked for the mail, if an event did: what is
 * written again for the same one leaves the token that may have been sent.
 */
export const makeLink = async (
  on: Pick<Db, 'query'>,
  link: MailedLink,
  now: EpochMs,
  eventId: string | null = null,
): Promise<string> => {
  const token = newToken();
  if (eventId !== null && newestOnly.includes(link.purpose))
    await on.query
      .updateTable('link_token')
      .set({ used_at: new Date(now) })
      .where('user_id', '=', link.user_id)
      .where('purpose', '=', link.purpose)
      .where('used_at', 'is', null)
      .where(sql<string>`detail->>'event_id'`, 'is distinct from', eventId)
      .execute();
  await on.query
    .insertInto('link_token')
    .values({
      id: uuidv7(),
      purpose: link.purpose,
      user_id: link.user_id,
      token_hash: tokenHash(token),
      detail: JSON.stringify({ email_ref: link.email_ref, event_id: eventId }),
      expires_at: new Date(now + linkLife[link.purpose]),
      used_at: null,
    })
    .execute();
  return token;
};

const mailedLink = (row: { user_id: string; purpose: string; detail: unknown }): MailedLink => ({
  user_id: row.user_id,
  purpose: row.purpose as LinkPurpose,
  email_ref: (row.detail as { email_ref: string }).email_ref,
});

/** What a token could be used for now, and whose it is; null when it is used up, ended or expired. Uses nothing up. */
export const inspectLink = async (on: Pick<Db, 'query'>, token: string, now: EpochMs): Promise<MailedLink | null> => {
  const row = await on.query
    .selectFrom('link_token')
    .select(['user_id', 'purpose', 'detail'])
    .where('token_hash', '=', tokenHash(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date(now))
    .executeTakeFirst();
  return row ? mailedLink(row) : null;
};

/**
 * Uses a token: once, in time and for one of these purposes, else null. Other links of that user and purpose end with it,
 * but for those that undo a change: each is of an address of its own.
 */
export const useLink = async (
  trx: Trx,
  token: string,
  purposes: readonly LinkPurpose[],
  now: EpochMs,
): Promise<MailedLink | null> => {
  const row = await trx.query
    .updateTable('link_token')
    .set({ used_at: new Date(now) })
    .where('token_hash', '=', tokenHash(token))
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date(now))
    .returning(['user_id', 'purpose', 'detail'])
    .executeTakeFirst();
  if (!row) return null;
  const link = mailedLink(row);
  if (link.purpose !== 'undo_email_change') await endLinks(trx, row.user_id, [link.purpose], now);
  return link;
};

/** Ends the open links of a user. */
export const endLinks = async (
  trx: Trx,
  userId: string,
  purposes: readonly LinkPurpose[],
  now: EpochMs,
): Promise<void> => {
  await trx.query
    .updateTable('link_token')
    .set({ used_at: new Date(now) })
    .where('user_id', '=', userId)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .execute();
};
