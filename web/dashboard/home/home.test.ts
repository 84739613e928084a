import t from 'tap';
import type { AppRow } from '#contracts/app/rows.ts';
import type { Overview } from '#contracts/stats/stats.ts';
import { marksOf, namedDays, scaleOf } from '../charts/chart-scale.ts';
import { beforeName } from '../charts/days.ts';
import { ordered } from './instances/instance-order.ts';
import { averageUsers } from './overview/average-users.ts';
import { insightsOf } from './overview/insights.ts';
import { madeGroups } from './overview/made-groups.ts';
import { analyticsAddress, groupAddress, placedTitle, placesIn, scopeOf } from './overview/overview-scope.ts';
import { latestStories, topGroups, topStories } from './overview/ranking.ts';

type Group = Overview['story_groups'][number];
type Story = Group['stories'][number];

const figures = { reach: 0, impression: 0, click: 0, avg_watch_length: 0 };
const story = (id: string, given: Partial<Story> = {}): Story => ({
  id,
  title: id,
  thumbnail: '',
  designed: false,
  status: 1,
  ts_created: 0,
  avg_reach: 0,
  total_reach: 0,
  impression: 0,
  click: 0,
  ctr: 0,
  ...given,
});
const group = (id: string, given: Partial<Group> = {}): Group => ({
  ...story(id),
  icon: '',
  instance_id: 'i',
  prev_total_reach: 0,
  prev_impression: 0,
  prev_click: 0,
  compared: { days: 7, first_day: '2026-01-01', now: { total_reach: 0, impression: 0, click: 0 }, before: null },
  stories: [],
  ...given,
});
type Sides = Overview['compared']['now'];
const compared = (now: Partial<Sides>, before: Partial<Sides> | null): Overview['compared'] => {
  const none = { total_reach: 0, impression: 0, click: 0, avg_watch_length: 0, avg_dau: 0 };
  return {
    days: 7,
    first_day: '2026-01-01',
    now: { ...none, ...now },
    before: before && { ...none, ...before },
  };
};
const overview = (given: Partial<Overview> = {}): Overview => ({
  ts_start: 0,
  ts_end: 0,
  total_reach: 0,
  prev_total_reach: 0,
  impression: 0,
  prev_impression: 0,
  click: 0,
  prev_click: 0,
  avg_watch_length: 0,
  prev_avg_watch_length: 0,
  avg_dau: 0,
  prev_avg_dau: 0,
  daily_stats: [{ date: '2026-11-20', dau: 0, prev_dau: 0, versus_date: '2026-11-19', figures, prev_figures: figures }],
  dau_first_day: '2026-01-01',
  compared: compared({}, {}),
  story_groups: [],
  ...given,
});

t.test('the selected instance stands first, then the kept order, then those that are new', async (t) => {
  const rows = ['a', 'b', 'c', 'd'].map((id) => ({ id }));
  const ids = (kept: string[], selected?: string) => ordered(rows, kept, selected).map((row) => row.id);
  t.same(ids([]), ['a', 'b', 'c', 'd']);
  t.same(ids(['c', 'a'], 'd'), ['d', 'c', 'a', 'b']);
  t.same(ids(['d', 'gone', 'a', 'b', 'c'], 'b'), ['b', 'd', 'a', 'c']);
});

t.test('top lists hold the five best, nothing without a figure, by each measure', async (t) => {
  const many = overview({
    story_groups: Array.from({ length: 7 }, (_, at) =>
      group(`g${at}`, {
        total_reach: at,
        impression: 10 - at,
        click: at === 3 ? 9 : 0,
        stories: [story(`s${at}`, { total_reach: at, impression: 10, click: at, ctr: at / 10, ts_created: at })],
      }),
    ),
  });
  t.same(
    topGroups(many, 'reach').map((one) => one.id),
    ['g6', 'g5', 'g4', 'g3', 'g2'],
  );
  t.same(
    topGroups(many, 'impression').map((one) => one.id),
    ['g0', 'g1', 'g2', 'g3', 'g4'],
  );
  t.same(
    topGroups(many, 'click').map((one) => one.id),
    ['g3'],
  );
  t.match(topStories(many, 'ctr')[0], { id: 's6', group: { id: 'g6', title: 'g6' } });
  t.equal(topStories(many, 'ctr').length, 5);
  t.same(
    latestStories(many, 3).map((one) => one.id),
    ['s6', 's5', 's4'],
  );
});

