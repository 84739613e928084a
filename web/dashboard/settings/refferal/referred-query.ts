import { infiniteQueryOptions } from '@tanstack/react-query';
import type { ReferredCompany } from '#contracts/api/referral.ts';
import { call } from '../../api/http.ts';

const pageSize = 50;

/** The companies that came with the account's code, the newest first, page by page. */
export const referredQuery = infiniteQueryOptions({
  queryKey: ['referral'],
  queryFn: async ({ signal, pageParam }) => {
    const query = { limit: pageSize, offset: pageParam };
    const { data, total = data.length } = await call<ReferredCompany[]>('GET', '/account/referral', { query, signal });
    return { rows: data, total };
  },
  initialPageParam: 0,
  getNextPageParam: (last, all) => {
    const loaded = all.reduce((sum, { rows }) => sum + rows.length, 0);
    return last.rows.length > 0 && loaded < last.total ? loaded : undefined;
  },
});
