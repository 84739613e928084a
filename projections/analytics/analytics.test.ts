import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import { laneOf, logEnd } from '#kernel/telemetry/log.ts';
import { createPostgresSource } from '#kernel/telemetry/postgres-source.ts';
import { type Harness, startHarness } from '#ops/testing/harness.ts';
import { appendAs, plantScene, sendBatch } from '#ops/testing/scene.ts';
import { startStopwatch } from '#ops/testing/stopwatch.ts';
import { hashTables } from '../hash-tables.ts';
import { drain, startAnalytics } from './aggregator.ts';
import { rebuildAnalytics } from './rebuild.ts';
import { type Counting, countNext, Overtaken } from './step.ts';
import { readTables } from './tables.ts';
import { allTallies } from './tallies.ts';

const noon = Date.UTC(2026, 9, 14, 12);
const dayMs = 86_400_000;
const seconds = (ms: number) => String(Math.floor(ms / 1000));

/** Drains until everything in the inbox is counted: what runs in other databases of the server holds the horizon back, too. */
const settle = async (h: Harness): Promise<number> => {
  let drained = 0;
  await h.until(async () => {
    drained += await drain(h.kernel);
    const { rows } = await h.kernel.analytics.pool.query<{ left: number }>(
      'select count(*)::int as left from telemetry_uncounted',
    );
    return rows[0]!.left === 0;
  }, 'the inbox to be counted');
  return drained;
};

const hashes = (h: Harness) => hashTables(h.kernel.analytics.pool, 'analytics', readTables);
const impressions = async (h: Harness, groupId: string): Promise<number> => {
  const { rows } = await h.kernel.analytics.pool.query(
    `select coalesce(sum(impressions), 0)::int as n from daily_count where scope = 'group' and subject_id = $1`,
    [groupId],
  );
  return rows[0].n;
};

t.test('figures of what was accepted', async (t) => {
  const h = await startHarness(t, { parts: false, now: () => noon });
  const nora = await h.person();
  const scene = await plantScene(h, nora);
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
      { type: 'reaction_clicked', story_id: image, value: 'yes' },
      { type: 'bar_impression', group_id: undefined },
      { type: 'story_clicked', story_id: uuidv7() },
    ]);
    await watch('nobody', [{ type: 'story_impression', story_id: image }], { consent: false });
    await watch('cleo', [{ type: 'bar_impression', group_id: undefined }]);
    t.equal(await settle(h), 6);

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
    t.same(group.daily.at(-1), { date: '2026-10-14', reach: 2, impression: 7, click: 1 });
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
    await settle(h);

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
    const before = await hashes(h);
    await settle(h);
    t.equal((await hashes(h)).daily_viewers, before.daily_viewers, 'no sketch moved');
    t.not((await hashes(h)).daily_count, before.daily_count);
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
    const theirs = await plantScene(h, stranger);
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
    const own = await plantScene(h, creator, { app: scene, title: 'Mine' });
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
    const elsewhere = await plantScene(h, nora);
    t.equal(await status('/api/story/stats', await member({ brodcaster: [app_id] })), 403);
    t.equal(await status('/api/story/stats', await member({ app_owner: [elsewhere.app_id] })), 404);
    const owner = await member({ app_owner: [app_id] });
    t.equal(await status('/api/n/analytics/overview', owner), 200);
    t.equal((await get('/api/story_group/n/stats', {}, owner)).length, 2);
    await appendAs(h, nora, `app-${elsewhere.app_id}`, [{ type: 'AppDeleted', data: {} }]);
    t.equal(await status('/api/story/stats', nora, { app_id: elsewhere.app_id }), 404);
  });
});