t.test('insights begin at their thresholds', async (t) => {
  const said = (given: Partial<Overview>) => insightsOf(overview(given), '7 days before');
  t.same(said({}), []);
  const rise = (now: number, before: number | null) => ({
    impression: now,
    compared: compared({ impression: now }, before === null ? null : { impression: before }),
  });
  t.same(said(rise(1049, 1000)), []);
  t.same(said(rise(1050, 1000)), ['Impressions are up 5.0% compared with the 7 days before.']);
  t.same(said(rise(10, 0)), [], 'nothing to compare with is no rise');
  t.same(said(rise(10, null)), [], 'days without data are no rise');
  t.same(
    said({
      ...rise(1081, 1000),
      story_groups: [group('Black Week', { impression: 600 }), group('Other', { impression: 481 })],
    }),
    ['Impressions are up 8.1% compared with the 7 days before. Black Week contributed most.'],
  );
  const ratio = (total_reach: number, avg_dau: number) => ({
    compared: compared({ total_reach, avg_dau: 10 }, { total_reach: 100, avg_dau }),
  });
  t.match(said(ratio(105, 10)), [/reach 5\.0% more of your daily users/]);
  t.same(said(ratio(104, 10)), []);
  t.same(said(ratio(105, 0)), []);
  const rates = (...ctr: number[]) => ({
    story_groups: [group('g', { stories: ctr.map((one, at) => story(`s${at}`, { ctr: one })) })],
  });
  t.same(said(rates(0.105, 0.1)), [], 'a lead of exactly 5 % is not over 5 %');
  t.match(said(rates(0.1, 0.12)), [/^s1 has the best CTR, 20\.0% higher/]);
  t.same(said(rates(0.1)), [], 'one story leads nobody');
});

t.test('an axis has round ticks that hold every value, and starts at 0 unless that flattens the line', async (t) => {
  const sets = [[0], [1], [3, 8], [19_700, 26_100], [16_000, 17_000], [480_123], [0, 7], [99, 101]];
  for (const values of sets) {
    const { low, high, ticks } = scaleOf(values);
    t.ok(ticks.length >= 2 && ticks.length <= 7, `${values}: ${ticks}`);
    t.ok(low <= Math.min(...values) && high >= Math.max(...values), `${values} in ${low} to ${high}`);
    t.equal(ticks[0], low);
    t.equal(ticks.at(-1), high);
    t.ok(ticks.every(Number.isInteger), 'people are whole');
  }
  t.equal(scaleOf([1, 30]).low, 0);
  t.ok(scaleOf([19_700, 26_100]).low > 0);
});

t.test('an axis names the first and the last day, and days at equal steps that leave room for the names', async (t) => {
  const days = (count: number) =>
    Array.from({ length: count }, (_, at) => new Date(Date.UTC(2026, 9, 22 + at)).toISOString().slice(0, 10));
  t.same(namedDays(days(7), 570, 72), days(7));
  t.same(namedDays([], 570, 72), []);
  t.same(namedDays(days(1), 570, 72), days(1));
  t.same(namedDays(days(7), 0, 72), [days(7)[0], days(7)[6]]);
  const month = days(30);
  for (const width of [250, 400, 570, 900]) {
    const named = namedDays(month, width, 72).map((day) => month.indexOf(day));
    t.equal(named[0], 0);
    t.equal(named.at(-1), 29);
    const gaps = named.slice(1).map((at, index) => (at - named[index]!) * (width / 29));
    t.ok(
      gaps.every((gap) => gap >= 72),
      `${width}: ${named}`,
    );
    t.ok(named.length >= 3, `${width}: ${named}`);
  }
});

