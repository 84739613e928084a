import { Refusal } from '#contracts/api/errors.ts';
import type { Principal } from '../auth/principal.ts';
import type { CommandTrx } from './command-trx.ts';

/** Who asks, read again inside the command's transaction, so that a role or session taken away a moment ago counts. */
export const currentPrincipal = async (
  trx: Pick<CommandTrx, 'client' | 'kernel'>,
  principal: Pick<Principal, 'session_id'>,
): Promise<Principal> => {
  const now = await trx.kernel.facts.principal(trx, principal.session_id);
  if (!now) throw new Refusal('Unauthorized');
  return now;
};
