import type { AccountState } from '#contracts/account/state.ts';
import { Refusal } from '#contracts/api/errors.ts';
import { toSeconds } from '#contracts/time.ts';
import type { UserState } from '#contracts/user/state.ts';
import { type CommandTrx, withContext } from '#kernel/commands/command-trx.ts';
import type { UserFacts } from '#kernel/commands/facts.ts';
import { load, save } from '#kernel/commands/streams.ts';
import { claim, lockClaim, takeClaim } from '#kernel/db/claims.ts';
import { transaction } from '#kernel/db/transaction.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { emailKey, holderOf } from '#kernel/sessions/email.ts';
import { endLinks } from '#kernel/sessions/links.ts';
import { decideUser } from './decide.ts';
import { voidPassword } from './passwords.ts';

/** How long an unverified sign-up keeps its address, in seconds. */
const keptSeconds = 86_400;

/** Whether somebody signed up with an address and never showed that it is theirs. */
export const isUnverifiedSignUp = (user: UserFacts | null): user is UserFacts =>
  user?.phase === 'member' && !user.verified && user.ts_verification === null && !user.staff;

/**
 * Whether whoever holds an address could come by an invitation of it with the user that they have: who has not shown yet that
 * the address is theirs may have it in a stranger's name. Refuses with UserDisabled whom staff let nobody sign in as.
 */
export const canBeJoined = (holder: UserFacts | null): holder is UserFacts => {
  if (holder?.phase !== 'member' || !holder.verified) return false;
  if (holder.disabled) throw new Refusal('UserDisabled');
  return true;
};

const isOver = (user: UserFacts, now: number): boolean => user.ts_registration + keptSeconds <= toSeconds(now);

const yields = (holder: UserFacts | null, now: number): holder is UserFacts =>
  isUnverifiedSignUp(holder) && isOver(holder, now);

/** Whether nobody holds an address, or only a sign-up that gives way. Locks nothing: `takeAddress` decides. */
export const isFree = async (trx: CommandTrx, email: string): Promise<boolean> => {
  const holderId = await holderOf(trx, trx.kernel, email);
  return holderId === null || yields(await trx.kernel.facts.user(trx, holderId), trx.context.now);
};

/**
 * Refuses with UserExists, without locking anything, where an address is not to be had: somebody verified it, or signed up
 * with it less than a day ago. `takeAddress` decides.
 */
export const requireFree = async (kernel: Kernel, email: string): Promise<void> => {
  const holderId = await holderOf(kernel.db, kernel, email);
  if (holderId === null) return;
  const holder = await transaction(kernel.db, (trx) => kernel.facts.user(trx, holderId));
  if (!yields(holder, kernel.now())) throw new Refusal('UserExists');
};

/**
 * Ends a sign-up, its links and its account, and frees the deal code that it came with. An account in which there is
 * something, or somebody else, stays: UserExists.
 */
export const endSignUp = async (trx: CommandTrx, { id, account_id }: UserFacts): Promise<void> => {
  const { facts } = trx.kernel;
  const [apps, team] = [await facts.apps(trx, account_id), await facts.team(trx, account_id)];
  if (apps.length > 0 || team.length > 1) throw new Refusal('UserExists');
  // Before the person's row, as whoever takes the code of a sign-up locks them.
  await trx.kernel.releaseDeal(trx, account_id);
  const system = withContext(trx, { account_id, actor: { type: 'system', id: null } });
  const user = await load<UserState>(trx, `user-${id}`);
  await save(system, user, decideUser({ type: 'ExpireRegistration' }, user.state));
  const account = await load<AccountState>(trx, `account-${account_id}`);
  await save(system, account, [{ type: 'AccountEnded', data: {} }]);
  await endLinks(trx, id, ['verify_email', 'reset_password', 'confirm_email_change'], trx.context.now);
  await voidPassword(trx, id);
};

/**
 * Makes an address a user's. A sign-up that was not verified within a day gives way and ends. Refuses with UserExists. Of
 * those who ask at once, one gets it: the others wait at its claim and find it taken.
 */
export const takeAddress = async (trx: CommandTrx, email: string, userId: string): Promise<void> => {
  const key = emailKey(trx.kernel, email);
  const holderId = await lockClaim(trx, 'email', key);
  if (holderId === null) {
    if (!(await claim(trx, 'email', key, userId))) throw new Refusal('UserExists');
    return;
  }
  const holder = await trx.kernel.facts.user(trx, holderId);
  if (!yields(holder, trx.context.now)) throw new Refusal('UserExists');
  await endSignUp(trx, holder);
  await takeClaim(trx, 'email', key, userId);
};
