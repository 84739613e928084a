import { Refusal } from '#contracts/api/errors.ts';
import { providerNames, type SocialProvider } from '#contracts/user/social-providers.ts';
import type { UserState } from '#contracts/user/state.ts';
import { fill } from '#contracts/words/phrase.ts';
import { socialWords } from '#contracts/words/social.en.ts';
import type { CommandTrx } from '#kernel/commands/command-trx.ts';
import type { UserFacts } from '#kernel/commands/facts.ts';
import { load, save } from '#kernel/commands/streams.ts';
import { claimedBy } from '#kernel/db/claims.ts';
import type { Trx } from '#kernel/db/transaction.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { ProvidedPerson } from '#kernel/outbound/social/person.ts';
import { emailKey, holderOf } from '#kernel/sessions/email.ts';
import { decideUser } from '../decide.ts';

/** How somebody's account at a provider is kept: found again, and never read. */
export const identityHash = (
  { secrets }: Pick<Kernel, 'secrets'>,
  { issuer, subject }: Pick<ProvidedPerson, 'issuer' | 'subject'>,
): string => secrets.keyed('social', JSON.stringify([issuer, subject]));

/** Who somebody at a provider is here, and whether that was settled by an earlier sign-in. */
export interface KnownPerson {
  user: UserFacts;
  linked: boolean;
}

/**
 * The user of somebody at a provider: by an earlier sign-in, else by an email that is verified there and here. An address
 * that nobody here has shown to be theirs leads to nobody.
 */
export const findKnown = async (
  trx: Trx,
  kernel: Pick<Kernel, 'secrets' | 'facts'>,
  person: ProvidedPerson,
): Promise<KnownPerson | null> => {
  const row = await trx.query
    .selectFrom('social_identity')
    .select('user_id')
    .where('identity_hash', '=', identityHash(kernel, person))
    .executeTakeFirst();
  const linked = row ? await kernel.facts.user(trx, row.user_id) : null;
  if (linked?.phase === 'member') return { user: linked, linked: true };
  const holderId = person.email === null ? null : await holderOf(trx, kernel, person.email);
  const user = holderId === null ? null : await kernel.facts.user(trx, holderId);
  return user?.phase === 'member' && user.verified ? { user, linked: false } : null;
};

/** Whether a user holds the email that a provider has verified of somebody. */
export const holdsEmail = async (trx: CommandTrx, { email }: ProvidedPerson, userId: string): Promise<boolean> =>
  email !== null && (await claimedBy(trx, 'email', emailKey(trx.kernel, email), 'share')) === userId;

/**
 * Keeps somebody's account at a provider as a user's, once for each provider. `isNew` says whether it was not before; `holder`
 * whose it is now, null where it stays nobody's since the user has another one there. Two at once: one does it.
 */
export const keepIdentity = async (
  trx: CommandTrx,
  provider: SocialProvider,
  person: ProvidedPerson,
  userId: string,
): Promise<{ isNew: boolean; holder: string | null }> => {
  const { kernel, context } = trx;
  const identity_hash = identityHash(kernel, person);
  const find = trx.query
    .selectFrom('social_identity')
    .select('user_id')
    .where('identity_hash', '=', identity_hash)
    .forUpdate();
  const held = await find.executeTakeFirst();
  // Of a user who is no member of anything any more.
  if (held && (await kernel.facts.user(trx, held.user_id))?.phase !== 'member')
    await trx.query.deleteFrom('social_identity').where('identity_hash', '=', identity_hash).execute();
  const { numInsertedOrUpdatedRows } = await trx.query
    .insertInto('social_identity')
    .values({ identity_hash, user_id: userId, provider, created_at: new Date(context.now) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows) return { isNew: true, holder: userId };
  return { isNew: false, holder: (await find.executeTakeFirst())?.user_id ?? null };
};

/** Records that an account at a provider is a user's from now on: by its email alone, or by the person themselves. Answers the id of the event. */
export const recordLink = async (
  trx: CommandTrx,
  provider: SocialProvider,
  userId: string,
  by: 'email' | 'person',
): Promise<string> => {
  const user = await load<UserState>(trx, `user-${userId}`);
  const { recorded } = await save(trx, user, decideUser({ type: 'LinkSocial', provider, by }, user.state));
  return recorded[0]!.meta.event_id;
};

/**
 * Links somebody's account at a provider to the user who holds its verified email: who gets an address after somebody else,
 * and with it another account there, does not get in by that. Answers the id of the event.
 */
export const linkIdentity = async (
  trx: CommandTrx,
  provider: SocialProvider,
  person: ProvidedPerson,
  userId: string,
): Promise<string> => {
  if (!(await holdsEmail(trx, person, userId))) throw new Refusal('SocialLoginFailed');
  const { isNew } = await keepIdentity(trx, provider, person, userId);
  if (!isNew) {
    const said = fill(socialWords.otherLinked, { provider: providerNames[provider] });
    throw new Refusal('SocialLoginFailed', said);
  }
  return recordLink(trx, provider, userId, 'email');
};
