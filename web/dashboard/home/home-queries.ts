import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Overview } from '#contracts/stats/stats.ts';
import { http } from '../api/http.ts';

/** The overview of an app (or of one instance) over whole UTC days, both included, as unix seconds. */
export const overviewQuery = (appId: string, instanceId: string | null, range: { from: number; to: number }) =>
  queryOptions({
    queryKey: ['overview', appId, instanceId, range.from, range.to],
    queryFn: ({ signal }) =>
      http.get<Overview>('/n/analytics/overview', {
        signal,
        query: { app_id: appId, instance_id: instanceId, ts_start: range.from, ts_end: range.to },
      }),
    // Other days of the same app take the place of those on the screen only when they are there.
    placeholderData: (before, query) => (query?.queryKey[1] === appId ? keepPreviousData(before) : undefined),
    refetchInterval: 60_000,
  });
