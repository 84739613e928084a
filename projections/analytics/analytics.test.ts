import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import { countAll, hashFigures } from '#ops/testing/figures.ts';
import { startHarness } from '#ops/testing/harness.ts';
import { appendAs, publishDesign, seedScene, sendBatch } from '#ops/testing/scene.ts';

const noon = Date.UTC(2026, 9, 14, 12);
const dayMs = 86_400_000;
const seconds = (ms: number) => String(Math.floor(ms / 1000));

t.test('figures of what was accepted', async (t) => {
  const h = await startHarness(t, { parts: false, now: () => noon });
  const nora = await h.person();
  const scene = await seedScene(h, nora);
  await publishDesign(h, nora, scene, scene.stories[0]!, ['reaction', 'mood-0001']);
  const { token, group_id, app_id, instance_id } = scene;
  const [image, video] = scene.stories as [string, string];
  const watch = (viewer: string, events: Record<string, unknown>[], envelope: Record<string, unknown> = {}) =>
    sendBatch(
      h,
      token,
      events.map((event) => ({ group_id, ...event })),
      { viewer_id: viewer, ...envelope },
    );
  const get = async (url: string, query: Record<string, string> = {}, as = nora) => {
    const answer = await h.inject('GET', url, { as, query });
    t.equal(answer.statusCode, 200, answer.body);
    return answer.json().data;
  };

  await t.test('a scripted viewing gives its figures', async (t) => {
    for (const viewer of ['ada', 'ben', 'ada'])
      await watch(viewer, [
        { type: 'group_opened' },
        { type: 'story_impression', story_id: image },
        { type: 'story_next', story_id: image },
        { type: 'story_left', story_id: image, watch_ms: 3000 },
        { type: 'story_impression', story_id: video },
        { type: 'story_completed', story_id: video },
        { type: 'story_left', story_id: video, watch_ms: 60_000 },
      ]);
    await watch('ada', [
      { type: 'story_clicked', story_id: image },
      { type: 'story_shared', story_id: image },
      { type: 'story_skipped', story_id: video },
      { type: 'story_previous', story_id: video },
      { type: 'group_next' },
      { type: 'group_previous' },
      { type: 'group_completed' },
      { type: 'group_closed', story_id: video },
      { type: 'group_closed' },
      { type: 'reaction_clicked', story_id: image, component_id: 'mood-0001', value: '🔥' },
      { type: 'bar_impression', group_id: undefined },
      { type: 'story_clicked', story_id: uuidv7() },
    ]);
    await watch('nobody', [{ type: 'story_impression', story_id: image }], { consent: false });
    await watch('cleo', [{ type: 'bar_impression', group_id: undefined }]);
    t.equal(await countAll(h), 6);

    const [group] = await get('/api/story_group/n/stats', { app_id });
    t.match(group, { id: group_id, title: 'Harbour', status: 1, app_id, instance_id });
    t.match(group.icon, /^http:\/\/127\.0\.0\.1:4000\/media\//);
    t.same(group.stats, {
      reach: 2,
      total_impression: 7,
      total_click: 1,
      total_open: 3,
      total_skipped: 1,
      share_count: 1,
      total_complete: 1,
      nexts: 1,
      prevs: 1,
      closed: 2,
      average_watch_length: 5.5,
      ctr: 1 / 7,
    });
    t.equal(group.daily.length, 7);
    t.same(group.daily.at(-1), {
      date: '2026-10-14',
      reach: 2,
      impression: 7,
      click: 1,
      open: 3,
      completed: 1,
      average_watch_length: 5.5,
    });
    t.equal(group.previous.total_impression, 0);

    const stories = await get('/api/story/stats', { story_group_id: group_id });
    t.same(
      stories.map((story: { title: string }) => story.title),
      ['Morning', 'Evening'],
    );
    t.match(stories[0].stats, { reach: 2, impression: 4, click: 1, share_count: 1, nexts: 3, average_watch_length: 3 });
    t.match(stories[1].stats, {
      reach: 2,
      impression: 3,
      completed: 3,
      prevs: 1,
      closed: 1,
      total_skipped: 1,
      average_watch_length: 8,
      ctr: 0,
    });

    const overview = await get('/api/n/analytics/overview', { app_id });
    t.match(overview, {
      total_reach: 2,
      impression: 7,
      click: 1,
      avg_watch_length: 5.5,
      avg_dau: 0.4,
      prev_avg_dau: 0,
      compared: {
        days: 6,
        first_day: '2026-10-14',
        now: { total_reach: 0, impression: 0, click: 0, avg_dau: 0 },
        before: null,
      },
    });
    t.match(overview.daily_stats.at(-1), { date: '2026-10-14', dau: 3, prev_dau: 0, versus_date: '2026-10-07' });
    t.match(overview.story_groups, [
      { id: group_id, total_reach: 2, avg_reach: 0.3, stories: [{ id: image }, { id: video }] },
    ]);
    const same = await get('/api/n/analytics/overview', { instance_id });
    t.match(same, { total_reach: 2, impression: 7 });
  });

  await t.test('a range is whole UTC days, and the one before it has its length', async (t) => {
    const day = (back: number, extra = 0) => ({
      sent_at: noon,
      events: [
        {
          id: uuidv7(),
          type: 'story_impression',
          group_id,
          story_id: image,
          at: Date.UTC(2026, 9, 14) - back * dayMs + extra,
        },
      ],
    });
    for (const viewer of ['ada', 'ben']) await watch(viewer, [], day(2));
    await watch('ada', [], day(3));
    await watch('dora', [], day(3, dayMs - 1));
    await watch('dora', [], day(5));
    await countAll(h);

    const range = { ts_start: seconds(noon - 3 * dayMs + 40_000_000), ts_end: seconds(noon - 2 * dayMs - 40_000_000) };
    const overview = await get('/api/n/analytics/overview', { app_id, ...range });
    t.equal(overview.ts_start, Date.UTC(2026, 9, 11) / 1000);
    t.equal(overview.ts_end, Date.UTC(2026, 9, 13) / 1000 - 1);
    t.match(overview, {
      impression: 4,
      prev_impression: 1,
      total_reach: 3,
      prev_total_reach: 1,
      avg_dau: 2,
      prev_avg_dau: 0.5,
      dau_first_day: '2026-10-09',
      compared: {
        days: 2,
        first_day: '2026-10-09',
        now: { total_reach: 3, impression: 4, avg_dau: 2 },
        before: { total_reach: 1, impression: 1, avg_dau: 0.5 },
      },
    });
    t.match(overview.daily_stats, [
      {
        date: '2026-10-11',
        dau: 2,
        versus_date: '2026-10-09',
        prev_dau: 1,
        figures: { reach: 2, impression: 2 },
        prev_figures: { reach: 1, impression: 1 },
      },
      {
        date: '2026-10-12',
        dau: 2,
        versus_date: '2026-10-10',
        prev_dau: 0,
        figures: { reach: 2, impression: 2 },
        prev_figures: { reach: 0, impression: 0, click: 0, avg_watch_length: 0 },
      },
    ]);
    t.match(overview.story_groups[0], {
      total_reach: 3,
      avg_reach: 2,
      impression: 4,
      prev_total_reach: 1,
      prev_impression: 1,
      prev_click: 0,
      stories: [{ status: 1, ts_created: noon / 1000 }, { status: 1 }],
    });
    const [group] = await get('/api/story_group/n/stats', { story_group_id: group_id, ...range });
    t.match(group, { stats: { reach: 3, total_impression: 4 }, previous: { reach: 1, total_impression: 1 } });
    t.match(group.compared, { days: 2, now: { reach: 3 }, before: { reach: 1, total_impression: 1 } });
    // Today is the 14th: of the 12th to the 14th two days are over, and the 9th and the 10th stand against them.
    const running = { ts_start: seconds(noon - 2 * dayMs), ts_end: seconds(noon) };
    const [whole] = await get('/api/story_group/n/stats', { story_group_id: group_id, ...running });
    t.match(whole.compared, {
      days: 2,
      first_day: '2026-10-09',
      now: { reach: 2, total_impression: 2 },
      before: { reach: 1, total_impression: 1 },
    });
    t.ok(whole.stats.total_impression > whole.compared.now.total_impression, 'today is in the total alone');
    const same = await get('/api/n/analytics/overview', { instance_id, ...running });
    t.match(same.compared, { now: { total_reach: 2, impression: 2 }, before: { total_reach: 1, impression: 1 } });
    t.match(same.story_groups[0].compared, { now: { impression: 2 }, before: { impression: 1 } });
    const early = { ts_start: seconds(noon - 4 * dayMs), ts_end: seconds(noon - dayMs) };
    const [dash] = await get('/api/story_group/n/stats', { story_group_id: group_id, ...early });
    t.match(dash.compared, { days: 4, first_day: '2026-10-09', before: null }, 'the 6th has no data');
    const wrong: Record<string, string>[] = [
      { ts_start: '200000', ts_end: '100000' },
      { ts_start: '0' },
      { ts_start: 'x' },
      { limit: '1' },
    ];
    for (const query of wrong)
      t.equal((await h.inject('GET', '/api/story/stats', { as: nora, query })).statusCode, 422, JSON.stringify(query));
  });

  await t.test('without consent nothing that names a viewer is kept in any table', async (t) => {
    await watch('private-viewer', [{ type: 'story_impression', story_id: image }], {
      consent: false,
      session_id: 'private-session',
      device_id: 'private-device',
    });
    const before = await hashFigures(h);
    await countAll(h);
    t.equal((await hashFigures(h)).daily_viewers, before.daily_viewers, 'no sketch moved');
    t.not((await hashFigures(h)).daily_count, before.daily_count);
    const { rows } = await h.kernel.analytics.pool.query(
      `select schemaname as schema, tablename as name from pg_tables where schemaname !~ '^(pg_|information)'`,
    );
    for (const { schema, name } of rows) {
      const found = await h.kernel.analytics.pool.query(
        `select count(*)::int as n from "${schema}"."${name}" t where t::text like '%private-%'`,
      );
      if (found.rows[0].n > 0) t.fail(`${schema}.${name} holds an id`);
    }
  });

  await t.test('everybody sees only what is theirs', async (t) => {
    const stranger = await h.person();
    const theirs = await seedScene(h, stranger);
    for (const url of ['/api/n/analytics/overview', '/api/story_group/n/stats', '/api/story/stats']) {
      t.equal((await h.inject('GET', url)).statusCode, 401);
      const asked: Record<string, string>[] = [{ app_id }, { instance_id }, { app_id: theirs.app_id, instance_id }];
      for (const query of asked)
        t.equal(
          (await h.inject('GET', url, { as: stranger, query })).statusCode,
          404,
          `${url} ${JSON.stringify(query)}`,
        );
    }
    t.same(
      (await get('/api/story_group/n/stats', {}, stranger)).map((group: { id: string }) => group.id),
      [theirs.group_id],
    );
    t.equal((await get('/api/n/analytics/overview', {}, stranger)).impression, 0);

    const member = (permissions: Record<string, string[]>) => h.person({ account_id: nora.account_id, permissions });
    const creator = await member({ story_creator: [app_id] });
    const own = await seedScene(h, creator, { app: scene, title: 'Mine' });
    const status = async (url: string, as: typeof nora, query = { app_id }) =>
      (await h.inject('GET', url, { as, query })).statusCode;
    t.equal(await status('/api/n/analytics/overview', creator), 403);
    t.same(
      (await get('/api/story_group/n/stats', { app_id }, creator)).map((group: { id: string }) => group.id),
      [own.group_id],
    );
    t.same(
      (await get('/api/story/stats', { app_id }, creator)).map((story: { id: string }) => story.id),
      own.stories,
    );
    t.same(await get('/api/story/stats', { story_group_id: group_id }, creator), []);
    const elsewhere = await seedScene(h, nora);
    t.equal(await status('/api/story/stats', await member({ brodcaster: [app_id] })), 403);
    t.equal(await status('/api/story/stats', await member({ app_owner: [elsewhere.app_id] })), 404);
    const owner = await member({ app_owner: [app_id] });
    t.equal(await status('/api/n/analytics/overview', owner), 200);
    t.equal((await get('/api/story_group/n/stats', {}, owner)).length, 2);
    await appendAs(h, nora, `app-${elsewhere.app_id}`, [{ type: 'AppDeleted', data: {} }]);
    t.equal(await status('/api/story/stats', nora, { app_id: elsewhere.app_id }), 404);
  });
});
