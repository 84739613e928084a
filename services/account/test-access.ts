import type { AccessRow } from '#ops/testing/access-row.ts';

/** Rows of the access matrix. */
const rows: Record<string, AccessRow> = {
  'GET /api/account': { reach: 'own', act: 'account.view', call: () => ({}) },
  'PATCH /api/account': { reach: 'own', act: 'account.change', call: () => ({ body: { name: 'Marlow' } }) },
  'GET /api/account/profile': { reach: 'own', act: 'account.view', call: () => ({}) },
  'PUT /api/account/profile': {
    reach: 'own',
    act: 'account.change',
    call: () => ({ body: { data: { plan: 'growth' } } }),
  },
};
export default rows;
