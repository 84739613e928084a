import { claimedBy } from '../db/claims.ts';
import { normalizeEmail } from '../db/personal.ts';
import type { Trx } from '../db/transaction.ts';
import type { Kernel } from '../kernel.ts';

/** The key under which an e-mail address is claimed: the same for every spelling of one address. */
export const emailKey = (kernel: Pick<Kernel, 'secrets'>, email: string): string =>
  kernel.secrets.keyed('email', normalizeEmail(email));

/** The user who holds an address (invited people included), or null. */
export const holderOf = (
  on: Pick<Trx, 'query'>,
  kernel: Pick<Kernel, 'secrets'>,
  email: string,
): Promise<string | null> => claimedBy(on, 'email', emailKey(kernel, email));
