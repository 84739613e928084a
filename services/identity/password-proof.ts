import { Refusal, refusalAt } from '#contracts/api/errors.ts';
import { claimOf } from '#kernel/db/claims.ts';
import type { Proof } from '#kernel/kernel.ts';
import { passwordFits } from './passwords.ts';
import { startSignInAttempt, storedHash } from './sign-in-attempt.ts';

/** Shows by the password that it is still the person. A wrong one is refused with PasswordWrong and counts like a sign-in. */
export const passwordProof: Proof = {
  field: 'password',
  asked: 'PasswordRequired',
  held: async (kernel, userId) => (await storedHash(kernel.db, userId)) !== null,
  async require(kernel, request, userId, password) {
    const addressKey = (await claimOf(kernel.db, 'email', userId)) ?? userId;
    const attempt = await startSignInAttempt(kernel, request, addressKey, userId);
    const hash = await storedHash(kernel.db, userId);
    if (hash === null) throw new Refusal('ConfirmationRequired');
    if (await passwordFits(hash, password)) return attempt.right();
    await attempt.wrong();
    throw refusalAt('password', 'PasswordWrong');
  },
};
