import type { AccessRow } from '#ops/testing/access-row.ts';

/** Rows of the access matrix. */
const rows: Record<string, AccessRow> = {
  'GET /api/account/otp': { reach: 'own', act: 'account.change', call: () => ({}) },
  'GET /api/search': { reach: 'own', act: 'app.view', scope: 'read', call: () => ({ query: { q: 'a' } }) },
};
export default rows;
