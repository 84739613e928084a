import type { AccountState } from '#contracts/account/state.ts';
import { success } from '#contracts/api/envelope.ts';
import { Refusal } from '#contracts/api/errors.ts';
import { type LinkSeen, linkSeen, lookAtLink as lookBody } from '#contracts/api/link.ts';
import type { UserState } from '#contracts/user/state.ts';
import type { UserFacts } from '#kernel/commands/facts.ts';
import { readPersonal } from '#kernel/db/personal.ts';
import { transaction } from '#kernel/db/transaction.ts';
import { loadStream } from '#kernel/event-store/read.ts';
import type { Routes } from '#kernel/http/types.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { holderOf } from '#kernel/sessions/email.ts';
import { inspectLink, type MailedLink } from '#kernel/sessions/links.ts';
import { limitAnonymous } from './anonymous-limits.ts';
import { isSignUpBrowser } from './sign-up-browser.ts';
import { canBeJoined } from './take-address.ts';

const readHolder = async (kernel: Kernel, holderId: string | null): Promise<UserFacts | null> =>
  holderId === null ? null : transaction(kernel.db, (trx) => kernel.facts.user(trx, holderId));

/** What a link would do now, or null when its user has moved on since it was mailed. */
const purposeNow = async (
  kernel: Kernel,
  { purpose, email_ref }: MailedLink,
  user: UserState,
  email: string,
): Promise<LinkSeen['purpose'] | null> => {
  const holderId = await holderOf(kernel.db, kernel, email);
  const isOwn = user.phase === 'member' && user.email_ref === email_ref && holderId === user.id;
  switch (purpose) {
    case 'invitation':
      if (user.phase !== 'invited') return null;
      return canBeJoined(await readHolder(kernel, holderId)) ? 'join_registered' : 'invitation';
    case 'verify_email':
    case 'reset_password':
    case 'confirm_sign_in':
      return isOwn ? purpose : null;
    case 'confirm_email_change':
      return user.phase === 'member' && user.pending_email_ref === email_ref ? purpose : null;
    case 'undo_email_change':
      return user.phase === 'member' && user.former_email_refs.includes(email_ref) ? purpose : null;
  }
};

/** POST /link/look: what a link out of a mail is for, before anything is asked of whoever opened it. */
export const lookRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'POST',
    url: '/api/link/look',
    onRequest: limitAnonymous(kernel),
    config: { policy: { caller: 'anyone' }, noStore: true },
    schema: {
      summary: 'Check an email link',
      description:
        'Returns what the link is for without using it up. `same_browser` says whether its sign-up was made in this browser. Answers 410 if the link no longer works.',
      tags: ['Sign-in'],
      body: lookBody,
      response: { 200: success(linkSeen) },
    },
    handler: async (request) => {
      const now = kernel.now();
      const link = await inspectLink(kernel.db, request.body.token, now);
      if (!link) throw new Refusal('LinkExpired');
      const { state: user } = await loadStream<UserState>(kernel.db.pool, `user-${link.user_id}`);
      const email = (await readPersonal(kernel.db, [link.email_ref]))(link.email_ref);
      const purpose = await purposeNow(kernel, link, user, email);
      if (!purpose) throw new Refusal('LinkExpired');
      const { state: account } = await loadStream<AccountState>(kernel.db.pool, `account-${user.account_id}`);
      const same_browser =
        purpose === 'verify_email' && (await isSignUpBrowser(kernel, kernel.db, request, link.user_id, now));
      return { data: { purpose, email, company: account.name, same_browser } };
    },
  });
};
