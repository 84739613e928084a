import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import type { StoryrailEvent } from '#contracts/events.ts';
import type { PopupRow } from '#contracts/notification/rows.ts';
import type { InvoiceLine } from '#contracts/subscription/invoice.ts';
import { toSeconds } from '#contracts/time.ts';
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

t.test('an owner of a company that came with a code is told once of the free month, while it is new', async (t) => {
  const clock = { now: Date.now() };
  const h = await startHarness(t, { parts: false, now: () => clock.now });
  const nora = await h.person();
  const { account_id } = nora;
  const ts = toSeconds(clock.now);
  const period = { from: ts, to: ts + 30 * 86_400 };
  const invoice = (id: string, reason: 'referred' | 'staff'): StoryrailEvent => {
    const lines: InvoiceLine[] = [
      { kind: 'plan', plan: 'growth', name: 'Growth', period, amount: 69_900 },
      { kind: 'free_month', reason, amount: -69_900 },
    ];
    const sums = { total: 0, from_credit: 0, amount_due: 0, currency: 'usd' as const };
    return {
      type: 'InvoiceClosed',
      data: { invoice: { id, number: id, ts_closed: ts, closes: null, lines, ...sums, viewers: null } },
    };
  };
  const append = (event: StoryrailEvent) => appendAs(h, nora, `subscription-${account_id}`, [event]);
  await appendAs(h, nora, `subscription-${account_id}`, [
    { type: 'SubscriptionStarted', data: { account_id, plan: 'growth', provider: 'local', ts_start: ts } },
  ]);
  const popups = async (as: Person) =>
    (await h.inject('GET', `${prefix}/dashboard-popup`, { as })).json().data as PopupRow[];
  const types = async (as: Person) => (await popups(as)).map(({ data }) => data.type);
  await append(invoice(uuidv7(), 'staff'));
  await h.until(async () => (await types(nora)).length === 1, 'the plan to be known');
  t.same(await types(nora), ['referral_info'], 'a month by staff is none');
  await append(invoice(uuidv7(), 'referred'));
  t.same(await types(nora), ['referral_received', 'referral_info']);
  const appOwner = await h.person({ account_id, permissions: { app_owner: [uuidv7()] } });
  t.same(await types(appOwner), ['referral_info'], 'an owner alone');
  const otto = await h.person({ account_id });
  const [received] = await popups(nora);
  const body = { dashboard_popup_ids: [received!.id] };
  await h.inject('PATCH', `${prefix}/mark-dashboard-popup-as-read`, { as: nora, body });
  t.same(await types(nora), ['referral_info'], 'once');
  t.same(await types(otto), ['referral_received', 'referral_info'], 'each owner by themself');
  clock.now += 32 * 86_400_000;
  const late = await h.person({ account_id });
  t.same(await types(late), ['referral_info'], 'not after that month');
});
