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
  'GET /api/account/brand_kit': { reach: 'own', act: 'storyGroup.edit', call: () => ({}) },
  'PUT /api/account/brand_kit': { reach: 'own', act: 'account.change', call: () => ({ body: { fonts: ['lora'] } }) },
  // Their plan has no second factors.
  'POST /api/account/otp': {
    reach: 'own',
    act: 'account.change',
    login_as: false,
    call: () => ({ body: { status: true } }),
    done: 403,
  },
};
export default rows;
