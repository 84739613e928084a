import type { AccountState } from '#contracts/account/state.ts';
import { devicePhrase } from '#contracts/device.ts';
import { evolveStream, initialState } from '#contracts/stream.ts';
import { type EpochMs, toSeconds } from '#contracts/time.ts';
import type { UserState } from '#contracts/user/state.ts';
import { readPersonal } from '../db/personal.ts';
import { loadStream, readStream } from '../event-store/read.ts';
import { addressPrefix } from '../http/network.ts';
import type { Effects } from '../jobs/outbox.ts';
import type { Kernel } from '../kernel.ts';
import { type LinkPurpose, makeLink } from '../sessions/links.ts';
import type { MailTemplate, NoticeTemplate, SignInPlace } from './templates.ts';
import { renderMail } from './templates.ts';

/** What the link of a mail is for, and the page that it leads to; a notice has none. */
const linksOf: Record<Exclude<MailTemplate, NoticeTemplate>, { purpose: LinkPurpose; page: string }> = {
  verify_email: { purpose: 'verify_email', page: 'verification' },
  confirm_email_change: { purpose: 'confirm_email_change', page: 'verification' },
  reset_password: { purpose: 'reset_password', page: 'password-reset' },
  invitation: { purpose: 'invitation', page: 'join' },
  join_registered: { purpose: 'invitation', page: 'join-registered' },
  email_changed: { purpose: 'undo_email_change', page: 'verification' },
  confirm_sign_in: { purpose: 'confirm_sign_in', page: 'verification' },
};

const isNotice = (template: MailTemplate): template is NoticeTemplate => !(template in linksOf);

/** The page that lists where a person is signed in. */
const sessionsPage = 'user';

interface MailRequest {
  /** The event that asked: when, and with which request, where that is known. */
  event: { ts: EpochMs; request_id: string | null } | null;
  /** Who asked, when it was a person. */
  actor_id: string | null;
  /** The user as they were right before the event that asked. */
  before: UserState;
  /** The user as they were right after the event that asked; the present state when no event of their stream did. */
  asOf: UserState;
  present: UserState;
  /** The invitation was sent again since: that mail takes the place of this one, and its link is the one that works. */
  sentAgain: boolean;
}

const loadMailRequest = async (kernel: Pick<Kernel, 'db'>, eventId: string, userId: string): Promise<MailRequest> => {
  const stream = `user-${userId}`;
  const { pool, query } = kernel.db;
  const row = await query
    .selectFrom('event')
    .select(['stream', 'version', 'actor_id', 'ts', 'request_id'])
    .where('event_id', '=', eventId)
    .executeTakeFirst();
  const events = await readStream(pool, stream);
  const fold = (until: number) =>
    events.filter((event) => event.meta.version <= until).reduce(evolveStream, initialState(stream)) as UserState;
  const present = fold(events.length);
  const own = row?.stream === stream ? row.version : null;
  return {
    event: row ?? null,
    actor_id: row?.actor_id ?? null,
    before: own === null ? present : fold(own - 1),
    asOf: own === null ? present : fold(own),
    present,
    sentAgain: own !== null && events.some(({ type, meta }) => type === 'InvitationResent' && meta.version > own),
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

const recipient = (template: MailTemplate, { before, asOf, present, sentAgain }: MailRequest): Recipient => {
  switch (template) {
    case 'verify_email':
      return present.phase === 'member' && !present.verified ? toStranger(present.email_ref) : nobody;
    case 'reset_password':
    case 'confirm_sign_in':
      return present.phase === 'member' ? toOwn(present) : nobody;
    case 'invitation':
    case 'join_registered':
      return present.phase === 'invited' && !sentAgain ? toStranger(present.email_ref) : nobody;
    case 'confirm_email_change':
      return present.pending_email_ref === asOf.pending_email_ref ? toStranger(present.pending_email_ref) : nobody;
    case 'email_change_notice':
    case 'password_changed':
    case 'new_device':
    case 'user_disabled':
    case 'user_enabled':
      return toOwn(asOf);
    case 'email_changed':
      // What was undone meanwhile must not be opened again.
      return before.email_ref !== null && present.former_email_refs.includes(before.email_ref) ? toOwn(before) : nobody;
  }
};

const newEmailOf = (template: MailTemplate, { asOf }: MailRequest): string | null =>
  template === 'email_changed' ? asOf.email_ref : asOf.pending_email_ref;

/** Where the request of an event came from, in words: it stands beside the log, and may have been erased. */
const readPlace = async (
  { db }: Pick<Kernel, 'db'>,
  event: NonNullable<MailRequest['event']>,
  zone: string,
): Promise<SignInPlace> => {
  const origin = await db.query
    .selectFrom('request_origin')
    .select(['ip', 'user_agent'])
    .where('request_id', '=', event.request_id ?? '')
    .executeTakeFirst();
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: zone });
  return {
    device: devicePhrase(origin?.user_agent ?? null),
    address: addressPrefix(origin?.ip ?? null),
    time: format.format(event.ts),
    zone,
  };
};

const linkOf = async (
  kernel: Pick<Kernel, 'config' | 'db' | 'now'>,
  eventId: string,
  { template, user_id }: Effects['mail'] | Effects['notice'],
  email_ref: string,
): Promise<string | null> => {
  const { PUBLIC_URL } = kernel.config;
  if (template === 'new_device') return `${PUBLIC_URL}/${sessionsPage}`;
  if (isNotice(template)) return null;
  const { purpose, page } = linksOf[template];
  return `${PUBLIC_URL}/${page}/${await makeLink(kernel.db, { user_id, purpose, email_ref }, kernel.now(), eventId)}`;
};

/**
 * Writes one mail: looks up what ids stand for, makes the link's token and keeps its hash, and sends the mail under the
 * id of the event that asked, so that a repeat is known as one.
 */
export const sendMail = async (
  kernel: Pick<Kernel, 'config' | 'db' | 'mails' | 'now'>,
  eventId: string,
  effect: string,
  mail: Effects['mail'] | Effects['notice'],
): Promise<void> => {
  const { template, user_id } = mail;
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
  const { event } = asked;
  const place = template === 'new_device' && event ? await readPlace(kernel, event, account.time_zone) : null;
  const link = await linkOf(kernel, eventId, mail, email_ref);
  const content = renderMail(template, {
    firstname: verified ? person(firstname_ref) : '',
    company: account.name,
    inviter: names.map(person).join(' ').trim(),
    new_email: person(newEmailOf(template, asked)),
    link,
    place,
    contact: kernel.config.CONTACT_EMAIL,
  });
  await kernel.mails.send({
    id: `${eventId}-${effect}`,
    to,
    ...content,
    links: link ? [link] : [],
    ts: toSeconds(kernel.now()),
  });
};
