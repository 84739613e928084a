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
  'POST /api/user/social/start': {
    reach: 'own',
    login_as: false,
    call: () => ({ body: { provider: 'google' } }),
    done: 404,
  },
  'POST /api/user/social': {
    reach: 'own',
    login_as: false,
    call: () => ({ body: { provider: 'google', code: 'made-up', state: 'of-nobody' } }),
    done: 404,
  },
  'DELETE /api/user/social': {
    reach: 'own',
    login_as: false,
    call: () => ({ body: { provider: 'google' } }),
    done: 404,
  },
  'GET /api/user/session': { reach: 'own', login_as: false, call: () => ({}) },
  // Everybody here has one session, which goes on: to end one that is not theirs is as far as it goes.
  'DELETE /api/user/session': {
    reach: 'own',
    login_as: false,
    call: () => ({ body: { id: '019b76da-a800-7000-8000-000000000000' } }),
    done: 404,
  },
};
export default rows;
