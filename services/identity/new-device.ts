import type { CommandTrx } from '#kernel/commands/command-trx.ts';
import { countUse, mailLimit } from '#kernel/db/rate-limit.ts';
import { demoAccount, demoStaff } from '#kernel/http/demo-account.ts';
import { enqueueEffect } from '#kernel/jobs/outbox.ts';
import { holderOf } from '#kernel/sessions/email.ts';
import { isKnownBrowser } from '#kernel/sessions/known-browser.ts';
import type { AccountUser } from '#kernel/sessions/security.ts';

/**
 * Whether a person is told of a sign-in: one in a browser in which they never were, once they have been somewhere. People of
 * the demo sign in on this machine alone. To be asked before the session starts.
 */
export const isNewDevice = async (trx: CommandTrx, user: AccountUser, browser: string | null): Promise<boolean> => {
  const { kernel, context } = trx;
  if (user.account_id === demoAccount) return false;
  if (browser && (await isKnownBrowser(trx, browser, user.id, context.now))) return false;
  const earlier = await trx.query
    .selectFrom('session')
    .select('id')
    .where('user_id', '=', user.id)
    .where('staff_id', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return earlier !== undefined && (await holderOf(trx, kernel, demoStaff(kernel.secrets))) !== user.id;
};

/** Has a person told by mail of the sign-in that the event records: LIMIT_MAILS in 10 minutes, since programs keep no cookies. */
export const tellOfDevice = async (trx: CommandTrx, userId: string, eventId: string): Promise<void> => {
  const limit = mailLimit(trx.kernel.config.LIMIT_MAILS, 'new_device', userId);
  if ((await countUse(trx, limit, trx.context.now)) > 0) return;
  await enqueueEffect(trx, eventId, 'notice', { template: 'new_device', user_id: userId });
};
