import t, { type Test } from 'tap';
import type { SdkEventType } from '#contracts/sdk/protocol.ts';
import type { Funnel, VersionList, Versions, WatchSteps } from '#contracts/stats/group-details.ts';
import type { Hours } from '#contracts/stats/hours.ts';
import type { EpochMs } from '#contracts/time.ts';
import { countAll, hashFigures } from '#ops/testing/figures.ts';
import { type Person, startHarness } from '#ops/testing/harness.ts';
import { assertRefused } from '#ops/testing/owner-with-app.ts';
import { createRandom, pick } from '#ops/testing/random.ts';
import { appendAs, seedScene, sendBatch } from '#ops/testing/scene.ts';
import { finaliseNextHour } from '../archive/finalise.ts';
import { rebuildAnalytics } from '../rebuild/rebuild.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const firstDay = Date.UTC(2026, 9, 23);
const dayText = (day: number) => new Date(firstDay + day * dayMs).toISOString().slice(0, 10);
const videoMs = 8000;
const imageMs = 20_000;

interface Sent {
  type: SdkEventType;
  story: number | null;
  at: number;
  watch_ms: number;
  app: string;
  sdk: string;
}

const types: readonly SdkEventType[] = [
  'group_opened',
  'story_impression',
  'story_impression',
  'story_left',
  'story_left',
  'story_clicked',
  'group_completed',
  'bar_impression',
];

