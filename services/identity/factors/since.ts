import type { UserEvent } from '#contracts/user/events.ts';
import { factorsOf } from '#contracts/user/factor-events.ts';
import type { SocialProvider } from '#contracts/user/social-providers.ts';
import type { UserState } from '#contracts/user/state.ts';
import type { CommandTrx } from '#kernel/commands/command-trx.ts';
import { load, save } from '#kernel/commands/streams.ts';
import { enqueueEffect } from '#kernel/jobs/outbox.ts';
import { isFactorChange } from '#kernel/mail/factor-notice.ts';

/** When an address was taken from somebody, which they take back now. */
const takenAt = async (trx: CommandTrx, stream: string, email_ref: string): Promise<Date> => {
  const { rows } = await trx.client.query<{ ts: number }>(
    `select ts from event where stream = $1 and type = 'UserEmailChanged' and data->>'from_ref' = $2
      order by version desc limit 1`,
    [stream, email_ref],
  );
  return new Date(rows[0]?.ts ?? 0);
};

/**
 * Takes away the factors and social sign-ins that were set up since a former address of a user was replaced, and an app that
 * waits for its first code: whoever took the address over may have set them up. The person and the owners are told. Earlier ones stay, so that a mailbox alone does not open the account.
 */
export const removeFactorsSince = async (trx: CommandTrx, userId: string, email_ref: string): Promise<void> => {
  const stream = `user-${userId}`;
  const since = await takenAt(trx, stream, email_ref);
  const gone = <Table extends 'passkey' | 'user_totp' | 'user_phone' | 'recovery_code' | 'social_identity'>(
    table: Table,
  ) => trx.client.query(`delete from ${table} where user_id = $1 and created_at >= $2 returning *`, [userId, since]);
  const passkeys = (await gone('passkey')).rows as { id: string }[];
  await trx.query.deleteFrom('user_totp').where('user_id', '=', userId).where('verified', '=', false).execute();
  const totp = (await gone('user_totp')).rows;
  const phones = (await gone('user_phone')).rows as { phone_ref: string }[];
  await gone('recovery_code');
  const linked = (await gone('social_identity')).rows as { provider: SocialProvider }[];
  for (const { phone_ref } of phones)
    await trx.query.deleteFrom('personal_value').where('ref', '=', phone_ref).execute();
  const user = await load<UserState>(trx, stream);
  const { phone_ref } = factorsOf(user.state);
  const events: UserEvent[] = [
    ...passkeys.map(({ id }): UserEvent => ({ type: 'UserPasskeyRemoved', data: { passkey_id: id } })),
    ...(totp.length > 0 ? [{ type: 'UserTotpRemoved' as const, data: {} }] : []),
    ...(phones.length > 0 && phone_ref
      ? [{ type: 'UserPhoneChanged' as const, data: { from_ref: phone_ref, to_ref: null } }]
      : []),
    ...linked.map(({ provider }): UserEvent => ({ type: 'UserSocialUnlinked', data: { provider } })),
  ];
  const { recorded } = await save(trx, user, events);
  for (const { type, meta } of recorded)
    if (isFactorChange(type)) await enqueueEffect(trx, meta.event_id, 'factor_notice', { user_id: userId });
};
