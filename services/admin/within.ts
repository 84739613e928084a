import { requireStaff } from '#kernel/auth/policy.ts';
import type { CommandTrx } from '#kernel/commands/command.ts';
import { currentPrincipal } from '#kernel/commands/current-principal.ts';
import type { Principal } from '#kernel/ports.ts';

/** The same transaction and author, for what belongs to an account that is not the author's. */
export const within = (trx: CommandTrx, account_id: string): CommandTrx => ({
  ...trx,
  context: { ...trx.context, account_id },
});

/** The member of staff who asks, read again inside the transaction; refuses when they are not staff any more. */
export const currentStaff = async (trx: CommandTrx, principal: Principal): Promise<Principal> => {
  const now = await currentPrincipal(trx, principal);
  requireStaff(now);
  return now;
};
