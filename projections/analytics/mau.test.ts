import fc from 'fast-check';
import t from 'tap';
import { periodStart } from '#contracts/mau.ts';
import { settleFigures } from '#ops/testing/figures.ts';
import { startHarness } from '#ops/testing/harness.ts';
import { appendAs, plantScene, sendBatch } from '#ops/testing/scene.ts';
import { countViewers } from './mau.ts';

const dayMs = 86_400_000;
const now = Date.UTC(2026, 9, 3, 12);

t.test('a period begins with the calendar month, UTC', async (t) => {
  t.equal(periodStart(now / 1000, null), Date.UTC(2026, 9, 1) / 1000);
  t.equal(periodStart(Date.UTC(2026, 9, 1) / 1000, null), Date.UTC(2026, 9, 1) / 1000);
  t.equal(periodStart(Date.UTC(2026, 9, 1) / 1000 - 1, null), Date.UTC(2026, 8, 1) / 1000);
});

t.test(
  'with a subscription it begins on the day on which that started, on the last day of shorter months',
  async (t) => {
    const begins = (at: number, subscribed: number) =>
      new Date(periodStart(at / 1000, subscribed / 1000) * 1000).toISOString();
    const tenth = Date.UTC(2026, 4, 10, 15, 30);
    t.equal(begins(Date.UTC(2026, 9, 10), tenth), '2026-10-10T00:00:00.000Z');
    t.equal(begins(Date.UTC(2026, 9, 10) - 1, tenth), '2026-09-10T00:00:00.000Z');
    t.equal(begins(Date.UTC(2027, 0, 9), tenth), '2026-12-10T00:00:00.000Z');
    const last = Date.UTC(2026, 7, 31, 8);
    t.equal(begins(Date.UTC(2027, 1, 27), last), '2027-01-31T00:00:00.000Z');
    t.equal(begins(Date.UTC(2027, 1, 28), last), '2027-02-28T00:00:00.000Z');
    t.equal(begins(Date.UTC(2028, 1, 28), last), '2028-01-31T00:00:00.000Z');
    t.equal(begins(Date.UTC(2028, 2, 30), last), '2028-02-29T00:00:00.000Z');
    t.equal(begins(Date.UTC(2026, 7, 31, 9), last), '2026-08-31T00:00:00.000Z');
  },
);

t.test('monthly active users', async (t) => {
  const h = await startHarness(t, { parts: false, now: () => now });
  const nora = await h.person();
  const first = await plantScene(h, nora);
  const second = await plantScene(h, nora);
  const mau = async (as = nora) => (await h.inject('GET', '/api/mau', { as })).json().data;

  await t.test('are the distinct viewers of all apps since the month began', async (t) => {
    const watch = (token: string, viewer_id: string, at = now, envelope = {}) =>
      sendBatch(h, token, [{ type: 'bar_impression', at }], { viewer_id, ...envelope });
    for (const viewer of ['ada', 'ben', 'ada']) await watch(first.token, viewer);
    for (const viewer of ['ada', 'cleo']) await watch(second.token, viewer, now - 2 * dayMs);
    await watch(first.token, 'before', Date.UTC(2026, 9, 1) - 1);
    await watch(first.token, 'on the first', Date.UTC(2026, 9, 1));
    await watch(first.token, 'nobody', now, { consent: false });
    const stranger = await h.person();
    const theirs = await plantScene(h, stranger);
    await watch(theirs.token, 'ada');
    await settleFigures(h);
    t.same(await mau(), { mau_limit: 500_000, mau: 4, current_period_start: Date.UTC(2026, 9, 1) / 1000 });
    t.equal((await mau(stranger)).mau, 1);
    const staff = await h.person({ staff: true });
    const query = { account_id: stranger.account_id, is_premium: '1' };
    t.equal((await h.inject('GET', '/api/admin/account/premium', { as: staff, query })).statusCode, 200);
    await h.until(async () => (await mau(stranger)).mau_limit === 2_500_000, 'the limit of the plan');
    const { account_id } = nora;
    await appendAs(h, nora, `subscription-${account_id}`, [
      {
        type: 'SubscriptionStarted',
        data: { account_id, plan: 'pro', provider: 'local', ts_start: Date.UTC(2026, 8, 2, 9) / 1000 },
      },
    ]);
    const begun = Date.UTC(2026, 9, 2) / 1000;
    await h.until(async () => (await mau()).current_period_start === begun, 'the period of the subscription');
    t.same(await mau(), { mau_limit: 1_000_000, mau: 2, current_period_start: begun }, 'ada and ben came since');
    const owner = await h.person({ account_id: nora.account_id, permissions: { app_owner: [first.app_id] } });
    t.equal((await h.inject('GET', '/api/mau', { as: owner })).statusCode, 403);
  });

  await t.test('are exact for a period that begins within a month', async (t) => {
    const { pool } = h.kernel.analytics;
    const account = '0190a000-0000-7000-8000-00000000acc0';
    const day = fc.integer({ min: 0, max: 61 });
    const visits = fc.array(fc.record({ viewer: fc.integer({ min: 0, max: 40 }), day }), { maxLength: 120 });
    // Days since 1 August: the month before, and up to the end of September.
    const august = Date.UTC(2026, 7, 1);
    const holds = fc.assert(
      fc.asyncProperty(visits, day, async (all, start) => {
        await pool.query('delete from account_viewer where account_id = $1', [account]);
        for (const visit of all) {
          const date = new Date(august + visit.day * dayMs);
          if (date.getUTCMonth() > 8) continue;
          await pool.query(
            `insert into account_viewer as held (account_id, month, viewer, days) values ($1, $2, $3, $4)
             on conflict (account_id, month, viewer) do update set days = held.days | excluded.days`,
            [
              account,
              `${date.toISOString().slice(0, 7)}-01`,
              `00000000-0000-0000-0000-${String(visit.viewer).padStart(12, '0')}`,
              1 << (date.getUTCDate() - 1),
            ],
          );
        }
        const expected = new Set(all.filter((one) => one.day >= start && one.day < 61).map((one) => one.viewer)).size;
        const end = Date.UTC(2026, 8, 30, 23);
        if (start >= 61) return true;
        return (await countViewers(h.kernel.analytics, account, august + start * dayMs, end)) === expected;
      }),
      { numRuns: 60, seed: 20_261_122 },
    );
    await t.resolves(holds);
  });
});
