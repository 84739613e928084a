import t from 'tap';
import { startHarness } from '#ops/testing/harness.ts';

t.test('smoke', async (t) => {
  const h = await startHarness(t);
  const nora = await h.person();
  await h.caughtUp();
  const answer = await h.inject('GET', '/api/storyrail-notification/dashboard-notification', { as: nora });
  t.equal(answer.statusCode, 200, answer.body);
  t.same(answer.json(), { data: [], total: 0, unread: 0 });
  const user = await h.inject('GET', '/api/user', { as: nora });
  t.same(user.json().data.notification, { message: null });
});
