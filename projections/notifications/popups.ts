import { entitlement, mayRefer } from '#contracts/api/plans.ts';
import { may } from '#contracts/api/roles.ts';
import type { PopupRow } from '#contracts/notification/rows.ts';
import { secondsPerDay } from '#contracts/subscription/periods.ts';
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

/** How long an owner can still be told that the first month of their company is free. */
const receivedFor = 31 * secondsPerDay;

/** Whether the company came with a code of another one and its first invoice, of late, was free for that. */
const hasReceived = async (
  { db }: Pick<Kernel, 'db'>,
  { account_id, permissions }: Principal,
  now: UnixSeconds,
): Promise<boolean> => {
  if (!permissions.account_owner) return false;
  const { rows } = await db.pool.query({
    name: 'referral-received',
    text: `select from invoice where account_id = $1 and ts_closed > $2
             and invoice -> 'lines' @> '[{"kind": "free_month", "reason": "referred"}]' limit 1`,
    values: [account_id, now - receivedFor],
  });
  return rows.length > 0;
};

/** Every pop-up that somebody may see, closed or not. */
const ownPopups = async (kernel: Pick<Kernel, 'db'>, principal: Principal, now: UnixSeconds): Promise<PopupRow[]> => {
  const popup = (id: string, type: PopupRow['data']['type']): PopupRow => ({
    id,
    data: { type, user: principal.user_id, app: null },
  });
  const earned = await earnedIds(kernel, principal);
  const received = await hasReceived(kernel, principal, now);
  return [
    ...earned.map((id) => popup(id, 'referral_earned')),
    ...(received ? [popup(popupId(principal.user_id, 'referral_received'), 'referral_received')] : []),
    popup(popupId(principal.user_id, 'referral_info'), 'referral_info'),
  ];
};

/** Pop-ups that somebody has not closed yet, for whoever may see the tab: what referring is about, months that it earned, and the first
 * month that is free because of it. */
export const listPopups = async (
  kernel: Pick<Kernel, 'db'>,
  principal: Principal,
  now: UnixSeconds,
): Promise<PopupRow[]> => {
  if (!may(principal.permissions, 'referral.view') || !mayRefer(entitlement(principal, now))) return [];
  const popups = await ownPopups(kernel, principal, now);
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
  now: UnixSeconds,
): Promise<void> => {
  const popups = await ownPopups(kernel, principal, now);
  const own = popups.map(({ id }) => id).filter((id) => ids.includes(id));
  await kernel.db.pool.query(
    `insert into notification_read (user_id, id, ts) select $1, unnest($2::uuid[]), null on conflict do nothing`,
    [principal.user_id, own],
  );
};
