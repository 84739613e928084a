import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import { type Person, startHarness } from '#ops/testing/harness.ts';
import { appendAs } from '#ops/testing/scene.ts';

const prefix = '/api/storyrail-notification';

t.test('what referring is about pops up once, for whoever may see that page', async (t) => {
  const h = await startHarness(t, { parts: false });
  const nora = await h.person();
  const popups = async (as: Person) => (await h.inject('GET', `${prefix}/dashboard-popup`, { as })).json().data;
  t.same(await popups(nora), [], 'not in the trial');
  const { account_id } = nora;
  await appendAs(h, nora, `subscription-${account_id}`, [
    { type: 'SubscriptionStarted', data: { account_id, plan: 'growth', provider: 'local', ts_start: 1_790_000_000 } },
  ]);
  const mei = await h.person({ account_id, permissions: { story_creator: [uuidv7()] } });
  t.same(await popups(mei), []);
  await h.until(async () => (await popups(nora)).length === 1, 'the plan to be known');
  const [popup, ...others] = await popups(nora);
  t.same(others, []);
  t.same(popup.data, { type: 'referral_info', user: nora.user_id, app: null });
  const close = (as: Person, ids: string[]) =>
    h.inject('PATCH', `${prefix}/mark-dashboard-popup-as-read`, { as, body: { dashboard_popup_ids: ids } });
  t.same((await close(mei, [popup.id])).json().data, []);
  t.equal((await popups(nora)).length, 1, 'nobody closes it for her');
  t.same((await close(nora, [popup.id, uuidv7()])).json().data, []);
  t.same(await popups(nora), []);
  for (const ts_earned of [1_790_000_100, 1_790_000_200]) {
    const earned = { type: 'ReferralEarned', data: { referred_account_id: uuidv7(), ts_earned } } as const;
    await appendAs(h, nora, `subscription-${account_id}`, [earned]);
  }
  const months = await popups(nora);
  t.match(months, [{ data: { type: 'referral_earned' } }, { data: { type: 'referral_earned' } }], 'one a month');
  t.same((await close(nora, [months[0].id])).json().data, [months[1]]);
});
