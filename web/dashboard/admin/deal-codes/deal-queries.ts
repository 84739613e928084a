import { infiniteQueryOptions } from '@tanstack/react-query';
import { adminProvider } from '../provider/admin-provider.ts';

const pageSize = 20;

/** The key of the batches of deal codes. */
export const dealBatchesKey = ['admin', 'deal-codes'];

/** Batches of deal codes, the newest first, page by page. */
export const dealBatchesQuery = infiniteQueryOptions({
  queryKey: dealBatchesKey,
  queryFn: async ({ signal, pageParam }) => {
    // One more than a page: it says whether there is another.
    const rows = await adminProvider.dealBatches({ limit: pageSize + 1, offset: pageParam }, signal);
    return { rows: rows.slice(0, pageSize), more: rows.length > pageSize };
  },
  initialPageParam: 0,
  getNextPageParam: ({ more }, all) => (more ? all.length * pageSize : undefined),
});
