import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { success } from '#contracts/api/envelope.ts';
import { invalidField, Refusal } from '#contracts/api/errors.ts';
import { refreshRequest } from '#contracts/user/commands.ts';
import { sessionTokens, signedIn } from '#contracts/user/rows.ts';
import type { SecondStep } from '#contracts/user/sign-in.ts';
import { signInBody } from '#contracts/user/sign-in.ts';
import { faultWords } from '#contracts/words/faults.en.ts';
import { fill, type Phrase } from '#contracts/words/phrase.ts';
import { userWords } from '#contracts/words/user.en.ts';
import { sessionOfToken } from '#kernel/auth/refresh-token.ts';
import type { CommandTrx } from '#kernel/commands/command-trx.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { normalizeEmail } from '#kernel/db/personal.ts';
import { transaction } from '#kernel/db/transaction.ts';
import { needsLink } from '#kernel/factors/factors.ts';
import { requireLocalDemo } from '#kernel/http/demo-account.ts';
import { commandContext, principalOf } from '#kernel/http/request.ts';
import { dropSessionCookie, keepsCookie } from '#kernel/http/session-cookie.ts';
import type { Routes } from '#kernel/http/types.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Config } from '#kernel/platform/config.ts';
import { emailKey, holderOf } from '#kernel/sessions/email.ts';
import { browserHash, rememberBrowser } from '#kernel/sessions/known-browser.ts';
import { actingAs, recordSecurity } from '#kernel/sessions/security.ts';
import { answerSession, endSession, type LiveSession, rotateSession, startSession } from '#kernel/sessions/tokens.ts';
import { limitAnonymous, limitRefreshes } from './anonymous-limits.ts';
import { signInByPasskey } from './factors/passkey-sign-in.ts';
import {
  recordStep,
  requireStillUnasked,
  type StepAnswer,
  type StepDone,
  takeSecondStep,
} from './factors/second-step.ts';
import { isNewDevice, tellOfDevice } from './new-device.ts';
import { passwordFits, stillTheHash } from './passwords.ts';
import { type SignInAttempt, startSignInAttempt, storedHash } from './sign-in-attempt.ts';
import { mailVerificationAgain } from './verification-mail.ts';

/** Somebody who has signed in: the session, and the cookie by which the browser is known again. */
export interface SignedIn {
  session: LiveSession;
  cookie: string;
}

/**
 * Starts a session of a user whom a password, link, passkey or provider has shown to be there, records it, and tells them of
 * a new device. `browser` is the hash by which the browser was known so far, if it was. Every way in ends here: refuses whom
 * staff have disabled with UserDisabled.
 */
export const startSignedIn = async (
  trx: CommandTrx,
  user: { id: string; account_id: string; disabled?: boolean },
  browser: string | null,
): Promise<SignedIn> => {
  if (user.disabled) throw disabled(trx.kernel.config);
  const isNew = await isNewDevice(trx, user, browser);
  const session = await startSession(trx, user.id);
  const cookie = await rememberBrowser(trx, user.id, browser);
  const [eventId] = await recordSecurity(trx, user, [
    { type: 'UserSignedIn', data: { user_id: user.id, session_id: session.session_id } },
  ]);
  if (isNew) await tellOfDevice(trx, user.id, eventId!);
  return { session, cookie };
};

/** Refuses whom staff have disabled, and says whom to contact where that is set. */
export const disabled = ({ CONTACT_EMAIL: email }: Pick<Config, 'CONTACT_EMAIL'>): Refusal =>
  email ? new Refusal('UserDisabled', fill(userWords.disabledAt, { email })) : new Refusal('UserDisabled');

type Entry =
  | SignedIn
  | {
      refusal: 'InvalidCredentials' | 'EmailNotVerified' | 'SignInLinkSent' | 'UserDisabled';
      said?: Phrase;
      cookie?: string | null;
    };

interface Asked {
  addressKey: string;
  browser: string | null;
  request: FastifyRequest;
}

