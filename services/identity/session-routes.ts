import { z } from 'zod';
import { idQuery, optionalId } from '#contracts/api/addressed-ids.ts';
import { page, success } from '#contracts/api/envelope.ts';
import { invalidField, Refusal } from '#contracts/api/errors.ts';
import { endSessions, sessionRow } from '#contracts/user/sessions.ts';
import type { UserState } from '#contracts/user/state.ts';
import { requestWords } from '#contracts/words/requests.en.ts';
import { userWords } from '#contracts/words/user.en.ts';
import type { Principal } from '#kernel/auth/principal.ts';
import { type CommandTrx, currentPrincipal } from '#kernel/commands/command-trx.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { load, save } from '#kernel/commands/streams.ts';
import { sendAnswer } from '#kernel/http/answer.ts';
import { commandContext, principalOf } from '#kernel/http/request.ts';
import type { Routes } from '#kernel/http/types.ts';
import { browserHash, forgetBrowsers, rememberBrowser } from '#kernel/sessions/known-browser.ts';
import { endLinks } from '#kernel/sessions/links.ts';
import { endSessionOf, endSessionsOf } from '#kernel/sessions/tokens.ts';
import { decideUser } from './decide.ts';
import { listSessions } from './session-list.ts';

const endOne = async (trx: CommandTrx, principal: Principal, sessionId: string): Promise<void> => {
  const { user_id, account_id } = await currentPrincipal(trx, principal);
  if (!(await endSessionOf(trx, { id: user_id, account_id }, sessionId))) throw new Refusal('NotFound');
};

/**
 * Ends all sessions and an open change of the address, which any of them may have asked for; forgets the browsers but this one:
 * whoever was in another is a stranger there from now on.
 */
const endAll = async (trx: CommandTrx, principal: Principal, browser: string | null): Promise<string> => {
  const { user_id } = await currentPrincipal(trx, principal);
  await forgetBrowsers(trx, user_id);
  const cookie = await rememberBrowser(trx, user_id, browser);
  const user = await load<UserState>(trx, `user-${user_id}`);
  const { state } = await save(trx, user, decideUser({ type: 'CancelEmailChange' }, user.state));
  await endLinks(trx, user_id, ['confirm_email_change'], trx.context.now);
  await endSessionsOf(trx, state, 'signed_out_everywhere');
  return cookie;
};

/** Where a person is signed in, and signing out there. */
export const sessionRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'GET',
    url: '/api/user/session',
    config: { policy: { caller: 'user' }, noStore: true },
    schema: {
      summary: 'List your sessions',
      description:
        'The session that asks comes first, then those used last, at most 100; `total` counts all. `device` and `address` are from the sign-in, and `address` is only its first part. Sessions in which staff is signed in as you have a `staff_name`.',
      tags: ['Users'],
      response: { 200: page(sessionRow) },
    },
    handler: (request) => listSessions(kernel.db, principalOf(request), kernel.now()),
  });
  server.route({
    method: 'DELETE',
    url: '/api/user/session',
    config: { policy: { caller: 'user', confirm: ['all'] }, noStore: true },
    schema: {
      summary: 'End one or all of your sessions',
      description:
        'Ends the session with the `id`, or with `all: true` every session, this one included. To end all of them, sign in or confirm your password within 10 minutes before, or send `password`. Otherwise the answer is 422 PasswordRequired.',
      tags: ['Users'],
      querystring: idQuery('id'),
      body: endSessions,
      response: { 200: success(z.null()) },
    },
    handler: async (request, reply) => {
      const principal = principalOf(request);
      const id = optionalId(request, 'id');
      const { all } = request.body;
      if (all ? id !== null : id === null)
        throw invalidField('id', all ? requestWords.idsDiffer : requestWords.idNeeded);
      const answer = await runCommand(kernel, commandContext(request, kernel), async (trx) => {
        if (id !== null) {
          await endOne(trx, principal, id);
          return { status: 200, data: null, message: userWords.sessionEnded };
        }
        const cookie = await endAll(trx, principal, browserHash(kernel, request));
        trx.afterCommit(() => void reply.header('set-cookie', cookie));
        return { status: 200, data: null, message: userWords.signedOutEverywhere };
      });
      return sendAnswer(reply, answer);
    },
  });
};
