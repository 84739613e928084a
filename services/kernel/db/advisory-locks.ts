import type pg from 'pg';

/**
 * Keys of advisory locks that are single, listed so that no two are equal. Locks on one of many things (a stream, a
 * part, a read model) take the hash of its name.
 */
export const advisoryLocks = {
  /** Exclusive during migrations. */
  migration: 7_300_001,
  /** Shared by every command, exclusive while the catalog's rebuild switches its tables. */
  catalog: 7_300_002,
  /** Exclusive while the tables of read models are created and granted. */
  tables: 7_300_003,
  /** Shared while figures are written, exclusive while a rebuild switches their tables. */
  figures: 7_300_006,
  /** Exclusive while partitions of the inbox are created. */
  inbox: 7_300_007,
  /**
   * Shared (session level) by readers of the whole archive and log, such as a rebuild: nothing is deleted from them
   * meanwhile.
   */
  archive: 7_300_009,
  /** Exclusive while the template database of the tests is created. */
  template: 7_300_010,
} as const;

/** One of `advisoryLocks`, or a name that Postgres hashes to a key. */
export type LockKey = number | string;
type LockMode = 'exclusive' | 'shared';

const call = (name: string, key: LockKey, mode: LockMode): string =>
  `${name}${mode === 'shared' ? '_shared' : ''}(${typeof key === 'number' ? '$1' : 'hashtextextended($1, 0)'})`;

/** Waits for an advisory lock of the session, which is held until it is released or the connection ends. */
export const acquireAdvisoryLock = async (
  client: pg.ClientBase,
  key: LockKey,
  mode: LockMode = 'exclusive',
): Promise<void> => {
  await client.query(`select ${call('pg_advisory_lock', key, mode)}`, [key]);
};

/** Takes an advisory lock of the session if it is free; says whether it was. */
export const tryAdvisoryLock = async (
  client: pg.ClientBase,
  key: LockKey,
  mode: LockMode = 'exclusive',
): Promise<boolean> => {
  const { rows } = await client.query<{ won: boolean }>(`select ${call('pg_try_advisory_lock', key, mode)} as won`, [
    key,
  ]);
  return rows[0]!.won;
};

/** Releases an exclusive advisory lock of the session. */
export const releaseAdvisoryLock = async (client: pg.ClientBase, key: LockKey): Promise<void> => {
  await client.query(`select ${call('pg_advisory_unlock', key, 'exclusive')}`, [key]);
};
