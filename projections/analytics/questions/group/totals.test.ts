import { randomBytes } from 'node:crypto';
import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import type { DailyStats, GroupStats, GroupStatsRow, GroupTotals } from '#contracts/stats/stats.ts';
import { countAll } from '#ops/testing/figures.ts';
import { startHarness } from '#ops/testing/harness.ts';
import { appendAs, type Scene, seedScene, sendBatch } from '#ops/testing/scene.ts';

const noon = Date.UTC(2026, 9, 14, 12);
const dayMs = 86_400_000;
const isoDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const rangeOf = (days: number) => Array.from({ length: days }, (_, at) => isoDay(noon - (days - 1 - at) * dayMs));
/** The last three days, and the three before them. */
const allDays = rangeOf(6);
const [previous, range] = [allDays.slice(0, 3), allDays.slice(3)];
const asked = { ts_start: String((noon - 2 * dayMs) / 1000), ts_end: String(noon / 1000) };

/** What one viewer does with a group on a day: sees it so often, and each time leaves after so long. */
interface Visit {
  day: string;
  group: string;
  viewer: string;
  seen: number;
  clicks: number;
  watch_ms: number;
}

/** What the visits of some groups on some days come to, counted one by one. */
const expected = (visits: readonly Visit[], groups: readonly string[], days: readonly string[]): GroupStats => {
  const own = visits.filter(({ group, day }) => groups.includes(group) && days.includes(day));
  const sum = (of: (visit: Visit) => number) => own.reduce((all, visit) => all + of(visit), 0);
  const seen = sum((visit) => visit.seen);
  const watched = sum((visit) => visit.seen * visit.watch_ms);
  return {
    reach: new Set(own.map(({ viewer }) => viewer)).size,
    total_impression: seen,
    total_click: sum((visit) => visit.clicks),
    total_open: own.length,
    total_skipped: own.length,
    share_count: own.length,
    total_complete: own.length,
    nexts: own.length,
    prevs: own.length,
    closed: own.length,
    average_watch_length: seen === 0 ? 0 : Math.round(watched / seen / 100) / 10,
    ctr: seen === 0 ? 0 : sum((visit) => visit.clicks) / seen,
  };
};
const expectedDay = (visits: readonly Visit[], groups: readonly string[], date: string): DailyStats => {
  const day = expected(visits, groups, [date]);
  return {
    date,
    reach: day.reach,
    impression: day.total_impression,
    click: day.total_click,
    open: day.total_open,
    completed: day.total_complete,
    average_watch_length: day.average_watch_length,
  };
};

