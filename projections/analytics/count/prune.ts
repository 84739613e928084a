import type { Db } from '#kernel/db/pool.ts';

/** Rows that one statement deletes, so that none takes long. */
const chunk = 2000;

/** Deletes the rows of a table whose `column` (a time or a day) lies before a time in unix seconds, in chunks. */
export const prune = async (
  { pool }: Pick<Db, 'pool'>,
  table: string,
  column: string,
  before: number,
): Promise<void> => {
  for (let deleted = chunk; deleted === chunk; ) {
    const { rowCount } = await pool.query(
      `delete from ${table} where ctid = any(array(select ctid from ${table} where ${column} < to_timestamp($1::float8) limit ${chunk}))`,
      [before],
    );
    deleted = rowCount ?? 0;
  }
};
