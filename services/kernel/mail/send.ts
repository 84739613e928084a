import type { AccountState } from '#contracts/account/state.ts';
import { evolveStream, initialState } from '#contracts/stream.ts';
import { type EpochMs, toSeconds } from '#contracts/time.ts';
import type { UserState } from '#contracts/user/state.ts';
import { readPersonal } from '../db/personal.ts';
import { loadStream, readStream } from '../event-store/read.ts';
import type { Effects } from '../jobs/outbox.ts';
import type { Kernel } from '../kernel.ts';
import { type LinkPurpose, type MailedLink, makeLink } from '../sessions/links.ts';
import type { MailTemplate, NoticeTemplate } from './templates.ts';
import { renderMail } from './templates.ts';

/** What the link of a mail is for, and the page that it leads to; a notice has none. */
const linksOf: Record<Exclude<MailTemplate, NoticeTemplate>, { purpose: LinkPurpose; page: string }> = {
  verify_email: { purpose: 'verify_email', page: 'verification' },
  confirm_email_change: { purpose: 'confirm_email_change', page: 'verification' },
  reset_password: { purpose: 'reset_password', page: 'password-reset' },
  invitation: { purpose: 'invitation', page: 'join' },
  join_registered: { purpose: 'invitation', page: 'join-registered' },
  email_changed: { purpose: 'undo_email_change', page: 'verification' },
};

const isNotice = (template: MailTemplate): template is NoticeTemplate => !(template in linksOf);

const linkIn = async (
  { config, db }: Pick<Kernel, 'config' | 'db'>,
  template: Exclude<MailTemplate, NoticeTemplate>,
  mailed: Pick<MailedLink, 'user_id' | 'email_ref'>,
  now: EpochMs,
): Promise<string> => {
  const { purpose, page } = linksOf[template];
  return `${config.PUBLIC_URL}/${page}/${await makeLink(db, { ...mailed, purpose }, now)}`;
};

interface MailRequest {
  /** Who asked, when it was a person. */
  actor_id: string | null;
  /** The user as they were right before the event that asked. */
  before: UserState;
  /** The user as they were right after the event that asked; the present state when no event of their stream did. */
  asOf: UserState;
  present: UserState;
}

const loadMailRequest = async (kernel: Pick<Kernel, 'db'>, eventId: string, userId: string): Promise<MailRequest> => {
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
  const own = row?.stream === stream ? row.version : null;
  return {
    actor_id: row?.actor_id ?? null,
    before: own === null ? present : fold(own - 1),
    asOf: own === null ? present : fold(own),
    present,
  };
};

/** Where a mail goes. */
interface Recipient {
  /** The address by reference; null when what the mail is about has passed. */
  email_ref: string | null;
  /**
   * The address was shown to be the person's: a mail to any other is to a stranger, and brings no words that somebody
   * typed.
   */
  verified: boolean;
}

const nobody: Recipient = { email_ref: null, verified: false };
const toStranger = (email_ref: string | null): Recipient => ({ email_ref, verified: false });
const toOwn = ({ email_ref, verified }: UserState): Recipient => ({ email_ref, verified });

const recipient = (template: MailTemplate, { before, asOf, present }: MailRequest): Recipient => {
  switch (template) {
    case 'verify_email':
      return present.phase === 'member' && !present.verified ? toStranger(present.email_ref) : nobody;
    case 'reset_password':
      return present.phase === 'member' ? toOwn(present) : nobody;
    case 'invitation':
    case 'join_registered':
      return present.phase === 'invited' ? toStranger(present.email_ref) : nobody;
    case 'confirm_email_change':
      return present.pending_email_ref === asOf.pending_email_ref ? toStranger(present.pending_email_ref) : nobody;
    case 'email_change_notice':
    case 'password_changed':
      return toOwn(asOf);
    case 'email_changed':
      // What was undone meanwhile must not be opened again.
      return before.email_ref !== null && present.former_email_refs.includes(before.email_ref) ? toOwn(before) : nobody;
  }
};

const newEmailOf = (template: MailTemplate, { asOf }: MailRequest): string | null =>
  template === 'email_changed' ? asOf.email_ref : asOf.pending_email_ref;

/**
 * Writes one mail: looks up what ids stand for, makes the link's token and keeps its hash, and sends the mail under the
 * id of the event that asked, so that a repeat is known as one.
 */
export const sendMail = async (
  kernel: Pick<Kernel, 'config' | 'db' | 'mails' | 'now'>,
  eventId: string,
  effect: string,
  { template, user_id }: Effects['mail'] | Effects['notice'],
): Promise<void> => {
  const asked = await loadMailRequest(kernel, eventId, user_id);
  const { email_ref, verified } = recipient(template, asked);
  if (email_ref === null) return;
  const { state: account } = await loadStream<AccountState>(kernel.db.pool, `account-${asked.present.account_id}`);
  const { state: inviter } = await loadStream<UserState>(kernel.db.pool, `user-${asked.actor_id ?? user_id}`);
  const { firstname_ref } = asked.present;
  const names = [inviter.firstname_ref, inviter.lastname_ref];
  const refs = [email_ref, firstname_ref, newEmailOf(template, asked), ...names];
  const person = await readPersonal(
    kernel.db,
    refs.filter((ref) => ref !== null),
  );
  const to = person(email_ref);
  if (to === 'erased') return;
  const now = kernel.now();
  const link = isNotice(template) ? null : await linkIn(kernel, template, { user_id, email_ref }, now);
  const content = renderMail(template, {
    firstname: verified ? person(firstname_ref) : '',
    company: account.name,
    inviter: names.map(person).join(' ').trim(),
    new_email: person(newEmailOf(template, asked)),
    link,
  });
  await kernel.mails.send({
    id: `${eventId}-${effect}`,
    to,
    ...content,
    links: link ? [link] : [],
    ts: toSeconds(now),
  });
};
