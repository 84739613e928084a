import t from 'tap';
import { startHarness } from '#ops/testing/harness.ts';
import { opensToLoginAs } from './login-as.ts';
import type { Policy } from './policy.ts';

const h = await startHarness(t, { parts: false });

/** Whether staff who are signed in as somebody may make a call; a route that does not exist yet is closed to them. */
const isOpen = (name: string, query: unknown = {}, body: unknown = {}): boolean => {
  const [method, path] = name.split(' ');
  const policy: Policy = h.server.routeTable.find((one) => one.method === method && one.url === path)?.policy ?? {
    caller: 'user',
  };
  return policy.caller === 'user' && opensToLoginAs(policy, query, body);
};

t.test('what staff leave to the person as whom they are signed in', async (t) => {
  const theirs = [
    'POST /api/user/change_password',
    'POST /api/user/update_phone_number',
    'POST /api/account/otp',
    'POST /api/account/api_token',
    'POST /api/account/invite-user',
    'PUT /api/account/update-user-permission',
    'DELETE /api/account/delete-user',
    'POST /api/account/cancel-invitation',
    'POST /api/account/resend-invitation',
    'POST /api/join-team',
    'POST /api/payment/subscribe',
    'DELETE /api/payment/subscribe',
    'PATCH /api/payment/method/:id',
    'POST /api/payment/customer',
    'POST /api/webhook',
    'DELETE /api/webhook/:id',
    'DELETE /api/user',
    'DELETE /api/account',
    'POST /api/account/erase',
    'GET /api/report',
    'GET /api/mau/proof/file',
    'POST /api/export',
  ];
  for (const name of theirs) t.equal(isOpen(name), false, name);
  t.equal(isOpen('PATCH /api/user', {}, { email: 'a@example.test' }), false);
  t.equal(isOpen('GET /api/audit', { format: 'csv' }, null), false);
  t.equal(isOpen('GET /api/upload', { path: '/media/x.csv' }, null), false);
});

t.test('what they may do as the person', async (t) => {
  const allowed = [
    'GET /api/account/users',
    'GET /api/payment/plan',
    'GET /api/mau/proof',
    'PATCH /api/account',
    'PUT /api/account/profile',
    'POST /api/n/story_group',
    'DELETE /api/story_group',
    'POST /api/upload',
    'POST /api/logout',
  ];
  for (const name of allowed) t.equal(isOpen(name), true, name);
  t.equal(isOpen('PATCH /api/user', {}, { firstname: 'Nora' }), true);
  t.equal(isOpen('GET /api/audit', { format: 'json' }, null), true);
});
