import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { success } from '#contracts/api/envelope.ts';
import { Refusal, refusalAt } from '#contracts/api/errors.ts';
import { verification } from '#contracts/user/commands.ts';
import { verified } from '#contracts/user/rows.ts';
import { userWords } from '#contracts/words/user.en.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { commandContext } from '#kernel/http/request.ts';
import type { Routes } from '#kernel/http/types.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { say } from '#kernel/platform/say.ts';
import { browserHash } from '#kernel/sessions/known-browser.ts';
import { inspectLink, type LinkPurpose } from '#kernel/sessions/links.ts';
import { answerSession } from '#kernel/sessions/tokens.ts';
import { limitAnonymous } from './anonymous-limits.ts';
import { changed, verificationPurposes, verify } from './links.ts';
import { checkPassword } from './password-proof.ts';
import { passwordOwner, requireGoodPassword } from './password-rule.ts';
import { hashPassword, stillTheHash } from './passwords.ts';
import { isSignUpBrowser } from './sign-up-browser.ts';

/** What shows that whoever opens the link of a sign-up made it, or may have it: hashes of its password, or of a new one. */
interface SignUpProof {
  presentHash: string | null;
  newHash: string | null;
}

const opens = (purpose: LinkPurpose): boolean => (verificationPurposes as readonly string[]).includes(purpose);

/**
 * The click alone shows nothing but that somebody reads the mailbox: whoever signed up with another's address would be let
 * in by its holder. So it takes the browser of the sign-up, its password, or a new password that voids that one.
 */
const proofOf = async (
  kernel: Kernel,
  request: FastifyRequest,
  userId: string,
  { password, new_password }: z.infer<typeof verification>,
): Promise<SignUpProof> => {
  if (new_password !== undefined) {
    requireGoodPassword(kernel.config, new_password, await passwordOwner(kernel, userId), 'new_password');
    return { presentHash: null, newHash: await hashPassword(new_password) };
  }
  if (await isSignUpBrowser(kernel, kernel.db, request, userId, kernel.now()))
    return { presentHash: null, newHash: null };
  if (password === undefined) throw refusalAt('password', 'PasswordRequired');
  return { presentHash: await checkPassword(kernel, request, userId, password, 'password'), newHash: null };
};

/** POST /verification: opens the link of a mail in a page, which may not be where the sign-up was made. */
export const verificationRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'POST',
    url: '/api/verification',
    onRequest: limitAnonymous(kernel),
    config: { policy: { caller: 'anyone' }, noStore: true, sessionCookie: 'gives' },
    schema: {
      summary: 'Open an email link on a page',
      description:
        'Does what GET /verification does. In the browser of the sign-up, a link that verifies an email needs nothing else. In any other it needs `password`, the one chosen at sign-up (422 PasswordRequired, PasswordWrong), or `new_password`, which replaces it and ends other sessions. Wrong passwords count toward the sign-in limit and leave the link as it is.',
      tags: ['Sign-in'],
      body: verification,
      response: { 200: success(verified) },
    },
    handler: async (request, reply) => {
      const { token } = request.body;
      const link = await inspectLink(kernel.db, token, kernel.now());
      if (!link || !opens(link.purpose)) throw new Refusal('LinkExpired');
      const { presentHash, newHash } =
        link.purpose === 'verify_email'
          ? await proofOf(kernel, request, link.user_id, request.body)
          : { presentHash: null, newHash: null };
      const { data } = await runCommand(kernel, commandContext(request, kernel), async (trx) => {
        // The lock makes a later change of the password wait, and end the session that starts here.
        if (presentHash !== null && !(await stillTheHash(trx, link.user_id, presentHash, 'share')))
          throw refusalAt('password', 'PasswordWrong');
        return { status: 200, data: await verify(trx, token, browserHash(kernel, request), newHash) };
      });
      if ('purpose' in data) return { data, message: say(changed[data.purpose]) };
      reply.header('set-cookie', data.cookie);
      const session = answerSession(server, kernel, [request, reply], data.session);
      return { data: session, message: say(userWords.emailVerified) };
    },
  });
};
