import type { EpochMs } from '#contracts/time.ts';
import type { Db } from '../db/pool.ts';
import type { Trx } from '../db/transaction.ts';
import type { FileStore } from '../platform/files.ts';

const keyShape = /^[0-9a-f]{64}\.[a-z0-9]{2,4}$/;

/** Finds in JSON whether it names a file. */
export const fileKeyInJson = /"[0-9a-f]{64}\.[a-z0-9]{2,4}"/;

/** The keys of files that stand anywhere in a value, each once. */
export const mediaKeysIn = (value: unknown): string[] => {
  const keys = new Set<string>();
  const walk = (inner: unknown): void => {
    if (typeof inner === 'string') {
      if (keyShape.test(inner)) keys.add(inner);
    } else if (typeof inner === 'object' && inner !== null) for (const one of Object.values(inner)) walk(one);
  };
  walk(value);
  return [...keys];
};

/** Notes that events of this transaction name files; from then on these are kept. */
export const recordMediaUse = async (trx: Pick<Trx, 'client'>, keys: readonly string[]): Promise<void> => {
  if (keys.length === 0) return;
  // In one order everywhere, so that two commands that name the same new files do not wait for each other in a ring.
  await trx.client.query('insert into media_use (key) select * from unnest($1::text[]) on conflict do nothing', [
    [...keys].sort(),
  ]);
};

const recordUnreferenced = async (db: Pick<Db, 'pool'>, key: string, now: EpochMs): Promise<void> => {
  await db.pool.query(
    'insert into media_orphan (key, since) values ($1, $2) on conflict (key) do update set since = excluded.since',
    [key, new Date(now)],
  );
};

/** Where files are kept that nothing names yet, and what time it is there (unix milliseconds). */
export interface UnreferencedFiles {
  files: FileStore;
  db: Pick<Db, 'pool'>;
  now(): EpochMs;
}

/**
 * Takes a finished file in that nothing names yet; answers its key. It goes again unless an upload or an event names it
 * soon.
 */
export const storeUnreferenced = (
  { files, db, now }: UnreferencedFiles,
  path: string,
  extension: string,
): Promise<string> =>
  // Noted before it is there, so that none is forgotten.
  files.store(path, extension, (key) => recordUnreferenced(db, key, now()));
