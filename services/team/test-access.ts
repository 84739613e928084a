import type { AccessRow } from '#ops/testing/access-row.ts';

/** Rows of the access matrix. */
const rows: Record<string, AccessRow> = {
  'GET /api/account/users': { reach: 'own', act: 'team.view', call: () => ({}) },
  'POST /api/account/invite-user': {
    reach: 'app',
    act: 'team.view',
    login_as: false,
    call: (w) => ({ body: { emails: [`g${w.next()}@example.test`], role: 'story_creator', apps: [w.app.id] } }),
    // All seats are taken here; whoever may invite is told so.
    done: 409,
  },
  'POST /api/account/cancel-invitation': {
    reach: 'app',
    act: 'team.manage',
    login_as: false,
    call: async (w) => ({ body: { email: await w.invited() } }),
  },
  'POST /api/account/resend-invitation': {
    reach: 'app',
    act: 'team.manage',
    login_as: false,
    call: async (w) => ({ body: { email: await w.invited() } }),
  },
  'DELETE /api/account/delete-user': {
    reach: 'app',
    act: 'team.manage',
    login_as: false,
    call: async (w) => ({ body: { email: await w.member() } }),
  },
  // Everybody here is needed further: whoever may leave is told that there is nothing to say with it.
  'POST /api/user/leave': { reach: 'own', login_as: false, call: () => ({ body: { sure: true } }), done: 422 },
  'PUT /api/account/update-user-permission': {
    reach: 'app',
    act: 'team.manage',
    login_as: false,
    call: (w) => ({ body: { email: w.callers.brodcaster!.person.email, permissions: { brodcaster: [w.app.id] } } }),
  },
  'GET /api/permission/app/:id': {
    reach: 'app',
    act: 'team.view',
    call: (w) => ({ path: `/api/permission/app/${w.app.id}` }),
  },
};
export default rows;
