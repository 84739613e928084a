import { z } from 'zod';
import { success } from '#contracts/envelope.ts';
import { Refusal } from '#contracts/errors.ts';
import { login, refreshRequest, sessionTokens } from '#contracts/user.ts';
import { type CommandTrx, runCommand } from '#kernel/command.ts';
import { commandContext, principalOf, type Routes } from '#kernel/http/server.ts';
import { askFor } from '#kernel/jobs/outbox.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { countUse, mailLimit } from '#kernel/limit.ts';
import { emailKey, holderOf } from '#kernel/sessions/email.ts';
import { countFailedSignIn } from '#kernel/sessions/failed-sign-ins.ts';
import { actingAs, recordSecurity } from '#kernel/sessions/security.ts';
import { endSession, type LiveSession, rotateSession, sessionAnswer, startSession } from '#kernel/sessions/tokens.ts';
import { passwordFits } from './passwords.ts';
import { limitStrangers } from './strangers.ts';

const nobody = '00000000-0000-0000-0000-000000000000';

const storedHash = async (on: Pick<Kernel['db'], 'query'>, userId: string | null): Promise<string | null> => {
  // A stranger is looked up too, so that both take the same time.
  const row = await on.query
    .selectFrom('user_secret')
    .select('password_hash')
    .where('user_id', '=', userId ?? nobody)
    .executeTakeFirst();
  return row?.password_hash ?? null;
};

// The password that was right a moment ago may have been replaced since; the lock makes a later change wait, and end
// the session that starts here.
const stillTheHash = async (trx: CommandTrx, userId: string, hash: string): Promise<boolean> => {
  const row = await trx.query
    .selectFrom('user_secret')
    .select('password_hash')
    .where('user_id', '=', userId)
    .forShare()
    .executeTakeFirst();
  return row?.password_hash === hash;
};

/** Starts a session of a user whom a password or link has shown to be there, and records it. */
export const enter = async (trx: CommandTrx, user: { id: string; account_id: string }): Promise<LiveSession> => {
  const session = await startSession(trx, user.id);
  await recordSecurity(trx, user, [
    { type: 'UserSignedIn', data: { user_id: user.id, session_id: session.session_id } },
  ]);
  return session;
};

type Entry = { session: LiveSession } | { refusal: 'InvalidCredentials' | 'EmailNotVerified' };

const signIn = async (plain: CommandTrx, userId: string, hash: string, addressKey: string): Promise<Entry> => {
  const { kernel, context } = plain;
  const user = await kernel.facts.user(plain, userId);
  if (user?.phase !== 'member' || !(await stillTheHash(plain, userId, hash))) return { refusal: 'InvalidCredentials' };
  const trx = actingAs(plain, user);
  if (user.verified) return { session: await enter(trx, user) };
  if ((await countUse(trx, mailLimit(kernel.config.LIMIT_MAILS, 'verify_email', addressKey), context.now)) === 0)
    await askFor(trx, context.correlation_id, 'mail', { template: 'verify_email', user_id: userId });
  return { refusal: 'EmailNotVerified' };
};

/** Signing in and out, and going on with a session. */
export const signInRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'POST',
    url: '/api/login',
    onRequest: limitStrangers(kernel),
    config: { policy: { caller: 'anyone' }, noStore: true },
    schema: { summary: 'Sign in', tags: ['identity'], body: login, response: { 200: success(sessionTokens) } },
    handler: async (request, reply) => {
      const { email, password } = request.body;
      const addressKey = emailKey(kernel, email);
      const key = kernel.secrets.keyed('sign-in', `${request.ip} ${addressKey}`);
      const wait = await countUse(
        kernel.db,
        { scope: 'sign_in', key, max: kernel.config.LIMIT_SIGN_IN, seconds: 60 },
        kernel.now(),
      );
      if (wait > 0) {
        reply.header('retry-after', String(wait));
        throw new Refusal('TooManyRequests');
      }
      const userId = await holderOf(kernel.db, kernel, email);
      const hash = await storedHash(kernel.db, userId);
      const context = commandContext(request, kernel);
      const fits = await passwordFits(hash, password);
      const entry: Entry =
        fits && userId && hash
          ? (
              await runCommand(kernel, context, async (trx) => ({
                status: 200,
                data: await signIn(trx, userId, hash, addressKey),
              }))
            ).data
          : { refusal: 'InvalidCredentials' };
      if ('session' in entry) return { data: sessionAnswer(server, entry.session) };
      if (entry.refusal === 'InvalidCredentials') await countFailedSignIn(kernel, userId, addressKey);
      throw new Refusal(entry.refusal);
    },
  });
  server.route({
    method: 'POST',
    url: '/api/refresh',
    config: { policy: { caller: 'anyone' }, noStore: true },
    schema: {
      summary: 'Go on with a session',
      tags: ['identity'],
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
    config: { policy: { caller: 'user' } },
    schema: {
      summary: 'Sign out',
      tags: ['identity'],
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
