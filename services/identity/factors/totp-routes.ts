import { z } from 'zod';
import { success } from '#contracts/api/envelope.ts';
import { refusalAt, refusedTry } from '#contracts/api/errors.ts';
import { totpSecret } from '#contracts/user/factor-rows.ts';
import { totpCode } from '#contracts/user/factors.ts';
import { proofBody } from '#contracts/user/proofs.ts';
import { factorWords } from '#contracts/words/factors.en.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { tryFactor } from '#kernel/factors/tries.ts';
import { sendAnswer } from '#kernel/http/answer.ts';
import { commandContext, principalOf } from '#kernel/http/request.ts';
import type { Routes } from '#kernel/http/types.ts';
import { changeFactors } from './change.ts';
import { noteFactor, principalWithFactor, readPerson } from './person.ts';
import { beginTotp, deleteTotp, finishTotp, takeTotp } from './totp.ts';

const tags = ['Second factors'];

/** Setting up an authenticator app and taking it away. */
export const totpRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'POST',
    url: '/api/user/totp',
    config: { policy: { caller: 'user', confirm: true }, noStore: true },
    schema: {
      summary: 'Set up an authenticator app',
      description:
        'Returns a new secret. It counts once one of its codes is verified in the same session within 10 minutes. Until then an earlier app keeps working.',
      tags,
      body: proofBody,
      response: { 200: success(totpSecret) },
    },
    handler: async (request) => {
      const principal = principalOf(request);
      const { data } = await runCommand(kernel, commandContext(request, kernel), async (trx) => {
        const { user_id, session_id } = await principalWithFactor(trx, principal);
        const { email } = await readPerson(trx, principal);
        return { status: 200, data: await beginTotp(trx, user_id, email, { session_id }) };
      });
      return { data };
    },
  });
  server.route({
    method: 'POST',
    url: '/api/user/totp/verify',
    config: { policy: { caller: 'user' }, noStore: true },
    schema: {
      summary: 'Verify an authenticator app',
      description: 'From now on each sign-in asks for a second factor. A wrong code answers 422 OtpCodeNotValid.',
      tags,
      body: totpCode,
      response: { 200: success(z.null()) },
    },
    handler: async (request, reply) => {
      const principal = principalOf(request);
      const { left, wasRight } = await tryFactor(kernel, principal.user_id);
      if (!(await takeTotp(kernel, principal.user_id, request.body.totp_code, principal)))
        throw refusedTry('totp_code', 'OtpCodeNotValid', left);
      await wasRight();
      const answer = await runCommand(kernel, commandContext(request, kernel), async (trx) => {
        const now = await principalWithFactor(trx, principal);
        if (!(await finishTotp(trx, now.user_id, now))) throw refusalAt('totp_code', 'OtpCodeNotValid');
        await changeFactors(trx, now, { type: 'EnableTotp' });
        await noteFactor(trx, now.session_id);
        return { status: 200, data: null, message: factorWords.authenticatorOn };
      });
      return sendAnswer(reply, answer);
    },
  });
  server.route({
    method: 'DELETE',
    url: '/api/user/totp',
    config: { policy: { caller: 'user', confirm: true } },
    schema: {
      summary: 'Remove your authenticator app',
      description: 'Answers 409 LastFactor if your account asks for a second factor and this is your last one.',
      tags,
      body: proofBody,
      response: { 200: success(z.null()) },
    },
    handler: async (request, reply) => {
      const principal = principalOf(request);
      const answer = await runCommand(kernel, commandContext(request, kernel), async (trx) => {
        const now = await principalWithFactor(trx, principal);
        await changeFactors(trx, now, { type: 'RemoveTotp' });
        await deleteTotp(trx, now.user_id);
        return { status: 200, data: null, message: factorWords.authenticatorOff };
      });
      return sendAnswer(reply, answer);
    },
  });
};
