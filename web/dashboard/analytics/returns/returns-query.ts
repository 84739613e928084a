import { queryOptions } from '@tanstack/react-query';
import type { ReturnsAnswer } from '#contracts/stats/returns.ts';
import { http } from '../../api/http.ts';
import type { Days } from '../analytics-queries.ts';

/** How many of the viewers of all apps came back, of those of some days. */
export const cameBackQuery = ({ from, to }: Days) =>
  queryOptions({
    queryKey: ['analytics', 'returns', from, to],
    queryFn: ({ signal }) =>
      http.get<ReturnsAnswer>('/analytics/returns', { signal, query: { ts_start: from, ts_end: to } }),
    // Days that are over hardly change.
    staleTime: 10 * 60_000,
  });
