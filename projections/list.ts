import type { FastifyReply } from 'fastify';
import type pg from 'pg';

/** One page of a list: where it starts and how many rows it holds at most. */
export interface Page {
  offset: number;
  limit: number;
}

/** The page that a query asks for, by `range` or by `limit` and `offset`; 100 rows when it does not say. */
export const pageOf = (query: {
  range?: [number, number] | undefined;
  limit?: number | undefined;
  offset?: number | undefined;
}): Page => {
  const { range, limit = 100, offset = 0 } = query;
  return range ? { offset: range[0], limit: range[1] - range[0] + 1 } : { offset, limit };
};

/** Says which rows of how many an answer holds, as react-admin's simple REST reads it. */
export const setContentRange = (
  reply: FastifyReply,
  unit: string,
  { offset }: Page,
  rows: number,
  total: number,
): void => {
  reply.header('content-range', `${unit} ${rows === 0 ? '*' : `${offset}-${offset + rows - 1}`}/${total}`);
};

/** Conditions of a query with their values, each numbered as it comes. */
export interface Conditions {
  sql(): string;
  values: unknown[];
  /** Adds a condition in which `?` stands for the value; nothing when the value is undefined. */
  add(condition: string, value: unknown): void;
}

export const conditions = (first: readonly unknown[] = []): Conditions => {
  const values = [...first];
  const parts: string[] = [];
  return {
    values,
    sql: () => (parts.length === 0 ? 'true' : parts.join(' and ')),
    add(condition, value) {
      if (value === undefined) return;
      values.push(value);
      parts.push(condition.replaceAll('?', `$${values.length}`));
    },
  };
};

/** Adds what holds for every list: texts that match anywhere, exact values, and numbers between two bounds. */
export const addFields = (
  where: Conditions,
  filter: Readonly<Record<string, unknown>>,
  fields: { texts?: readonly string[]; exact?: readonly string[]; numbers?: readonly string[] },
): void => {
  for (const field of fields.texts ?? []) where.add(`strpos(lower(${field}), lower(?)) > 0`, filter[field]);
  for (const field of fields.exact ?? []) where.add(`${field} = ?`, filter[field]);
  for (const field of fields.numbers ?? []) {
    where.add(`${field} >= ?`, filter[`${field}_gte`]);
    where.add(`${field} <= ?`, filter[`${field}_lte`]);
  }
};

/** The ids of a page of `rows` in order, and how many there are in all. `sorts` are the columns that may be sorted by. */
export const findIds = async (
  on: Pick<pg.Pool, 'query'>,
  rows: string,
  where: Conditions,
  order: string,
  { offset, limit }: Page,
): Promise<{ ids: string[]; total: number }> => {
  const { values } = where;
  const [found, counted] = await Promise.all([
    on.query<{ id: string }>(
      `select id from (${rows}) as every where ${where.sql()} order by ${order}
        limit $${values.length + 1} offset $${values.length + 2}`,
      [...values, limit, offset],
    ),
    on.query<{ total: number }>(`select count(*)::int as total from (${rows}) as every where ${where.sql()}`, values),
  ]);
  return { ids: found.rows.map((row) => row.id), total: counted.rows[0]!.total };
};

/** Rows in the order of the ids that were asked for. */
export const inOrder = <R extends { id: string }>(ids: readonly string[], rows: readonly R[]): R[] => {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
};

/** More rows than any list has: a page of everything. */
export const everything: Page = { offset: 0, limit: 10_000_000 };
const chunk = 1000;

/** Rows behind ids that were found at one moment, a thousand at a time. */
export async function* inChunks<R>(
  ids: readonly string[],
  read: (ids: readonly string[]) => Promise<readonly R[]>,
): AsyncGenerator<readonly R[]> {
  for (let from = 0; from < ids.length; from += chunk) yield await read(ids.slice(from, from + chunk));
}
