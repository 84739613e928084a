import { z } from 'zod';
import { success } from '#contracts/api/envelope.ts';
import { Refusal } from '#contracts/api/errors.ts';
import { forgotPassword, linkToken, updatePassword } from '#contracts/user/commands.ts';
import { verified } from '#contracts/user/rows.ts';
import type { UserState } from '#contracts/user/state.ts';
import { factorWords } from '#contracts/words/factors.en.ts';
import { userWords } from '#contracts/words/user.en.ts';
import type { CommandTrx } from '#kernel/commands/command-trx.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { load, save } from '#kernel/commands/streams.ts';
import { countUse, mailLimit } from '#kernel/db/rate-limit.ts';
import { asksForFactor, setLinkNeeded } from '#kernel/factors/factors.ts';
import { sendAnswer } from '#kernel/http/answer.ts';
import { commandContext } from '#kernel/http/request.ts';
import type { Routes } from '#kernel/http/types.ts';
import { enqueueEffect } from '#kernel/jobs/outbox.ts';
import { delay } from '#kernel/platform/delay.ts';
import { say } from '#kernel/platform/say.ts';
import { emailKey, holderOf } from '#kernel/sessions/email.ts';
import { browserHash, forgetBrowsers, rememberBrowser } from '#kernel/sessions/known-browser.ts';
import { endLinks, inspectLink, useLink } from '#kernel/sessions/links.ts';
import { actingAs, recordSecurity } from '#kernel/sessions/security.ts';
import { answerSession, endSessionsOf } from '#kernel/sessions/tokens.ts';
import { limitAnonymous } from './anonymous-limits.ts';
import { decideUser } from './decide.ts';
import { confirmChange, requireOwnEmail, undoChange } from './email-change.ts';
import { passwordOwner, requireGoodPassword } from './password-rule.ts';
import { hashPassword, keepPassword } from './passwords.ts';
import { type SignedIn, startSignedIn } from './sign-in.ts';
import { forgetSignUpBrowser } from './sign-up-browser.ts';

/** Longer than the work for a known address, so that the time of the answer tells nothing. */
const forgotMs = 150;

/** Who a link signed in, or what it did that signs nobody in. */
export type OpenedLink = SignedIn | { purpose: keyof typeof changed };

/** What GET and POST /verification open. */
export const verificationPurposes = [
  'verify_email',
  'confirm_email_change',
  'undo_email_change',
  'confirm_sign_in',
] as const;

/**
 * Opens the link of a mail. `newHash` is of a password that takes the place of the one chosen at sign-up, which ends
 * whatever that may have opened. Refuses with LinkExpired.
 */
export const verify = async (
  plain: CommandTrx,
  token: string,
  browser: string | null,
  newHash: string | null = null,
): Promise<OpenedLink> => {
  const link = await useLink(plain, token, verificationPurposes, plain.context.now);
  if (!link) throw new Refusal('LinkExpired');
  const user = await load<UserState>(plain, `user-${link.user_id}`);
  const trx = actingAs(plain, user.state);
  const { purpose, email_ref } = link;
  if (purpose === 'confirm_email_change') {
    await confirmChange(trx, user, email_ref);
    return { purpose };
  }
  if (purpose === 'undo_email_change') {
    await undoChange(trx, user, email_ref);
    return { purpose };
  }
  await requireOwnEmail(trx, user.state);
  if (purpose === 'confirm_sign_in') {
    // Mailed to another address of theirs, which may be in other hands by now.
    if (user.state.phase !== 'member' || user.state.email_ref !== email_ref) throw new Refusal('LinkExpired');
    await setLinkNeeded(trx, link.user_id, false);
    return { purpose };
  }
  await forgetSignUpBrowser(trx, link.user_id);
  if (newHash === null) {
    await save(trx, user, decideUser({ type: 'VerifyEmail', email_ref }, user.state));
  } else {
    await save(trx, user, decideUser({ type: 'ResetPassword', email_ref }, user.state));
    await keepPassword(trx, link.user_id, newHash);
    await endLinks(trx, link.user_id, ['reset_password', 'confirm_email_change'], trx.context.now);
    await forgetBrowsers(trx, link.user_id);
    await endSessionsOf(trx, user.state, 'password_changed');
  }
  // A mailbox is no second factor: whoever is asked for one signs in. It does not open what staff closed either.
  if (user.state.disabled || (await asksForFactor(trx, trx.kernel, user.state))) return { purpose: 'verify_email' };
  return startSignedIn(trx, user.state, newHash === null ? browser : null);
};

/** What a person is told whose link signs nobody in. */
export const changed = {
  confirm_email_change: userWords.emailConfirmed,
  undo_email_change: userWords.emailBack,
  verify_email: userWords.emailVerified,
  confirm_sign_in: factorWords.linkOpened,
} as const;

