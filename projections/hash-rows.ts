import type pg from 'pg';

type On = Pick<pg.ClientBase, 'query'> | Pick<pg.Pool, 'query'>;

/**
 * For each table of a schema by name a hash over the text of its rows in their order, equal when, and only when, the
 * tables hold the same, and how many rows they are. `only` limits it to some tables. Cost: each table is read once.
 */
export const hashAndCountRows = async (
  on: On,
  schema: string,
  only?: readonly string[],
): Promise<Record<string, { hash: string; rows: number }>> => {
  const query = (on as pg.Pool).query.bind(on) as pg.Pool['query'];
  const { rows } = await query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = $1 order by tablename`,
    [schema],
  );
  const found: Record<string, { hash: string; rows: number }> = {};
  for (const { name } of rows) {
    if (only && !only.includes(name)) continue;
    // Hashes of rows are hashed again: the texts of a large table together would not fit into one value. They are
    // sorted by bytes, since a language's collation takes as long as everything else.
    const { rows: hashed } = await query<{ hash: string; rows: number }>(
      `select md5(coalesce(string_agg(one, '' order by one collate "C"), '')) as hash, count(*)::int as rows
         from (select md5(t::text) as one from "${schema}"."${name}" t) as every`,
    );
    found[name] = hashed[0]!;
  }
  return found;
};

/** A hash of each table of a schema by name, as `hashAndCountRows` makes it. */
export const hashTableRows = async (
  on: On,
  schema: string,
  only?: readonly string[],
): Promise<Record<string, string>> =>
  Object.fromEntries(Object.entries(await hashAndCountRows(on, schema, only)).map(([name, { hash }]) => [name, hash]));
