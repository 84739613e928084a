import { entitlement, mayRefer } from '#contracts/api/plans.ts';
import { may } from '#contracts/api/roles.ts';
import type { PopupRow } from '#contracts/notification/rows.ts';
import type { UnixSeconds } from '#contracts/time.ts';
import type { Principal } from '#kernel/auth/principal.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { derivedId } from '#kernel/platform/derived-id.ts';

const popupId = (userId: string, type: string): string => derivedId(type, userId);

/** One for each month that a referral earned and that no invoice was free for yet: the earliest are used first. */
const earnedIds = async ({ db }: Pick<Kernel, 'db'>, { user_id, account_id }: Principal): Promise<string[]> => {
  const { rows } = await db.pool.query<{ earned: UnixSeconds[] | null; unused: number | null }>({
    name: 'referrals-earned',
    text: `select state -> 'earned' as earned, (state -> 'free_months' ->> 'referral')::int as unused
             from subscription where account_id = $1`,
    values: [account_id],
  });
  const unused = rows[0]?.unused ?? 0;
  return (unused > 0 ? (rows[0]?.earned ?? []).slice(-unused) : []).map((at) =>
    popupId(user_id, `referral_earned ${at}`),
  );
};

/** Every pop-up that somebody may see, closed or not. */
const ownPopups = async (kernel: Pick<Kernel, 'db'>, principal: Principal): Promise<PopupRow[]> => {
  const popup = (id: string, type: PopupRow['data']['type']): PopupRow => ({
    id,
    data: { type, user: principal.user_id, app: null },
  });
  const earned = await earnedIds(kernel, principal);
  return [
    ...earned.map((id) => popup(id, 'referral_earned')),
    popup(popupId(principal.user_id, 'referral_info'), 'referral_info'),
  ];
};

/** Pop-ups that somebody has not closed yet, for whoever may see the tab: what referring is about, and months that it earned. */
export const listPopups = async (
  kernel: Pick<Kernel, 'db'>,
  principal: Principal,
  now: UnixSeconds,
): Promise<PopupRow[]> => {
  if (!may(principal.permissions, 'referral.view') || !mayRefer(entitlement(principal, now))) return [];
  const popups = await ownPopups(kernel, principal);
  const { rows } = await kernel.db.pool.query<{ id: string }>(
    'select id from notification_read where user_id = $1 and id = any($2::uuid[])',
    [principal.user_id, popups.map(({ id }) => id)],
  );
  const closed = new Set(rows.map(({ id }) => id));
  return popups.filter(({ id }) => !closed.has(id));
};

/** Closes pop-ups for good; ids that are none of the person's change nothing. */
export const markPopupsRead = async (
  kernel: Pick<Kernel, 'db'>,
  principal: Principal,
  ids: readonly string[],
): Promise<void> => {
  const popups = await ownPopups(kernel, principal);
  const own = popups.map(({ id }) => id).filter((id) => ids.includes(id));
  await kernel.db.pool.query(
    `insert into notification_read (user_id, id, ts) select $1, unnest($2::uuid[]), null on conflict do nothing`,
    [principal.user_id, own],
  );
};
