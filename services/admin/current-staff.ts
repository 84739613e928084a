import { type Principal, requireStaff } from '#kernel/auth/principal.ts';
import { type CommandTrx, currentPrincipal } from '#kernel/commands/command-trx.ts';

/** The member of staff who asks, read again inside the transaction; refuses when they are not staff any more. */
export const currentStaff = async (trx: CommandTrx, principal: Principal): Promise<Principal> => {
  const now = await currentPrincipal(trx, principal);
  requireStaff(now, trx.kernel.config);
  return now;
};
