import type { GetListResult, PaginationPayload, RaRecord } from 'ra-core';

/** What a list is asked for: which rows, and which page of them where it has pages. */
export interface ListAsked<Filter> {
  filter: Filter;
  pagination?: PaginationPayload | undefined;
  signal?: AbortSignal | undefined;
}

/** How the data provider reads a list. */
export type ReadList<Row extends RaRecord, Filter> = (asked: ListAsked<Filter>) => Promise<GetListResult<Row>>;

/** A list whose rows are all read at once. */
export const wholeList =
  <Row extends RaRecord, Filter>(
    read: (filter: Filter, signal: AbortSignal | undefined) => Promise<Row[]>,
  ): ReadList<Row, Filter> =>
  async ({ filter, signal }) => {
    const data = await read(filter, signal);
    return { data, total: data.length };
  };

/** What react-admin asks of a list that is read at once: one page, in the order of the server. */
export const allRows = {
  pagination: { page: 1, perPage: 10_000 },
  sort: { field: '', order: 'ASC' },
} as const;

/** The key under which react-admin keeps the rows of a list that is read at once. */
export const listKey = (name: string, filter: object = {}) => [name, 'getList', { ...allRows, filter }] as const;
