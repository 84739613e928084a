import { infiniteQueryOptions, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { AuditRow } from '#contracts/audit/rows.ts';
import type { AuditPage, AuditSelection, AuditSource } from './audit-source.ts';

const pageSize = 100;
const lookEvery = 20_000;

const pages = (source: AuditSource, filter: AuditSelection) =>
  infiniteQueryOptions({
    queryKey: [...source.key, 'pages', filter],
    queryFn: ({ signal, pageParam }): Promise<AuditPage> =>
      source.read({ ...filter, limit: pageSize, offset: pageParam }, signal),
    initialPageParam: 0,
    getNextPageParam: (last, all) => {
      const loaded = all.reduce((sum, page) => sum + page.rows.length, 0);
      return last.rows.length > 0 && loaded < last.total ? loaded : undefined;
    },
    staleTime: 0,
    refetchOnWindowFocus: false,
  });

const newest = (source: AuditSource, filter: AuditSelection) =>
  queryOptions({
    queryKey: [...source.key, 'newest', filter],
    queryFn: ({ signal }) => source.read({ ...filter, limit: 1, offset: 0 }, signal),
    refetchInterval: lookEvery,
    staleTime: 0,
    retry: false,
  });

/** One row by its id, for links to entries that stand on a later page or outside of the filter. */
export const auditEntryQuery = (source: AuditSource, id: string) =>
  queryOptions({
    queryKey: [...source.key, 'entry', id],
    queryFn: async ({ signal }): Promise<AuditRow | null> =>
      (await source.read({ id, limit: 1, offset: 0 }, signal)).rows[0] ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The rows of an audit under a filter, page by page; `fresh` counts those that came after the first page was read. */
export function useAudit(source: AuditSource, filter: AuditSelection) {
  const list = useInfiniteQuery(pages(source, filter));
  const head = useQuery({ ...newest(source, filter), enabled: list.isSuccess });
  const rows = useMemo(() => {
    // Entries that came meanwhile push others to the next page, where they appear again.
    const byId = new Map<string, AuditRow>();
    for (const page of list.data?.pages ?? []) for (const row of page.rows) byId.set(row.id, row);
    return [...byId.values()];
  }, [list.data]);
  const total = list.data?.pages[0]?.total ?? 0;
  return { list, rows, total, fresh: Math.max(0, (head.data?.total ?? 0) - total) };
}
