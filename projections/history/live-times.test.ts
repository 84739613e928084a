import t from 'tap';
import type { LiveTimeRow } from '#contracts/story-group/lists.ts';
import { startHarness } from '#ops/testing/harness.ts';
import { assertRefused, daySeconds, ownerWithApp, unknownId } from '#ops/testing/owner-with-app.ts';
import { type LivePlan, liveTimesOf } from './plan.ts';

const plan = (ts: number, status: number, more: Partial<LivePlan> = {}): LivePlan => ({
  ts,
  status,
  published: true,
  ts_start: 0,
  ts_end: null,
  ...more,
});
const live = (ts_start: number, ts_end: number | null, ended_by: string | null = null) => ({
  ts_start,
  ts_end,
  ended_by,
});

t.test('a group was live while it was active, published and within its dates', async (t) => {
  t.same(liveTimesOf([plan(10, 1)], 100), [live(10, null)], 'and still is');
  t.same(liveTimesOf([plan(10, 1), plan(20, 2), plan(50, 1)], 100), [live(10, 20, 'status'), live(50, null)]);
  t.same(liveTimesOf([plan(10, 1), plan(20, 3)], 100), [live(10, 20, 'cap')]);
  t.same(liveTimesOf([plan(10, 1, { ts_end: 30 }), plan(33, 4, { ts_end: 30 })], 100), [live(10, 30, 'end_date')]);
  t.same(liveTimesOf([plan(10, 1, { ts_start: 40 }), plan(20, 2, { ts_start: 40 })], 100), [], 'off before its start');
  t.same(liveTimesOf([plan(10, 1, { published: false }), plan(20, 1)], 100), [live(20, null)]);
  t.same(liveTimesOf([plan(10, 2), plan(20, 8), plan(30, 10)], 100), [], 'others do not count');
  t.same(
    liveTimesOf([plan(10, 1), plan(20, 1, { ts_end: 90 }), plan(30, 1)], 100),
    [live(10, null)],
    'new dates do not end it',
  );
  t.same(liveTimesOf([plan(10, 1, { ts_end: 200 })], 100), [live(10, null)], 'its end is to come');
  t.same(liveTimesOf([plan(10, 1, { ts_start: 150 })], 100), [], 'its start is to come');
});

t.test('the times in which the groups of an app were live', async (t) => {
  let now = Date.UTC(2026, 9, 1, 12);
  const h = await startHarness(t, { now: () => now });
  const w = await ownerWithApp(h);
  const seconds = () => Math.floor(now / 1000);
  const begin = seconds();
  const later = (days: number) => {
    now += days * daySeconds * 1000;
  };
  const status = (id: string, to: number) => w.call('PATCH', '/n/story_group', { id, status: to });
  const ask = (more = {}, as = w.owner) =>
    h.inject('GET', '/api/story_group/live_times', {
      as,
      query: { app_id: w.app_id, ts_start: `${begin}`, ts_end: `${begin + 30 * daySeconds}`, ...more },
    });
  const timesOf = async (id: string, more = {}): Promise<(number | string | null)[][]> => {
    const { times } = (await ask(more)).json().data as { times: LiveTimeRow[] };
    const days = (ts: number | null) => (ts === null ? null : (ts - begin) / daySeconds);
    return times
      .filter((one) => one.story_group_id === id)
      .map((one) => [days(one.ts_start), days(one.ts_end), one.ended_by]);
  };

  const off = await w.group({ title: 'Off today' });
  const on = await w.group({ title: 'On today', status: 2 });
  const gone = await w.group({ title: 'Gone' });
  const planned = await w.group({ title: 'Planned', ts_start: begin + 20 * daySeconds });
  later(2);
  await status(off, 2);
  await status(on, 1);
  later(3);
  await status(gone, 2);
  await w.call('DELETE', '/story_group', { story_group_id: gone });
  later(5);
  await h.caughtUp();

  await t.test('are those of the past, whatever the switch says today, of deleted groups too', async (t) => {
    t.same(await timesOf(off), [[0, 2, 'status']]);
    t.same(await timesOf(on), [[2, null, null]]);
    t.same(await timesOf(gone), [[0, 5, 'status']]);
    t.same(await timesOf(planned), [], 'what is to come is plan');
    const { until, times } = (await ask()).json().data;
    t.equal(until, seconds());
    t.match(
      times.find((one: LiveTimeRow) => one.story_group_id === on),
      {
        title: 'On today',
        instance_id: w.instance_id,
        status: 1,
        icon: /\/media\//,
      },
    );
  });

  await t.test('name no moment outside of the range', async (t) => {
    const range = (from: number, to: number) => ({
      ts_start: `${begin + from * daySeconds}`,
      ts_end: `${begin + to * daySeconds}`,
    });
    t.same(await timesOf(off, range(1, 4)), [[null, 2, 'status']]);
    t.same(await timesOf(gone, range(1, 4)), [[null, null, null]]);
    t.same(await timesOf(off, range(3, 4)), []);
  });

  await t.test('are of one app that the person may look at, and of a year at most', async (t) => {
    assertRefused(t, await ask({ app_id: unknownId }), 404, 'NotFound');
    assertRefused(t, await ask({}, await h.person()), 404, 'NotFound');
    assertRefused(t, await ask({ ts_end: `${begin - 1}` }), 422, 'Invalid', 'ts_end');
    assertRefused(t, await ask({ ts_end: `${begin + 367 * daySeconds}` }), 422, 'Invalid', 'ts_start');
    const creator = await w.member({ story_creator: [w.app_id] });
    t.equal((await ask({}, creator)).statusCode, 200);
  });
});
