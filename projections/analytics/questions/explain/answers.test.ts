import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import type { WhyAnswer } from '#contracts/stats/explain.ts';
import { type ComponentStats, type InteractiveStats, responseTypes } from '#contracts/stats/interactive-stats.ts';
import { whyTypes } from '#contracts/stats/why-figures.ts';
import { countAll } from '#ops/testing/figures.ts';
import { type Harness, startHarness } from '#ops/testing/harness.ts';
import { assertRefused } from '#ops/testing/owner-with-app.ts';
import { createRandom, pick } from '#ops/testing/random.ts';
import { appendBatch, plantComponent, publishDesign, type Scene, seedScene, sendBatch } from '#ops/testing/scene.ts';
import { finaliseNextHour } from '../../archive/finalise.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const today = Math.floor(Date.now() / dayMs) * dayMs;
const range = { ts_start: String((today - 3 * dayMs) / 1000), ts_end: String(today / 1000) };

type Person = Awaited<ReturnType<Harness['person']>>;
type Act = readonly [type: string, component_id: string, value?: string | number];

const acts: readonly Act[] = [
  ['component_impression', 'which-001'],
  ['component_impression', 'mood-0001'],
  ['poll_selected', 'which-001', 'A'],
  ['poll_selected', 'which-001', 'B'],
  ['quiz_answered', 'quiz-0001', 'B'],
  ['rating_submitted', 'stars-001', 2],
  ['rating_submitted', 'stars-001', 5],
  ['reaction_clicked', 'mood-0001', 'a.b/c?'],
  ['reaction_clicked', 'mood-0001', 'heart'],
  ['countdown_reminder_set', 'sale-0001'],
  ['countdown_reminder_removed', 'sale-0001'],
  ['product_tag_clicked', 'shoe-0001', 'sku-1'],
];

const publishAll = async (h: Harness, nora: Person, scene: Scene) => {
  for (const story of scene.stories) {
    await publishDesign(
      ...([h, nora, scene, story, ['poll', 'which-001'], ['quiz', 'quiz-0001']] as const),
      ...([
        ['rating', 'stars-001'],
        ['countdown', 'sale-0001'],
        ['product_tag', 'shoe-0001'],
      ] as const),
    );
    await plantComponent(h, story, 'mood-0001', 'reaction', ['a.b/c?', 'heart']);
  }
};

