import type { AccessRow } from '#ops/testing/access-row.ts';

const list = '/api/storyrail-notification';

/** Rows of the access matrix. */
const rows: Record<string, AccessRow> = {
  [`GET ${list}/dashboard-notification`]: { reach: 'own', call: () => ({}) },
  [`PATCH ${list}/mark-dashboard-notification-as-read`]: {
    reach: 'own',
    login_as: false,
    call: () => ({ body: { all: true } }),
  },
  [`GET ${list}/dashboard-popup`]: { reach: 'own', call: () => ({}) },
  [`PATCH ${list}/mark-dashboard-popup-as-read`]: {
    reach: 'own',
    login_as: false,
    call: () => ({ body: { dashboard_popup_ids: [] } }),
  },
};
export default rows;
