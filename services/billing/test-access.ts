import type { AccessRow } from '#ops/testing/access-row.ts';

const own = { reach: 'own', act: 'billing.manage', login_as: false } as const;

/** Rows of the access matrix. */
const rows: Record<string, AccessRow> = {
  'GET /api/payment/plan': { reach: 'own', call: () => ({}) },
  'GET /api/mau': { reach: 'own', act: 'mau.view', scope: 'stats', call: () => ({}) },
  'GET /api/payment/customer': { reach: 'own', act: 'billing.view', call: () => ({}) },
  'POST /api/payment/customer': {
    ...own,
    call: () => ({ body: { name: 'Marlow AB', address: { line1: '1 Quay', city: 'Malmö', country: 'SE' } } }),
  },
  'GET /api/payment/invoice/:id/pdf': {
    reach: 'own',
    act: 'billing.view',
    done: 404,
    call: () => ({ path: '/api/payment/invoice/0190a000-0000-7000-8000-000000000001/pdf' }),
  },
  'GET /api/payment/invoice/list': { reach: 'own', act: 'billing.view', call: () => ({}) },
  'GET /api/payment/coupon/detail': {
    reach: 'own',
    act: 'billing.manage',
    done: 404,
    call: () => ({ query: { coupon_id: 'NOTHING' } }),
  },
  'GET /api/payment/plan/due': { reach: 'own', act: 'billing.manage', call: () => ({}) },
  'POST /api/payment/subscribe': { ...own, call: () => ({ body: { plan_id: 'starter' } }) },
  'DELETE /api/payment/subscribe': { ...own, call: () => ({}) },
  'POST /api/payment/method': { ...own, call: () => ({ body: {} }) },
  'POST /api/payment/method/attach': { ...own, done: 404, call: () => ({ body: { id: 'nothing' } }) },
  'POST /api/payment/portal': { ...own, done: 404, call: () => ({}) },
  'GET /api/payment/invoice/:id/address': {
    reach: 'own',
    act: 'billing.view',
    done: 404,
    call: () => ({ path: '/api/payment/invoice/0190a000-0000-7000-8000-000000000001/address' }),
  },
  'GET /api/payment/invoice/:id/page': {
    reach: 'own',
    act: 'billing.view',
    done: 404,
    call: () => ({ path: '/api/payment/invoice/0190a000-0000-7000-8000-000000000001/page' }),
  },
  'DELETE /api/payment/method/:id': {
    ...own,
    done: 404,
    call: () => ({ path: '/api/payment/method/0190a000-0000-7000-8000-000000000001' }),
  },
  'POST /api/payment/invoice/:id/confirm': {
    ...own,
    done: 404,
    call: () => ({ path: '/api/payment/invoice/0190a000-0000-7000-8000-000000000001/confirm' }),
  },
  'POST /api/payment/invoice/:id/confirmed': {
    ...own,
    done: 404,
    call: () => ({ path: '/api/payment/invoice/0190a000-0000-7000-8000-000000000001/confirmed' }),
  },
  'PATCH /api/payment/method/:id': {
    ...own,
    done: 404,
    call: () => ({ path: '/api/payment/method/0190a000-0000-7000-8000-000000000001', body: { default: true } }),
  },
};
export default rows;
