import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import type { WhyAnswer } from '#contracts/stats/explain.ts';
import { whyAnswerFigures, whyMetrics, whyScopes, whyTypes } from '#contracts/stats/why-figures.ts';
import { whyAnswerRule, whyRule } from '#contracts/stats/why-rule.ts';
import { say } from '#kernel/platform/say.ts';
import { countAll } from '#ops/testing/figures.ts';
import { type Person, startHarness } from '#ops/testing/harness.ts';
import { assertRefused, unknownId } from '#ops/testing/owner-with-app.ts';
import { appendAs, seedScene, sendBatch } from '#ops/testing/scene.ts';
import { finaliseNextHour } from '../../archive/finalise.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** Numbers that are the same in every run. */
const chance = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};

t.test('every figure has its rule in words', async (t) => {
  const rules = [
    ...whyMetrics.flatMap((figure) => whyScopes.map((scope) => whyRule(figure, scope))),
    ...whyAnswerFigures.flatMap((figure) => whyTypes.map((type) => whyAnswerRule(figure, type))),
  ];
  for (const rule of rules) t.match(say(rule), /^[A-Z].{40,}counts once\.$|eight days counts once\.$/);
});

t.test('from a figure to the batches behind it', async (t) => {
  const h = await startHarness(t, { parts: false });
  const nora = await h.person();
  const scene = await seedScene(h, nora);
  const { token, group_id, app_id, instance_id, stories } = scene;
  const second = await seedScene(h, nora, { app: scene, title: 'Pier' });
  const planted = Date.now();
  const today = Math.floor(Date.now() / dayMs) * dayMs;
  const range = { ts_start: String((today - 3 * dayMs) / 1000), ts_end: String(Math.floor(Date.now() / 1000)) };
  const get = async (url: string, query: Record<string, string>, as: Person = nora) => {
    const answer = await h.inject('GET', url, { as, query });
    t.equal(answer.statusCode, 200, answer.body);
    return answer.json().data;
  };
  const why = (query: Record<string, string>, as?: Person): Promise<WhyAnswer> =>
    get('/api/analytics/why', { ...range, ...query }, as);

  const types = [
    'story_impression',
    'story_clicked',
    'group_opened',
    'story_skipped',
    'story_shared',
    'story_completed',
    'group_completed',
    'story_next',
    'group_next',
    'story_previous',
    'group_previous',
    'group_closed',
    'ivod_viewed',
    'story_left',
    'bar_impression',
  ];
  const sent: { events: Record<string, unknown>[]; envelope: Record<string, unknown> }[] = [];
  const post = async ({ events, envelope }: (typeof sent)[number]) => {
    const answer = await sendBatch(h, token, events, envelope);
    if (answer.statusCode !== 202) throw new Error(answer.body);
  };
  const pick = chance(20_261_122);
  const make = (): (typeof sent)[number] => {
    const scene = pick(3) === 0 ? second : { group_id, stories };
    const events = Array.from({ length: 1 + pick(12) }, (_, place) => {
      const type = types[pick(types.length)]!;
      const ofBar = place % 2 ? {} : { group_id: scene.group_id };
      const about =
        type === 'bar_impression' ? ofBar : { group_id: pick(2) ? scene.group_id.toUpperCase() : scene.group_id };
      const story = type.startsWith('story') || pick(2) ? { story_id: scene.stories[pick(2)] } : {};
      const watch = type === 'story_left' ? { watch_ms: pick(30_000) } : {};
      const at = Math.min(Date.now(), today - pick(6) * dayMs + pick(dayMs));
      return { type, ...about, ...(type === 'bar_impression' ? {} : story), ...watch, at };
    });
    const consent = pick(5) > 0;
    const envelope = {
      batch_id: uuidv7(),
      viewer_id: `viewer-${pick(25)}`,
      consent,
      platform: pick(2) ? 'ios' : 'web',
    };
    return { events, envelope };
  };
  const sendSome = async (count: number) => {
    for (let index = 0; index < count; index += 1) {
      const one = pick(4) === 0 && sent.length > 0 ? sent[pick(sent.length)]! : make();
      sent.push(one);
      await post(one);
    }
  };
  await sendSome(60);
  await countAll(h);
  // The hour that is not over yet is sealed as if it were; what follows stays in the log.
  const later = Math.floor(Date.now() / hourMs) * hourMs + 1.5 * hourMs;
  while (await finaliseNextHour(h.kernel, later));
  const sealed = await h.kernel.analytics.pool.query('select sum(batches)::int as n from telemetry_archive');
  t.equal(sealed.rows[0].n, 60);
  /** What is sent meanwhile comes as if in the hour after, which is not sealed. */
  const anHourLater = async (send: () => Promise<unknown>): Promise<void> => {
    const { pool } = h.kernel.analytics;
    const { rows } = await pool.query('select max(position)::text as at from telemetry_batch');
    await send();
    await pool.query(
      `with moved as (delete from telemetry_batch where position > $1 returning *)
       insert into telemetry_batch (transaction_id, position, partition, instance_id, batch_id, received_at, payload)
         select transaction_id, position, partition, instance_id, batch_id, received_at + interval '1 hour', payload from moved`,
      [rows[0].at],
    );
    await countAll(h);
  };
  await anHourLater(() => sendSome(25));

  const subjects = {
    app: { app_id },
    instance: { instance_id },
    group: { story_group_id: group_id },
    story: { story_id: stories[0]! },
  } as const;

  const together = { story_group_id: `${group_id},${second.group_id}` };
  for (const [scope, ids, count] of [
    ...Object.entries(subjects).map(([scope, ids]) => [scope, ids, 1] as const),
    ['group', together, 2],
  ] as const)
    await t.test(`the listed batches add up to each figure again: ${scope}, ${count}`, async (t) => {
      for (const figure of whyMetrics.filter((one) => one !== 'dau' || scope === 'app')) {
        const whole = await why({ ...ids, figure, limit: '1000' });
        t.match(whole, { figure, scope, subjects: count, rule: /\w/ });
        t.equal(whole.subject_id === null, count > 1);
        t.equal(whole.recounted, whole.value, `${figure} is ${whole.value}`);
        t.equal(whole.days.length, 4);
        t.equal(whole.batches.length, whole.total);
        t.equal(new Set(whole.batches.map((one) => one.batch_id)).size, whole.total, 'no batch twice');
        const adds = whole.batches.reduce((sum, one) => sum + one.adds, 0);
        if (figure === 'average_watch_length') {
          const leaves = whole.batches.reduce((sum, one) => sum + one.leaves!, 0);
          t.equal(leaves === 0 ? 0 : Math.round(adds / leaves / 100) / 10, whole.value);
        } else if (figure === 'dau') t.equal(adds, Math.round(whole.value * 4));
        else t.equal(adds, whole.value, `${figure}: ${adds}`);
        if (figure !== 'reach' && figure !== 'dau' && figure !== 'average_watch_length')
          t.equal(
            whole.days.reduce((sum, day) => sum + day.value, 0),
            whole.value,
          );
        t.ok(whole.repeated > 0, 'repetitions are left out');
        const pages = [];
        for (let offset = 0; offset < whole.total; offset += 7)
          pages.push(...(await why({ ...ids, figure, limit: '7', offset: String(offset) })).batches);
        t.same(pages, whole.batches);
      }
    });

  await t.test('it is the figure that the statistics show, from archive and log', async (t) => {
    const [stats] = await get('/api/story_group/n/stats', { story_group_id: group_id, ...range });
    const fields = {
      reach: 'reach',
      impression: 'total_impression',
      click: 'total_click',
      open: 'total_open',
    } as const;
    for (const [figure, field] of Object.entries(fields)) {
      const whole = await why({ story_group_id: group_id, figure, limit: '1000' });
      t.equal(whole.value, stats.stats[field], figure);
      t.ok(whole.value > 5, String(whole.value));
      if (figure === 'impression') t.same([...new Set(whole.batches.map((one) => one.kept))], ['archive', 'log']);
    }
    const overview = await get('/api/n/analytics/overview', { app_id, ...range });
    t.equal((await why({ app_id, figure: 'dau' })).value, overview.avg_dau);
    t.equal((await why({ app_id, figure: 'reach' })).value, overview.total_reach);
    const day = { ts_start: String(today / 1000 - 86_400), ts_end: String(today / 1000 - 86_400) };
    const one = await why({ story_group_id: group_id, figure: 'impression', ...day });
    t.same(one.days, [{ date: new Date(today - dayMs).toISOString().slice(0, 10), value: one.value }]);
    t.equal(one.recounted, one.value);
  });

  await t.test('of several groups or apps it is the figure of all together, each viewer once', async (t) => {
    const other = await seedScene(h, nora, { title: 'Elsewhere' });
    const seen = (of: typeof other) => ({ type: 'story_impression', group_id: of.group_id, story_id: of.stories[0] });
    await anHourLater(async () => {
      await sendBatch(h, token, [seen(scene)], { viewer_id: 'both' });
      await sendBatch(h, other.token, [seen(other)], { viewer_id: 'both' });
    });
    const groups = { all_groups: 'true', limit: '1000' };
    const queries: Record<string, string>[] = [
      together,
      { app_id },
      { app_id: `${app_id},${other.app_id}` },
      { instance_id },
      {},
    ];
    for (const query of queries) {
      const totals = await get('/api/story_group/n/stats/totals', { ...query, ...range });
      for (const [figure, field] of [
        ['reach', 'reach'],
        ['impression', 'total_impression'],
        ['average_watch_length', 'average_watch_length'],
      ] as const) {
        const whole = await why({ ...query, ...groups, figure });
        t.match(whole, { scope: 'group', subjects: totals.groups, value: totals.stats[field], recounted: whole.value });
        t.equal(whole.batches.length, whole.total);
        if (figure === 'average_watch_length') continue;
        t.same(
          whole.days.map(({ value }) => value),
          totals.daily.map((day: Record<string, number>) => day[figure]),
        );
      }
    }
    const apps = { app_id: `${app_id},${other.app_id}` };
    const overview = await get('/api/n/analytics/overview', { ...apps, ...range });
    const reach = await why({ ...apps, figure: 'reach', limit: '1000' });
    t.match(reach, { scope: 'app', subjects: 2, value: overview.total_reach, recounted: overview.total_reach });
    t.equal((await why({ ...apps, figure: 'dau' })).value, overview.avg_dau);
    const [one, two] = await Promise.all([
      why({ app_id, figure: 'reach' }),
      why({ app_id: other.app_id, figure: 'reach' }),
    ]);
    t.equal(two.value, 1);
    t.equal(reach.value, one.value, 'who was in both is one');
  });

  await t.test('each batch names the version of the content that stood when it was seen', async (t) => {
    const before = Date.now();
    await h.until(() => Date.now() > before);
    await appendAs(h, nora, `storyGroup-${group_id}`, [{ type: 'StoryGroupDetailsChanged', data: { title: 'Quay' } }]);
    const changed = Date.now();
    await h.until(() => Date.now() > changed);
    const view = { type: 'story_shared', group_id, story_id: stories[1]! };
    const ids = [uuidv7(), uuidv7(), uuidv7()] as const;
    await anHourLater(async () => {
      await sendBatch(h, token, [{ ...view, at: (planted + before) / 2 }], { batch_id: ids[0] });
      await sendBatch(h, token, [view], { batch_id: ids[1] });
      await sendBatch(h, token, [{ ...view, at: Date.now() - 2 * dayMs }, view], { batch_id: ids[2] });
    });
    const { batches } = await why({ story_id: stories[1]!, figure: 'share', limit: '1000' });
    const version = (id: string) => batches.find((one) => one.batch_id === id)?.contents;
    t.same(version(ids[0]), [{ story_group_id: group_id, version: 3 }]);
    t.same(version(ids[1]), [{ story_group_id: group_id, version: 4 }]);
    t.same(version(ids[2]), [{ story_group_id: group_id, version: 1 }]);
  });

  await t.test('it is for those who may see the figure', async (t) => {
    const ask = (query: Record<string, string>, as: Person) => h.inject('GET', '/api/analytics/why', { as, query });
    const stranger = await h.person();
    for (const ids of Object.values(subjects))
      assertRefused(t, await ask({ ...ids, figure: 'click' }, stranger), 404, 'NotFound');
    assertRefused(t, await ask({ story_id: unknownId, figure: 'click' }, nora), 404, 'NotFound');
    assertRefused(
      t,
      await ask({ story_id: stories[0]!, story_group_id: second.group_id, figure: 'click' }, nora),
      404,
      'NotFound',
    );
    assertRefused(
      t,
      await ask({ story_group_id: group_id, instance_id: unknownId, figure: 'click' }, nora),
      404,
      'NotFound',
    );
    assertRefused(t, await ask({ figure: 'click' }, nora), 422, 'Invalid', 'app_id');
    const mixed = { ...together, story_id: stories[0]!, figure: 'click' };
    assertRefused(t, await ask(mixed, nora), 422, 'Invalid', 'story_id');
    assertRefused(t, await ask({ ...together, figure: 'dau' }, nora), 422, 'Invalid', 'figure');
    assertRefused(t, await ask({ ...together, figure: 'click' }, stranger), 404, 'NotFound');
    assertRefused(t, await ask({ app_id, all_groups: 'true', figure: 'click' }, stranger), 404, 'NotFound');
    assertRefused(t, await ask({ app_id, figure: 'colour' }, nora), 422, 'Invalid', 'figure');
    assertRefused(t, await ask({ instance_id, figure: 'dau' }, nora), 422, 'Invalid', 'figure');
    const long = { ts_start: String(today / 1000 - 31 * 86_400), ts_end: String(today / 1000) };
    assertRefused(t, await ask({ app_id, figure: 'click', ...long }, nora), 422, 'Invalid', 'ts_start');
    const creator = await h.person({ account_id: nora.account_id, permissions: { story_creator: [app_id] } });
    const own = await seedScene(h, creator, { app: scene, title: 'Mine' });
    assertRefused(t, await ask({ app_id, figure: 'click' }, creator), 403, 'PermissionDenied');
    assertRefused(t, await ask({ story_group_id: group_id, figure: 'click' }, creator), 403, 'PermissionDenied');
    t.match(await why({ story_group_id: own.group_id, figure: 'click' }, creator), {
      value: 0,
      total: 0,
      recounted: 0,
    });
    t.match(await why({ app_id, all_groups: 'true', figure: 'impression' }, creator), { subjects: 1, value: 0 });
  });
});
