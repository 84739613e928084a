import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { ProjectionRow, parkedRow } from '#contracts/admin/admin-log.ts';
import { call, http } from '../../api/http.ts';

/** An event that a read model has set aside. */
export type ParkedEvent = z.infer<typeof parkedRow>;

const idleMs = 5000;
const busyMs = 1000;

/** How far every read model is; looked at more often while one is being rebuilt. */
export const healthQuery = queryOptions({
  queryKey: ['admin', 'projection'],
  queryFn: ({ signal }) => http.get<ProjectionRow[]>('/admin/projection', { signal }),
  refetchInterval: ({ state }) => (state.data?.some((row) => row.rebuild?.state === 'running') ? busyMs : idleMs),
  staleTime: 0,
});

/** What all read models have set aside, in the order of the log; `total` is how many there are, as their health tells. */
export const parkedEventsQuery = (total: number) =>
  queryOptions({
    queryKey: [...healthQuery.queryKey, 'parked', total],
    queryFn: async ({ signal }): Promise<{ rows: ParkedEvent[]; total: number }> => {
      const { data, total: found } = await call<ParkedEvent[]>('GET', '/admin/projection/parked', {
        query: { limit: 200 },
        signal,
      });
      return { rows: data, total: found ?? data.length };
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
