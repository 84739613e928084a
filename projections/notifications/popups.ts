import { entitlement, mayRefer } from '#contracts/api/plans.ts';
import { may } from '#contracts/api/roles.ts';
import type { PopupRow } from '#contracts/notification/rows.ts';
import type { UnixSeconds } from '#contracts/time.ts';
import type { Principal } from '#kernel/auth/principal.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { derivedId } from '#kernel/platform/derived-id.ts';

const popupId = (userId: string, type: string): string => derivedId(type, userId);

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
