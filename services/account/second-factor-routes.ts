import { z } from 'zod';
import type { AccountState } from '#contracts/account/state.ts';
import { success } from '#contracts/api/envelope.ts';
import { askForFactors } from '#contracts/user/proofs.ts';
import { factorWords } from '#contracts/words/factors.en.ts';
import { requireFeature } from '#kernel/auth/principal.ts';
import { stillMay } from '#kernel/commands/command-trx.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { load, save } from '#kernel/commands/streams.ts';
import { readFactors } from '#kernel/factors/factors.ts';
import { sendAnswer } from '#kernel/http/answer.ts';
import { commandContext, principalOf } from '#kernel/http/request.ts';
import type { Routes } from '#kernel/http/types.ts';
import { decideAccount } from './decide.ts';

/** Asking everybody of an account for a second factor. */
export const secondFactorRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'POST',
    url: '/api/account/otp',
    // The feature is asked for behind the body: turning it off is refused in words with every plan.
    config: { policy: { caller: 'user', act: 'account.change', confirm: true } },
    schema: {
      summary: 'Ask everyone for a second factor',
      description:
        "Needs your own verified phone number. From then on each sign-in of the account asks for a second factor. It can't be turned off again.",
      tags: ['Second factors'],
      body: askForFactors,
      response: { 200: success(z.object({ sms_otp: z.literal(true), version: z.int() })) },
    },
    handler: async (request, reply) => {
      const principal = principalOf(request);
      const answer = await runCommand(kernel, commandContext(request, kernel), async (trx) => {
        const now = await stillMay(trx, principal, 'account.change');
        requireFeature(now, 'mfa', trx.context.now);
        const hasPhone = (await readFactors(trx, now.user_id)).some(({ type }) => type === 'sms');
        const account = await load<AccountState>(trx, `account-${now.account_id}`);
        const { version } = await save(trx, account, decideAccount({ type: 'RequireFactor', hasPhone }, account.state));
        return { status: 200, data: { sms_otp: true as const, version }, message: factorWords.required };
      });
      return sendAnswer(reply, answer);
    },
  });
};
