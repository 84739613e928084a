import fc from 'fast-check';
import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import { periodStart } from '#contracts/stats/mau.ts';
import { countAll, hashFigures } from '#ops/testing/figures.ts';
import { type Harness, startHarness } from '#ops/testing/harness.ts';
import { appendAs, seedScene, sendBatch } from '#ops/testing/scene.ts';
import { loudAddress, openSender, quietAddress } from '#ops/testing/senders.ts';
import { rebuildAnalytics } from '../../rebuild/rebuild.ts';
import { countAccountViewers } from './read.ts';

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
  const first = await seedScene(h, nora);
  const second = await seedScene(h, nora);
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
    const theirs = await seedScene(h, stranger);
    await watch(theirs.token, 'ada');
    await countAll(h);
    t.same(await mau(), { mau: 4, marked: 0, mau_limit: 500_000, current_period_start: Date.UTC(2026, 9, 1) / 1000 });
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
    t.same(
      await mau(),
      { mau: 2, marked: 0, mau_limit: 1_000_000, current_period_start: begun },
      'ada and ben came since',
    );
    const owner = await h.person({ account_id: nora.account_id, permissions: { app_owner: [first.app_id] } });
    t.same((await mau(owner)).mau, 2, 'an app owner is told, too');
    const creator = await h.person({ account_id: nora.account_id, permissions: { story_creator: [first.app_id] } });
    t.equal((await h.inject('GET', '/api/mau', { as: creator })).statusCode, 403);
  });

  await t.test('are exact for a period that begins within a month', async (t) => {
    const { pool } = h.kernel.analytics;
    const account = '0190a000-0000-7000-8000-00000000acc0';
    const day = fc.integer({ min: 0, max: 61 });
    const visit = fc.record({ viewer: fc.integer({ min: 0, max: 40 }), day, crowded: fc.boolean() });
    const visits = fc.array(visit, { maxLength: 120 });
    // Days since 1 August: the month before, and up to the end of September.
    const august = Date.UTC(2026, 7, 1);
    const holds = fc.assert(
      fc.asyncProperty(visits, day, async (all, start) => {
        await pool.query('delete from account_viewer where account_id = $1', [account]);
        await pool.query('delete from account_month where account_id = $1', [account]);
        for (const month of ['2026-08-01', '2026-09-01'])
          await pool.query('insert into account_month (account_id, month, lane, viewers) values ($1, $2, 0, 0)', [
            account,
            month,
          ]);
        for (const visit of all) {
          const date = new Date(august + visit.day * dayMs);
          if (date.getUTCMonth() > 8) continue;
          await pool.query(
            `insert into account_viewer as held (account_id, month, viewer, days, billed_from) values ($1, $2, $3, $4, $5)
             on conflict (account_id, month, viewer)
             do update set days = held.days | excluded.days, billed_from = least(held.billed_from, excluded.billed_from)`,
            [
              account,
              `${date.toISOString().slice(0, 7)}-01`,
              `00000000-0000-0000-0000-${String(visit.viewer).padStart(12, '0')}`,
              1 << (date.getUTCDate() - 1),
              visit.crowded ? null : date,
            ],
          );
        }
        if (start >= 61) return true;
        const came = all.filter((one) => one.day < 61);
        const there = new Set(came.filter((one) => one.day >= start).map((one) => one.viewer));
        const billed = new Set(came.filter((one) => !one.crowded).map((one) => one.viewer));
        const end = Date.UTC(2026, 8, 30, 23);
        const { viewers, marked } = await countAccountViewers(h.kernel.analytics, account, august + start * dayMs, end);
        // A whole September is read from the sums of months, which are not made here.
        const whole = start === 31 ? there.size : viewers;
        return whole === there.size && marked === [...there].filter((one) => !billed.has(one)).length;
      }),
      { numRuns: 60, seed: 20_261_122 },
    );
    await t.resolves(holds);
  });
});

/** Two senders at addresses of their own, over connections. */
const openSenders = async (t: Parameters<typeof startHarness>[0], h: Harness, clock: () => number) => {
  const port = Number(new URL(await h.server.listen({ port: 0, host: '127.0.0.1' })).port);
  const [loud, quiet] = [openSender(port, loudAddress, clock), openSender(port, quietAddress, clock)];
  t.teardown(async () => {
    loud.close();
    quiet.close();
  });
  return { loud, quiet, port };
};