t.test('groups together', async (t) => {
  const h = await startHarness(t, { parts: false, now: () => noon });
  const nora = await h.person();
  const first = await seedScene(h, nora);
  const second = await seedScene(h, nora, { app: first });
  const beta = { app_id: first.app_id, instance_id: uuidv7(), token: `t_${randomBytes(20).toString('hex')}` };
  const data = { instance_id: beta.instance_id, title: 'Beta', token: beta.token };
  await appendAs(h, nora, `app-${first.app_id}`, [{ type: 'InstanceAdded', data }]);
  const third = await seedScene(h, nora, { app: beta });
  const fourth = await seedScene(h, nora);
  const gone = await seedScene(h, nora, { app: first });
  const creator = await h.person({
    account_id: nora.account_id,
    permissions: { story_creator: [first.app_id, fourth.app_id] },
  });
  const mine = await seedScene(h, creator, { app: first });
  const mineToo = await seedScene(h, creator, { app: fourth });
  const scenes = [first, second, third, fourth, gone, mine, mineToo];

  const visits: Visit[] = [];
  for (const [place, { group_id }] of scenes.entries())
    for (const [back, day] of allDays.entries())
      for (let viewer = 0; viewer < 9; viewer += 1) {
        // Viewers share some groups and days, no two groups have the same ones, and the archived group has some alone.
        if ((viewer + place + back) % 3 === 0 || (place + 2 * back) % 5 === 0) continue;
        visits.push({
          day,
          group: group_id,
          viewer: group_id === gone.group_id && viewer > 5 ? `only-${viewer}` : `viewer-${(viewer + place) % 11}`,
          seen: 1 + (viewer % 3),
          clicks: (viewer + back) % 2,
          watch_ms: 1000 + 700 * place + 300 * back,
        });
      }
  const visit = async ({ token, group_id, stories }: Scene, one: Visit) => {
    const about = { group_id, story_id: stories[0], at: Date.parse(one.day) + dayMs / 3 };
    const repeated = (times: number, event: object) => Array.from({ length: times }, () => ({ ...about, ...event }));
    const whole = ['group_opened', 'group_completed', 'group_closed', 'group_next', 'group_previous'];
    const events = [
      ...repeated(one.seen, { type: 'story_impression' }),
      ...repeated(one.seen, { type: 'story_left', watch_ms: one.watch_ms }),
      ...repeated(one.clicks, { type: 'story_clicked' }),
      ...repeated(1, { type: 'story_skipped' }),
      ...repeated(1, { type: 'story_shared' }),
      ...whole.map((type) => ({ type, group_id, at: about.at })),
    ];
    const answer = await sendBatch(h, token, events, { viewer_id: one.viewer });
    if (answer.json().data.accepted !== events.length) throw new Error(answer.body);
  };
  for (const one of visits) await visit(scenes.find(({ group_id }) => group_id === one.group)!, one);
  await countAll(h);

  const get = async <Answer>(url: string, query: Record<string, string>, as = nora): Promise<Answer> => {
    const answer = await h.inject('GET', url, { as, query: { ...asked, ...query } });
    t.equal(answer.statusCode, 200, answer.body);
    return answer.json().data;
  };
  const totals = (query: Record<string, string>, as = nora) =>
    get<GroupTotals>('/api/story_group/n/stats/totals', query, as);
  const rows = (query: Record<string, string>, as = nora) =>
    get<GroupStatsRow[]>('/api/story_group/n/stats', query, as);

  const expectedTotals = (groups: readonly string[], lacks_deleted = false): GroupTotals => {
    const first_day = allDays.find((day) => visits.some((one) => one.day === day && groups.includes(one.group)))!;
    return {
      groups: groups.length,
      lacks_deleted,
      stats: expected(visits, groups, range),
      previous: expected(visits, groups, previous),
      compared: {
        days: 2,
        first_day,
        now: expected(visits, groups, range.slice(0, 2)),
        // Nothing to compare with where the groups began after the first of the earlier days.
        before: first_day === previous[0] ? expected(visits, groups, previous.slice(0, 2)) : null,
      },
      daily: range.map((day) => expectedDay(visits, groups, day)),
      previous_daily: previous.map((day) => expectedDay(visits, groups, day)),
    };
  };
  const idsOf = (chosen: readonly Scene[]) => chosen.map(({ group_id }) => group_id);
  const joined = (...ids: string[]) => ids.join(',');

  /** Compares all choices of groups with what is expected of them; `living` are the groups that are not archived. */
  const compareChoices = async (living: readonly Scene[]) => {
    const of = (app: Scene, instance?: string) =>
      living.filter((one) => one.app_id === app.app_id && (instance === undefined || one.instance_id === instance));
    const choices: [string, Record<string, string>, Scene[]][] = [
      ['everything', {}, [...living]],
      ['an app', { app_id: first.app_id }, of(first)],
      ['two apps', { app_id: joined(first.app_id, fourth.app_id) }, [...living]],
      ['an instance', { instance_id: first.instance_id }, of(first, first.instance_id)],
      ['the other instance', { instance_id: beta.instance_id }, [third]],
      ['instances of two apps', { instance_id: joined(beta.instance_id, fourth.instance_id) }, [third, ...of(fourth)]],
      ['a group', { story_group_id: second.group_id }, [second]],
      ['groups of two apps', { story_group_id: joined(...idsOf([second, fourth, third])) }, [second, fourth, third]],
      ['an archived group among others', { story_group_id: joined(...idsOf([gone, first])) }, [gone, first]],
    ];
    const holdsGone = ({ app_id, instance_id, story_group_id }: Record<string, string>) =>
      !story_group_id &&
      (instance_id ?? app_id ?? gone.app_id).match(instance_id ? gone.instance_id : gone.app_id) !== null;
    for (const [name, query, chosen] of choices) {
      const lacksDeleted = !living.includes(gone) && holdsGone(query);
      t.same(await totals(query), expectedTotals(idsOf(chosen), lacksDeleted), name);
    }
    const own = await totals({}, creator);
    t.same(own, expectedTotals(idsOf([mine, mineToo])), 'of a creator, all that are theirs');
    t.same(await totals({ app_id: first.app_id }, creator), expectedTotals([mine.group_id]));
  };

  await t.test('come to what was sent of them, and whoever saw several counts once', async (t) => {
    await compareChoices(scenes);
    const together = await totals({ app_id: first.app_id });
    const each = await rows({ app_id: first.app_id });
    const sum = (of: (row: GroupStatsRow) => number) => each.reduce((all, row) => all + of(row), 0);
    t.equal(
      sum((row) => row.stats.total_impression),
      together.stats.total_impression,
    );
    t.ok(sum((row) => row.stats.reach) > together.stats.reach, 'viewers are shared');
    t.ok(sum((row) => row.daily[0]!.reach) > together.daily[0]!.reach, 'on a day as well');
    t.ok(together.stats.reach > Math.max(...each.map((row) => row.stats.reach)), 'and no group has them all');
    t.ok(together.daily.reduce((all, day) => all + day.reach, 0) > together.stats.reach, 'nor is it a sum of days');
  });

  await t.test('are without an archived group, whose viewers nobody else had', async (t) => {
    const before = await totals({ app_id: first.app_id });
    await appendAs(h, nora, `storyGroup-${gone.group_id}`, [{ type: 'StoryGroupDeleted', data: { from: 1 } }]);
    await compareChoices(scenes.filter((scene) => scene !== gone));
    const after = await totals({ app_id: first.app_id });
    t.ok(after.stats.reach < before.stats.reach, 'they are gone from the range');
    t.ok(
      after.daily.some((day, at) => day.reach < before.daily[at]!.reach),
      'and from its days',
    );
  });

  await t.test('are compared with any other days, before, after or upon those of the range', async (t) => {
    const days = allDays.slice(1, 3);
    const at = (day: string) => String(Date.parse(day) / 1000);
    const living = idsOf(scenes.filter((scene) => scene !== gone));
    for (const from of [0, 2, 3]) {
      const versus = allDays.slice(from, from + 2);
      const query = { ts_start: at(days[0]!), ts_end: at(days[1]!), ts_versus: at(versus[0]!) };
      const found = await totals(query);
      const told = `${days} against ${versus}`;
      t.same(
        [found.stats, found.previous],
        [days, versus].map((one) => expected(visits, living, one)),
        told,
      );
      t.same(found.compared.before, expected(visits, living, versus), told);
      t.same(
        found.daily,
        days.map((day) => expectedDay(visits, living, day)),
        told,
      );
      t.same(
        found.previous_daily,
        versus.map((day) => expectedDay(visits, living, day)),
        told,
      );
      for (const row of await rows(query)) t.same(row.previous, expected(visits, [row.id], versus), told);
    }
    const long = await totals({ ts_versus: at('2019-01-01') });
    t.match(long, { previous: { reach: 0, total_impression: 0 }, compared: { before: null } }, 'days of years before');
    t.same(long.stats, expected(visits, living, range));
  });

  await t.test('are none where there is none', async (t) => {
    const empty = await h.person();
    await seedScene(h, empty);
    const none = await totals({}, empty);
    t.match(none, {
      groups: 1,
      stats: { reach: 0, total_impression: 0, ctr: 0 },
      compared: { first_day: null, before: null },
    });
    t.same(
      none.daily,
      range.map((date) => expectedDay([], [], date)),
    );
    const fresh = await h.person();
    t.match(await totals({}, fresh), { groups: 0, stats: { reach: 0 }, daily: [{ reach: 0 }, {}, {}] });
  });

  await t.test('and each of them has its days, unless they are not wanted', async (t) => {
    const each = await rows({ app_id: first.app_id });
    for (const { id, stats, daily } of each) {
      t.same(
        daily,
        range.map((day) => expectedDay(visits, [id], day)),
        id,
      );
      const sum = (name: 'impression' | 'click' | 'open' | 'completed') =>
        daily.reduce((all, day) => all + day[name], 0);
      t.same(
        [sum('impression'), sum('click'), sum('open'), sum('completed')],
        [stats.total_impression, stats.total_click, stats.total_open, stats.total_complete],
      );
    }
    t.ok(each.some(({ stats }) => stats.total_impression > 0));
    const queried: string[] = [];
    const { pool } = h.kernel.analytics;
    const query = pool.query.bind(pool) as (...given: unknown[]) => unknown;
    pool.query = ((...given: [{ name?: string }]) => {
      queried.push(given[0]?.name ?? '');
      return query(...given);
    }) as typeof pool.query;
    const without = await rows({ app_id: first.app_id, days: 'false' });
    t.same(
      without,
      each.map((row) => ({ ...row, daily: [] })),
    );
    t.notOk(
      queried.some((name) => /figures-(days|viewers)/.test(name)),
      'days that are not wanted are not read',
    );
    await rows({ app_id: first.app_id, days: 'true' });
    t.ok(queried.some((name) => name.startsWith('figures-days')) && queried.includes('figures-viewers'));
    pool.query = query as typeof pool.query;
    const answer = await h.inject('GET', '/api/story_group/n/stats/totals', { as: nora, query: { days: 'false' } });
    t.equal(answer.statusCode, 422, 'together they always have them');
  });
});
