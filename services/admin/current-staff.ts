import { requireStaff } from '#kernel/auth/policy.ts';
import type { Principal } from '#kernel/auth/principal.ts';
import type { CommandTrx } from '#kernel/commands/command-trx.ts';
import { currentPrincipal } from '#kernel/commands/current-principal.ts';

/** The member of staff who asks, read again inside the transaction; refuses when they are not staff any more. */
export const currentStaff = async (trx: CommandTrx, principal: Principal): Promise<Principal> => {
  const now = await currentPrincipal(trx, principal);
  requireStaff(now);
  return now;
};
