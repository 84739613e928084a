import type { Permissions } from '#contracts/api/roles.ts';
import type { Recorded } from '#contracts/event.ts';
import type { StoryrailEvent } from '#contracts/events.ts';
import type { NotificationTypeName } from '#contracts/notification/types.ts';
import { streamId } from '#contracts/stream-name.ts';
import type { UserState } from '#contracts/user/state.ts';
import type { Trx } from '#kernel/db/transaction.ts';
import { perTransaction } from '../projection.ts';

/** Somebody of an account, as the log has them so far. */
export interface Member {
  user_id: string;
  account_id: string;
  permissions: Permissions;
  muted: NotificationTypeName[];
  inviter_id: string | null;
}

/** Accounts whose members were read in this transaction. */
const loaded = perTransaction<Map<string, Map<string, Member>>>(() => new Map());

/** The members of an account. */
export const membersOf = async (trx: Trx, accountId: string): Promise<Map<string, Member>> => {
  const accounts = loaded(trx);
  const known = accounts.get(accountId);
  if (known) return known;
  const { rows } = await trx.client.query<Member>('select * from notification_member where account_id = $1', [
    accountId,
  ]);
  const members = new Map(rows.map((row) => [row.user_id, row]));
  accounts.set(accountId, members);
  return members;
};

const inviterOf = async (trx: Trx, event: Recorded<StoryrailEvent>, before: Member | null): Promise<string | null> => {
  if (event.type === 'InvitationSent') return event.meta.actor.id;
  if (event.type !== 'UserJoinedTeam') return before?.inviter_id ?? null;
  const { rows } = await trx.client.query<{ inviter_id: string | null }>(
    'select inviter_id from notification_member where user_id = $1',
    [event.data.invitation_id],
  );
  return rows[0]?.inviter_id ?? null;
};

/** Keeps what an event says of somebody: their account, roles and choices. */
export const keepMember = async (
  trx: Trx,
  event: Recorded<StoryrailEvent>,
  before: UserState,
  after: UserState,
): Promise<void> => {
  const user_id = streamId(event.meta.stream);
  const { rows } = await trx.client.query<Member>('select * from notification_member where user_id = $1', [user_id]);
  const member: Member = {
    user_id,
    account_id: after.account_id,
    // An open invitation has roles, but nobody to tell.
    permissions: after.phase === 'member' ? after.permissions : {},
    muted: [...(after.notifications?.muted ?? [])],
    inviter_id: await inviterOf(trx, event, rows[0] ?? null),
  };
  await trx.client.query(
    `insert into notification_member select * from jsonb_populate_record(null::notification_member, $1)
     on conflict (user_id) do update set account_id = excluded.account_id, permissions = excluded.permissions,
       muted = excluded.muted, inviter_id = excluded.inviter_id`,
    [JSON.stringify(member)],
  );
  const accounts = loaded(trx);
  accounts.get(before.account_id)?.delete(user_id);
  accounts.get(after.account_id)?.set(user_id, member);
};
