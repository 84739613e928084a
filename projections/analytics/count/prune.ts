import type { Db } from '#kernel/db/pool.ts';

/** Rows that one statement takes away, so that none is long. */
const chunk = 2000;

/** Takes away the rows of a table whose `column` (a time or a day) lies before a moment, unix seconds. */
export const prune = async (
  { pool }: Pick<Db, 'pool'>,
  table: string,
  column: string,
  before: number,
): Promise<void> => {
  for (let gone = chunk; gone === chunk; ) {
    const { rowCount } = await pool.query(
      `delete from ${table} where ctid = any(array(select ctid from ${table} where ${column} < to_timestamp($1::float8) limit ${chunk}))`,
      [before],
    );
    gone = rowCount ?? 0;
  }
};
