import type { AccountState } from '#contracts/account/state.ts';
import { success } from '#contracts/api/envelope.ts';
import { Refusal } from '#contracts/api/errors.ts';
import { linkSeen, lookAtLink as lookBody } from '#contracts/api/link.ts';
import { transaction } from '#kernel/db/transaction.ts';
import { loadStream } from '#kernel/event-store/read.ts';
import type { Routes } from '#kernel/http/types.ts';
import { inspectLink } from '#kernel/sessions/links.ts';
import { limitAnonymous } from './anonymous-limits.ts';

/** POST /link/look: what a link out of a mail is for, before anything is asked of whoever opened it. */
export const lookRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'POST',
    url: '/api/link/look',
    onRequest: limitAnonymous(kernel),
    config: { policy: { caller: 'anyone' }, noStore: true },
    schema: {
      summary: 'Check an email link',
      description: 'Returns what the link is for without using it up. Answers 410 if the link no longer works.',
      tags: ['Sign-in'],
      body: lookBody,
      response: { 200: success(linkSeen) },
    },
    handler: async (request) => {
      const link = await inspectLink(kernel.db, request.body.token, kernel.now());
      const user = link && (await transaction(kernel.db, (trx) => kernel.facts.user(trx, link.user_id)));
      if (!user) throw new Refusal('LinkExpired');
      const { state } = await loadStream<AccountState>(kernel.db.pool, `account-${user.account_id}`);
      return { data: { purpose: link.purpose, company: state.name } };
    },
  });
};