const forget = async (plain: CommandTrx, email: string): Promise<void> => {
  const { kernel, context } = plain;
  const addressKey = emailKey(kernel, email);
  const wait = await countUse(plain, mailLimit(kernel.config.LIMIT_MAILS, 'reset_password', addressKey), context.now);
  const userId = await holderOf(plain, kernel, email);
  const user = userId === null ? null : await kernel.facts.user(plain, userId);
  if (user?.phase !== 'member' || wait > 0) return;
  const [eventId] = await recordSecurity(plain, user, [{ type: 'PasswordResetRequested', data: { user_id: user.id } }]);
  await enqueueEffect(plain, eventId!, 'mail', { template: 'reset_password', user_id: user.id });
};

const reset = async (
  plain: CommandTrx,
  token: string,
  password_hash: string,
  browser: string | null,
): Promise<string> => {
  const { now } = plain.context;
  const link = await useLink(plain, token, ['reset_password'], now);
  if (!link) throw new Refusal('LinkExpired');
  const user = await load<UserState>(plain, `user-${link.user_id}`);
  const trx = actingAs(plain, user.state);
  await requireOwnEmail(trx, user.state);
  const reset = decideUser({ type: 'ResetPassword', email_ref: link.email_ref }, user.state);
  const { recorded } = await save(trx, user, reset);
  const { event_id } = recorded[0]!.meta;
  await enqueueEffect(trx, event_id, 'notice', { template: 'password_changed', user_id: link.user_id });
  await keepPassword(trx, link.user_id, password_hash);
  // It came out of the mailbox, as the link would that a sign-in after a reset of factors asks for.
  await setLinkNeeded(trx, link.user_id, false);
  // Links that sign in or move the address were asked for by whoever held the old password.
  await endLinks(trx, link.user_id, ['verify_email', 'confirm_email_change'], now);
  // Whoever guessed in a browser that was known guesses on as a stranger; this one has shown that it is the person's.
  await forgetBrowsers(trx, link.user_id);
  const cookie = await rememberBrowser(trx, link.user_id, browser);
  await endSessionsOf(trx, user.state, 'password_changed');
  return cookie;
};

/** What links out of mails lead to, and the asking for a reset link. */
export const linkRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'GET',
    // A HEAD must not use the token up.
    exposeHeadRoute: false,
    url: '/api/verification',
    onRequest: limitAnonymous(kernel),
    config: { policy: { caller: 'anyone' }, noStore: true, sessionCookie: 'gives' },
    schema: {
      summary: 'Open an email link',
      description:
        'Depending on the link, this verifies an email and signs in, confirms a new email and ends all other sessions, takes the old email back, ends all sessions and voids the password, or allows the sign-in after second factors were reset. Only the first signs in, and only who is asked for no second factor. The others answer with `purpose`.',
      tags: ['Sign-in'],
      querystring: z.strictObject({ token: linkToken }),
      response: { 200: success(verified) },
    },
    handler: async (request, reply) => {
      const { data } = await runCommand(kernel, commandContext(request, kernel), async (trx) => ({
        status: 200,
        data: await verify(trx, request.query.token, browserHash(kernel, request)),
      }));
      if ('purpose' in data) return { data, message: say(changed[data.purpose]) };
      reply.header('set-cookie', data.cookie);
      const session = answerSession(server, kernel, [request, reply], data.session);
      return { data: session, message: say(userWords.emailVerified) };
    },
  });
  server.route({
    method: 'POST',
    url: '/api/forgot_password',
    onRequest: limitAnonymous(kernel),
    config: { policy: { caller: 'anyone' }, noStore: true },
    schema: {
      summary: 'Request a password reset link',
      tags: ['Sign-in'],
      body: forgotPassword,
      response: { 200: success(z.null()) },
    },
    handler: async (request) => {
      const work = runCommand(kernel, commandContext(request, kernel), async (trx) => {
        await forget(trx, request.body.email);
        return { status: 200, data: null };
      });
      await Promise.all([work, delay(forgotMs)]);
      return { data: null, message: say(userWords.resetMailed) };
    },
  });
  server.route({
    method: 'POST',
    url: '/api/user/update_password',
    onRequest: limitAnonymous(kernel),
    config: { policy: { caller: 'anyone' }, noStore: true },
    schema: {
      summary: 'Set a new password with a reset link',
      tags: ['Sign-in'],
      body: updatePassword,
      response: { 200: success(z.null()) },
    },
    handler: async (request, reply) => {
      const { token, password } = request.body;
      const link = await inspectLink(kernel.db, token, kernel.now());
      if (link?.purpose !== 'reset_password') throw new Refusal('LinkExpired');
      requireGoodPassword(kernel.config, password, await passwordOwner(kernel, link.user_id));
      const passwordHash = await hashPassword(password);
      const answer = await runCommand(kernel, commandContext(request, kernel), async (trx) => {
        const cookie = await reset(trx, token, passwordHash, browserHash(kernel, request));
        trx.afterCommit(() => void reply.header('set-cookie', cookie));
        return { status: 200, data: null, message: userWords.passwordChanged };
      });
      return sendAnswer(reply, answer);
    },
  });
};
