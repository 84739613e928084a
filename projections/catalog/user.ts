import type { Permissions } from '#contracts/api/roles.ts';
import type { NotificationChoice } from '#contracts/notification/settings.ts';
import { toSeconds, type UnixSeconds } from '#contracts/time.ts';
import type { CatalogWriter, Json } from './noun.ts';

/** Tables of people; see tables/user.sql. */
export type UserTables = {
  member: {
    id: string;
    account_id: string;
    phase: 'invited' | 'member' | 'cancelled' | 'ended';
    email_ref: string | null;
    pending_email_ref: string | null;
    firstname_ref: string | null;
    lastname_ref: string | null;
    verified: boolean;
    is_mobile: boolean;
    permissions: Json<Permissions>;
    ts_registration: UnixSeconds;
    ts_verification: UnixSeconds | null;
    ts_updated: UnixSeconds;
    version: number;
    staff: boolean;
    onboarded: boolean;
    disabled: boolean;
    notifications: Json<NotificationChoice>;
  };
};

/** Writes a person's row. */
export const writeUser: CatalogWriter<'user'> = async (trx, events, after) => {
  const { meta } = events.at(-1)!;
  const verified = events.find(
    (event) =>
      ['UserEmailVerified', 'InvitationAccepted', 'UserEmailChanged', 'UserEmailChangeUndone'].includes(event.type) ||
      (event.type === 'UserVerificationChanged' && event.data.verified),
  );
  const joined = events.find((event) => event.type === 'InvitationAccepted');
  const row = {
    account_id: after.account_id,
    phase: after.phase as 'member',
    email_ref: after.email_ref,
    pending_email_ref: after.pending_email_ref,
    firstname_ref: after.firstname_ref,
    lastname_ref: after.lastname_ref,
    verified: after.verified,
    is_mobile: after.is_mobile,
    permissions: JSON.stringify(after.permissions),
    ts_updated: toSeconds(meta.ts),
    version: meta.version,
    staff: after.staff,
    onboarded: after.onboarded ?? false,
    disabled: after.disabled ?? false,
    notifications: JSON.stringify(after.notifications ?? {}),
    ...(verified ? { ts_verification: toSeconds(verified.meta.ts) } : {}),
    ...(joined ? { ts_registration: toSeconds(joined.meta.ts) } : {}),
  };
  await trx.query
    .withTables<UserTables>()
    .insertInto('member')
    .values({ id: after.id, ts_registration: toSeconds(events[0]!.meta.ts), ts_verification: null, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
};
