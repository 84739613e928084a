import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { adminProvider } from '../provider/admin-provider.ts';

const pageSize = 20;

/** What an account pays for, and how. */
export const accountBillingQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['admin', 'billing', accountId, 'account'],
    queryFn: ({ signal }) => adminProvider.billing(accountId, signal),
    staleTime: 0,
  });

/** The invoices of an account, the newest first, page by page. */
export const accountInvoicesQuery = (accountId: string) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'billing', accountId, 'invoices'],
    queryFn: ({ signal, pageParam }) =>
      adminProvider.invoices(accountId, { limit: pageSize, offset: pageParam }, signal),
    staleTime: 0,
    initialPageParam: 0,
    getNextPageParam: ({ total }, all) => (all.length * pageSize < total ? all.length * pageSize : undefined),
  });

/** The queries that an act on the money of an account makes old. */
export const billingChanges = (accountId: string) => [
  ['admin', 'billing', accountId],
  ['admin', 'stats'],
  ['users'],
  ['accounts'],
  ['audit'],
];
