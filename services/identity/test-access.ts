import type { AccessRow } from '#ops/testing/access-row.ts';

/** Rows of the access matrix. */
const rows: Record<string, AccessRow> = {
  'POST /api/logout': { reach: 'own', call: () => ({}) },
  'GET /api/user': { reach: 'own', call: () => ({}) },
  'PATCH /api/user': { reach: 'own', call: () => ({ body: { firstname: 'Nora' } }) },
  // The people here have no password: whoever may show one is told so.
  'POST /api/user/confirm': {
    reach: 'own',
    login_as: false,
    call: () => ({ body: { password: 'correct horse' } }),
    done: 422,
  },
  'POST /api/user/change_password': {
    reach: 'own',
    login_as: false,
    call: () => ({ body: { current: 'correct horse', password: 'battery staple', confirm: 'battery staple' } }),
    done: 422,
  },
};
export default rows;
