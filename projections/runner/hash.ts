import type pg from 'pg';
import { schemaName } from './place.ts';

/** A table's content in short: equal hashes mean equal rows, in whatever order they lie. */
export interface TableHash {
  table: string;
  rows: number;
  hash: string;
}

/** One hash per table of a schema, over the texts of its rows in their own order. */
export const hashTables = async (on: Pick<pg.Pool, 'query'>, schema: string): Promise<TableHash[]> => {
  const named = schemaName(schema);
  const { rows: tables } = await on.query<{ table_name: string }>(
    `select table_name from information_schema.tables where table_schema = $1 and table_type = 'BASE TABLE' order by 1`,
    [named],
  );
  const hashes: TableHash[] = [];
  for (const { table_name: table } of tables) {
    const { rows } = await on.query<{ rows: number; hash: string }>(
      `select count(*)::int as rows, md5(coalesce(string_agg(line, '' order by line), '')) as hash
         from (select md5(t::text) as line from ${named}."${table}" t) lines`,
    );
    hashes.push({ table, ...rows[0]! });
  }
  return hashes;
};

/** True when two schemas hold the same tables with the same rows. */
export const sameTables = (one: readonly TableHash[], other: readonly TableHash[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
