import { toSeconds } from '#contracts/time.ts';
import type { SocialProvider } from '#contracts/user/social-providers.ts';
import type { UserState } from '#contracts/user/state.ts';
import { readPersonal } from '../db/personal.ts';
import { transaction } from '../db/transaction.ts';
import { loadStream } from '../event-store/read.ts';
import type { Kernel } from '../kernel.ts';
import { isFactorChange, renderFactorNotice, type ToldChange } from '../mail/factor-notice.ts';

const changeOf = async (
  { db }: Pick<Kernel, 'db'>,
  eventId: string,
): Promise<(ToldChange & { stream: string; version: number }) | null> => {
  const row = await db.query
    .selectFrom('event')
    .select(['type', 'data', 'stream', 'version'])
    .where('event_id', '=', eventId)
    .executeTakeFirst();
  if (!row || !isFactorChange(row.type)) return null;
  const { type, stream, version } = row;
  const {
    from_ref,
    to_ref,
    provider = null,
    own = false,
  } = row.data as {
    from_ref?: string | null;
    to_ref?: string | null;
    provider?: SocialProvider;
    own?: true;
  };
  const changed = from_ref ? 'changed' : 'added';
  return { change: type, phone: to_ref ? changed : 'removed', provider, own, stream, version };
};

/**
 * Mails the person and the owners of the account that a factor changed: nobody should find that out by themself. It goes to the
 * address of that moment, since whoever changed it may have taken another one meanwhile.
 */
export const sendFactorNotice = async (kernel: Kernel, eventId: string, userId: string): Promise<void> => {
  const changed = await changeOf(kernel, eventId);
  if (!changed) return;
  const { state: user } = await loadStream<UserState>(kernel.db.pool, changed.stream, null, changed.version);
  const team = await transaction(kernel.db, (trx) => kernel.facts.team(trx, user.account_id));
  const owners = team.filter(
    ({ id, phase, verified, permissions }) =>
      id !== userId && phase === 'member' && verified && permissions.account_owner !== undefined,
  );
  const own = { id: userId, email_ref: user.email_ref };
  const refs = [own, ...owners].map(({ email_ref }) => email_ref);
  const names = [user.firstname_ref, user.lastname_ref];
  const person = await readPersonal(
    kernel.db,
    [...refs, ...names].filter((ref) => ref !== null),
  );
  const name = names.map(person).filter(Boolean).join(' ') || person(user.email_ref);
  for (const { id, email_ref } of [own, ...owners]) {
    const to = person(email_ref);
    if (!to || to === 'erased') continue;
    const content = renderFactorNotice(changed, id === userId ? null : name);
    await kernel.mails.send({
      id: `${eventId}-factor_notice-${id}`,
      to,
      ...content,
      links: [],
      ts: toSeconds(kernel.now()),
    });
  }
};
