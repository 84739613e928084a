import type { UserState } from '#contracts/user/state.ts';
import type { CommandTrx } from '#kernel/commands/command-trx.ts';
import { load, save } from '#kernel/commands/streams.ts';
import { enqueueEffect } from '#kernel/jobs/outbox.ts';
import { isFactorChange } from '#kernel/mail/factor-notice.ts';
import { decideFactors, type FactorCommand } from './decide.ts';

/** Changes the factors of a user, who is told of it by mail, as are the owners of the account. */
export const changeFactors = async (
  trx: CommandTrx,
  user: { user_id: string; account_id: string },
  command: FactorCommand,
): Promise<void> => {
  const { user_id, account_id } = user;
  const loaded = await load<UserState>(trx, `user-${user_id}`);
  const account = await trx.kernel.facts.account(trx, account_id, 'none');
  const events = decideFactors(command, loaded.state, account?.sms_otp ?? false);
  const { recorded } = await save(trx, loaded, events);
  for (const { type, meta } of recorded)
    if (isFactorChange(type)) await enqueueEffect(trx, meta.event_id, 'factor_notice', { user_id });
};
