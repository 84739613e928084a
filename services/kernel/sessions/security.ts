import type { SecurityEvent } from '#contracts/security.ts';
import { type CommandTrx, save } from '../command.ts';

/** Somebody whose account is known. */
export interface AccountUser {
  id: string;
  account_id: string;
}

/** The same transaction, acting for a person whom a secret (password, link, refresh token) has shown to be there. */
export const actingAs = (trx: CommandTrx, user: AccountUser): CommandTrx => ({
  ...trx,
  context: { ...trx.context, account_id: user.account_id, actor: { type: 'user', id: user.id } },
});

/** The stream of an account's security facts of the month of `now` (unix milliseconds, UTC). */
export const securityStream = (accountId: string, now: number): string =>
  `security-${accountId}-${new Date(now).toISOString().slice(0, 7).replace('-', '')}`;

/**
 * Appends security facts of a person, who is also who did it when nobody is signed in; answers the event ids. The stream is long and folds to nothing, so only its version is read, under the
 * lock that conflicting writers of a stream take: call it last, the lock is held until the transaction ends.
 */
export const recordSecurity = async (
  trx: CommandTrx,
  user: AccountUser,
  events: readonly SecurityEvent[],
): Promise<string[]> => {
  if (events.length === 0) return [];
  const stream = securityStream(user.account_id, trx.context.now);
  await trx.client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [stream]);
  const { rows } = await trx.client.query<{ version: number }>({
    name: 'security-version',
    text: 'select coalesce(max(version), 0)::int as version from event where stream = $1',
    values: [stream],
  });
  const acting = trx.context.account_id === null ? actingAs(trx, user) : trx;
  const { recorded } = await save(acting, { stream, state: null, version: rows[0]!.version }, events);
  return recorded.map((event) => event.meta.event_id);
};
