import type pg from 'pg';

/**
 * A hash of each table of a schema by name, over the text of its rows in their order: equal when, and only when, the
 * tables hold the same. `only` limits it to some tables.
 */
export const hashTables = async (
  on: Pick<pg.ClientBase, 'query'> | Pick<pg.Pool, 'query'>,
  schema: string,
  only?: readonly string[],
): Promise<Record<string, string>> => {
  const query = (on as pg.Pool).query.bind(on) as pg.Pool['query'];
  const { rows } = await query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = $1 order by tablename`,
    [schema],
  );
  const hashes: Record<string, string> = {};
  for (const { name } of rows) {
    if (only && !only.includes(name)) continue;
    // Hashes of rows are hashed again: the texts of a large table together would not fit into one value.
    const { rows: found } = await query<{ hash: string }>(
      `select md5(coalesce(string_agg(one, '' order by one), '')) as hash
         from (select md5(t::text) as one from "${schema}"."${name}" t) as every`,
    );
    hashes[name] = found[0]!.hash;
  }
  return hashes;
};
