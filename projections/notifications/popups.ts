import { hash } from 'node:crypto';
import { entitlement, mayRefer } from '#contracts/api/plans.ts';
import { may } from '#contracts/api/roles.ts';
import type { PopupRow } from '#contracts/notification/rows.ts';
import type { UnixSeconds } from '#contracts/time.ts';
import type { Principal } from '#kernel/auth/principal.ts';
import type { Kernel } from '#kernel/kernel.ts';

/** The id of a pop-up that a person gets once: the same whenever it is asked for. */
const popupId = (userId: string, type: string): string => {
  const bytes = hash('sha256', `${type} ${userId}`, 'buffer').subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
};

/** Pop-ups that somebody has not closed yet: what referring is about, for whoever may see the tab. */
export const listPopups = async (
  { db }: Pick<Kernel, 'db'>,
  principal: Principal,
  now: UnixSeconds,
): Promise<PopupRow[]> => {
  if (!may(principal.permissions, 'referral.view') || !mayRefer(entitlement(principal, now))) return [];
  const id = popupId(principal.user_id, 'referral_info');
  const { rowCount } = await db.pool.query('select from notification_read where user_id = $1 and id = $2', [
    principal.user_id,
    id,
  ]);
  return rowCount ? [] : [{ id, data: { type: 'referral_info', user: principal.user_id, app: null } }];
};

/** Closes pop-ups for good; ids that are none of the person's change nothing. */
export const markPopupsRead = async (
  { db }: Pick<Kernel, 'db'>,
  { user_id }: Pick<Principal, 'user_id'>,
  ids: readonly string[],
): Promise<void> => {
  const own = [popupId(user_id, 'referral_info')].filter((id) => ids.includes(id));
  await db.pool.query(
    `insert into notification_read (user_id, id, ts) select $1, unnest($2::uuid[]), null on conflict do nothing`,
    [user_id, own],
  );
};
