import type { AccountState } from '#contracts/account/state.ts';
import { type CommandKernel, systemContext } from '#kernel/commands/command-trx.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { load, save } from '#kernel/commands/streams.ts';
import { claimReferralToken } from '#kernel/db/referral-token.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { type StartPart, singleRunner } from '#kernel/part.ts';
import { delay } from '#kernel/platform/delay.ts';
import { decideReferralToken } from './decide.ts';

const batch = 100;
// Accounts are made with a code; a process of an earlier release that still runs makes some without.
const everyMs = 60_000;

/** Gives an account a referral code unless it has one; whoever does so at the same time waits and then leaves it. */
export const giveReferralToken = async (kernel: CommandKernel, accountId: string): Promise<boolean> => {
  const { data } = await runCommand(kernel, systemContext(kernel.now(), accountId), async (trx) => {
    const account = await load<AccountState>(trx, `account-${accountId}`);
    if (account.state.referral_token !== null) return { status: 200, data: false };
    const token = await claimReferralToken(trx, accountId);
    await save(trx, account, decideReferralToken(token, account.state));
    return { status: 200, data: true };
  });
  return data;
};

/** Gives every account without a referral code one, each by an event of the system; answers how many. */
export const giveMissingReferralTokens = async (
  kernel: CommandKernel & Pick<Kernel, 'db' | 'log'>,
  signal?: AbortSignal,
): Promise<number> => {
  let given = 0;
  let last: string | null = null;
  for (;;) {
    const { rows }: { rows: { id: string }[] } = await kernel.db.pool.query({
      name: 'accounts-without-referral-token',
      text: `select id from account where referral_token is null and ($1::uuid is null or id > $1) order by id limit ${batch}`,
      values: [last],
    });
    for (const { id } of rows) {
      if (signal?.aborted) return given;
      try {
        if (await giveReferralToken(kernel, id)) given += 1;
      } catch (error) {
        kernel.log.error({ err: error, account_id: id }, 'could not give an account a referral code');
      }
    }
    if (rows.length < batch) return given;
    last = rows.at(-1)!.id;
  }
};

/** Gives accounts from before there were referral codes theirs, in one process at a time. */
export const startReferralTokens: StartPart = async (kernel) =>
  singleRunner(kernel, kernel.locks, 'referrals', async (signal) => {
    while (!signal.aborted) {
      await giveMissingReferralTokens(kernel, signal);
      await delay(everyMs, signal);
    }
  });
