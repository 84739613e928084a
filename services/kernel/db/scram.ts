import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

const rounds = 4096;
const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/**
 * The SCRAM-SHA-256 verifier of a password, so that neither the statement that sets it nor a log of it holds the
 * password.
 */
export const scramVerifier = (password: string, salt = randomBytes(16)): string => {
  const salted = pbkdf2Sync(password, salt, rounds, 32, 'sha256');
  const stored = createHash('sha256').update(hmac(salted, 'Client Key')).digest('base64');
  return `SCRAM-SHA-256$${rounds}:${salt.toString('base64')}$${stored}:${hmac(salted, 'Server Key').toString('base64')}`;
};
