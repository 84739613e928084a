import type { Db } from '#kernel/db/pool.ts';

/** Rows that one statement deletes, so that none takes long. */
const chunk = 2000;

/**
 * Deletes some rows of a table whose `column` (a time or a day) lies before a time in unix seconds; answers whether more
 * may be left.
 */
export const pruneSome = async (
  { pool }: Pick<Db, 'pool'>,
  table: string,
  column: string,
  before: number,
): Promise<boolean> => {
  const { rowCount } = await pool.query(
    `delete from ${table} where ctid = any(array(select ctid from ${table} where ${column} < to_timestamp($1::float8) limit ${chunk}))`,
    [before],
  );
  return rowCount === chunk;
};