t.test('covers stand on the days of creation; those of one day, or too near, are one mark with a count', async (t) => {
  const days = ['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04', '2026-11-05'];
  const made = [
    { id: 'a', date: '2026-11-01' },
    { id: 'b', date: '2026-11-04' },
    { id: 'c', date: '2026-11-04' },
    { id: 'd', date: '2026-10-01' },
  ];
  t.match(marksOf(days, made, 400, 30), [
    { date: '2026-11-01', at: 0, things: [{ id: 'a' }] },
    { date: '2026-11-04', at: 0.75, things: [{ id: 'b' }, { id: 'c' }] },
  ]);
  t.equal(marksOf(days, made, 30, 30).length, 1, 'on a narrow chart');
  t.equal(marksOf(['2026-11-04'], made, 400, 30)[0]?.at, 0.5);
  t.equal(marksOf([], made, 400, 30).length, 0);
  const late = Date.UTC(2026, 10, 4, 23, 59) / 1000;
  t.equal(madeGroups(overview({ story_groups: [group('g', { ts_created: late })] }), new Map())[0]?.date, '2026-11-04');
  t.equal(beforeName(1), 'day before');
  t.equal(beforeName(30), '30 days before');
});

t.test('the average of daily users leaves out today and the days before the first with users', async (t) => {
  const days = (...dau: number[]) =>
    dau.map((one, at) => ({ ...overview().daily_stats[0]!, date: `2026-11-2${at}`, dau: one }));
  const average = (first: string | null, today: string) =>
    averageUsers({ daily_stats: days(0, 0, 10, 21, 3), dau_first_day: first }, today);
  t.equal(average('2026-11-22', '2026-11-24'), 15.5);
  t.equal(average('2026-11-22', '2026-12-01'), 11.3, 'days that are all over');
  t.equal(average('2026-11-01', '2026-11-24'), 7.8, 'a day without users counts');
  t.equal(average('2026-11-24', '2026-11-24'), null, 'only today has users');
  t.equal(average(null, '2026-11-24'), null);
});

t.test('the overview is of all apps only where there are several, fifty of them at most', async (t) => {
  const app = (id: string, instances = 1, title = id, store_type: AppRow['store_type'] = 'ios') =>
    ({
      id,
      title,
      store_type,
      instances: Array.from({ length: instances }, (_, at) => ({ id: `${id}${at}`, title: `${id} ${at}` })),
    }) as unknown as AppRow;
  const [one, two] = [app('a', 2), app('b')];
  const kindOf = (asked: string | null, chosen: AppRow | null, seen: AppRow[]) =>
    scopeOf(asked, chosen, chosen?.instances[0] ?? null, seen).kind;
  t.equal(kindOf('apps', one, [one, two]), 'apps');
  t.equal(kindOf('apps', one, [one]), 'app', 'an address of whoever sees more');
  t.equal(kindOf('instance', one, [one, two]), 'instance');
  t.equal(kindOf('instance', two, [one, two]), 'app', 'one instance is the app');
  t.equal(kindOf(null, null, []), 'app');
  const many = scopeOf(
    'apps',
    one,
    null,
    Array.from({ length: 63 }, (_, at) => app(`m${at}`)),
  );
  t.same([many.apps.length, many.count], [50, 63]);

  const all = scopeOf('apps', one, null, [one, two]);
  const days = { from: Date.UTC(2026, 10, 1) / 1000, to: Date.UTC(2026, 10, 7) / 1000 };
  t.equal(analyticsAddress(all, two, days), '/analytics?app=b&instance=b0&apps=a%2Cb&from=2026-11-01&to=2026-11-07');
  t.match(analyticsAddress(many, two, days), /^\/analytics\?app=m0&/, 'a chosen app that is none of them');
  t.equal(
    analyticsAddress(scopeOf('instance', one, one.instances[1]!, [one]), one, days),
    '/analytics?app=a&instance=a1&instances=a1&from=2026-11-01&to=2026-11-07',
  );
  t.equal(placesIn(scopeOf(null, one, null, [one, two])).size, 0);
  const places = placesIn({ kind: 'apps', apps: [app('a', 2, 'Marlow'), app('b', 1, 'Marlow', 'web'), app('c')] });
  t.same(
    ['a0', 'a1', 'b0', 'c0'].map((id) => places.get(id)?.app),
    ['Marlow, iOS', 'Marlow, iOS', 'Marlow, Web', 'c'],
    'apps of one name are told by their store',
  );
  t.equal(groupAddress('g', places.get('b0'), 'analytics'), '/stories/g?app=b&instance=b0&tab=analytics');
  t.equal(groupAddress('g', undefined), '/stories/g');
  t.equal(placedTitle('Sale', places.get('c0')), 'Sale · c');
});
