import { randomBytes } from 'node:crypto';
import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import { countAll } from '#ops/testing/figures.ts';
import { startHarness } from '#ops/testing/harness.ts';
import { appendAs, publishDesign, type Scene, seedScene, sendBatch } from '#ops/testing/scene.ts';

const noon = Date.UTC(2026, 9, 14, 12);
const dayMs = 86_400_000;
const overviewUrl = '/api/n/analytics/overview';
const groupsUrl = '/api/story_group/n/stats';
const totalsUrl = '/api/story_group/n/stats/totals';
const storiesUrl = '/api/story/stats';
const answersUrls = [
  '/api/story_group/n/interactive_stats',
  '/api/story/interactive_stats',
  '/api/story_group/n/interactive_stats/totals',
];
const everyUrl = [overviewUrl, groupsUrl, totalsUrl, storiesUrl, ...answersUrls, '/api/report?report_type=poll'];

interface Row {
  id: string;
  story_group_id: string;
}

t.test('figures of several apps, instances and groups', async (t) => {
  const h = await startHarness(t, { parts: false, now: () => noon });
  const nora = await h.person();
  const north = await seedScene(h, nora, { title: 'North' });
  const south = await seedScene(h, nora, { title: 'South' });
  const west = await seedScene(h, nora, { title: 'West' });
  const beta = { app_id: north.app_id, instance_id: uuidv7(), token: `t_${randomBytes(20).toString('hex')}` };
  const data = { instance_id: beta.instance_id, title: 'Beta', token: beta.token };
  await appendAs(h, nora, `app-${north.app_id}`, [{ type: 'InstanceAdded', data }]);
  const northBeta = await seedScene(h, nora, { app: beta, title: 'North beta' });
  const foreign = await seedScene(h, await h.person());
  const see = ({ token, stories }: Scene, viewer: string, at = noon) =>
    sendBatch(
      h,
      token,
      [
        { type: 'story_impression', story_id: stories[0], at },
        { type: 'poll_selected', story_id: stories[0], component_id: 'which-001', value: 'A', at },
      ],
      { viewer_id: viewer },
    );
  for (const scene of [north, northBeta, south, west])
    await publishDesign(h, nora, scene, scene.stories[0]!, ['poll', 'which-001']);
  // Ada is everywhere; the others are in one place each.
  for (const scene of [north, northBeta, south, west]) await see(scene, 'ada');
  await see(north, 'ben');
  await see(northBeta, 'cleo', noon - 3 * dayMs);
  await see(south, 'dora');
  await countAll(h);

  const joined = (...ids: string[]) => ids.join(',');
  const ask = (url: string, query: Record<string, string>, as = nora) => {
    const [path, given] = url.split('?');
    return h.inject('GET', path!, { as, query: { ...Object.fromEntries(new URLSearchParams(given)), ...query } });
  };
  const get = async (url: string, query: Record<string, string>, as = nora) => {
    const answer = await ask(url, query, as);
    t.equal(answer.statusCode, 200, answer.body);
    return answer.json().data;
  };
  const status = async (url: string, query: Record<string, string>, as = nora) =>
    (await ask(url, query, as)).statusCode;
  const idsOf = async (query: Record<string, string>, as = nora): Promise<string[]> =>
    (await get(groupsUrl, query, as)).map((row: Row) => row.id).sort();
  const groupsOf = (...scenes: Scene[]) => scenes.map((scene) => scene.group_id).sort();

  await t.test('are those of each that is named, once', async (t) => {
    const apps = joined(north.app_id, south.app_id);
    t.same(await idsOf({ app_id: north.app_id }), groupsOf(north, northBeta));
    t.same(await idsOf({ app_id: apps }), groupsOf(north, northBeta, south));
    t.same(await idsOf({ app_id: joined(south.app_id, south.app_id, south.app_id.toUpperCase()) }), groupsOf(south));
    t.same(await idsOf({ instance_id: joined(beta.instance_id, south.instance_id) }), groupsOf(northBeta, south));
    t.same(await idsOf({ story_group_id: joined(west.group_id, north.group_id) }), groupsOf(north, west));
    t.same(await idsOf({ app_id: apps, instance_id: south.instance_id }), groupsOf(south), 'the narrower counts');
    t.same(await idsOf({ app_id: apps, story_group_id: northBeta.group_id }), groupsOf(northBeta));
    const stories = await get(storiesUrl, { story_group_id: joined(north.group_id, south.group_id) });
    t.same(new Set(stories.map((story: Row) => story.id)), new Set([...north.stories, ...south.stories]));
  });

  await t.test('are as many as fifty, each of them an id', async (t) => {
    const many = (count: number) => Array.from({ length: count }, () => uuidv7()).join(',');
    for (const url of everyUrl) {
      const tooMany = await ask(url, { app_id: many(51) });
      t.equal(tooMany.statusCode, 422, url);
      t.match(tooMany.json().errors, [{ path: 'app_id', message: 'Choose up to 50.' }]);
      t.equal(await status(url, { app_id: many(50) }), 404, `${url}: fifty are taken, and looked for`);
      t.equal(await status(url, { instance_id: `${many(20)},${'a'.repeat(5000)}` }), 422, url);
      for (const wrong of ['all', '', ',', `${north.app_id},`, `${north.app_id},all`, `${north.app_id} `])
        t.equal(await status(url, { app_id: wrong }), 422, `${url} app_id=${wrong}`);
    }
    const same = Array.from({ length: 50 }, () => north.app_id).join(',');
    t.same(await idsOf({ app_id: same }), groupsOf(north, northBeta));
  });

  await t.test('are not there when one is not the account’s, or lies outside of the others', async (t) => {
    const deleted = await seedScene(h, nora);
    await appendAs(h, nora, `app-${deleted.app_id}`, [{ type: 'AppDeleted', data: {} }]);
    const wrong: Record<string, string>[] = [
      { app_id: joined(north.app_id, foreign.app_id) },
      { app_id: joined(foreign.app_id, north.app_id) },
      { app_id: joined(north.app_id, uuidv7()) },
      { app_id: joined(north.app_id, deleted.app_id) },
      { app_id: joined(north.app_id, north.instance_id) },
      { instance_id: joined(north.instance_id, foreign.instance_id) },
      { instance_id: joined(north.instance_id, deleted.instance_id) },
      { app_id: joined(north.app_id, south.app_id), instance_id: joined(north.instance_id, west.instance_id) },
    ];
    const wrongGroups: Record<string, string>[] = [
      { story_group_id: joined(north.group_id, foreign.group_id) },
      { story_group_id: joined(north.group_id, deleted.group_id) },
      { story_group_id: joined(north.group_id, south.group_id), app_id: north.app_id },
      { story_group_id: joined(north.group_id, south.group_id), instance_id: north.instance_id },
    ];
    for (const url of everyUrl) {
      for (const query of wrong) t.equal(await status(url, query), 404, `${url} ${JSON.stringify(query)}`);
      if (url !== overviewUrl)
        for (const query of wrongGroups) t.equal(await status(url, query), 404, `${url} ${JSON.stringify(query)}`);
    }
    const apart = { instance_id: north.instance_id, story_group_id: northBeta.group_id };
    t.same(await idsOf(apart), [], 'a group of another instance of the app is none of this one');
  });

  await t.test('are refused when one of the apps is not the caller’s to see', async (t) => {
    const member = (permissions: Record<string, string[]>) => h.person({ account_id: nora.account_id, permissions });
    const mixed = await member({ app_owner: [north.app_id], brodcaster: [south.app_id] });
    for (const url of everyUrl) {
      t.equal(await status(url, { app_id: north.app_id }, mixed), 200, url);
      for (const app_id of [south.app_id, joined(north.app_id, south.app_id)])
        t.equal(await status(url, { app_id }, mixed), 403, `${url} ${app_id}`);
      t.equal(await status(url, { instance_id: joined(beta.instance_id, south.instance_id) }, mixed), 403, url);
      t.equal(await status(url, { app_id: joined(north.app_id, west.app_id) }, mixed), 404, 'an app without a role');
      t.equal(
        await status(url, { app_id: joined(south.app_id, west.app_id) }, mixed),
        404,
        'also beside a refused one',
      );
      t.equal(
        await status(url, { app_id: joined(north.app_id, south.app_id), instance_id: north.instance_id }, mixed),
        403,
        'even where what else is named leaves it out',
      );
    }
    t.same(await idsOf({}, mixed), groupsOf(north, northBeta));

    const creator = await member({ story_creator: [north.app_id, south.app_id], app_owner: [west.app_id] });
    const [mine, mineToo] = [
      await seedScene(h, creator, { app: north, title: 'Mine' }),
      await seedScene(h, creator, { app: south, title: 'Mine, too' }),
    ];
    const apps = joined(north.app_id, south.app_id);
    t.same(await idsOf({ app_id: apps }, creator), groupsOf(mine, mineToo));
    t.same(await idsOf({ app_id: joined(apps, west.app_id) }, creator), groupsOf(mine, mineToo, west));
    t.same(await idsOf({ story_group_id: joined(north.group_id, mineToo.group_id) }, creator), groupsOf(mineToo));
    t.same(await idsOf({ instance_id: joined(beta.instance_id, south.instance_id) }, creator), groupsOf(mineToo));
    t.equal((await get(totalsUrl, { app_id: apps }, creator)).groups, 2);
    t.equal(await status(overviewUrl, { app_id: apps }, creator), 403);
  });

  await t.test('are added up in the overview, where a viewer of several counts once', async (t) => {
    const apps = await get(overviewUrl, { app_id: joined(north.app_id, south.app_id) });
    t.match(apps, {
      impression: 6,
      total_reach: 4,
      compared: { first_day: '2026-10-11' },
      dau_first_day: '2026-10-11',
    });
    t.match(apps.daily_stats.at(-1), { dau: 3, figures: { reach: 3, impression: 5 } });
    const instances = await get(overviewUrl, { instance_id: joined(beta.instance_id, south.instance_id) });
    t.match(instances, { impression: 4, total_reach: 3, compared: { first_day: '2026-10-11' } });
    t.match(instances.daily_stats.at(-1), { dau: 3, figures: { reach: 2, impression: 3 } }, 'users are the apps’');
    const other = await get(overviewUrl, { instance_id: joined(south.instance_id, beta.instance_id) });
    t.same({ ...other, story_groups: [] }, { ...instances, story_groups: [] }, 'in whatever order');
    const late = await get(overviewUrl, { instance_id: joined(north.instance_id, south.instance_id) });
    t.match(late, { compared: { first_day: '2026-10-14' }, dau_first_day: '2026-10-11' });
  });

  await t.test('are unions over apps and not sums, in every part of the overview', async (t) => {
    const both = [await seedScene(h, nora, { title: 'One' }), await seedScene(h, nora, { title: 'Other' })] as const;
    const [one, other] = both;
    // Ada is in both apps on every day; the rest are in one each.
    for (const daysAgo of [0, 1, 2, 3]) for (const scene of both) await see(scene, 'ada', noon - daysAgo * dayMs);
    for (const daysAgo of [1, 3]) await see(one, 'finn', noon - daysAgo * dayMs);
    await see(other, 'gus', noon - dayMs);
    await countAll(h);
    const days = { ts_start: String(noon / 1000 - 86_400), ts_end: String(noon / 1000) };
    const together = await get(overviewUrl, { app_id: joined(one.app_id, other.app_id), ...days });
    const apart = [
      await get(overviewUrl, { app_id: one.app_id, ...days }),
      await get(overviewUrl, { app_id: other.app_id, ...days }),
    ];
    const sides = (all: typeof together) => [
      all.total_reach,
      all.prev_total_reach,
      all.compared.now.total_reach,
      all.compared.before.total_reach,
    ];
    t.same(apart.map(sides), [
      [2, 2, 2, 2],
      [2, 1, 2, 1],
    ]);
    t.same(sides(together), [3, 2, 3, 2], 'Ada once');
    const users = ({ daily_stats }: { daily_stats: { dau: number; prev_dau: number; figures: { reach: number } }[] }) =>
      daily_stats.map(({ dau, prev_dau, figures }) => [dau, prev_dau, figures.reach]);
    t.same(apart.map(users), [
      [
        [2, 2, 2],
        [1, 1, 1],
      ],
      [
        [2, 1, 2],
        [1, 1, 1],
      ],
    ]);
    t.same(users(together), [
      [3, 2, 3],
      [1, 1, 1],
    ]);
    t.match(together, {
      avg_dau: 2,
      prev_avg_dau: 1.5,
      compared: { now: { avg_dau: 3 }, before: { avg_dau: 2 } },
    });
    // What is counted by the event, and what stands in one app only, is added up or taken over.
    for (const name of ['impression', 'prev_impression', 'click', 'prev_click'])
      t.equal(together[name], apart[0][name] + apart[1][name], name);
    const rows = (all: typeof together) =>
      all.story_groups.map((row: Row) => row).sort((a: Row, b: Row) => (a.id < b.id ? -1 : 1));
    t.same(rows(together), rows({ story_groups: apart.flatMap((all) => all.story_groups) }));
    t.same(
      new Set(together.story_groups.map(({ instance_id }: { instance_id: string }) => instance_id)),
      new Set([one.instance_id, other.instance_id]),
    );
  });

  await t.test('have the components of each named group beside it', async (t) => {
    const groups = joined(north.group_id, south.group_id);
    const componentsOf = (row: { components: { story_id: string }[] }) =>
      row.components.map(({ story_id }) => story_id);
    for (const row of await get(answersUrls[0]!, { story_group_id: groups })) {
      t.same(componentsOf(row), [(row.id === north.group_id ? north : south).stories[0]]);
      t.same(row, (await get(answersUrls[0]!, { story_group_id: row.id }))[0], 'as when it is asked for alone');
    }
    const stories = await get(answersUrls[1]!, { story_group_id: groups });
    t.same(stories.flatMap(componentsOf).sort(), [north.stories[0], south.stories[0]].sort());
    t.equal((await get(answersUrls[0]!, { app_id: north.app_id }))[0].components, null);
  });

  await t.test(
    'have answers added up by day, a viewer of several once, those to deleted stories included',
    async (t) => {
      const url = answersUrls[2]!;
      const one = await seedScene(h, nora);
      const other = await seedScene(h, nora, { app: one, title: 'Other' });
      for (const scene of [one, other])
        await publishDesign(h, nora, scene, scene.stories[0]!, ['poll', 'which-001'], ['poll', 'which-002']);
      const poll = (story_id: string, at = noon, component_id = 'which-001') => ({
        type: 'poll_selected',
        story_id,
        component_id,
        value: 'A',
        at,
      });
      for (const viewer_id of ['ada', 'eve']) await sendBatch(h, one.token, [poll(other.stories[0]!)], { viewer_id });
      await sendBatch(h, one.token, [poll(one.stories[0]!), poll(one.stories[0]!, noon - dayMs, 'which-002')], {
        viewer_id: 'ada',
      });
      await countAll(h);
      await appendAs(h, nora, `storyGroup-${other.group_id}`, [
        { type: 'StoryDeleted', data: { story_id: other.stories[0]! } },
      ]);
      const both = await get(url, { app_id: one.app_id });
      t.match(both, {
        groups: 2,
        first_day: '2026-10-13',
        stats: { poll_selected: { response_count: 4, responders: 2 } },
      });
      t.same(
        both.daily.slice(-2).map((day: { poll_selected: number }) => day.poll_selected),
        [1, 3],
      );
      const [left] = await get(answersUrls[0]!, {
        story_group_id: other.group_id,
        days: 'true',
      });
      t.match(left.components, [{ story_id: other.stories[0], responses: [{ daily: [0, 0, 0, 0, 0, 0, 2] }] }]);
      const earlier = { ts_start: String(noon / 1000 - 8 * 86_400), ts_end: String(noon / 1000 - 2 * 86_400) };
      const none = await get(url, { app_id: one.app_id, ...earlier, ts_versus: String(noon / 1000 - 86_400) });
      t.match(none.stats.poll_selected, { response_count: 0, responders: 0 });
      t.match(none.previous_daily.slice(0, 2), [{ poll_selected: 1 }, { poll_selected: 3 }], 'beside any other days');
    },
  );

  await t.test('of very many groups are not answered by day all at once', async (t) => {
    const other = await h.person();
    const scene = await seedScene(h, other);
    await h.asOwner(
      `insert into story_group select (jsonb_populate_record(g, jsonb_build_object('id', gen_random_uuid()))).*
         from story_group g, generate_series(1, 280) where g.id = $1`,
      [scene.group_id],
    );
    const year = { ts_start: String(noon / 1000 - 365 * 86_400), ts_end: String(noon / 1000) };
    const refused = await ask(groupsUrl, year, other);
    t.match([refused.statusCode, refused.json().errors], [422, [{ path: 'days', message: /at most 100000\b/ }]]);
    t.equal((await ask(groupsUrl, { ...year, days: 'false' }, other)).json().data.length, 281);
    t.equal((await ask(groupsUrl, {}, other)).json().data[280].daily.length, 7);
  });

  await t.test('go into one report', async (t) => {
    const linesOf = async (query: Record<string, string>) => {
      const answer = await ask('/api/report', query);
      t.equal(answer.statusCode, 200, answer.body);
      // The last line says what they are.
      return answer.body.trimEnd().split('\r\n').slice(1, -1);
    };
    const groups = joined(north.group_id, south.group_id);
    t.equal((await linesOf({ report_type: 'story_groups', story_group_id: groups })).length, 2);
    t.equal((await linesOf({ report_type: 'stories', story_group_id: groups })).length, 4);
    t.equal((await linesOf({ report_type: 'poll', app_id: joined(north.app_id, south.app_id) })).length, 6);
    const [story_id] = south.stories;
    t.equal((await linesOf({ report_type: 'poll', story_group_id: groups, story_id: story_id! })).length, 2);
    t.equal((await linesOf({ report_type: 'stories', story_group_id: groups, story_id: story_id! })).length, 1);
    const outside = { report_type: 'poll', story_group_id: joined(north.group_id, west.group_id), story_id: story_id! };
    t.equal(await status('/api/report', outside), 404);
  });
});
