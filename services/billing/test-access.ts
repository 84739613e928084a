import type { AccessRow } from '#ops/testing/access-row.ts';

/** Rows of the access matrix. */
const rows: Record<string, AccessRow> = {
  'GET /api/payment/plan': { reach: 'own', call: () => ({}) },
  'GET /api/mau': { reach: 'own', act: 'mau.view', scope: 'stats', call: () => ({}) },
};
export default rows;
