import { LRUCache } from 'lru-cache';
import type { Db } from '#kernel/db/pool.ts';

/** When something was read: transactions below the horizon were over and seen, in the tables that were there then. */
export interface ReadAt {
  horizon: string;
  tables: string;
}

/** Columns to read with whatever is remembered. A rebuild puts other tables in the place of these. */
export const readAtColumns = `pg_snapshot_xmin(pg_current_snapshot())::text as horizon,
         to_regclass('story_group')::oid::text as tables`;

const mostEvents = 1000;

// The catalog changes with events alone, in their transaction. Some that another account caused may touch this one:
// those of the system, of staff, and of a user who is coming in.
const sql = `
  select count(*) = ${mostEvents} or coalesce(bool_or(
           account_id = $2 or account_id is null or actor_type in ('system', 'staff') or stream like 'user-%'), false)
         or pg_snapshot_xmin(pg_current_snapshot()) < $1::xid8 as changed,
         ${readAtColumns}
    from (select account_id, actor_type, stream from event
           where transaction_id >= $1::xid8 order by transaction_id, position limit ${mostEvents}) since`;

/**
 * Remembers what `read` found in the catalog of an account, at most `most` findings, until an event may have changed it.
 * Each call asks the log, so that the answer is right whichever process wrote: a few pages instead of a whole account.
 */
export const createRemembered = <Key extends { account_id: string }, Value>(
  db: Pick<Db, 'pool'>,
  read: (key: Key) => Promise<{ at: ReadAt; value: Value }>,
  most = 1000,
): ((key: Key) => Promise<Value>) => {
  const held = new LRUCache<string, { at: ReadAt; value: Value }>({ max: most });

  const stillRight = async ({ account_id }: Key, known: { at: ReadAt }): Promise<boolean> => {
    const { rows } = await db.pool.query<ReadAt & { changed: boolean }>({
      name: 'catalog-changed-since',
      text: sql,
      values: [known.at.horizon, account_id],
    });
    const { changed, horizon, tables } = rows[0]!;
    if (changed || tables !== known.at.tables) return false;
    known.at = { horizon, tables };
    return true;
  };

  return async (key) => {
    const name = JSON.stringify(key);
    const known = held.get(name);
    const found = known && (await stillRight(key, known)) ? known : await read(key);
    held.set(name, found);
    return found.value;
  };
};
