import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '#contracts/api/errors.ts';
import type { Phrase } from '#contracts/words/phrase.ts';
import { refusalWords } from '#contracts/words/refusals.en.ts';
import { userWords } from '#contracts/words/user.en.ts';
import type { CommandTrx } from '#kernel/commands/command-trx.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { countUse, mailLimit } from '#kernel/db/rate-limit.ts';
import { commandContext } from '#kernel/http/request.ts';
import { enqueueEffect } from '#kernel/jobs/outbox.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { emailKey, holderOf } from '#kernel/sessions/email.ts';
import { countRegistration } from './anonymous-limits.ts';
import { isSignUpBrowser, keepSignUpBrowser } from './sign-up-browser.ts';
import { isUnverifiedSignUp } from './take-address.ts';

interface Asked {
  addressKey: string;
  request: FastifyRequest;
  /** The call was counted as a sign-up already. */
  counted?: boolean;
}

/** What came of mailing a link again: what the person is told, and the Set-Cookie line for the browser of the sign-up. */
export interface MailedAgain {
  said: Phrase;
  cookie: string | null;
}

/**
 * Mails a user the link of their sign-up again: LIMIT_MAILS by its receiver, LIMIT_REGISTRATIONS by the network that has it
 * mailed. In the browser they signed up in, that is known for another day.
 */
export const mailVerificationAgain = async (
  trx: CommandTrx,
  userId: string,
  { addressKey, request, counted = false }: Asked,
): Promise<MailedAgain> => {
  const { kernel, context } = trx;
  const { now } = context;
  const may =
    (await countUse(trx, mailLimit(kernel.config.LIMIT_MAILS, 'verify_email', addressKey), now)) === 0 &&
    (counted || (await countRegistration(kernel, trx, request, now)) === 0);
  if (!may) return { said: userWords.verifyFirst, cookie: null };
  await enqueueEffect(trx, context.correlation_id, 'mail', { template: 'verify_email', user_id: userId });
  const isTheirs = await isSignUpBrowser(kernel, trx, request, userId, now);
  return { said: refusalWords.EmailNotVerified, cookie: isTheirs ? await keepSignUpBrowser(trx, userId) : null };
};

/**
 * Does what takes an address. Where that is refused because somebody signed up with it and has not verified it yet, the link
 * of that sign-up is mailed again: whoever reads that mailbox can go on with it.
 */
export const orMailFirstLink = async <T>(
  kernel: Kernel,
  request: FastifyRequest,
  reply: FastifyReply,
  email: string,
  counted: boolean,
  work: () => Promise<T>,
): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'UserExists')) throw error;
    await runCommand(kernel, commandContext(request, kernel), async (trx) => {
      const userId = await holderOf(trx, kernel, email);
      const user = userId === null ? null : await kernel.facts.user(trx, userId);
      if (isUnverifiedSignUp(user)) {
        const addressKey = emailKey(kernel, email);
        const { cookie } = await mailVerificationAgain(trx, user.id, { addressKey, request, counted });
        if (cookie) trx.afterCommit(() => void reply.header('set-cookie', cookie));
      }
      return { status: 200, data: null };
    });
    throw error;
  }
};