const signIn = async (
  plain: CommandTrx,
  userId: string,
  hash: string,
  asked: Asked,
  step: StepDone,
): Promise<Entry> => {
  const user = await plain.kernel.facts.user(plain, userId);
  // The lock makes a later change of the password wait, and end the session that starts here.
  if (user?.phase !== 'member' || !(await stillTheHash(plain, userId, hash, 'share')))
    return { refusal: 'InvalidCredentials' };
  const trx = actingAs(plain, user);
  if (user.disabled) return { refusal: 'UserDisabled' };
  if (!user.verified) return { refusal: 'EmailNotVerified', ...(await mailVerificationAgain(trx, userId, asked)) };
  // Factors may have been reset since the second step: that holds the row of the password, too.
  if (await needsLink(trx, userId)) return { refusal: 'SignInLinkSent' };
  await requireStillUnasked(trx, user, step);
  const entry = await startSignedIn(trx, user, asked.browser);
  await recordStep(trx, user, entry.session.session_id, step);
  return entry;
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

const refresh = async (kernel: Kernel, request: FastifyRequest, token: string): Promise<LiveSession | null> => {
  const { data } = await runCommand(kernel, commandContext(request, kernel), async (trx) => ({
    status: 200,
    data: await rotateSession(trx, token),
  }));
  return data;
};

/**
 * Whether what a log-out leaves in the cookie is worth nothing: its session has ended, now or before. That of staff who were
 * here in somebody's stead goes on, and so does one that somebody else has begun in this browser meanwhile.
 */
const isCookieSpent = ({ secrets }: Pick<Kernel, 'secrets'>, request: FastifyRequest, status: number): boolean => {
  if (!keepsCookie(request) || (status !== 200 && status !== 401)) return false;
  const { principal, sessionCookie } = request;
  if (!principal) return true;
  const session = sessionCookie && sessionOfToken(secrets, sessionCookie);
  return !principal.login_as && (!session || session === principal.session_id);
};

/** The second step behind a right password, which is no guess; a wrong factor is a failure to sign in. */
const takeStep = async (
  kernel: Kernel,
  request: FastifyRequest,
  userId: string,
  given: SecondStep,
  attempt: SignInAttempt,
): Promise<StepDone | StepAnswer> => {
  await attempt.right();
  return takeSecondStep(kernel, request, userId, given, attempt.wrong);
};

/** Signing in and out, and going on with a session. */
export const signInRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'POST',
    url: '/api/login',
    onRequest: limitAnonymous(kernel),
    config: { policy: { caller: 'anyone' }, noStore: true, sessionCookie: 'gives' },
    schema: {
      summary: 'Sign in',
      description:
        'Takes an email and a password, or a passkey alone. Where a second factor is asked for, answers with the message `second_factor` and the methods that would do, or `otp_code_sent` once a code was sent. Send the same body again with a code, a passkey, or `method: "sms"`. 403 PhoneNumberRequired asks for `phone_number` in the same way, or for `method: "totp"`, which answers `authenticator_setup` with the secret of an app whose code is sent then. With `X-Session: cookie`, the refresh token is in an HttpOnly cookie instead of the answer.',
      tags: ['Sign-in'],
      body: signInBody,
      response: { 200: success(signedIn) },
    },
    handler: async (request, reply) => {
      const { email, password, ...second } = request.body;
      if (email === undefined || password === undefined) {
        const { session, cookie } = await signInByPasskey(kernel, [request, reply], second.passkey!, startSignedIn);
        reply.header('set-cookie', cookie);
        return { data: answerSession(server, kernel, [request, reply], session) };
      }
      const addressKey = emailKey(kernel, email);
      const userId = await holderOf(kernel.db, kernel, email);
      const attempt = await startSignInAttempt(kernel, request, addressKey, userId);
      const hash = await storedHash(kernel.db, userId);
      const fits = await passwordFits(hash, password);
      const asked: Asked = { addressKey, browser: browserHash(kernel, request), request };
      if (fits && userId) await refuseDemoElsewhere(kernel, request, userId, email);
      const step = fits && userId ? await takeStep(kernel, request, userId, second, attempt) : null;
      if (step && 'data' in step) return step;
      const entry: Entry =
        step && userId && hash
          ? (
              await runCommand(kernel, commandContext(request, kernel), async (trx) => ({
                status: 200,
                data: await signIn(trx, userId, hash, asked, step),
              }))
            ).data
          : { refusal: 'InvalidCredentials' };
      if ('refusal' in entry) {
        if (entry.refusal === 'InvalidCredentials') await attempt.wrong();
        if (entry.cookie) reply.header('set-cookie', entry.cookie);
        throw entry.refusal === 'UserDisabled' ? disabled(kernel.config) : new Refusal(entry.refusal, entry.said);
      }
      reply.header('set-cookie', entry.cookie);
      return { data: answerSession(server, kernel, [request, reply], entry.session) };
    },
  });
  server.route({
    method: 'POST',
    url: '/api/refresh',
    onRequest: limitRefreshes(kernel),
    config: { policy: { caller: 'anyone' }, noStore: true, sessionCookie: 'takes' },
    schema: {
      summary: 'Refresh a session',
      description:
        'Send the refresh token of the last answer, which it replaces. With `X-Session: cookie`, as JSON from a page of this address, the cookie will do, and gets the next token.',
      tags: ['Sign-in'],
      body: refreshRequest,
      response: { 200: success(sessionTokens) },
    },
    handler: async (request, reply) => {
      const given = request.body.refresh_token ?? request.sessionCookie;
      if (!given && !keepsCookie(request)) throw invalidField('refresh_token', faultWords.required);
      const session = given ? await refresh(kernel, request, given) : null;
      if (!session) throw new Refusal('Unauthorized');
      return { data: answerSession(server, kernel, [request, reply], session) };
    },
  });
  server.route({
    method: 'POST',
    url: '/api/logout',
    config: { policy: { caller: 'user', login_as: true }, sessionCookie: 'takes' },
    schema: {
      summary: 'Sign out',
      description: 'With `X-Session: cookie`, the cookie will do instead of an access token, and is cleared.',
      tags: ['Sign-in'],
      body: refreshRequest,
      response: { 200: success(z.null()) },
    },
    onSend: async (request, reply) => {
      if (isCookieSpent(kernel, request, reply.statusCode)) dropSessionCookie(kernel, reply);
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