t.test('what a group and its app are asked beyond their totals', async (t) => {
  let at = firstDay as EpochMs;
  const h = await startHarness(t, { parts: false, now: () => at });
  const nora = await h.person();
  const scene = await seedScene(h, nora);
  const { token, group_id, app_id, stories } = scene;
  // Half an hour beside whole ones, and a night on which an hour happened twice.
  await h.kernel.db.pool.query(`update account set time_zone = 'Europe/Oslo' where id = $1`, [nora.account_id]);
  const seed = Date.now() % 1_000_000;
  t.comment(`seed ${seed}`);
  const random = createRandom(seed);
  const sent: Sent[] = [];
  const send = async (app: string | null, sdk: string, events: Omit<Sent, 'app' | 'sdk'>[]) => {
    sent.push(...events.map((event) => ({ ...event, app: app ?? '', sdk })));
    const body = events.map(({ type, story, at, watch_ms }) => ({
      type,
      group_id,
      at,
      ...(story === null ? {} : { story_id: stories[story] }),
      ...(type === 'story_left' ? { watch_ms } : {}),
    }));
    const answer = await sendBatch(h, token, body, { sdk_version: sdk, ...(app === null ? {} : { app_version: app }) });
    if (answer.statusCode !== 202) throw new Error(answer.body);
  };
  const event = (from: number, until: number): Omit<Sent, 'app' | 'sdk'> => {
    const type = pick(random, types);
    const story = type.startsWith('story_') ? Math.floor(random() * 2) : null;
    const longest = story === 1 ? videoMs : imageMs;
    // What was watched beyond the length of the story counts as its length.
    const watch_ms = type === 'story_left' ? Math.floor(random() * longest * 1.3) : 0;
    return { type, story, at: from + Math.floor(random() * (until - from)), watch_ms };
  };
  const sendDay = async (day: number, versions: readonly (string | null)[]) => {
    const from = firstDay + day * dayMs;
    at = (from + 23 * hourMs) as EpochMs;
    for (const app of versions)
      await send(
        app,
        pick(random, ['2.8.0', '2.9.0']),
        Array.from({ length: 3 }, () => event(from, at)),
      );
  };
  const some = (count: number) => Array.from({ length: count }, () => pick(random, ['4.1', '4.2', '4.3', null]));
  await sendDay(0, some(40));
  at = (firstDay + dayMs + 6 * hourMs) as EpochMs;
  await appendAs(h, nora, `storyGroup-${group_id}`, [
    { type: 'StoriesReordered', data: { order: [stories[1]!, stories[0]!], moved: stories[1]! } },
  ]);
  await sendDay(1, some(40));
  await countAll(h);
  const many = Array.from({ length: 205 }, (_, index) => `9.${index}`);
  await sendDay(2, many.slice(0, 150));
  await countAll(h);
  await sendDay(2, [...many.slice(140), ...many.slice(198)]);
  await send('4.1', '2.9.0', [{ type: 'bar_impression', story: null, at, watch_ms: 0 }]);
  await sendBatch(h, token, [{ type: 'bar_impression' }], {});
  await countAll(h);
  at = (firstDay + 3 * dayMs + 2 * hourMs) as EpochMs;

  const range = (first: number, last: number) => ({
    ts_start: String((firstDay + first * dayMs) / 1000),
    ts_end: String((firstDay + last * dayMs) / 1000),
  });
  const ask = async <Of>(question: string, query: Record<string, string>, as: Person = nora): Promise<Of> => {
    const answer = await h.inject('GET', `/api/analytics/${question}`, { as, query });
    t.equal(answer.statusCode, 200, answer.body);
    return answer.json().data;
  };
  const within = (first: number, last: number) =>
    sent.filter((one) => one.at >= firstDay + first * dayMs && one.at < firstDay + (last + 1) * dayMs);
  const number = (events: readonly Sent[], type: SdkEventType) => events.filter((one) => one.type === type).length;
  const cap = ({ story, watch_ms }: Sent) => Math.min(watch_ms, story === 1 ? videoMs : imageMs);
  const figures = (events: readonly Sent[]) => {
    const left = events.filter(({ type }) => type === 'story_left');
    const watched = left.reduce((sum, one) => sum + cap(one), 0);
    return {
      opens: number(events, 'group_opened'),
      impressions: number(events, 'story_impression'),
      clicks: number(events, 'story_clicked'),
      completes: number(events, 'group_completed'),
      average_watch_length: left.length === 0 ? 0 : Math.round(watched / left.length / 100) / 10,
    };
  };

  const compareAll = async (t: Test, first: number, last: number) => {
    const events = within(first, last);
    const about = { story_group_id: group_id, ...range(first, last) };
    const isFirst = ({ story, at }: Sent) => (at < firstDay + dayMs ? story === 0 : story === 1);
    const funnel = await ask<Funnel>('funnel', about);
    t.match(funnel, {
      first_day: dayText(0),
      covers: number(events, 'bar_impression'),
      covers_first_day: dayText(0),
      opens: number(events, 'group_opened'),
      first_story: events.filter((one) => one.type === 'story_impression' && isFirst(one)).length,
      completes: number(events, 'group_completed'),
      clicks: number(events, 'story_clicked'),
    });
    const spans = [
      { id: stories[0], title: 'Morning', from: dayText(0), to: dayText(0) },
      { id: stories[1], title: 'Evening', from: dayText(Math.max(1, first)), to: dayText(last) },
    ];
    t.same(funnel.first_stories, first > 0 ? spans.slice(1) : last === 0 ? spans.slice(0, 1) : spans);

    const watch = await ask<WatchSteps>('watch_steps', about);
    t.equal(watch.first_day, dayText(0));
    for (const story of watch.stories) {
      const own = stories.indexOf(story.id);
      const length = own === 1 ? videoMs : imageMs;
      const left = events.filter((one) => one.type === 'story_left' && one.story === own);
      const step = (one: Sent) => Math.min(19, Math.floor((cap(one) * 20) / length));
      t.same(
        story.steps,
        Array.from({ length: 20 }, (_, index) => left.filter((one) => step(one) === index).length),
      );
      t.equal(story.leaves, left.length);
    }

    const versions = await ask<Versions>('versions', about);
    // The first 200 versions of a day that sent what is counted by version are rows of their own; on the third day there
    // are more, which are one row.
    const isCounted = ({ type, at }: Sent) => at >= firstDay + 2 * dayMs && type !== 'bar_impression';
    const named = new Set([...new Set(sent.filter(isCounted).map(({ app }) => app))].slice(0, 200));
    const isOther = ({ app, at }: Sent) => at >= firstDay + 2 * dayMs && !named.has(app);
    const compareList = (list: VersionList, of: 'app' | 'sdk') => {
      const names = new Set(events.filter((one) => of === 'sdk' || !isOther(one)).map((one) => one[of]));
      const known = (version: string) =>
        figures(events.filter((one) => one[of] === version && (of === 'sdk' || !isOther(one))));
      for (const { version, ...row } of list.shown) t.same(row, known(version ?? ''), `${of} ${version}`);
      t.equal(list.shown.length, Math.min(20, [...names].filter((name) => hasAny(known(name))).length));
      const shown = new Set(list.shown.map(({ version }) => version ?? ''));
      const rest = events.filter((one) => !shown.has(one[of]) || (of === 'app' && isOther(one)));
      const due = figures(rest);
      t.same(list.other, hasAny(due) ? due : null, `other versions of the ${of}`);
      const views = list.shown.map(({ impressions }) => impressions);
      t.same(
        views,
        [...views].sort((a, b) => b - a),
        'the most used first',
      );
    };
    compareList(versions.app, 'app');
    compareList(versions.sdk, 'sdk');

    const hours = await ask<Hours>('hours', { app_id, ...range(first, last) });
    t.match(hours, { time_zone: 'Europe/Oslo', first_day: dayText(0) });
    const until = Math.min(firstDay + (last + 1) * dayMs, at);
    const due = new Map<string, { times: number; opens: number; impressions: number; clicks: number }>();
    for (let hour = firstDay + first * dayMs; hour + hourMs <= until; hour += hourMs) {
      const parts = new Intl.DateTimeFormat('en-GB', {
        timeZone: 'Europe/Oslo',
        weekday: 'short',
        hour: '2-digit',
        hourCycle: 'h23',
      }).formatToParts(hour);
      const of = (type: string) => parts.find((part) => part.type === type)!.value;
      const key = `${['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(of('weekday')) + 1} ${Number(of('hour'))}`;
      const held = due.get(key) ?? { times: 0, opens: 0, impressions: 0, clicks: 0 };
      const own = figures(events.filter((one) => one.at >= hour && one.at < hour + hourMs));
      due.set(key, {
        times: held.times + 1,
        opens: held.opens + own.opens,
        impressions: held.impressions + own.impressions,
        clicks: held.clicks + own.clicks,
      });
    }
    t.same(
      Object.fromEntries(hours.hours.map(({ weekday, hour, ...row }) => [`${weekday} ${hour}`, row])),
      Object.fromEntries(due),
    );
  };

  await t.test('are the events themselves', async (t) => {
    await compareAll(t, 0, 0);
    await compareAll(t, 1, 2);
    await compareAll(t, 0, 3);
  });

  await t.test('are the same after a rebuild from archive and log', async (t) => {
    const before = await hashFigures(h);
    t.not(before.hourly_count, before.daily_version);
    while (await finaliseNextHour(h.kernel, Math.floor(Date.now() / hourMs) * hourMs + 1.5 * hourMs));
    await rebuildAnalytics(h.kernel);
    t.same(await hashFigures(h), before);
    await compareAll(t, 0, 3);
  });

  await t.test('say from when something was counted, and never compare a part with a whole', async (t) => {
    const other = await seedScene(h, nora, { app: scene, title: 'Pier' });
    const about = { story_group_id: other.group_id };
    t.match(await ask('funnel', about), { first_day: null, covers: null, covers_first_day: null, opens: 0 });
    t.match(await ask('watch_steps', about), { first_day: null });
    t.same(await ask('versions', about), {
      first_day: null,
      app: { shown: [], other: null },
      sdk: { shown: [], other: null },
    });
    const [yesterday, today] = [at - dayMs, at];
    const opened = { type: 'group_opened', group_id: other.group_id };
    await sendBatch(h, token, [{ ...opened, at: yesterday }, opened, { ...opened, type: 'bar_impression' }]);
    await countAll(h);
    t.match(await ask('funnel', about), { opens: 2, covers: null, covers_first_day: dayText(3) });
    const only = { ts_start: String(today / 1000), ts_end: String(today / 1000) };
    t.match(
      await ask('funnel', { ...about, ...only }),
      { opens: 1, covers: null },
      'apps began to send covers in mid-day',
    );
    at = (at + dayMs) as EpochMs;
    await sendBatch(h, token, [
      { ...opened, at },
      { ...opened, type: 'bar_impression', at },
    ]);
    await countAll(h);
    const next = { ts_start: String(at / 1000), ts_end: String(at / 1000) };
    t.match(await ask('funnel', { ...about, ...next }), { opens: 1, covers: 1, first_story: 0 });
    for (const story_id of other.stories)
      await appendAs(h, nora, `storyGroup-${other.group_id}`, [{ type: 'StoryInactivated', data: { story_id } }]);
    t.match(await ask('funnel', { ...about, ...next }), { first_story: 0 }, 'the first of most of the day');
    at = (at + dayMs) as EpochMs;
    await sendBatch(h, token, [{ ...opened, at }]);
    await countAll(h);
    const bare = { ts_start: String(at / 1000), ts_end: String(at / 1000) };
    t.match(await ask('funnel', { ...about, ...bare }), { opens: 1, first_story: null, first_stories: [] });
    const foreign = await seedScene(h, await h.person());
    t.same((await ask<Hours>('hours', {})).hours.length > 0, true);
    for (const question of ['funnel', 'watch_steps', 'ways', 'versions']) {
      const url = `/api/analytics/${question}`;
      const query = { story_group_id: foreign.group_id };
      assertRefused(t, await h.inject('GET', url, { as: nora, query }), 404, 'NotFound');
      const long = { story_group_id: group_id, ts_start: '1600000000', ts_end: String(at / 1000) };
      assertRefused(t, await h.inject('GET', url, { as: nora, query: long }), 422, 'Invalid', 'ts_start');
    }
    assertRefused(
      t,
      await h.inject('GET', '/api/analytics/hours', { as: nora, query: { app_id: foreign.app_id } }),
      404,
      'NotFound',
    );
  });
});

const hasAny = (row: Record<string, number>): boolean => Object.values(row).some((value) => value > 0);