t.test('figures of answers are recounted from the batches behind them', async (t) => {
  t.same(whyTypes, ['component_impression', ...responseTypes], 'every type of response can be asked about');
  const h = await startHarness(t, { parts: false });
  const { pool } = h.kernel.analytics;
  const nora = await h.person();
  const scene = await seedScene(h, nora);
  const second = await seedScene(h, nora, { app: scene, title: 'Pier' });
  for (const one of [scene, second]) await publishAll(h, nora, one);
  const { token, app_id, group_id } = scene;
  const get = async (url: string, query: Record<string, string>) => {
    const answer = await h.inject('GET', url, { as: nora, query: { ...range, ...query } });
    t.equal(answer.statusCode, 200, answer.body);
    return answer.json().data;
  };
  const why = (query: Record<string, string>): Promise<WhyAnswer> =>
    get('/api/analytics/why', { limit: '1000', ...query });
  /** Asks, and checks that what is stated, what is recounted and what the batches add are the same. */
  const check = async (value: number, query: Record<string, string>) => {
    const whole = await why(query);
    const about = JSON.stringify(query);
    const { figure, type, component_id, answer } = query;
    t.match(whole, { figure, value, recounted: value }, about);
    t.match([whole.type ?? type, whole.component_id, whole.answer], [type ?? 'rating_submitted', component_id, answer]);
    t.equal(whole.batches.length, whole.total);
    const adds = whole.batches.reduce((sum, one) => sum + one.adds, 0);
    if (query.figure !== 'average_rating') t.equal(adds, value, `adds of ${about}`);
    if (query.figure === 'response_count')
      t.equal(
        whole.days.reduce((sum, day) => sum + day.value, 0),
        value,
      );
    return whole;
  };
  const checkTypes = async (stats: InteractiveStats, query: Record<string, string>) => {
    for (const type of whyTypes) {
      await check(stats[type].response_count, { ...query, type, figure: 'response_count' });
      const responders = type === 'component_impression' ? null : stats[type].responders;
      if (responders !== null) await check(responders, { ...query, type, figure: 'responders' });
    }
  };

  const random = createRandom(20_261_129);
  const sent: Parameters<typeof sendBatch>[] = [];
  const sendSome = async (count: number) => {
    for (let index = 0; index < count; index += 1) {
      const events = Array.from({ length: 1 + Math.floor(random() * 6) }, () => {
        const [type, component_id, value] = pick(random, acts);
        const at = Math.min(Date.now(), today - Math.floor(random() * 6) * dayMs + Math.floor(random() * dayMs));
        const story_id = pick(random, [...scene.stories, second.stories[0]!]);
        return { type, at, story_id, component_id, ...(value === undefined ? {} : { value }) };
      });
      const envelope = {
        batch_id: uuidv7(),
        ...(random() < 0.2 ? { consent: false } : { viewer_id: `viewer-${Math.floor(random() * 15)}` }),
      };
      if (random() < 0.8 || sent.length === 0) sent.push([h, token, events, envelope]);
      else sent.push(pick(random, sent));
      t.equal((await sendBatch(...sent.at(-1)!)).json().data.accepted, sent.at(-1)![2].length);
    }
  };

  // Who answered in a batch of long ago, which nobody reads any more, has answered.
  await sendBatch(h, token, [{ type: 'story_impression', story_id: scene.stories[0] }], { viewer_id: 'early' });
  const { rows } = await pool.query('select payload from telemetry_batch');
  const long = Date.now() - 20 * dayMs;
  const vote = { type: 'poll_selected', story_id: scene.stories[0], component_id: 'which-001' };
  const envelope = { viewer: JSON.parse(rows[0].payload).viewer, received_at: long };
  await appendBatch(h, nora, scene, [{ ...vote, at: long, value: 'A' }], envelope);
  await pool.query(`update telemetry_batch set received_at = received_at - interval '20 days'
                     where position = (select max(position) from telemetry_batch)`);
  await countAll(h);
  t.equal((await sendBatch(h, token, [{ ...vote, value: 'B' }], { viewer_id: 'early' })).statusCode, 202);
  await sendSome(90);
  await countAll(h);
  // The hour that is not over yet is sealed as if it were; what follows stays in the log.
  const later = Math.floor(Date.now() / hourMs) * hourMs + 1.5 * hourMs;
  while (await finaliseNextHour(h.kernel, later));
  const anHourLater = async (send: () => Promise<unknown>): Promise<void> => {
    const { rows: last } = await pool.query('select max(position)::text as at from telemetry_batch');
    await send();
    await pool.query(
      `with moved as (delete from telemetry_batch where position > $1 returning *)
       insert into telemetry_batch (transaction_id, position, partition, instance_id, batch_id, received_at, payload)
         select transaction_id, position, partition, instance_id, batch_id, received_at + interval '1 hour', payload from moved`,
      [last[0].at],
    );
    await countAll(h);
  };
  await anHourLater(() => sendSome(40));

  await t.test('of groups, of stories and of all together, as the statistics say', async (t) => {
    const [group] = await get('/api/story_group/n/interactive_stats', { story_group_id: group_id });
    t.ok(group.stats.poll_selected.response_count > group.stats.poll_selected.responders);
    await checkTypes(group.stats, { story_group_id: group_id });
    const [story] = await get('/api/story/interactive_stats', { story_group_id: group_id });
    await checkTypes(story.stats, { story_id: story.id });
    const queries: Record<string, string>[] = [{ app_id }, { story_group_id: `${group_id},${second.group_id}` }];
    for (const query of queries) {
      const totals = await get('/api/story_group/n/interactive_stats/totals', query);
      await checkTypes(totals.stats, { ...query, all_groups: 'true' });
      const whole = await why({ ...query, all_groups: 'true', figure: 'response_count', type: 'rating_submitted' });
      t.same(
        whole.days.map(({ value }) => value),
        totals.daily.map((day: Record<string, number>) => day.rating_submitted),
      );
      t.same(whole.subjects, 2);
    }
  });

  await t.test('of components and of each of their answers', async (t) => {
    const [group] = await get('/api/story_group/n/interactive_stats', { story_group_id: group_id });
    t.equal(group.components.length, 12);
    for (const { story_id, component_id, impressions, responses } of group.components as ComponentStats[]) {
      const of = { story_id, component_id };
      const type = 'component_impression';
      const seen = await check(impressions, { ...of, type, figure: 'response_count' });
      t.match(seen, { scope: 'story', subject_id: story_id });
      for (const { type, response_count, responders, average, values } of responses) {
        const whole = await check(response_count, { ...of, type, figure: 'response_count' });
        if (type === 'poll_selected') {
          t.same([...new Set(whole.batches.map((one) => one.kept))], ['archive', 'log']);
          t.ok(whole.repeated > 0);
          t.match(whole.batches[0]!.contents, [{ story_group_id: group_id }]);
        }
        if (responders !== null) await check(responders, { ...of, type, figure: 'responders' });
        if (average !== null) await check(average, { ...of, figure: 'average_rating' });
        for (const { value, count } of values)
          await check(count, { ...of, type, figure: 'response_count', answer: value });
      }
    }
  });

  await t.test('where they are there, of what is said to whoever asks for others', async (t) => {
    const [story_id] = scene.stories as [string];
    const refused = async (query: Record<string, string>, field: string) =>
      assertRefused(t, await h.inject('GET', '/api/analytics/why', { as: nora, query }), 422, 'Invalid', field);
    const poll = { figure: 'response_count', type: 'poll_selected' };
    await refused({ app_id, ...poll }, 'story_group_id');
    await refused({ story_group_id: group_id, ...poll, component_id: 'which-001' }, 'story_id');
    await refused({ story_id, ...poll, answer: 'A' }, 'answer');
    await refused({ story_id, ...poll, figure: 'responders', component_id: 'which-001', answer: 'A' }, 'answer');
    await refused({ story_id, figure: 'responders', type: 'product_tag_clicked' }, 'type');
    await refused({ story_id, figure: 'responders' }, 'type');
    await refused({ story_id, figure: 'average_rating' }, 'component_id');
    await refused({ story_id, ...poll, figure: 'average_rating', component_id: 'which-001' }, 'type');
    await refused({ story_id, figure: 'click', component_id: 'which-001' }, 'component_id');
    const stranger = await h.person();
    const query = { story_id, ...poll, component_id: 'which-001' };
    assertRefused(t, await h.inject('GET', '/api/analytics/why', { as: stranger, query }), 404, 'NotFound');
    t.match(await why({ ...query, component_id: 'nothing' }), { value: 0, recounted: 0, total: 0 });
  });

  await t.test('and estimates of viewers by the same estimate', async (t) => {
    const [story_id] = second.stories as [string];
    const rating = { type: 'rating_submitted', story_id, component_id: 'stars-001' };
    const many = Array.from({ length: 50 }, () => ({ ...rating, value: 3 }));
    const name = (place: number) => {
      const bytes = Buffer.alloc(16);
      bytes.writeUInt32BE(Math.floor(random() * 2 ** 32), 0);
      bytes.writeUInt32BE(place, 8);
      return bytes.toString('base64url');
    };
    await anHourLater(async () => {
      for (let batch = 0; batch < 400; batch += 1)
        await appendBatch(h, nora, second, many, { consent: false, viewer: null });
      for (let place = 0; place < 300; place += 1)
        await appendBatch(h, nora, second, [{ ...rating, value: 1 }], { consent: true, viewer: name(place) });
    });
    const [group] = await get('/api/story_group/n/interactive_stats', { story_group_id: second.group_id });
    const { responders } = group.stats.rating_submitted;
    const asked = { figure: 'responders', type: 'rating_submitted' };
    const whole = await why({ ...asked, story_group_id: second.group_id });
    t.match(whole, { value: responders, recounted: responders });
    t.ok(whole.viewers! > 300 && whole.viewers! < 320 && responders !== whole.viewers, `${responders} are estimated`);
    const { responses } = group.components.find((one: ComponentStats) => one.component_id === 'stars-001');
    const one = await why({ ...asked, story_id, component_id: 'stars-001' });
    t.match(one, { value: responses[0].responders, recounted: responses[0].responders });
    t.equal((await why({ figure: 'average_rating', story_id, component_id: 'stars-001' })).value, responses[0].average);
  });
});
