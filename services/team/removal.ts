import { Refusal } from '#contracts/api/errors.ts';
import type { UserState } from '#contracts/user/state.ts';
import { userWords } from '#contracts/words/user.en.ts';
import type { Principal } from '#kernel/auth/principal.ts';
import type { CommandTrx } from '#kernel/commands/command-trx.ts';
import { load, save } from '#kernel/commands/streams.ts';
import { releaseClaimsOf } from '#kernel/db/claims.ts';
import { deleteFactors, setLinkNeeded } from '#kernel/factors/factors.ts';
import { holderOf } from '#kernel/sessions/email.ts';
import { endLinks, everyPurpose } from '#kernel/sessions/links.ts';
import { endSessionsOf } from '#kernel/sessions/tokens.ts';
import { countOwners, lockTeam } from './commands.ts';
import { decideTeam } from './decide.ts';

/** Takes away everything that a user could get in with, and what only they had: the address is free for anybody. */
const endAccess = async (trx: CommandTrx, user: UserState): Promise<void> => {
  const { query } = trx;
  // Before anything else: whoever is about to sign in holds this row until they have.
  await setLinkNeeded(trx, user.id, true);
  await query.updateTable('user_secret').set({ password_hash: null }).where('user_id', '=', user.id).execute();
  await deleteFactors(trx, user.id);
  await releaseClaimsOf(trx, 'email', user.id);
  await endLinks(trx, user.id, everyPurpose, trx.context.now);
  await endSessionsOf(trx, user, 'removed');
};

const remove = async (trx: CommandTrx, id: string, by: string | null, owners: number): Promise<void> => {
  const user = await load<UserState>(trx, `user-${id}`);
  const command = by === null ? { type: 'Leave' as const, owners } : { type: 'Remove' as const, by, owners };
  await save(trx, user, decideTeam(command, user.state));
  await endAccess(trx, user.state);
};

/** Deletes a member: their sessions end at once, the seat and the address are free; what they made stays. */
export const deleteMember = async (trx: CommandTrx, principal: Principal, email: string) => {
  const { kernel } = trx;
  const { account, caller } = await lockTeam(trx, principal, 'team.manage');
  const id = await holderOf(trx, kernel, email);
  const user = id === null ? null : await kernel.facts.user(trx, id);
  if (user?.account_id !== account.id) throw new Refusal('NotFound');
  await remove(trx, user.id, caller.user_id, await countOwners(trx, account.id, user.id));
  return { status: 200, data: { user_id: user.id }, message: userWords.removed };
};

/** Lets the caller leave their team for good. Refuses the last account owner with LastOwner. */
export const leaveTeam = async (trx: CommandTrx, principal: Principal) => {
  const { account, caller } = await lockTeam(trx, principal);
  await remove(trx, caller.user_id, null, await countOwners(trx, account.id, caller.user_id));
  return { status: 200, data: { user_id: caller.user_id }, message: userWords.left };
};
