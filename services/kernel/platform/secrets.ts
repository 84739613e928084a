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
import { emptyRing, type KeyRing, openKeyRing, type RingKey } from './key-ring.ts';
import { type SigningKey, signingKey } from './signing.ts';
import { type ListKeys, listEnding } from './viewer-hash.ts';

/**
 * Keys of an installation: those that must never change follow from one secret that is generated on first start, those
 * that sign tokens and seal values from the newest key of the ring, if one was made.
 */
export interface Secrets extends ListKeys {
  /** What signs access tokens now; `kid` stands in their head. */
  signing(): { kid: string; key: string };
  /**
   * What a token was signed with, by the `kid` of its head (older tokens have none and are the root's): the newest
   * key's or that of the one before it; null for any other.
   */
  verifying(kid: string | undefined): string | null;
  /** Keyed hash of something that must be found again but not read: hex SHA-256. `purpose` keeps uses apart. */
  keyed(purpose: string, value: string): string;
  /** Encrypts a short text; what `open` gets back is authenticated. */
  seal(value: string): string;
  open(sealed: string): string;
  /** Signs the heads of the audit's chains. */
  audit: SigningKey;
  /** Signs what bills are counted from. */
  bills: SigningKey;
}

const derive = (root: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', root, 'storyrail', purpose, 32));

/** The root of the keys of viewer lists, from which nothing else follows. */
export const listRootOf = (root: Buffer): Buffer => derive(root, 'viewer-lists');

/** The key of a viewer list (32 bytes), by the root of such keys and the key of the file that it was made of. */
export const listKeyOf = (lists: Buffer, path: string): Buffer => createHmac('sha256', lists).update(path).digest();

/** What the keys of earlier lists were derived for; they follow from the hash that everything else is found by. */
const earlierLists = { ids: 'viewer-list', sip: 'viewer-list-sip' } as const;

/** Keys whose tokens are accepted: the newest and the one before it. */
const accepted = 2;
const rootId = 'root';

/** The keys that follow from one root secret of at least 32 bytes, and from the ring of those that were made since. */
export const secretsFrom = (root: Buffer, ring: KeyRing = emptyRing): Secrets => {
  const hashing = derive(root, 'keyed-hash');
  const keyed = (purpose: string, value: string): string =>
    createHmac('sha256', hashing).update(`${purpose}\0${value}`).digest('hex');
  const lists = listRootOf(root);
  const ofRoot = { jwt: derive(root, 'jwt').toString('hex'), sealing: derive(root, 'seal') };
  const derived = new Map<string, typeof ofRoot>();
  const of = ({ id, secret }: RingKey): typeof ofRoot => {
    const known = derived.get(id) ?? { jwt: derive(secret, 'jwt').toString('hex'), sealing: derive(secret, 'seal') };
    derived.set(id, known);
    return known;
  };
  return {
    audit: signingKey(derive(root, 'audit-heads')),
    bills: signingKey(derive(root, 'bills')),
    signing() {
      const [newest] = ring.keys();
      return newest ? { kid: newest.id, key: of(newest).jwt } : { kid: rootId, key: ofRoot.jwt };
    },
    verifying(kid) {
      if (kid === undefined || kid === rootId) return ring.keys().length < accepted ? ofRoot.jwt : null;
      const key = ring.find(kid);
      return key && ring.keys().indexOf(key) < accepted ? of(key).jwt : null;
    },
    keyed,
    listKey: (ending, path) =>
      ending === listEnding ? listKeyOf(lists, path) : Buffer.from(keyed(earlierLists[ending], path), 'hex'),
    seal(value) {
      const [newest] = ring.keys();
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', newest ? of(newest).sealing : ofRoot.sealing, iv);
      const body = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()]);
      const text = Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
      return newest ? `${newest.id}.${text}` : text;
    },
    open(sealed) {
      const dot = sealed.indexOf('.');
      const key = dot < 0 ? undefined : ring.find(sealed.slice(0, dot));
      if (dot >= 0 && !key) throw new Error('It was sealed with a key that is not here.');
      const sealing = key ? of(key).sealing : ofRoot.sealing;
      const bytes = Buffer.from(sealed.slice(dot + 1), 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', sealing, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
    },
  };
};

/** Reads `<dir>/root.secret` (0600), making it on first start. */
export const loadRoot = async (dir: string): Promise<Buffer> => {
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
  return Buffer.from((await readFile(file, 'utf8')).trim(), 'hex');
};

/**
 * The keys of `<dir>/root.secret`, which is made on first start, and `<dir>/keys.secret`. Processes that share a
 * database share both.
 */
export const loadSecrets = async (dir: string): Promise<Secrets> => secretsFrom(await loadRoot(dir), openKeyRing(dir));

/** An unguessable token for a link or a session: 256 bits. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Whether a given secret is the right one; takes the same time whatever is wrong with it. */
export const sameSecret = (given: string, right: string): boolean => {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(right));
};

/** How a token is stored: only whoever has it can find its row. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');
