import type { FactorFields } from '#contracts/user/factors.ts';
import { methodsOf, readFactors } from '#kernel/factors/factors.ts';
import type { Proof } from '#kernel/kernel.ts';
import { requireFactor } from './check.ts';
import { requirePhoneCode } from './phone-codes.ts';

const methodOf = { totp_code: 'totp', recovery_code: 'recovery_code', passkey: 'passkey', otp_code: 'sms' } as const;

const held = (field: keyof typeof methodOf): Proof['held'] => {
  return async ({ db }, userId) => methodsOf(await readFactors(db, userId), true).includes(methodOf[field]);
};

const counted = (field: 'totp_code' | 'recovery_code' | 'passkey'): Proof => ({
  field,
  asked: 'ConfirmationRequired',
  isFactor: true,
  held: held(field),
  async require(kernel, _request, userId, given) {
    await requireFactor(kernel, userId, field, { [field]: given } as FactorFields);
  },
});

/** Shows by a second factor that it is still the person; wrong ones count like those of signing in. */
export const factorProofs: readonly Proof[] = [
  counted('passkey'),
  counted('totp_code'),
  {
    field: 'otp_code',
    asked: 'ConfirmationRequired',
    isFactor: false,
    held: held('otp_code'),
    async require(kernel, _request, userId, given) {
      await requirePhoneCode(kernel, userId, 'confirm', given as string);
    },
  },
  counted('recovery_code'),
];
