import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Overview } from '#contracts/stats/stats.ts';
import { http } from '../api/http.ts';

/** The overview of apps (or of one instance) over whole UTC days, both included, as unix seconds. */
export const overviewQuery = (
  apps: readonly string[],
  instanceId: string | null,
  range: { from: number; to: number },
) => {
  const ids = apps.join();
  return queryOptions({
    queryKey: ['overview', ids, instanceId, range.from, range.to],
    queryFn: ({ signal }) =>
      http.get<Overview>('/n/analytics/overview', {
        signal,
        query: { app_id: ids, instance_id: instanceId, ts_start: range.from, ts_end: range.to },
      }),
    // Other days of the same apps take the place of those on the screen only when they are there.
    placeholderData: (before, query) => (query?.queryKey[1] === ids ? keepPreviousData(before) : undefined),
    refetchInterval: 60_000,
  });
};
