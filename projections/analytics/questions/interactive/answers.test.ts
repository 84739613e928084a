import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import { countAll } from '#ops/testing/figures.ts';
import { type Harness, startHarness } from '#ops/testing/harness.ts';
import { appendBatch, plantComponent, publishDesign, seedScene, sendBatch } from '#ops/testing/scene.ts';

const noon = Date.UTC(2026, 9, 14, 12);
const dayMs = 86_400_000;

/** Sends what viewers did to components; each act is a viewer, a type, a component and a value. */
type Act = [viewer: string | null, type: string, component: string, value?: string | number | boolean];
const doing = async (h: Harness, token: string, story_id: string, acts: readonly Act[]) => {
  for (const [viewer, type, component_id, value] of acts) {
    const event = { type, story_id, component_id, ...(value === undefined ? {} : { value }) };
    const envelope = viewer === null ? { consent: false, viewer_id: undefined } : { viewer_id: viewer };
    const answer = await sendBatch(h, token, [event], envelope);
    if (answer.json().data.accepted !== 1) throw new Error(answer.body);
  }
};

/** The head and the rows; the last line says which days they are of. */
const linesOf = (body: string) => body.trimEnd().split('\r\n').slice(0, -1);

t.test('what viewers answer', async (t) => {
  const h = await startHarness(t, { parts: false, now: () => noon });
  const nora = await h.person();
  const scene = await seedScene(h, nora);
  const { token, group_id, app_id } = scene;
  const [image, video] = scene.stories as [string, string];
  const { pool } = h.kernel.analytics;
  const get = async (url: string, query: Record<string, string> = {}, as = nora) => {
    const answer = await h.inject('GET', url, { as, query });
    t.equal(answer.statusCode, 200, answer.body);
    return answer.json().data;
  };
  const report = async (query: Record<string, string>, as = nora) => {
    const answer = await h.inject('GET', '/api/report', { as, query });
    t.equal(answer.statusCode, 200, answer.body);
    return answer;
  };

  await publishDesign(h, nora, scene, image, ['poll', 'which-001'], ['product_tag', 'shoe-0001']);
  await publishDesign(
    ...([h, nora, scene, video] as const),
    ...([
      ['quiz', 'quiz-0001'],
      ['rating', 'stars-001'],
      ['countdown', 'sale-0001'],
    ] as const),
  );
  await plantComponent(h, image, 'mood-0001', 'reaction', ['=fire', 'heart']);
  await doing(h, token, image, [
    ['ada', 'component_impression', 'mood-0001'],
    ['ben', 'component_impression', 'mood-0001'],
    [null, 'component_impression', 'mood-0001'],
    ['ada', 'reaction_clicked', 'mood-0001', '=fire'],
    ['ada', 'reaction_clicked', 'mood-0001', '=fire'],
    ['ben', 'reaction_clicked', 'mood-0001', 'heart'],
    [null, 'reaction_clicked', 'mood-0001', 'heart'],
    ['ada', 'poll_selected', 'which-001', 'A'],
    ['ben', 'poll_selected', 'which-001', 'B'],
    ['cleo', 'poll_selected', 'which-001', 'B'],
    ['cleo', 'product_tag_clicked', 'shoe-0001', 'sku-1'],
  ]);
  await doing(h, token, video, [
    ['ada', 'quiz_answered', 'quiz-0001', 'C'],
    ['ada', 'rating_submitted', 'stars-001', 4],
    ['ben', 'rating_submitted', 'stars-001', 5],
    ['cleo', 'rating_submitted', 'stars-001', 4],
    ['ada', 'countdown_reminder_set', 'sale-0001'],
    ['ada', 'countdown_reminder_removed', 'sale-0001'],
  ]);
  const old = { type: 'poll_selected', story_id: image, component_id: 'which-001', value: 'A', at: noon - dayMs };
  await sendBatch(h, token, [old], { viewer_id: 'dora' });
  // An event without a component was accepted once.
  const { rows: adas } = await pool.query('select payload from telemetry_batch order by position limit 1');
  const { viewer } = JSON.parse(adas[0].payload);
  await appendBatch(h, nora, scene, [{ type: 'reaction_clicked', story_id: video, value: true }], { viewer });
  await countAll(h);

  await t.test('is counted for each component, with shares and who answered', async (t) => {
    const stories = await get('/api/story/interactive_stats', { story_group_id: group_id });
    t.same(
      stories.map((one: { id: string }) => one.id),
      [image, video],
    );
    t.match(stories[0], { title: 'Morning', type: 1, status: 1, story_group_id: group_id });
    t.match(stories[0].stats, {
      component_impression: { response_count: 3 },
      reaction_clicked: { response_count: 3, responders: 2 },
      poll_selected: { response_count: 4, responders: 4 },
      quiz_answered: { response_count: 0, responders: 0 },
      product_tag_clicked: { response_count: 1, responders: null },
    });
    const unnamed = { title: '', answers: [], words: [], correct: null };
    t.same(stories[0].components, [
      {
        component_id: 'mood-0001',
        story_id: image,
        published: { ...unnamed, kind: 'reaction', answers: ['=fire', 'heart'] },
        impressions: 3,
        responses: [
          {
            type: 'reaction_clicked',
            response_count: 3,
            responders: 2,
            average: null,
            values: [
              { value: 'heart', count: 2, share: 2 / 3 },
              { value: '=fire', count: 1, share: 1 / 3 },
            ],
            others: 0,
            daily: null,
          },
        ],
      },
      {
        component_id: 'which-001',
        story_id: image,
        published: {
          ...{ ...unnamed, kind: 'poll', title: 'Which coat?' },
          ...{ answers: ['A', 'B'], words: ['Camel wool', 'Navy parka'] },
        },
        impressions: 0,
        responses: [
          {
            type: 'poll_selected',
            response_count: 4,
            responders: 4,
            average: null,
            values: [
              { value: 'A', count: 2, share: 0.5 },
              { value: 'B', count: 2, share: 0.5 },
            ],
            others: 0,
            daily: null,
          },
        ],
      },
      {
        component_id: 'shoe-0001',
        story_id: image,
        published: { ...unnamed, kind: 'product_tag', title: 'Storm Shell' },
        impressions: 0,
        responses: [
          {
            type: 'product_tag_clicked',
            response_count: 1,
            responders: null,
            average: null,
            values: [{ value: 'sku-1', count: 1, share: 1 }],
            others: 0,
            daily: null,
          },
        ],
      },
    ]);
    const byId = Object.fromEntries(
      stories[1].components.map((one: { component_id: string }) => [one.component_id, one]),
    );
    t.match(byId['stars-001'].responses, [{ response_count: 3, responders: 3, average: 4.33 }]);
    t.match(byId['sale-0001'].responses, [{ type: 'countdown_reminder_removed' }, { type: 'countdown_reminder_set' }]);
    t.match(byId[''].responses, [{ type: 'reaction_clicked', values: [{ value: 'true', count: 1 }] }]);

    const [sums] = await get('/api/story_group/n/interactive_stats', { app_id });
    const [group] = await get('/api/story_group/n/interactive_stats', { story_group_id: group_id });
    t.equal(sums.components, null, 'single components are shown of one group');
    t.same({ ...sums, components: group.components }, group);
    t.equal((await get('/api/story/interactive_stats', { app_id }))[0].components, null);
    t.match(group, { id: group_id, title: 'Harbour', app_id, instance_id: scene.instance_id });
    t.match(group.stats, {
      reaction_clicked: { response_count: 4, responders: 2 },
      rating_submitted: { response_count: 3, responders: 3 },
    });
    t.equal(group.components.length, 7);

    const today = { story_group_id: group_id, ts_start: String(noon / 1000), ts_end: String(noon / 1000) };
    const [only] = await get('/api/story/interactive_stats', today);
    t.match(only.stats.poll_selected, { response_count: 3, responders: 3 }, 'the range is whole days');
  });

  await t.test('is told by day on request, and the days add up to what was answered', async (t) => {
    const totalsUrl = '/api/story_group/n/interactive_stats/totals';
    const sum = (days: number[]) => days.reduce((all, day) => all + day, 0);
    const [group] = await get('/api/story_group/n/interactive_stats', { story_group_id: group_id, days: 'true' });
    for (const { component_id, responses } of group.components)
      for (const { type, response_count, daily } of responses) {
        t.equal(daily.length, 7, 'a number for each day of the range');
        t.equal(sum(daily), response_count, `${component_id} ${type}`);
      }
    const [which] = group.components.find(
      (one: { component_id: string }) => one.component_id === 'which-001',
    ).responses;
    t.same(which.daily, [0, 0, 0, 0, 0, 1, 3]);
    const stories = await get('/api/story/interactive_stats', { story_group_id: group_id, days: '1' });
    t.same(
      stories.flatMap((one: { components: unknown[] }) => one.components),
      group.components,
    );
    const totals = await get(totalsUrl, { story_group_id: group_id });
    t.same(totals.stats, group.stats, 'one group together is that group');
    t.match(totals, { groups: 1, first_day: '2026-10-13' });
    for (const [type, { response_count }] of Object.entries<{ response_count: number }>(totals.stats))
      t.equal(sum(totals.daily.map((day: Record<string, number>) => day[type])), response_count, type);
    t.match(totals.daily.at(-1), { date: '2026-10-14', poll_selected: 3, component_impression: 3 });
    t.equal(totals.previous_daily.at(-1).date, '2026-10-07');
  });

  await t.test('goes into a report, one row for each answer, in time, and nothing is read as a formula', async (t) => {
    const answer = await report({ report_type: 'poll', app_id });
    t.equal(answer.headers['content-type'], 'text/csv; charset=utf-8');
    t.equal(answer.headers['content-disposition'], 'attachment; filename="poll_2026-10-08_2026-10-14.csv"');
    const [head, first, ...rest] = linesOf(answer.body);
    t.equal(head, 'ts,viewer,story_group_id,story_id,component_id,answer,answer_text');
    t.equal(first, `${(noon - dayMs) / 1000},dora,${group_id},${image},which-001,A,Camel wool`);
    t.same(
      rest.map((line) => line.split(',').filter((_, place) => [1, 5, 6].includes(place))),
      [
        ['ada', 'A', 'Camel wool'],
        ['ben', 'B', 'Navy parka'],
        ['cleo', 'B', 'Navy parka'],
      ],
    );
    const reactions = linesOf((await report({ report_type: 'reaction', component_id: 'mood-0001' })).body);
    t.equal(reactions.length, 4);
    t.equal(reactions.filter((line) => line.endsWith(`,mood-0001,"'=fire"`)).length, 1);
    t.equal(
      reactions.filter((line) => line.startsWith(`${noon / 1000},,`)).length,
      1,
      'who did not consent has no name',
    );
    const [ratings] = linesOf((await report({ report_type: 'rating' })).body);
    t.equal(ratings, 'ts,viewer,story_group_id,story_id,component_id,answer', 'stars have no words');
    t.match(
      (await report({ report_type: 'quiz' })).body,
      /,quiz-0001,C,Cinder Stairs\r\n"2026-10-08 to 2026-10-14, UTC days\..* Counted .*"\r\n$/,
    );
    t.equal(linesOf((await report({ report_type: 'rating', story_id: video })).body).length, 4);
    t.equal(linesOf((await report({ report_type: 'rating', story_id: image })).body).length, 1);
    t.equal(linesOf((await report({ report_type: 'quiz', story_group_id: group_id })).body).length, 2);
  });

  await t.test('figures of groups and of stories are reports, too', async (t) => {
    const groups = linesOf((await report({ report_type: 'story_groups' })).body);
    t.equal(
      groups[0],
      'id,title,status,instance_id,app_id,reach,total_impression,total_click,total_open,total_skipped,share_count,total_complete,nexts,prevs,closed,average_watch_length,ctr',
    );
    t.ok(groups[1]!.startsWith(`${group_id},Harbour,1,`));
    const stories = linesOf((await report({ report_type: 'stories', story_group_id: group_id })).body);
    t.same(
      stories.slice(1).map((line) => line.split(',')[0]),
      [image, video],
    );
    t.equal(linesOf((await report({ report_type: 'stories', story_id: video })).body).length, 2);
  });

  await t.test('keeps the ids of those who answered with consent, and of nobody else', async (t) => {
    const { rows } = await pool.query('select viewer_id from viewer_name where account_id = $1 order by 1', [
      nora.account_id,
    ]);
    t.same(
      rows.map((row) => row.viewer_id),
      ['ada', 'ben', 'cleo', 'dora'],
    );
    await sendBatch(h, token, [{ type: 'story_impression', story_id: image }], { viewer_id: 'onlooker' });
    await doing(h, token, image, [['looker', 'component_impression', 'mood-0001']]);
    const { rows: none } = await pool.query(`select 1 from viewer_name where viewer_id like '%looker'`);
    t.equal(none.length, 0);
    const { rows: batches } = await pool.query('select payload from telemetry_batch');
    for (const { payload } of batches) t.notMatch(payload, /"viewer_id"|"ada"|"dora"/, 'no name in the log');
  });

  await t.test('reads erased when the name is gone, and has a name again with the next answer', async (t) => {
    await pool.query(`delete from viewer_name where viewer_id = 'dora'`);
    const [, first] = linesOf((await report({ report_type: 'poll' })).body);
    t.equal(first!.split(',')[1], 'erased');
    t.equal((await get('/api/story/interactive_stats', {}))[0].stats.poll_selected.responders, 4, 'figures stay');
  });

  await t.test('is not acknowledged when the name cannot be kept', async (t) => {
    await h.asOwner('alter table viewer_name rename to viewer_name_gone');
    const poll = { type: 'poll_selected', story_id: image, component_id: 'which-001', value: 'A' };
    const before = await pool.query('select count(*)::int as n from telemetry_batch');
    t.equal((await sendBatch(h, token, [poll], { viewer_id: 'new-one' })).statusCode, 503);
    t.equal(
      (await sendBatch(h, token, [poll], { viewer_id: 'ada' })).statusCode,
      202,
      'one that is kept is remembered',
    );
    t.equal((await sendBatch(h, token, [{ ...poll, type: 'story_impression' }], { viewer_id: 'x' })).statusCode, 202);
    await h.asOwner('alter table viewer_name_gone rename to viewer_name');
    const after = await pool.query('select count(*)::int as n from telemetry_batch');
    t.equal(after.rows[0].n, before.rows[0].n + 2);
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => sendBatch(h, token, [poll], { viewer_id: `crowd-${index % 10}` })),
    );
    t.ok(answers.every((answer) => answer.statusCode === 202));
    const { rows } = await pool.query(`select 1 from viewer_name where viewer_id like 'crowd-%'`);
    t.equal(rows.length, 10);
  });

  await t.test('is seen only by those whom it concerns', async (t) => {
    const urls = [
      '/api/story_group/n/interactive_stats',
      '/api/story/interactive_stats',
      '/api/story_group/n/interactive_stats/totals',
    ];
    const stranger = await h.person();
    const status = async (url: string, as: typeof nora, query: Record<string, string>) =>
      (await h.inject('GET', url, { as, query })).statusCode;
    for (const url of urls) t.equal(await status(url, stranger, { app_id }), 404);
    t.equal(await status('/api/report', stranger, { report_type: 'poll', story_id: image }), 404);
    t.equal(linesOf((await report({ report_type: 'poll' }, stranger)).body).length, 1);

    const member = (permissions: Record<string, string[]>) => h.person({ account_id: nora.account_id, permissions });
    const creator = await member({ story_creator: [app_id] });
    t.same(await get(urls[0]!, { app_id }, creator), []);
    t.same(await get(urls[1]!, { story_group_id: group_id }, creator), []);
    t.match(await get(urls[2]!, { app_id }, creator), { groups: 0, first_day: null });
    for (const report_type of ['poll', 'stories', 'story_groups']) {
      const { body } = await report({ report_type, story_group_id: group_id }, creator);
      t.equal(linesOf(body).length, 1, `${report_type}: the head alone`);
    }
    const mine = await seedScene(h, creator, { app: scene, title: 'Mine' });
    await publishDesign(h, creator, mine, mine.stories[0]!, ['poll', 'poll-0001']);
    await doing(h, token, mine.stories[0]!, [['ada', 'poll_selected', 'poll-0001', 'A']]);
    await countAll(h);
    t.equal(linesOf((await report({ report_type: 'poll' }, creator)).body).length, 2);
    t.equal(await status('/api/report', await member({ brodcaster: [app_id] }), { report_type: 'poll' }), 403);
    const elsewhere = await seedScene(h, nora);
    const owner = await member({ app_owner: [elsewhere.app_id] });
    t.equal(linesOf((await report({ report_type: 'poll' }, owner)).body).length, 1, 'owners see their apps');
    t.equal(await status('/api/report', owner, { report_type: 'poll', story_group_id: group_id }), 404);
  });

  await t.test('is asked for in terms that make sense', async (t) => {
    const wrong: Record<string, string>[] = [
      {},
      { report_type: 'countdown' },
      { report_type: 'stories', component_id: 'a' },
      { report_type: 'poll', story_id: 'x' },
      { report_type: 'poll', surprise: '1' },
    ];
    for (const query of wrong)
      t.equal((await h.inject('GET', '/api/report', { as: nora, query })).statusCode, 422, JSON.stringify(query));
    const query = { report_type: 'poll', story_id: image, story_group_id: uuidv7() };
    t.equal((await h.inject('GET', '/api/report', { as: nora, query })).statusCode, 404);
  });
});
