import { hash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Kernel } from '../kernel.ts';

const keyMs = 60_000;

/** The domains that keep equal ids of different kinds apart. */
export type IdKind = 'viewer' | 'session' | 'device';

/** The key of an account, made when it has none yet. */
const readKey = async (db: Kernel['db'], accountId: string): Promise<Buffer> => {
  const text = 'select viewer_key from account_key where account_id = $1';
  const { rows } = await db.pool.query<{ viewer_key: Buffer }>({ name: 'viewer-key', text, values: [accountId] });
  if (rows[0]) return rows[0].viewer_key;
  await db.pool.query('insert into account_key (account_id, viewer_key) values ($1, $2) on conflict do nothing', [
    accountId,
    randomBytes(32),
  ]);
  return (await db.pool.query<{ viewer_key: Buffer }>(text, [accountId])).rows[0]!.viewer_key;
};

/**
 * The keyed hash under which an id is stored: 128 bits as base64url, the same for the same account, kind and id.
 * SHA-256 over the secret key (32 bytes, always in front) and the id: that only half of the sum is kept rules out the
 * lengthening that HMAC guards against, at a quarter of its cost.
 */
export const keyedId = (key: Buffer, kind: IdKind, id: string): string =>
  hash('sha256', Buffer.concat([key, Buffer.from(`${kind}\0${id}`)]), 'base64url').slice(0, 22);

/** Finds the viewer key of an account, cached for a minute. */
export const createViewerKeyLookup = ({ db }: Pick<Kernel, 'db'>) => {
  const keys = new LRUCache<string, Promise<Buffer>>({ max: 10_000, ttl: keyMs });
  return (accountId: string): Promise<Buffer> => {
    const known = keys.get(accountId);
    if (known) return known;
    const key = readKey(db, accountId);
    keys.set(accountId, key);
    key.catch(() => keys.delete(accountId));
    return key;
  };
};