t.test('viewers that one address makes up', async (t) => {
  let clock = now;
  const settings = { LIMIT_NEW_VIEWERS: '20', LIMIT_EVENT_MB: '2' };
  const h = await startHarness(t, { parts: false, now: () => clock, settings });
  const nora = await h.person();
  const { app_id, token } = await seedScene(h, nora);
  const { loud, quiet } = await openSenders(t, h, () => clock);
  const count = async () => {
    await countAll(h);
    const { viewers, marked } = await countAccountViewers(
      h.kernel.analytics,
      nora.account_id,
      Date.UTC(2026, 9, 1),
      clock,
    );
    return { mau: viewers - marked, marked };
  };

  await t.test('are counted and not billed beyond what an address may bring in an hour', async (t) => {
    for (let index = 0; index < 90; index += 1) {
      // Every other one is read by the framework.
      const made = await loud.send(token, `made up ${index}`, { whole: index % 2 === 0 });
      const real = index % 9 === 0 ? await quiet.send(token, `real ${index}`) : null;
      t.equal(made.status, 202);
      t.equal(real?.status ?? 202, 202, 'the other address is accepted throughout');
    }
    t.same(await count(), { mau: 20 + 10, marked: 70 });
    const { mau, marked } = (await h.inject('GET', '/api/mau', { as: nora })).json().data;
    t.same({ mau, marked }, { mau: 30, marked: 70 });
    const { rows } = await h.kernel.analytics.pool.query(
      `select sum(viewers)::int as viewers from daily_viewers where scope = 'active' and app_id = $1`,
      [app_id],
    );
    t.equal(rows[0].viewers, 100, 'they are in the figures');
  });

  await t.test('are billed once they come uncrowded: elsewhere, or in another hour', async (t) => {
    await loud.send(token, 'made up 3');
    t.same(await count(), { mau: 30, marked: 70 }, 'who was in time stays so');
    await quiet.send(token, 'made up 50');
    t.same(await count(), { mau: 31, marked: 69 });
    clock += 3_600_000;
    for (let index = 60; index < 85; index += 1) await loud.send(token, `made up ${index}`);
    t.same(await count(), { mau: 31 + 20, marked: 69 - 20 });
  });

  await t.test('come out the same from a rebuild', async (t) => {
    const [before, counted] = [await hashFigures(h), await count()];
    await rebuildAnalytics(h.kernel);
    t.same(await hashFigures(h), before);
    t.same(await count(), counted);
  });

  await t.test('who sends too many bytes in a day is refused at that address and instance alone', async (t) => {
    const other = await seedScene(h, nora);
    const blanks = 60_000;
    let taken = 0;
    let refused = await loud.send(token, 'real 0', { blanks });
    for (; refused.status === 202 && taken < 60; taken += 1) {
      t.equal((await quiet.send(token, 'real 0')).status, 202);
      refused = await loud.send(token, 'real 0', { blanks, whole: taken % 2 === 0 });
    }
    t.match(refused, { status: 429, retryAfter: 11 * 3600 }, 'until the day is over');
    t.ok(taken * blanks > 1.9 * 2 ** 20 && taken * blanks < 2.1 * 2 ** 20, `${taken} batches`);
    for (const whole of [true, false])
      t.match(await loud.send(token, 'real 0', { whole }), { status: 429, retryAfter: 11 * 3600 });
    t.equal((await loud.send(other.token, 'real 0')).status, 202, 'another instance');
    t.equal((await quiet.send(token, 'real 0')).status, 202);
    clock += 12 * 3_600_000;
    t.equal((await loud.send(token, 'real 0')).status, 202, 'the next day');
  });
});

t.test('behind a proxy the address is the one that it names, of IPv6 the first 64 bits', async (t) => {
  const settings = { LIMIT_NEW_VIEWERS: '2', TRUST_PROXY: '127.0.0.1' };
  const h = await startHarness(t, { parts: false, now: () => now, settings });
  const nora = await h.person();
  const { token } = await seedScene(h, nora);
  const { loud, port } = await openSenders(t, h, () => now);
  t.equal((await loud.send(token, 'not a proxy')).status, 202);
  const batch = (viewer_id: string) => ({
    ...{ batch_id: uuidv7(), sent_at: now, viewer_id, platform: 'web', sdk_version: '1', consent: true },
    events: [{ id: uuidv7(), type: 'bar_impression', at: now }],
  });
  const addresses = ['203.0.113.7', '203.0.113.8', '2001:db8:0:1::5', '2001:db8:0:1:9:9:9:9', '2001:db8:0:2::5'];
  for (const [index, address] of addresses.entries())
    for (const viewer of ['a', 'b', 'c']) {
      const answer = await fetch(`http://127.0.0.1:${port}/sdk/v1/${token}/events`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
        body: JSON.stringify(batch(`${viewer} ${index}`)),
      });
      t.equal(answer.status, 202);
    }
  await countAll(h);
  const { rows } = await h.kernel.analytics.pool.query(
    'select count(*)::int as viewers, count(billed_from)::int as billed from account_viewer',
  );
  t.same(rows, [{ viewers: 1 + 15, billed: 1 + 4 * 2 }]);
});
