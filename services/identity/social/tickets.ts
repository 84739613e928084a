import type { SocialProvider } from '#contracts/user/social-providers.ts';
import type { Trx } from '#kernel/db/transaction.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { ProvidedPerson } from '#kernel/outbound/social/person.ts';
import { newToken, tokenHash } from '#kernel/platform/secrets.ts';

const lifeMs = 20 * 60_000;

/** Whether a token is a ticket rather than an ID token, which has three parts. */
export const isTicket = (token: string): boolean => !token.includes('.');

/** Keeps what a provider said of a person, sealed, for 20 minutes; answers the ticket that stands for it until somebody is signed in. */
export const makeTicket = async (
  { db, secrets, now }: Pick<Kernel, 'db' | 'secrets' | 'now'>,
  provider: SocialProvider,
  person: ProvidedPerson,
): Promise<string> => {
  const ticket = newToken();
  await db.query
    .insertInto('social_ticket')
    .values({
      token_hash: tokenHash(ticket),
      provider,
      sealed: secrets.seal(JSON.stringify(person)),
      expires_at: new Date(now() + lifeMs),
    })
    .execute();
  return ticket;
};

/** Whom a ticket of a provider is about; null when it is used up or expired. Uses nothing up. */
export const readTicket = async (
  { db, secrets, now }: Pick<Kernel, 'db' | 'secrets' | 'now'>,
  provider: SocialProvider,
  ticket: string,
): Promise<ProvidedPerson | null> => {
  const row = await db.query
    .selectFrom('social_ticket')
    .select('sealed')
    .where('token_hash', '=', tokenHash(ticket))
    .where('provider', '=', provider)
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date(now()))
    .executeTakeFirst();
  return row ? (JSON.parse(secrets.open(row.sealed)) as ProvidedPerson) : null;
};

/** Uses a ticket up, once and in time; answers whether it did. What was said of the person is forgotten with it. */
export const takeTicket = async (trx: Trx, ticket: string, now: number): Promise<boolean> => {
  const row = await trx.query
    .updateTable('social_ticket')
    .set({ used_at: new Date(now), sealed: '' })
    .where('token_hash', '=', tokenHash(ticket))
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date(now))
    .returning('token_hash')
    .executeTakeFirst();
  return row !== undefined;
};
