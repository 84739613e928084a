import t from 'tap';
import { v4 as uuidv4 } from 'uuid';
import { type ReturnsAnswer, returnDays } from '#contracts/stats/returns.ts';
import type { EpochMs } from '#contracts/time.ts';
import { countAll } from '#ops/testing/figures.ts';
import { startHarness } from '#ops/testing/harness.ts';
import { assertRefused } from '#ops/testing/owner-with-app.ts';
import { seedScene, sendBatch } from '#ops/testing/scene.ts';
import { createReturnsReader } from './read.ts';

const dayMs = 86_400_000;
const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / dayMs;
/** Numbers from 0 to 1 that are the same each time. */
const createRandom = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};
const isoDay = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);

t.test('who came back', async (t) => {
  const clock = { at: Date.parse('2027-03-15T12:00:00Z') as EpochMs };
  const h = await startHarness(t, { parts: false, now: () => clock.at });
  const nora = await h.person();
  const { pool } = h.kernel.analytics;
  const shop = await seedScene(h, nora);
  const outlet = await seedScene(h, nora);
  const stranger = await h.person();
  const theirs = await seedScene(h, stranger);
  const days = (from: number, to: number) => ({ ts_start: String(from * 86_400), ts_end: String(to * 86_400) });
  const ask = async (from: number, to: number, as = nora): Promise<ReturnsAnswer> => {
    const answer = await h.inject('GET', '/api/analytics/returns', { as, query: days(from, to) });
    t.equal(answer.statusCode, 200, answer.body);
    return answer.json().data;
  };
  const today = Math.floor(clock.at / dayMs);

  await t.test('are viewers of all apps, each once a day, who gave their consent', async (t) => {
    const visit = async (token: string, group: typeof shop, day: number, viewer_id: string, more = {}) => {
      clock.at = (day * dayMs + dayMs / 2) as EpochMs;
      const event = { type: 'story_impression', group_id: group.group_id, story_id: group.stories[0] };
      t.equal((await sendBatch(h, token, [event], { viewer_id, ...more })).statusCode, 202);
    };
    // Ada comes to one app and then to the other, Ben once, Cleo without consent, and a namesake of Ada's to a stranger's.
    await visit(shop.token, shop, today - 9, 'ada');
    await visit(shop.token, shop, today - 9, 'ada');
    await visit(shop.token, shop, today - 9, 'ben');
    await visit(shop.token, shop, today - 9, 'cleo', { consent: false });
    await visit(theirs.token, theirs, today - 9, 'ada');
    await visit(outlet.token, outlet, today - 8, 'ada');
    await visit(shop.token, shop, today - 8, 'cleo', { consent: false });
    await visit(outlet.token, outlet, today - 2, 'ben');
    await visit(theirs.token, theirs, today - 2, 'ada');
    clock.at = (today * dayMs + dayMs / 2) as EpochMs;
    await countAll(h);
    const { after } = await ask(today - 9, today - 9);
    const date = (today - 9) * 86_400;
    t.same(after, [
      { days: 1, cohort: 2, returned: 1, share: 0.5, ts_first: date, ts_last: date },
      { days: 7, cohort: 2, returned: 1, share: 0.5, ts_first: date, ts_last: date },
      { days: 30, cohort: 0, returned: 0, share: null, ts_first: null, ts_last: null },
    ]);
    const other = await ask(today - 9, today - 9, stranger);
    t.match(other.after, [{ cohort: 1, returned: 0, share: 0 }, { cohort: 1, returned: 1 }, { share: null }]);
  });

  await t.test('agree with a count by hand of 300 viewers over 70 days, over every border of a month', async (t) => {
    await pool.query('delete from account_viewer');
    const random = createRandom(11);
    for (const [firstDate, now] of [
      ['2027-01-01', '2027-03-15'],
      // February of a leap year, and days that are not over.
      ['2028-01-20', '2028-03-20'],
      ['2027-11-05', '2027-12-28'],
    ] as const) {
      const first = dayOf(firstDate);
      clock.at = (dayOf(now) * dayMs + dayMs / 3) as EpochMs;
      const today = dayOf(now);
      const viewers = Array.from({ length: 300 }, () => {
        const often = random() ** 2;
        const seen = Array.from({ length: 70 }, (_, at) => first + at).filter(() => random() < often);
        return { id: uuidv4(), days: new Set(seen) };
      });
      const rows = viewers.flatMap(({ id, days }) => {
        const months = new Map<string, number>();
        for (const day of days) {
          const month = `${isoDay(day).slice(0, 7)}-01`;
          months.set(month, (months.get(month) ?? 0) | (1 << (Number(isoDay(day).slice(8)) - 1)));
        }
        return [...months].map(([month, bits]) => ({ id, month, bits }));
      });
      for (const account of [nora.account_id, stranger.account_id])
        await pool.query(
          `insert into account_viewer (account_id, month, viewer, days, billed_from)
           select $1, * , null from unnest($2::date[], $3::uuid[], $4::int[])`,
          [
            account,
            rows.map(({ month }) => month),
            // Another account's are others, on the same days.
            rows.map(({ id }) => (account === nora.account_id ? id : `ffff${id.slice(4)}`)),
            rows.map(({ bits }) => bits),
          ],
        );
      for (let time = 0; time < 12; time += 1) {
        const from = time === 0 ? first - 40 : first + Math.floor(random() * 60);
        const to = time === 0 ? today : from + Math.floor(random() * 70);
        const { after } = await ask(from, to);
        const due = returnDays.map((later) => {
          let [cohort, returned] = [0, 0];
          const last = Math.min(to, today - 1 - later);
          for (let day = from; day <= last; day += 1)
            for (const { days } of viewers) {
              if (!days.has(day)) continue;
              cohort += 1;
              if (days.has(day + later)) returned += 1;
            }
          const counts = last >= from;
          return {
            days: later,
            cohort,
            returned,
            share: cohort === 0 ? null : returned / cohort,
            ts_first: counts ? from * 86_400 : null,
            ts_last: counts ? last * 86_400 : null,
          };
        });
        t.same(after, due, `${isoDay(from)} to ${isoDay(to)} on ${now}`);
      }
      await pool.query('delete from account_viewer');
    }
  });

  await t.test('are counted once while that takes long, and again after ten minutes or a failure', async (t) => {
    let asked = 0;
    let fails = true;
    const slow = {
      connect: async () => {
        asked += 1;
        await new Promise((done) => setTimeout(done, 80));
        if (fails) throw new Error('away');
        return pool.connect();
      },
    };
    const read = createReturnsReader({ ...h.kernel, analytics: { ...h.kernel.analytics, pool: slow as never } });
    const today = Math.floor(clock.at / dayMs);
    const range = { days: [], ts_start: (today - 3) * 86_400, ts_end: today * 86_400 - 1 };
    await t.rejects(read(nora.account_id, range), 'away');
    fails = false;
    const before = asked;
    await Promise.all([read(nora.account_id, range), read(nora.account_id, range)]);
    await read(nora.account_id, range);
    t.equal(asked, before + 1);
    await read(stranger.account_id, range);
    t.equal(asked, before + 2, 'never for another account');
    t.same((await read(nora.account_id, range)).after.length, 3);
  });

  await t.test('are of the whole account, so for account owners', async (t) => {
    const { account_id } = nora;
    const owner = await h.person({ account_id, permissions: { app_owner: [shop.app_id, outlet.app_id] } });
    const creator = await h.person({ account_id, permissions: { story_creator: [shop.app_id] } });
    for (const as of [owner, creator])
      assertRefused(t, await h.inject('GET', '/api/analytics/returns', { as }), 403, 'PermissionDenied');
    const query = { ts_start: '86400', ts_end: '0' };
    assertRefused(t, await h.inject('GET', '/api/analytics/returns', { as: nora, query }), 422, 'Invalid', 'ts_end');
    const long = days(today - 400, today);
    const tooLong = await h.inject('GET', '/api/analytics/returns', { as: nora, query: long });
    assertRefused(t, tooLong, 422, 'Invalid', 'ts_start');
  });
});
