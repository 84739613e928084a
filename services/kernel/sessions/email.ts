import { claimedBy } from '../db/claims.ts';
import { normalizeEmail } from '../db/personal.ts';
import type { Trx } from '../db/transaction.ts';
import type { Kernel } from '../kernel.ts';

/** The key under which an e-mail address is claimed: the same for every spelling of one address. */
export const emailKey = (kernel: Pick<Kernel, 'secrets'>, email: string): string =>
  kernel.secrets.keyed('email', normalizeEmail(email));

/** The user who holds an address, or null. An open invitation holds none: see `invitationIn`. */
export const holderOf = (
  on: Pick<Trx, 'query'>,
  kernel: Pick<Kernel, 'secrets'>,
  email: string,
): Promise<string | null> => claimedBy(on, 'email', emailKey(kernel, email));

/** What an open invitation claims in the scope `invitation`: an address once in each account, whoever holds the address. */
export const invitationKey = (kernel: Pick<Kernel, 'secrets'>, accountId: string, email: string): string =>
  `${accountId}:${emailKey(kernel, email)}`;

/** The user that an open invitation of an address made in an account, or null. */
export const invitationIn = (
  on: Pick<Trx, 'query'>,
  kernel: Pick<Kernel, 'secrets'>,
  accountId: string,
  email: string,
): Promise<string | null> => claimedBy(on, 'invitation', invitationKey(kernel, accountId, email));
