import type { AccessRow } from '#ops/testing/access-row.ts';

/** Rows of the access matrix. */
const rows: Record<string, AccessRow> = {
  'GET /api/account/otp': { reach: 'own', act: 'account.change', call: () => ({}) },
  // Their account is in its trial, which refers nobody.
  'GET /api/account/referral': { reach: 'own', act: 'referral.view', call: () => ({}), done: 403 },
  'GET /api/search': { reach: 'own', act: 'app.view', scope: 'read', call: () => ({ query: { q: 'a' } }) },
};
export default rows;
