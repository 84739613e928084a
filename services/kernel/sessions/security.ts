import type { SecurityEvent } from '#contracts/security/events.ts';
import type { EpochMs } from '#contracts/time.ts';
import { type CommandTrx, withContext } from '../commands/command-trx.ts';
import { appendFacts, monthlyStream } from '../commands/fact-stream.ts';

/** Somebody whose account is known. */
export interface AccountUser {
  id: string;
  account_id: string;
}

/** The same transaction, acting for a person whom a secret (password, link, refresh token) has shown to be there. */
export const actingAs = (trx: CommandTrx, user: AccountUser): CommandTrx =>
  withContext(trx, { account_id: user.account_id, actor: { type: 'user', id: user.id } });

/** The stream of an account's security facts of the month of `now` (unix milliseconds, UTC). */
const securityStream = (accountId: string, now: EpochMs): string => monthlyStream('security', accountId, now);

/**
 * Appends security facts of a person, who is also who did it when nobody is signed in; answers the event ids. Call it last
 * in a transaction: it holds a lock on the stream until the end.
 */
export const recordSecurity = async (
  trx: CommandTrx,
  user: AccountUser,
  events: readonly SecurityEvent[],
): Promise<string[]> => {
  if (events.length === 0) return [];
  const acting = trx.context.account_id === null ? actingAs(trx, user) : trx;
  const recorded = await appendFacts(acting, securityStream(user.account_id, trx.context.now), events);
  return recorded.map((event) => event.meta.event_id);
};
