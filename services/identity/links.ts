import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { success } from '#contracts/envelope.ts';
import { Refusal } from '#contracts/errors.ts';
import { forgotPassword, linkToken, sessionTokens, type UserState, updatePassword } from '#contracts/user.ts';
import { claim, release } from '#kernel/claims.ts';
import { type CommandTrx, load, runCommand, save } from '#kernel/command.ts';
import { sendAnswer } from '#kernel/http/answer.ts';
import { commandContext, type Routes } from '#kernel/http/server.ts';
import { askFor } from '#kernel/jobs/outbox.ts';
import { countUse, mailLimit } from '#kernel/limit.ts';
import { readPersonal } from '#kernel/personal.ts';
import { emailKey, holderOf } from '#kernel/sessions/email.ts';
import { endLinks, type Link, linkIsOpen, useLink } from '#kernel/sessions/links.ts';
import { actingAs, recordSecurity } from '#kernel/sessions/security.ts';
import { endSessionsOf, type LiveSession, sessionAnswer } from '#kernel/sessions/tokens.ts';
import { decideUser, type UserCommand } from './decide.ts';
import { hashPassword, keepPassword } from './passwords.ts';
import { enter } from './sign-in.ts';
import { limitStrangers } from './strangers.ts';

/** Longer than the work for a known address, so that the time of the answer tells nothing. */
const forgotMs = 150;

const moveClaim = async (trx: CommandTrx, user: UserState, to_ref: string): Promise<void> => {
  const person = await readPersonal(trx, [user.email_ref!, to_ref]);
  if (!(await claim(trx, 'email', emailKey(trx.kernel, person(to_ref)), user.id))) throw new Refusal('UserExists');
  await release(trx, 'email', emailKey(trx.kernel, person(user.email_ref)));
};

const commandOf = ({ purpose, email_ref }: Link): UserCommand =>
  purpose === 'confirm_email_change'
    ? { type: 'ConfirmEmailChange', to_ref: email_ref }
    : { type: 'VerifyEmail', email_ref };

const verify = async (plain: CommandTrx, token: string): Promise<LiveSession> => {
  const link = await useLink(plain, token, ['verify_email', 'confirm_email_change'], plain.context.now);
  if (!link) throw new Refusal('LinkExpired');
  const user = await load<UserState>(plain, `user-${link.user_id}`);
  const trx = actingAs(plain, user.state);
  const events = decideUser(commandOf(link), user.state);
  if (link.purpose === 'confirm_email_change') await moveClaim(trx, user.state, link.email_ref);
  await save(trx, user, events);
  return enter(trx, user.state);
};

const forget = async (plain: CommandTrx, email: string): Promise<void> => {
  const { kernel, context } = plain;
  const addressKey = emailKey(kernel, email);
  const wait = await countUse(plain, mailLimit(kernel.config.LIMIT_MAILS, 'reset_password', addressKey), context.now);
  const userId = await holderOf(plain, kernel, email);
  const user = userId === null ? null : await kernel.facts.user(plain, userId);
  if (user?.phase !== 'member' || wait > 0) return;
  const [eventId] = await recordSecurity(plain, user, [{ type: 'PasswordResetRequested', data: { user_id: user.id } }]);
  await askFor(plain, eventId!, 'mail', { template: 'reset_password', user_id: user.id });
};

const reset = async (plain: CommandTrx, token: string, password_hash: string): Promise<void> => {
  const { now } = plain.context;
  const link = await useLink(plain, token, ['reset_password'], now);
  if (!link) throw new Refusal('LinkExpired');
  const user = await load<UserState>(plain, `user-${link.user_id}`);
  const trx = actingAs(plain, user.state);
  await save(trx, user, decideUser({ type: 'ResetPassword', email_ref: link.email_ref }, user.state));
  await keepPassword(trx, link.user_id, password_hash);
  // Links that sign in or move the address were asked for by whoever held the old password.
  await endLinks(trx, link.user_id, ['verify_email', 'confirm_email_change'], now);
  await endSessionsOf(trx, user.state);
};

/** What links out of mails lead to, and the asking for a reset link. */
export const linkRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'GET',
    // A HEAD must not use the token up.
    exposeHeadRoute: false,
    url: '/api/verification',
    config: { policy: { caller: 'anyone' }, noStore: true },
    schema: {
      summary: 'Verify an e-mail, or confirm a changed one, and sign in',
      tags: ['identity'],
      querystring: z.strictObject({ token: linkToken }),
      response: { 200: success(sessionTokens) },
    },
    handler: async (request) => {
      const { data } = await runCommand(kernel, commandContext(request, kernel), async (trx) => ({
        status: 200,
        data: await verify(trx, request.query.token),
      }));
      return { data: sessionAnswer(server, data), message: 'Your e-mail is verified.' };
    },
  });
  server.route({
    method: 'POST',
    url: '/api/forgot_password',
    onRequest: limitStrangers(kernel),
    config: { policy: { caller: 'anyone' }, noStore: true },
    schema: {
      summary: 'Ask for a reset link',
      tags: ['identity'],
      body: forgotPassword,
      response: { 200: success(z.null()) },
    },
    handler: async (request) => {
      const work = runCommand(kernel, commandContext(request, kernel), async (trx) => {
        await forget(trx, request.body.email);
        return { status: 200, data: null };
      });
      await Promise.all([work, delay(forgotMs)]);
      return { data: null, message: 'If this e-mail has an account, a link is on its way.' };
    },
  });
  server.route({
    method: 'POST',
    url: '/api/user/update_password',
    onRequest: limitStrangers(kernel),
    config: { policy: { caller: 'anyone' }, noStore: true },
    schema: {
      summary: 'Set a new password by a reset link',
      tags: ['identity'],
      body: updatePassword,
      response: { 200: success(z.null()) },
    },
    handler: async (request, reply) => {
      const { token, password } = request.body;
      if (!(await linkIsOpen(kernel.db, token, 'reset_password', kernel.now()))) throw new Refusal('LinkExpired');
      const passwordHash = await hashPassword(password);
      const answer = await runCommand(kernel, commandContext(request, kernel), async (trx) => {
        await reset(trx, token, passwordHash);
        return { status: 200, data: null, message: 'Password changed successfully!' };
      });
      return sendAnswer(reply, answer);
    },
  });
};
