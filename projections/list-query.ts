import type pg from 'pg';
import type { Page } from '#kernel/http/page.ts';
import { anyCase } from './any-case.ts';

/** Conditions of a query with their values, each numbered as it comes. */
export interface Conditions {
  sql(): string;
  values: unknown[];
  /** Adds a condition in which `?` stands for the value; nothing when the value is undefined. */
  add(condition: string, value: unknown): void;
}

/** No conditions yet; `first` are values that the query names before them. */
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
  for (const field of fields.texts ?? []) where.add(`strpos(${anyCase(field)}, ${anyCase('?')}) > 0`, filter[field]);
  for (const field of fields.exact ?? []) where.add(`${field} = ?`, filter[field]);
  for (const field of fields.numbers ?? []) {
    where.add(`${field} >= ?`, filter[`${field}_gte`]);
    where.add(`${field} <= ?`, filter[`${field}_lte`]);
  }
};

/**
 * SQL that sorts by a column, whatever the case of its letters where it is one of `texts`; ids decide between equals.
 */
export const orderBy = (texts: readonly string[], [column, direction]: readonly [string, 'ASC' | 'DESC']): string =>
  `${texts.includes(column) ? anyCase(column) : column} ${direction} nulls last, id ${direction}`;

/** The ids of a page of `rows` (a query) in `order` (SQL), and how many there are in all. */
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
