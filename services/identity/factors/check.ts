import { type RefusalCode, refusedTry } from '#contracts/api/errors.ts';
import type { FactorMethod } from '#contracts/user/factor-methods.ts';
import type { FactorFields } from '#contracts/user/factors.ts';
import type { CommandKernel } from '#kernel/commands/command-trx.ts';
import { tryFactor } from '#kernel/factors/tries.ts';
import { takePasskey } from './passkeys.ts';
import { takeRecoveryCode } from './recovery-codes.ts';
import { takeTotp } from './totp.ts';

/** A factor that needs nothing to be sent: the field that brings it, and how it is used up. */
interface CountedFactor {
  method: Exclude<FactorMethod, 'sms'>;
  wrong: RefusalCode;
  use(kernel: CommandKernel, userId: string, given: FactorFields): Promise<boolean>;
}
type CountedField = Exclude<keyof FactorFields, 'otp_code'>;

const counted: Record<CountedField, CountedFactor> = {
  totp_code: {
    method: 'totp',
    wrong: 'OtpCodeNotValid',
    use: (kernel, userId, { totp_code }) => takeTotp(kernel, userId, totp_code!),
  },
  recovery_code: {
    method: 'recovery_code',
    wrong: 'OtpCodeNotValid',
    use: (kernel, userId, { recovery_code }) => takeRecoveryCode(kernel, userId, recovery_code!),
  },
  passkey: {
    method: 'passkey',
    wrong: 'PasskeyNotValid',
    use: async (kernel, userId, { passkey }) => (await takePasskey(kernel, passkey!, userId)) !== null,
  },
};

/** Which counted factor a body brings, the first if several; null when it brings none. */
export const countedField = (given: FactorFields): CountedField | null =>
  (Object.keys(counted) as CountedField[]).find((field) => given[field] !== undefined) ?? null;

/**
 * Uses the factor in a field of a body, counted before it is looked at. Refuses a wrong one at that field
 * (OtpCodeNotValid, PasskeyNotValid) with the tries that are left, and with TooManyRequests who has tried too often. Answers what it was.
 */
export const requireFactor = async (
  kernel: CommandKernel,
  userId: string,
  field: CountedField,
  given: FactorFields,
): Promise<FactorMethod> => {
  const { method, wrong, use } = counted[field];
  const { left, wasRight } = await tryFactor(kernel, userId);
  if (!(await use(kernel, userId, given))) throw refusedTry(field, wrong, left);
  await wasRight();
  return method;
};
