import { z } from 'zod';
import { success } from '#contracts/api/envelope.ts';
import { phoneTail } from '#contracts/user/factors.ts';
import { updatePhone } from '#contracts/user/proofs.ts';
import { factorWords } from '#contracts/words/factors.en.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { sendAnswer } from '#kernel/http/answer.ts';
import { commandContext, principalOf } from '#kernel/http/request.ts';
import type { Routes } from '#kernel/http/types.ts';
import { requestCode, takeCode } from '#kernel/sms/codes.ts';
import { readPhoneNumber } from '#kernel/sms/phone-number.ts';
import { principalWithFactor } from './person.ts';
import { keepPhone } from './phone-codes.ts';

/** Verifying one's phone number, and changing it. */
export const phoneRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'POST',
    url: '/api/user/update_phone_number',
    config: { policy: { caller: 'user', confirm: true }, notProofs: ['otp_code'], noStore: true },
    schema: {
      summary: 'Verify your phone number',
      description:
        'Sends a code to the number and answers `otp_code_sent`. Send the same body with `otp_code` within 120 seconds to finish. A wrong code answers 422 OtpCodeNotValid, an old one OtpCodeExpired.',
      tags: ['Second factors'],
      body: updatePhone,
      response: { 200: success(z.object({ phone_number: z.string() }).nullable()) },
    },
    handler: async (request, reply) => {
      const principal = principalOf(request);
      const { phone_number, otp_code } = request.body;
      const number = readPhoneNumber(kernel.config, phone_number);
      const of = { user_id: principal.user_id, purpose: 'phone', number } as const;
      if (otp_code !== undefined) await takeCode(kernel, of, otp_code);
      const answer = await runCommand(kernel, commandContext(request, kernel), async (trx) => {
        const now = await principalWithFactor(trx, principal);
        if (otp_code === undefined) {
          await requestCode(trx, of, now.account_id, false);
          return { status: 200, data: null, message: 'otp_code_sent' };
        }
        await keepPhone(trx, now, number);
        return { status: 200, data: { phone_number: phoneTail(number) }, message: factorWords.phoneVerified };
      });
      return sendAnswer(reply, answer);
    },
  });
};
