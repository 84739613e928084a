import type { AccountState } from '#contracts/account.ts';
import { evolveStream, initialState } from '#contracts/stream.ts';
import type { UserState } from '#contracts/user.ts';
import { loadStream, readStream } from '../event-store/read.ts';
import type { Effects, MailTemplate } from '../jobs/outbox.ts';
import type { Kernel } from '../kernel.ts';
import { readPersonal } from '../personal.ts';
import { type LinkPurpose, makeLink } from '../sessions/links.ts';
import { writeMail } from './templates.ts';

const pages: Record<LinkPurpose, string> = {
  verify_email: 'verification',
  confirm_email_change: 'verification',
  reset_password: 'password-reset',
  invitation: 'join',
};

interface Asked {
  /** Who asked, when it was a person. */
  actor_id: string | null;
  /** The user as they were right after the event that asked; the present state when no event of their stream did. */
  asOf: UserState;
  present: UserState;
}

const whatWasAsked = async (kernel: Kernel, eventId: string, userId: string): Promise<Asked> => {
  const stream = `user-${userId}`;
  const { pool, query } = kernel.db;
  const row = await query
    .selectFrom('event')
    .select(['stream', 'version', 'actor_id'])
    .where('event_id', '=', eventId)
    .executeTakeFirst();
  const events = await readStream(pool, stream);
  const fold = (until: number) =>
    events.filter((event) => event.meta.version <= until).reduce(evolveStream, initialState(stream)) as UserState;
  const present = fold(events.length);
  return { actor_id: row?.actor_id ?? null, asOf: row?.stream === stream ? fold(row.version) : present, present };
};

/** The address that a mail goes to, by reference; null when what it is about has passed. */
const recipient = (template: MailTemplate, { asOf, present }: Asked): string | null => {
  switch (template) {
    case 'verify_email':
      return present.phase === 'member' && !present.verified ? present.email_ref : null;
    case 'reset_password':
      return present.phase === 'member' ? present.email_ref : null;
    case 'invitation':
      return present.phase === 'invited' ? present.email_ref : null;
    case 'confirm_email_change':
      return present.pending_email_ref === asOf.pending_email_ref ? present.pending_email_ref : null;
    case 'email_change_notice':
      return asOf.email_ref;
  }
};

/**
 * Writes one mail: looks up what ids stand for, makes the link's token and keeps its hash, and sends the mail under the
 * id of the event that asked, so that a repeat is known as one.
 */
export const sendMail = async (
  kernel: Kernel,
  eventId: string,
  effect: string,
  { template, user_id }: Effects['mail'] | Effects['notice'],
): Promise<void> => {
  const asked = await whatWasAsked(kernel, eventId, user_id);
  const email_ref = recipient(template, asked);
  if (email_ref === null) return;
  const { state: account } = await loadStream<AccountState>(kernel.db.pool, `account-${asked.present.account_id}`);
  const { state: inviter } = await loadStream<UserState>(kernel.db.pool, `user-${asked.actor_id ?? user_id}`);
  const { firstname_ref } = asked.present;
  const names = [inviter.firstname_ref, inviter.lastname_ref];
  const refs = [email_ref, firstname_ref, asked.asOf.pending_email_ref, ...names];
  const person = await readPersonal(
    kernel.db,
    refs.filter((ref) => ref !== null),
  );
  const to = person(email_ref);
  if (to === 'erased') return;
  const now = kernel.now();
  const link =
    template === 'email_change_notice'
      ? null
      : `${kernel.config.PUBLIC_URL}/${pages[template]}/${await makeLink(kernel.db, { user_id, purpose: template, email_ref }, now)}`;
  const content = writeMail(template, {
    firstname: person(firstname_ref),
    company: account.name,
    inviter: names.map(person).join(' ').trim(),
    new_email: person(asked.asOf.pending_email_ref),
    link,
  });
  await kernel.mails.send({
    id: `${eventId}-${effect}`,
    to,
    ...content,
    links: link ? [link] : [],
    ts: Math.floor(now / 1000),
  });
};
