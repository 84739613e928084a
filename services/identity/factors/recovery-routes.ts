import { success } from '#contracts/api/envelope.ts';
import { recoveryCodes } from '#contracts/user/factor-rows.ts';
import { proofBody } from '#contracts/user/proofs.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { commandContext, principalOf } from '#kernel/http/request.ts';
import type { Routes } from '#kernel/http/types.ts';
import { changeFactors } from './change.ts';
import { principalWithFactor } from './person.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';

/** Making recovery codes. */
export const recoveryRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'POST',
    url: '/api/user/recovery_codes',
    config: { policy: { caller: 'user', confirm: true }, noStore: true },
    schema: {
      summary: 'Create recovery codes',
      description: 'Returns ten codes, which are never shown again. Each works once. Earlier ones stop working.',
      tags: ['Second factors'],
      body: proofBody,
      response: { 200: success(recoveryCodes) },
    },
    handler: async (request) => {
      const principal = principalOf(request);
      const { data } = await runCommand(kernel, commandContext(request, kernel), async (trx) => {
        const now = await principalWithFactor(trx, principal);
        await changeFactors(trx, now, { type: 'MakeRecoveryCodes' });
        return { status: 200, data: { codes: await makeRecoveryCodes(trx, now.user_id) } };
      });
      return { data };
    },
  });
};
