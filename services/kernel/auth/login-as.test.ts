import t from 'tap';
import { isOwnMatter } from './login-as.ts';

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
    'POST /api/export',
  ];
  for (const name of theirs) {
    const [method, path] = name.split(' ') as [string, string];
    t.equal(isOwnMatter(method, path, {}, {}), true, name);
  }
  t.equal(isOwnMatter('PATCH', '/api/user', {}, { email: 'a@example.test' }), true);
  t.equal(isOwnMatter('GET', '/api/audit', { format: 'csv' }, null), true);
  t.equal(isOwnMatter('GET', '/api/upload', { path: '/media/x.csv' }, null), true);
});

t.test('what they may do as the person', async (t) => {
  const allowed = [
    'GET /api/account/users',
    'GET /api/payment/plan',
    'GET /api/account/api_token',
    'PATCH /api/account',
    'PUT /api/account/profile',
    'POST /api/n/story_group',
    'DELETE /api/story_group',
    'POST /api/upload',
    'POST /api/logout',
  ];
  for (const name of allowed) {
    const [method, path] = name.split(' ') as [string, string];
    t.equal(isOwnMatter(method, path, {}, {}), false, name);
  }
  t.equal(isOwnMatter('PATCH', '/api/user', {}, { firstname: 'Nora' }), false);
  t.equal(isOwnMatter('GET', '/api/audit', { format: 'json' }, null), false);
});
