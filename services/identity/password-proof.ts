import type { FastifyRequest } from 'fastify';
import { Refusal, refusalAt } from '#contracts/api/errors.ts';
import { claimOf } from '#kernel/db/claims.ts';
import type { Kernel, Proof } from '#kernel/kernel.ts';
import { passwordFits } from './passwords.ts';
import { startSignInAttempt, storedHash } from './sign-in-attempt.ts';

/**
 * Checks the password of somebody who is signed in, counted like a sign-in; answers its hash. Refuses a wrong one with
 * PasswordWrong at the field `path`, and who has none with ConfirmationRequired.
 */
export const checkPassword = async (
  kernel: Kernel,
  request: FastifyRequest,
  userId: string,
  password: string,
  path: string,
): Promise<string> => {
  const addressKey = (await claimOf(kernel.db, 'email', userId)) ?? userId;
  const hash = await storedHash(kernel.db, userId);
  if (hash === null) throw new Refusal('ConfirmationRequired');
  const attempt = await startSignInAttempt(kernel, request, addressKey, userId);
  if (!(await passwordFits(hash, password))) {
    await attempt.wrong();
    throw refusalAt(path, 'PasswordWrong');
  }
  await attempt.right();
  return hash;
};

/** Shows by the password that it is still the person. A wrong one is refused with PasswordWrong and counts like a sign-in. */
export const passwordProof: Proof = {
  field: 'password',
  asked: 'PasswordRequired',
  isFactor: false,
  held: async (kernel, userId) => (await storedHash(kernel.db, userId)) !== null,
  async require(kernel, request, userId, password) {
    await checkPassword(kernel, request, userId, password as string, 'password');
  },
};
