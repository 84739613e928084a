import type { FastifyRequest } from 'fastify';
import { Refusal } from '#contracts/api/errors.ts';
import type { Principal } from '#kernel/auth/principal.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { commandContext } from '#kernel/http/request.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { requestCode } from '#kernel/sms/codes.ts';
import { phoneOf } from './phone-codes.ts';

/** Sends a code to the verified number of whoever is signed in, by which they show that it is still them. */
export const sendConfirmCode = async (
  kernel: Kernel,
  request: FastifyRequest,
  { user_id, account_id }: Principal,
): Promise<{ data: null; message: 'otp_code_sent' }> => {
  const number = await phoneOf(kernel.db, user_id);
  if (number === null) throw new Refusal('PhoneNumberRequired');
  await runCommand(kernel, commandContext(request, kernel), async (trx) => {
    await requestCode(trx, { user_id, purpose: 'confirm', number }, account_id, true);
    return { status: 200, data: null };
  });
  return { data: null, message: 'otp_code_sent' };
};
