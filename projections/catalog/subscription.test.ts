import t from 'tap';
import type { AdminAccountRow, AdminStats } from '#contracts/admin/admin.ts';
import { startHarness } from '#ops/testing/harness.ts';
import { appendAs, subscribed } from '#ops/testing/scene.ts';

t.test('what an account subscribes to is what it may use, and what staff see', async (t) => {
  const h = await startHarness(t, { parts: false });
  const nora = await h.person();
  const staff = await h.person({ staff: true });
  await h.person();
  const own = async () => (await h.inject('GET', '/api/account', { as: nora })).json().data;
  const listed = async (payment_status: number): Promise<AdminAccountRow[]> => {
    const query = { filter: JSON.stringify({ payment_status }) };
    return (await h.inject('GET', '/api/admin/account', { as: staff, query })).json().data;
  };
  t.match(await own(), { plan: 'growth', payment_status: 2, seats: 4 }, 'the trial');
  const stream = `subscription-${nora.account_id}`;
  await appendAs(h, nora, stream, [subscribed(nora.account_id)]);
  t.match(await own(), { plan: 'growth', payment_status: 1, premium: 0, seats: 4 });
  await appendAs(h, nora, stream, [{ type: 'PlanUpgraded', data: { plan: 'pro' } }]);
  t.match(await own(), { payment_status: 1, premium: 0, plan: 'pro', seats: 8, settings: { features: { mfa: true } } });
  t.match(await listed(1), [{ id: nora.account_id, payment_status: 1, plan: 'pro', seats: 8, premium: 0 }]);
  t.notOk((await listed(2)).some(({ id }) => id === nora.account_id));
  const stats = (await h.inject('GET', '/api/admin/stats', { as: staff })).json().data as AdminStats;
  t.match(stats.accounts.by_payment_status, { 1: 1, 2: 2 });
  await h.call(staff, 'POST', '/admin/account/premium', { account_id: nora.account_id, is_premium: true });
  t.match(await own(), { payment_status: 0, premium: 1 }, 'staff may give everything meanwhile');
  const ended = await h.call(staff, 'POST', '/admin/account/premium', {
    account_id: nora.account_id,
    is_premium: false,
  });
  t.match(ended, { payment_status: 1 }, 'and the subscription goes on afterwards');
  t.match(await own(), { plan: 'pro', payment_status: 1 });
});
