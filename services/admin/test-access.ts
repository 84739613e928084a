import type { StaffCall } from '#ops/testing/access-row.ts';

const anyAccount: StaffCall = (w) => ({ query: { account_id: w.owner.account_id } });
const anyUser: StaffCall = (w) => ({ body: { user_id: w.callers.brodcaster!.person.user_id } });
// Nobody's: it would end their sessions.
const nobodysAccess: StaffCall = (w) => ({ body: { user_id: w.app.id, reason: 'Lost phone' }, status: 404 });

const noProposal: StaffCall = (w) => ({
  body: { account_id: w.owner.account_id, proposal_id: w.app.id, reason: 'Left' },
  status: 410,
});

/** Every route for staff, with a call that staff may make. */
export const staffCalls: Record<string, StaffCall> = {
  'GET /api/admin/user': () => ({}),
  'GET /api/admin/user/:id': (w) => ({ path: `/api/admin/user/${w.owner.user_id}` }),
  'GET /api/admin/account': anyAccount,
  'GET /api/admin/account/:id': (w) => ({ path: `/api/admin/account/${w.owner.account_id}` }),
  'GET /api/admin/stats': () => ({}),
  'GET /api/admin/audit': anyAccount,
  'GET /api/admin/event': (w) => ({ query: { stream: `account-${w.owner.account_id}` } }),
  'GET /api/admin/event/state': (w) => ({ query: { stream: `account-${w.owner.account_id}` } }),
  'GET /api/admin/projection': () => ({}),
  'GET /api/admin/projection/parked': () => ({}),
  'POST /api/admin/projection/redrive': (w) => ({
    body: { projection: 'audit', stream: `account-${w.owner.account_id}` },
  }),
  'POST /api/admin/projection/rebuild': () => ({ body: { projection: 'nothing' }, status: 404 }),
  'GET /api/admin/account/premium': (w) => ({ query: { account_id: w.owner.account_id, is_premium: '0' } }),
  'POST /api/admin/account/premium': (w) => ({ body: { account_id: w.owner.account_id, is_premium: false } }),
  'POST /api/admin/account/features': (w) => ({ body: { account_id: w.owner.account_id, manual_features: {} } }),
  'POST /api/admin/account/custom_plan': (w) => ({ body: { account_id: w.owner.account_id, plan: null } }),
  'POST /api/admin/account/credit': (w) => ({
    body: { account_id: w.owner.account_id, amount: 100, reason: 'An hour without delivery' },
  }),
  'GET /api/admin/account/:id/billing': (w) => ({ path: `/api/admin/account/${w.owner.account_id}/billing` }),
  'GET /api/admin/account/:id/invoice': (w) => ({ path: `/api/admin/account/${w.owner.account_id}/invoice` }),
  // They have none.
  'GET /api/admin/account/:id/invoice/:invoice_id/pdf': (w) => ({
    path: `/api/admin/account/${w.owner.account_id}/invoice/${w.app.id}/pdf`,
    status: 404,
  }),
  'GET /api/admin/account/:id/invoice/:invoice_id/address': (w) => ({
    path: `/api/admin/account/${w.owner.account_id}/invoice/${w.app.id}/address`,
    status: 404,
  }),
  'POST /api/admin/account/invoice_paid': (w) => ({
    body: { account_id: w.owner.account_id, invoice_id: w.app.id },
    status: 409,
  }),
  'GET /api/admin/promo_code': () => ({}),
  'POST /api/admin/promo_code/end': (w) => ({ body: { id: w.app.id }, status: 404 }),
  'POST /api/admin/promo_code': () => ({ body: { code: 'ACCESS', percent_off: 10, duration: 'once' }, status: 201 }),
  'POST /api/admin/deal_code': () => ({ body: { count: 2 }, status: 201 }),
  'GET /api/admin/deal_code': () => ({}),
  // Nobody's account, and no proposal: there is nothing to answer.
  'POST /api/admin/account/owner': (w) => ({
    body: { account_id: w.app.id, user_id: w.owner.user_id, reason: 'Left' },
    status: 404,
  }),
  'POST /api/admin/account/owner/agree': noProposal,
  'POST /api/admin/account/owner/turn_down': noProposal,
  'GET /api/admin/sdk_release': () => ({}),
  'POST /api/admin/sdk_release': () => ({
    body: { platform: 'ios', version: '2.9.0', url: 'https://storyrail.example/2.9.0' },
    status: 201,
  }),
  'GET /api/admin/user/verification': (w) => ({ query: { user_id: w.owner.user_id, verified: '1' } }),
  'POST /api/admin/user/verification': (w) => ({ body: { user_id: w.owner.user_id, verified: true } }),
  'GET /api/admin/user/login_as': (w) => ({ query: { user_id: w.owner.user_id } }),
  'POST /api/admin/user/login_as': anyUser,
  'POST /api/admin/user/reset_factors': nobodysAccess,
  'POST /api/admin/user/end_sessions': nobodysAccess,
  'POST /api/admin/user/disable': nobodysAccess,
  'POST /api/admin/user/enable': nobodysAccess,
  'POST /api/ops/session': () => ({}),
};
