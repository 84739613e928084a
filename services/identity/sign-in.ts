import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { success } from '#contracts/api/envelope.ts';
import { Refusal } from '#contracts/api/errors.ts';
import { login, refreshRequest } from '#contracts/user/commands.ts';
import { sessionTokens } from '#contracts/user/rows.ts';
import type { CommandTrx } from '#kernel/commands/command-trx.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { normalizeEmail } from '#kernel/db/personal.ts';
import { transaction } from '#kernel/db/transaction.ts';
import { requireLocalDemo } from '#kernel/http/demo-account.ts';
import { commandContext, principalOf } from '#kernel/http/request.ts';
import type { Routes } from '#kernel/http/types.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { emailKey, holderOf } from '#kernel/sessions/email.ts';
import { browserHash, rememberBrowser } from '#kernel/sessions/known-browser.ts';
import { actingAs, recordSecurity } from '#kernel/sessions/security.ts';
import { endSession, type LiveSession, rotateSession, sessionAnswer, startSession } from '#kernel/sessions/tokens.ts';
import { limitAnonymous, limitRefreshes } from './anonymous-limits.ts';
import { passwordFits, stillTheHash } from './passwords.ts';
import { startSignInAttempt, storedHash } from './sign-in-attempt.ts';
import { mailVerificationAgain } from './verification-mail.ts';

/** Somebody who has signed in: the session, and the cookie by which the browser is known again. */
export interface SignedIn {
  session: LiveSession;
  cookie: string;
}

/**
 * Starts a session of a user whom a password or link has shown to be there, and records it. `browser` is the hash by
 * which the browser was known so far, if it was.
 */
export const startSignedIn = async (
  trx: CommandTrx,
  user: { id: string; account_id: string },
  browser: string | null,
): Promise<SignedIn> => {
  const session = await startSession(trx, user.id);
  const cookie = await rememberBrowser(trx, user.id, browser);
  await recordSecurity(trx, user, [
    { type: 'UserSignedIn', data: { user_id: user.id, session_id: session.session_id } },
  ]);
  return { session, cookie };
};

type Entry = SignedIn | { refusal: 'InvalidCredentials' | 'EmailNotVerified'; cookie?: string | null };

interface Asked {
  addressKey: string;
  browser: string | null;
  request: FastifyRequest;
}

const signIn = async (plain: CommandTrx, userId: string, hash: string, asked: Asked): Promise<Entry> => {
  const user = await plain.kernel.facts.user(plain, userId);
  // The lock makes a later change of the password wait, and end the session that starts here.
  if (user?.phase !== 'member' || !(await stillTheHash(plain, userId, hash, 'share')))
    return { refusal: 'InvalidCredentials' };
  const trx = actingAs(plain, user);
  if (user.verified) return startSignedIn(trx, user, asked.browser);
  return { refusal: 'EmailNotVerified', cookie: await mailVerificationAgain(trx, userId, asked) };
};

/** Somebody of the demo signs in on this machine alone, whatever leads here from others. */
const refuseDemoElsewhere = async (
  kernel: Pick<Kernel, 'db' | 'facts' | 'config' | 'secrets'>,
  request: FastifyRequest,
  userId: string,
  email: string,
): Promise<void> => {
  const user = await transaction(kernel.db, (trx) => kernel.facts.user(trx, userId));
  if (user) await requireLocalDemo(kernel, request, { account_id: user.account_id, email: normalizeEmail(email) });
};

/** Signing in and out, and going on with a session. */
export const signInRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'POST',
    url: '/api/login',
    onRequest: limitAnonymous(kernel),
    config: { policy: { caller: 'anyone' }, noStore: true },
    schema: { summary: 'Sign in', tags: ['Sign-in'], body: login, response: { 200: success(sessionTokens) } },
    handler: async (request, reply) => {
      const { email, password } = request.body;
      const addressKey = emailKey(kernel, email);
      const userId = await holderOf(kernel.db, kernel, email);
      const attempt = await startSignInAttempt(kernel, request, addressKey, userId);
      const hash = await storedHash(kernel.db, userId);
      const fits = await passwordFits(hash, password);
      const asked: Asked = { addressKey, browser: browserHash(kernel, request), request };
      if (fits && userId) await refuseDemoElsewhere(kernel, request, userId, email);
      const entry: Entry =
        fits && userId && hash
          ? (
              await runCommand(kernel, commandContext(request, kernel), async (trx) => ({
                status: 200,
                data: await signIn(trx, userId, hash, asked),
              }))
            ).data
          : { refusal: 'InvalidCredentials' };
      if ('refusal' in entry) {
        await (entry.refusal === 'InvalidCredentials' ? attempt.wrong() : attempt.right());
        if (entry.cookie) reply.header('set-cookie', entry.cookie);
        throw new Refusal(entry.refusal);
      }
      await attempt.right();
      reply.header('set-cookie', entry.cookie);
      return { data: sessionAnswer(server, entry.session) };
    },
  });
  server.route({
    method: 'POST',
    url: '/api/refresh',
    onRequest: limitRefreshes(kernel),
    config: { policy: { caller: 'anyone' }, noStore: true },
    schema: {
      summary: 'Refresh a session',
      tags: ['Sign-in'],
      body: refreshRequest,
      response: { 200: success(sessionTokens) },
    },
    handler: async (request) => {
      const { data: session } = await runCommand(kernel, commandContext(request, kernel), async (trx) => ({
        status: 200,
        data: await rotateSession(trx, request.body.refresh_token),
      }));
      if (!session) throw new Refusal('Unauthorized');
      return { data: sessionAnswer(server, session) };
    },
  });
  server.route({
    method: 'POST',
    url: '/api/logout',
    config: { policy: { caller: 'user', login_as: true } },
    schema: {
      summary: 'Sign out',
      tags: ['Sign-in'],
      body: refreshRequest.partial(),
      response: { 200: success(z.null()) },
    },
    handler: async (request) => {
      const { user_id, account_id, session_id, login_as } = principalOf(request);
      await runCommand(kernel, commandContext(request, kernel), async (trx) => {
        if (await endSession(trx, session_id)) {
          const data = { user_id, session_id };
          await recordSecurity(trx, { id: user_id, account_id }, [
            login_as
              ? {
                  type: 'LoginAsEnded',
                  data: { ...data, email_ref: (await kernel.facts.user(trx, user_id))!.email_ref },
                }
              : { type: 'UserSignedOut', data },
          ]);
        }
        return { status: 200, data: null };
      });
      return { data: null };
    },
  });
};
