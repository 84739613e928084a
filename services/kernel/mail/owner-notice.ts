import type { AccountState } from '#contracts/account/state.ts';
import { toSeconds } from '#contracts/time.ts';
import { mailWords } from '#contracts/words/mails.en.ts';
import { fill } from '#contracts/words/phrase.ts';
import { readPersonal } from '../db/personal.ts';
import { transaction } from '../db/transaction.ts';
import { loadStream } from '../event-store/read.ts';
import type { Effects } from '../jobs/outbox.ts';
import type { Kernel } from '../kernel.ts';
import { type MailContent, oneLine, renderWords, supportAt } from './templates.ts';

const render = (
  given: { person: string; company: string; invited: boolean },
  contact: string | undefined,
): MailContent => {
  const told = { person: oneLine(given.person), company: oneLine(given.company) };
  const { ownerSubject, ownerText, ownerInvitedSubject, ownerInvitedText } = mailWords;
  return renderWords(
    {
      subject: fill(given.invited ? ownerInvitedSubject : ownerSubject, { company: told.company }),
      lines: [fill(given.invited ? ownerInvitedText : ownerText, told), mailWords.ownerWhy],
      end: [fill(mailWords.ownerEnd, { support: supportAt(contact) })],
    },
    { firstname: '', link: null },
  );
};

/**
 * Mails everybody of an account that two members of staff gave it an owner, or invited one, those included who cannot sign in: the owner
 * of before should not find that out by themself. Addresses that nobody has ever verified are left out.
 */
export const sendOwnerNotice = async (
  kernel: Kernel,
  eventId: string,
  { account_id: accountId, invited = false }: Effects['owner_notice'],
): Promise<void> => {
  const { db, facts, mails } = kernel;
  const row = await db.query.selectFrom('event').select('data').where('event_id', '=', eventId).executeTakeFirst();
  if (!row) return;
  const { email_ref: owner_ref } = row.data as { email_ref: string };
  const { state: account } = await loadStream<AccountState>(db.pool, `account-${accountId}`);
  const team = await transaction(db, (trx) => facts.team(trx, accountId));
  const people = team.filter(({ phase, ts_verification }) => phase === 'member' && ts_verification !== null);
  const person = await readPersonal(
    db,
    [owner_ref, ...people.map(({ email_ref }) => email_ref)].filter((ref) => ref !== null),
  );
  const told = { person: person(owner_ref), company: account.name, invited };
  for (const { id, email_ref } of people) {
    const to = person(email_ref);
    if (!to || to === 'erased') continue;
    const content = render(told, kernel.config.CONTACT_EMAIL);
    await mails.send({ id: `${eventId}-owner_notice-${id}`, to, ...content, links: [], ts: toSeconds(kernel.now()) });
  }
};
