import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { adminProvider } from '../provider/admin-provider.ts';

const parkedAtOnce = 200;
const idleMs = 5000;
const busyMs = 1000;

/** How far every read model is; looked at more often while one is being rebuilt. */
export const healthQuery = queryOptions({
  queryKey: ['admin', 'projection'],
  queryFn: ({ signal }) => adminProvider.projections(signal),
  refetchInterval: ({ state }) => (state.data?.some((row) => row.rebuild?.state === 'running') ? busyMs : idleMs),
  staleTime: 0,
});

/** What all read models have set aside, in the order of the log; `total` is how many there are, as their health tells. */
export const parkedEventsQuery = (total: number) =>
  queryOptions({
    queryKey: [...healthQuery.queryKey, 'parked', total],
    queryFn: ({ signal }) => adminProvider.parkedEvents(parkedAtOnce, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
