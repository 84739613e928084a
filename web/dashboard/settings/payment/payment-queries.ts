import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Plan } from '#contracts/api/plans.ts';
import type { Mau } from '#contracts/stats/mau.ts';
import type {
  CouponRow,
  InvoiceRow,
  PaymentCustomer,
  PlanDue,
  SubscribePreview,
} from '#contracts/subscription/rows.ts';
import { http } from '../../api/http.ts';

const priceAge = 3_600_000;
const pageSize = 12;
/** How often it is looked whether something was confirmed at Stripe, in milliseconds. */
const confirmAge = 5_000;

/** What the account pays for, and how. */
export const customerQuery = queryOptions({
  queryKey: ['payment', 'customer'],
  queryFn: ({ signal }) => http.get<PaymentCustomer>('/payment/customer', { signal }),
  refetchInterval: ({ state: { data } }) => (data?.to_confirm || data?.open_invoice?.confirm ? confirmAge : false),
});

/** The plans that can be bought, the cheapest first. */
export const planListQuery = queryOptions({
  queryKey: ['payment', 'plans'],
  queryFn: ({ signal }) => http.get<Plan[]>('/payment/plan', { signal }),
  staleTime: priceAge,
});

/** The viewers of the account's period that runs. */
export const billedViewersQuery = queryOptions({
  queryKey: ['payment', 'mau'],
  queryFn: ({ signal }) => http.get<Mau>('/mau', { signal }),
});

/** The invoices of the account, the newest first, page by page. */
export const invoicesQuery = infiniteQueryOptions({
  queryKey: ['payment', 'invoices'],
  queryFn: async ({ signal, pageParam }) => {
    // One more than a page: it says whether there is another.
    const rows = await http.get<InvoiceRow[]>('/payment/invoice/list', {
      signal,
      query: { limit: pageSize + 1, offset: pageParam },
    });
    return { rows: rows.slice(0, pageSize), more: rows.length > pageSize };
  },
  initialPageParam: 0,
  getNextPageParam: ({ more }, all) => (more ? all.length * pageSize : undefined),
});

/** What a promo code takes off; refuses one that cannot be used. Whoever looks up many is refused. */
export const promoQuery = (code: string) =>
  queryOptions({
    queryKey: ['payment', 'promo', code.toUpperCase()],
    queryFn: ({ signal }) => http.get<CouponRow>('/payment/coupon/detail', { signal, query: { coupon_id: code } }),
    retry: false,
    staleTime: 300_000,
  });

/** What a change of the plan would cost at this moment. */
export const planPreviewQuery = (plan_id: string, promo_code: string | null) =>
  queryOptions({
    queryKey: ['payment', 'preview', plan_id, promo_code],
    queryFn: ({ signal }) =>
      http.post<SubscribePreview>(
        '/payment/subscribe',
        { plan_id, preview: true, ...(promo_code && { promo_code }) },
        { signal },
      ),
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });

/** What the plans that begin at once cost today; asked for anew each minute that somebody looks, and kept no longer. */
export const planDueQuery = (promo_code: string | null) =>
  queryOptions({
    queryKey: ['payment', 'due', promo_code],
    queryFn: ({ signal }) =>
      http.get<PlanDue[]>('/payment/plan/due', { signal, ...(promo_code && { query: { promo_code } }) }),
    retry: false,
    staleTime: 60_000,
    gcTime: 0,
  });

/** The queries that a change of plan, card or invoice makes old: what the account may use is among them. */
export const paymentChanges = [
  ['account'],
  ['payment', 'customer'],
  ['payment', 'due'],
  ['payment', 'invoices'],
  ['payment', 'mau'],
];
