import type { AccessRow } from '#ops/testing/access-row.ts';

/** Rows of the access matrix. */
const rows: Record<string, AccessRow> = {
  'GET /api/audit': { reach: 'own', act: 'audit.view', call: () => ({}) },
};
export default rows;