t.test('every batch is counted exactly once', async (t) => {
  const h = await startHarness(t, { parts: false });
  const nora = await h.person();
  const { token, group_id, stories } = await plantScene(h, nora);
  const view = { type: 'story_impression', group_id, story_id: stories[0] };
  const { pool } = h.kernel.analytics;

  await t.test('the same batch again counts nothing, and the first body wins', async (t) => {
    const batch_id = uuidv7();
    await sendBatch(h, token, [view, view], { batch_id });
    t.equal((await sendBatch(h, token, [view, view, view], { batch_id })).statusCode, 202);
    await settle(h);
    t.equal(await impressions(h, group_id), 2, 'twice within one flush');
    t.equal((await sendBatch(h, token, [view], { batch_id: batch_id.toUpperCase() })).statusCode, 202);
    await settle(h);
    t.equal(await impressions(h, group_id), 2, 'again in a later one');
    const other = await plantScene(h, nora);
    await sendBatch(h, other.token, [{ ...view, group_id: other.group_id, story_id: other.stories[0] }], { batch_id });
    await settle(h);
    t.equal(await impressions(h, other.group_id), 1, 'another instance has batch ids of its own');
  });

  await t.test('a repetition is recognised for eight days, whenever it is read', async (t) => {
    const before = await impressions(h, group_id);
    await sendBatch(h, token, [view]);
    await pool.query(
      `with last as (select * from telemetry_batch order by position desc limit 1)
       insert into telemetry_batch (partition, instance_id, batch_id, payload, received_at)
       select partition, instance_id, batch_id, payload, received_at + add
         from last, (values (interval '7 days 23 hours'), (interval '8 days 1 hour'), (interval '9 days')) as later (add)`,
    );
    await settle(h);
    t.equal(await impressions(h, group_id), before + 2);
  });

  await t.test('an aggregator that was overtaken keeps nothing', async (t) => {
    const before = await impressions(h, group_id);
    for (let index = 0; index < 30; index += 1) await sendBatch(h, token, [view], { viewer_id: `racer-${index}` });
    const { rows } = await pool.query<{ partition: number }>('select distinct partition from telemetry_uncounted');
    const lane = laneOf(rows[0]!.partition);
    const outcomes = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const client = await pool.connect();
        try {
          const counting: Counting = { log: h.kernel.log, tallies: allTallies(), beside: 'others' };
          const source = createPostgresSource(client);
          return (await countNext(client, counting, source, lane, 1000, logEnd)).rows;
        } catch (error) {
          if (error instanceof Overtaken) return 'overtaken';
          throw error;
        } finally {
          client.release();
        }
      }),
    );
    // One that comes late may find a batch that could not be read yet when the first one did.
    const counted = outcomes.map((outcome) => (outcome === 'overtaken' ? 0 : outcome));
    t.equal(
      counted.reduce((sum, rows) => sum + rows, 0),
      30,
      outcomes.join(' '),
    );
    t.ok(outcomes.includes('overtaken'), outcomes.join(' '));
    t.equal(await impressions(h, group_id), before + 30);
  });

  await t.test('a batch whose COPY commits late is counted after those that came later', async (t) => {
    const before = await impressions(h, group_id);
    const slow = await pool.connect();
    await slow.query('begin');
    await slow.query(
      `insert into telemetry_batch (partition, instance_id, batch_id, payload)
       select partition, instance_id, gen_random_uuid(), payload from telemetry_batch order by position desc limit 1`,
    );
    await sendBatch(h, token, [view]);
    await drain(h.kernel);
    t.equal(await impressions(h, group_id), before, 'nothing above the horizon is read');
    await slow.query('commit');
    slow.release();
    await settle(h);
    t.equal(await impressions(h, group_id), before + 2);
  });

  await t.test('a payload that cannot be read costs only itself', async (t) => {
    const before = await impressions(h, group_id);
    await pool.query(
      `insert into telemetry_batch (partition, instance_id, batch_id, payload) values (0, $1, $1, 'not json')`,
      [uuidv7()],
    );
    await sendBatch(h, token, [view]);
    await settle(h);
    t.equal(await impressions(h, group_id), before + 1);
  });

  await t.test('two aggregators, killed and started again under load, count each batch once', async (t) => {
    const before = await impressions(h, group_id);
    let running = [await startAnalytics(h.kernel), await startAnalytics(h.kernel)];
    let acknowledged = 0;
    for (let round = 0; round < 4; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, index) => {
          const batch_id = uuidv7();
          const envelope = { batch_id, viewer_id: `load-${round}-${index}` };
          return Promise.all([sendBatch(h, token, [view], envelope), sendBatch(h, token, [view], envelope)]);
        }),
      );
      acknowledged += answers.filter((pair) => pair.some((answer) => answer.statusCode === 202)).length;
      await pool.query(
        `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and pid <> pg_backend_pid()
            and database = (select oid from pg_database where datname = current_database())`,
      );
      const [first, second] = running as [(typeof running)[0], (typeof running)[0]];
      await first.stop();
      running = [second, await startAnalytics(h.kernel)];
    }
    await h.until(async () => (await impressions(h, group_id)) >= before + acknowledged, 'the figures');
    for (const part of running) await part.stop();
    await settle(h);
    t.equal(acknowledged, 160);
    t.equal(await impressions(h, group_id), before + acknowledged);
  });

  await t.test('figures follow an accepted batch within five seconds', async (t) => {
    const before = await impressions(h, group_id);
    const part = await startAnalytics(h.kernel);
    await h.until(() => part.healthy() === null);
    await sendBatch(h, token, [view]);
    const taken = startStopwatch();
    await h.until(async () => (await impressions(h, group_id)) === before + 1, 'the figure');
    t.ok(taken() < 5000);
    t.equal(part.healthy(), null);
    await part.stop();
  });

  await t.test('a rebuild from the inbox gives the same tables, also while batches arrive', async (t) => {
    const still = await hashes(h);
    const calm = await rebuildAnalytics(h.kernel);
    t.same(calm.before, still);
    t.same(calm.after, still);
    t.same(await hashes(h), still);
    t.equal(Object.keys(still).length, readTables.length);

    const before = await impressions(h, group_id);
    const part = await startAnalytics(h.kernel);
    let done = false;
    let sent = 0;
    const load = (async () => {
      while (!done) {
        await Promise.all(
          Array.from({ length: 10 }, () => sendBatch(h, token, [view], { viewer_id: `viewer-${sent++}` })),
        );
      }
    })();
    await h.until(() => sent >= 30);
    const busy = await rebuildAnalytics(h.kernel);
    t.same(busy.before, busy.after);
    await h.until(() => sent >= 80);
    done = true;
    await load;
    await h.until(async () => (await impressions(h, group_id)) >= before + sent, 'the figures');
    await part.stop();
    await settle(h);
    t.equal(await impressions(h, group_id), before + sent);
    const last = await rebuildAnalytics(h.kernel);
    t.same(last.before, last.after);
    const { rows } = await pool.query(`select nspname from pg_namespace where nspname like 'analytics\\_%'`);
    t.same(rows, []);
  });
});
