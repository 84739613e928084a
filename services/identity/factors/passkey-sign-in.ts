import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal, refusalAt } from '#contracts/api/errors.ts';
import type { PasskeyAnswer } from '#contracts/user/factors.ts';
import type { Phrase } from '#contracts/words/phrase.ts';
import type { CommandAnswer, CommandTrx } from '#kernel/commands/command-trx.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { claimOf } from '#kernel/db/claims.ts';
import { transaction } from '#kernel/db/transaction.ts';
import { tryFactor } from '#kernel/factors/tries.ts';
import { requireLocalDemo } from '#kernel/http/demo-account.ts';
import { commandContext } from '#kernel/http/request.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { browserHash } from '#kernel/sessions/known-browser.ts';
import { type AccountUser, actingAs } from '#kernel/sessions/security.ts';
import { mailVerificationAgain } from '../verification-mail.ts';
import { holdPasskey, passkeyHolder, relyingParty, takePasskey } from './passkeys.ts';
import { recordStep } from './second-step.ts';

/**
 * Signs somebody in by a passkey alone, which the device has verified the person for: it says by itself whose it is, and
 * stands for password and second factor. Tries count like those of a second factor. `start` starts the session, and refuses
 * whom staff have disabled; whose email is not verified is mailed the link again.
 */
export const signInByPasskey = async <Entry extends { session: { session_id: string } }>(
  kernel: Kernel,
  [request, reply]: [FastifyRequest, FastifyReply],
  passkey: PasskeyAnswer,
  start: (trx: CommandTrx, user: AccountUser, browser: string | null) => Promise<Entry>,
): Promise<Entry> => {
  const { config, db } = kernel;
  relyingParty(config);
  const userId = await passkeyHolder(kernel, passkey.id);
  if (userId === null) throw refusalAt('passkey', 'PasskeyNotValid');
  // How many are left is not said: whoever knows a passkey's id has shown nothing else yet.
  const { wasRight } = await tryFactor(kernel, userId);
  const used = await takePasskey(kernel, passkey, userId);
  if (used === null) throw refusalAt('passkey', 'PasskeyNotValid');
  await wasRight();
  const user = await transaction(db, (trx) => kernel.facts.user(trx, userId));
  if (user) await requireLocalDemo(kernel, request, { account_id: user.account_id });
  const { data } = await runCommand(
    kernel,
    commandContext(request, kernel),
    async (plain): Promise<CommandAnswer<Entry | { said: Phrase }>> => {
      const now = await kernel.facts.user(plain, userId);
      if (now?.phase !== 'member') throw refusalAt('passkey', 'PasskeyNotValid');
      // Held until the session is there: whoever takes the passkey away then ends that session, too.
      if (!(await holdPasskey(plain, used))) throw refusalAt('passkey', 'PasskeyNotValid');
      const trx = actingAs(plain, now);
      if (!now.verified && !now.disabled) {
        const addressKey = (await claimOf(trx, 'email', userId)) ?? userId;
        const { said, cookie } = await mailVerificationAgain(trx, userId, { addressKey, request });
        if (cookie) trx.afterCommit(() => void reply.header('set-cookie', cookie));
        return { status: 200, data: { said } };
      }
      const entry = await start(trx, now, browserHash(kernel, request));
      await recordStep(trx, now, entry.session.session_id, { method: 'passkey', phone: null });
      return { status: 200, data: entry };
    },
  );
  // Refused only now: what was mailed stays.
  if ('said' in data) throw new Refusal('EmailNotVerified', data.said);
  return data;
};
