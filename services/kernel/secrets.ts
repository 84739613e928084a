import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type SigningKey, signingKey } from './signing.ts';

/** Keys of an installation, all derived from one secret that is generated on first start. */
export interface Secrets {
  /** Signs access tokens. */
  jwt: string;
  /** Keyed hash of something that must be found again but not read: hex SHA-256. `purpose` keeps uses apart. */
  keyed(purpose: string, value: string): string;
  /** Encrypts a short text; what `open` gets back is authenticated. */
  seal(value: string): string;
  open(sealed: string): string;
  /** Signs the heads of the audit's chains. */
  audit: SigningKey;
}

const derive = (root: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', root, 'storyrail', purpose, 32));

/** The keys that follow from one root secret of at least 32 bytes. */
export const secretsFrom = (root: Buffer): Secrets => {
  const hashing = derive(root, 'keyed-hash');
  const sealing = derive(root, 'seal');
  return {
    jwt: derive(root, 'jwt').toString('hex'),
    audit: signingKey(derive(root, 'audit-heads')),
    keyed: (purpose, value) => createHmac('sha256', hashing).update(`${purpose}\0${value}`).digest('hex'),
    seal(value) {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', sealing, iv);
      const body = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', sealing, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
    },
  };
};

/** Reads `<dir>/root.secret` (0600), making it on first start. Processes that share a database must share this file. */
export const loadSecrets = async (dir: string): Promise<Secrets> => {
  const file = join(dir, 'root.secret');
  await mkdir(dir, { recursive: true });
  if (!existsSync(file)) {
    const draft = `${file}.${randomBytes(8).toString('hex')}`;
    await writeFile(draft, randomBytes(48).toString('hex'), { mode: 0o600, flag: 'wx' });
    // Of processes that start at once one wins, and a link, unlike a renaming, never replaces what it wrote.
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    await rm(draft);
  }
  return secretsFrom(Buffer.from((await readFile(file, 'utf8')).trim(), 'hex'));
};

/** An unguessable token for a link or a session: 256 bits. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Whether a given secret is the right one; takes the same time whatever is wrong with it. */
export const sameSecret = (given: string, right: string): boolean => {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(right));
};

/** How a token is stored: only whoever has it can find its row. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');
