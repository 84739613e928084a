import { randomBytes } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { loginAsSeconds } from '#contracts/admin/admin.ts';
import { type EpochMs, toSeconds, type UnixSeconds } from '#contracts/time.ts';

/** A key that signs access tokens and seals values: `id` stands in what it made; `ts`: since when (unix seconds). */
export interface RingKey {
  id: string;
  secret: Buffer;
  ts: UnixSeconds;
}

/** Keys that were made since the installation's first one, which follows from its root secret, newest first. */
export interface KeyRing {
  /** The keys as they are; another process's change is seen within a second. */
  keys(): readonly RingKey[];
  /** The key of an id, which another process may have made a moment ago. */
  find(id: string): RingKey | undefined;
}

/** The ring could not be read, or is not to be changed now; the message says why. */
export class KeyRingError extends Error {}

const fileName = 'keys.secret';
const lookMs = 1000;
const searchMs = 100;
/** No access token lives longer. */
const longestToken = loginAsSeconds;
const staleMs = 60_000;

const stored = z.strictObject({
  keys: z
    .array(
      z.strictObject({
        id: z.string().regex(/^[0-9a-f]{8}$/),
        secret: z.string().regex(/^[0-9a-f]{64}$/),
        ts: z.int(),
      }),
    )
    .max(1000),
});

const readKeys = (file: string): RingKey[] => {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  try {
    return stored.parse(JSON.parse(text)).keys.map((one) => ({ ...one, secret: Buffer.from(one.secret, 'hex') }));
  } catch {
    throw new KeyRingError(`Can't read ${file}. Restore it from your backup.`);
  }
};

const stampOf = (file: string): string => {
  const found = statSync(file, { throwIfNoEntry: false });
  return found ? `${found.mtimeMs} ${found.size} ${found.ino}` : '';
};

/** A ring without keys: everything follows from the root secret. */
export const emptyRing: KeyRing = { keys: () => [], find: () => undefined };

/** The ring in `<dir>/keys.secret`, none while there is no such file. Throws KeyRingError when it cannot be read. */
export const openKeyRing = (dir: string): KeyRing => {
  const file = join(dir, fileName);
  let stamp = stampOf(file);
  let keys = readKeys(file);
  let looked = performance.now();
  const look = (afterMs: number): void => {
    const now = performance.now();
    if (now - looked < afterMs) return;
    looked = now;
    try {
      const found = stampOf(file);
      if (found === stamp) return;
      keys = readKeys(file);
      stamp = found;
    } catch {
      // A process that runs goes on with the keys that it has.
    }
  };
  return {
    keys() {
      look(lookMs);
      return keys;
    },
    find(id) {
      const byId = () => keys.find((one) => one.id === id);
      if (!byId()) look(searchMs);
      return byId();
    },
  };
};

/** When the ring may be given its next key (unix seconds): once no token of the key that it then forgets can live. */
const nextFrom = (keys: readonly RingKey[]): number => (keys[0] ? keys[0].ts + longestToken : 0);

/**
 * Makes a new key in `<dir>/keys.secret` (0600) at a moment (unix ms), and answers it. Tokens of the key before are
 * accepted on, values that any earlier one sealed are opened on. Throws KeyRingError while tokens of the key before the
 * last one may live, and while another process does the same.
 */
export const rotateKeys = async (dir: string, now: EpochMs): Promise<RingKey> => {
  const file = join(dir, fileName);
  const draft = `${file}.new`;
  const left = await stat(draft).catch(() => null);
  if (left && left.mtimeMs < Date.now() - staleMs) await rm(draft, { force: true });
  const handle = await open(draft, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? new KeyRingError('Another process is making a key. Try again in a moment.') : error;
  });
  try {
    const keys = readKeys(file);
    const ts = toSeconds(now);
    if (ts < nextFrom(keys)) {
      const wait = Math.ceil((nextFrom(keys) - ts) / 60);
      throw new KeyRingError(`Tokens of an earlier key may still be in use. Try again in ${wait} min.`);
    }
    const made: RingKey = { id: randomBytes(4).toString('hex'), secret: randomBytes(32), ts };
    const all = [made, ...keys].map((one) => ({ ...one, secret: one.secret.toString('hex') }));
    await handle.writeFile(`${JSON.stringify({ keys: all }, null, 1)}\n`);
    await handle.sync();
    await rename(draft, file);
    return made;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
};
