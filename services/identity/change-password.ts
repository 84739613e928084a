import { z } from 'zod';
import { success } from '#contracts/api/envelope.ts';
import { refusalAt } from '#contracts/api/errors.ts';
import { changePassword } from '#contracts/user/change-password.ts';
import type { UserState } from '#contracts/user/state.ts';
import { userWords } from '#contracts/words/user.en.ts';
import type { Principal } from '#kernel/auth/principal.ts';
import { type CommandTrx, currentPrincipal } from '#kernel/commands/command-trx.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { load, save } from '#kernel/commands/streams.ts';
import { sendAnswer } from '#kernel/http/answer.ts';
import { commandContext, principalOf } from '#kernel/http/request.ts';
import type { Routes } from '#kernel/http/types.ts';
import { enqueueEffect } from '#kernel/jobs/outbox.ts';
import { browserHash, forgetBrowsers, rememberBrowser } from '#kernel/sessions/known-browser.ts';
import { endLinks } from '#kernel/sessions/links.ts';
import { endSessionsOf } from '#kernel/sessions/tokens.ts';
import { decideUser } from './decide.ts';
import { checkPassword } from './password-proof.ts';
import { passwordOwner, requireGoodPassword } from './password-rule.ts';
import { hashPassword, keepPassword, stillTheHash } from './passwords.ts';

/** Sets the password, and ends what the old one may have opened: other sessions, known browsers, open links. */
const replace = async (
  trx: CommandTrx,
  principal: Principal,
  formerHash: string,
  password_hash: string,
  browser: string | null,
): Promise<string> => {
  const { user_id, session_id } = await currentPrincipal(trx, principal);
  if (!(await stillTheHash(trx, user_id, formerHash, 'update'))) throw refusalAt('current', 'PasswordWrong');
  const user = await load<UserState>(trx, `user-${user_id}`);
  const { recorded } = await save(trx, user, decideUser({ type: 'ChangePassword' }, user.state));
  await keepPassword(trx, user_id, password_hash);
  await endLinks(trx, user_id, ['reset_password', 'verify_email', 'confirm_email_change'], trx.context.now);
  await forgetBrowsers(trx, user_id);
  const cookie = await rememberBrowser(trx, user_id, browser);
  await enqueueEffect(trx, recorded[0]!.meta.event_id, 'notice', { template: 'password_changed', user_id });
  await endSessionsOf(trx, user.state, 'password_changed', session_id);
  return cookie;
};

/** POST /user/change_password: the signed-in person's own, by the current one. */
export const changePasswordRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'POST',
    url: '/api/user/change_password',
    config: { policy: { caller: 'user' }, noStore: true },
    schema: {
      summary: 'Change your password',
      description:
        'Ends all your other sessions. A wrong current password answers 422 PasswordWrong and counts toward the sign-in limit.',
      tags: ['Users'],
      body: changePassword,
      response: { 200: success(z.null()) },
    },
    handler: async (request, reply) => {
      const principal = principalOf(request);
      const { current, password } = request.body;
      requireGoodPassword(kernel.config, password, await passwordOwner(kernel, principal.user_id));
      const formerHash = await checkPassword(kernel, request, principal.user_id, current, 'current');
      const passwordHash = await hashPassword(password);
      const answer = await runCommand(kernel, commandContext(request, kernel), async (trx) => {
        const cookie = await replace(trx, principal, formerHash, passwordHash, browserHash(kernel, request));
        trx.afterCommit(() => void reply.header('set-cookie', cookie));
        return { status: 200, data: null, message: userWords.passwordChanged };
      });
      return sendAnswer(reply, answer);
    },
  });
};
