import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import { countAll, rebuildFigures } from '#ops/testing/figures.ts';
import { startHarness } from '#ops/testing/harness.ts';
import { appendAs, publishDesign, seedScene, sendBatch } from '#ops/testing/scene.ts';

t.test('results of a story', async (t) => {
  const h = await startHarness(t, { parts: false });
  const nora = await h.person();
  const scene = await seedScene(h, nora);
  const [image, video] = scene.stories as [string, string];
  await publishDesign(
    ...([h, nora, scene, image] as const),
    ['poll', 'poll-0001'],
    ['rating', 'stars-001'],
    ['reaction', 'mood-0001'],
    ['quiz', 'quiet-001', { show_results: false }],
    ['poll', 'hidden-01', { hidden: true }],
    ['text', 'text-0001'],
  );
  const ask = (story_id: string, headers: Record<string, string> = {}, token = scene.token) =>
    h.server.inject({ method: 'GET', url: `/sdk/v1/${token}/results?story_id=${story_id}`, headers });
  const answer = async (viewer_id: string, type: string, component_id: string, value: unknown) => {
    const sent = await sendBatch(h, scene.token, [{ type, story_id: image, component_id, value }], { viewer_id });
    if (sent.json().data.accepted !== 1) throw new Error(sent.body);
  };
  /** The results once they are as they should be: a process keeps them for a second. */
  const told = async (wanted: (components: Record<string, { total: number }>) => boolean) => {
    let components: Record<string, { total: number; values: Record<string, number> }> = {};
    await h.until(async () => {
      components = JSON.parse((await ask(image)).body).data.components;
      return wanted(components);
    }, 'the results');
    return components;
  };

  await t.test('are there before anybody answered, of what shows them, for pages of any origin', async (t) => {
    const first = await ask(image.toUpperCase());
    t.equal(first.statusCode, 200, first.body);
    t.equal(
      first.body,
      `{"data":{"story_id":"${image}","components":{"mood-0001":{"total":0,"values":{"❄️":0,"🔥":0,"🏆":0}},"poll-0001":{"total":0,"values":{"A":0,"B":0}},"stars-001":{"total":0,"values":{"1":0,"2":0,"3":0,"4":0,"5":0}}}}}`,
    );
    t.match(first.headers, {
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=0, s-maxage=2',
      'content-type': 'application/json; charset=utf-8',
    });
    const etag = first.headers.etag as string;
    const same = await ask(image, { 'if-none-match': etag });
    t.match([same.statusCode, same.body, same.headers.etag], [304, '', etag]);
    const options = await h.server.inject({ method: 'OPTIONS', url: `/sdk/v1/${scene.token}/results` });
    t.match([options.statusCode, options.headers['access-control-allow-methods']], [204, 'GET, HEAD, OPTIONS']);
  });

  await t.test(
    'are the first answers of viewers, also after a rebuild and of a design that was written anew',
    async (t) => {
      await answer('ada', 'poll_selected', 'poll-0001', 'A');
      await answer('ada', 'poll_selected', 'poll-0001', 'B');
      await answer('ben', 'poll_selected', 'poll-0001', 'B');
      await answer('ben', 'rating_submitted', 'stars-001', 4);
      await answer('ben', 'reaction_clicked', 'mood-0001', '🔥');
      await answer('ben', 'quiz_answered', 'quiet-001', 'B');
      await countAll(h);
      const components = await told((all) => all['poll-0001']!.total === 2);
      t.same(components['poll-0001'], { total: 2, values: { A: 1, B: 1 } });
      t.same(components['stars-001'], {
        total: 1,
        values: { 1: 0, 2: 0, 3: 0, 4: 1, 5: 0 },
      });
      t.same(components['mood-0001'], { total: 1, values: { '❄️': 0, '🔥': 1, '🏆': 0 } });
      await rebuildFigures(h);
      await publishDesign(h, nora, scene, image, ['poll', 'poll-0001']);
      t.same(await told((all) => Object.keys(all).length === 1), { 'poll-0001': { total: 2, values: { A: 1, B: 1 } } });
    },
  );

  await t.test('are unknown of another instance, without a design, and of what is no story', async (t) => {
    const foreign = await seedScene(h, await h.person());
    for (const [story, token] of [
      [image, foreign.token],
      [image, 't_nobody'],
      [video, scene.token],
      [uuidv7(), scene.token],
    ] as const) {
      const refused = await ask(story, {}, token);
      t.match([refused.statusCode, refused.json().code], [404, 'UnknownStory']);
      t.equal(refused.headers['access-control-allow-origin'], '*');
    }
    for (const story of ['x', `${image}&more=1`]) t.equal((await ask(story)).statusCode, 422);
    await publishDesign(h, nora, scene, video, ['quiz', 'quiet-002', { show_results: false }]);
    await h.until(async () => (await ask(video)).json().code === 'UnknownStory', 'a design that shows none');
    await appendAs(h, nora, `storyGroup-${scene.group_id}`, [{ type: 'StoryDeleted', data: { story_id: image } }]);
    await h.until(async () => (await ask(image)).statusCode === 404, 'the deleted story to be gone');
  });

  await t.test('are read once a second, whoever asks and for whatever', async (t) => {
    const other = await seedScene(h, nora, { app: scene });
    const [story] = other.stories as [string];
    await publishDesign(h, nora, other, story, ['poll', 'poll-0001']);
    const { pool } = h.kernel.analytics;
    const query = pool.query.bind(pool) as (...given: unknown[]) => unknown;
    let reads = 0;
    pool.query = ((...given: [{ name?: string }]) => {
      if (given[0]?.name === 'results-answers') reads += 1;
      return query(...given);
    }) as typeof pool.query;
    const began = performance.now();
    for (let round = 0; round < 20; round += 1) await Promise.all(Array.from({ length: 10 }, () => ask(story)));
    const seconds = Math.ceil((performance.now() - began) / 1000);
    t.ok(reads >= 1 && reads <= seconds + 1, `${reads} reads in ${seconds} s`);
  });
});

t.test('too many questions for results of an address are 429', async (t) => {
  const h = await startHarness(t, { parts: false, settings: { LIMIT_DELIVERY: '3' } });
  const { token, stories } = await seedScene(h, await h.person());
  const url = `/sdk/v1/${token}/results?story_id=${stories[0]}`;
  const all = await Promise.all(Array.from({ length: 12 }, () => h.server.inject({ method: 'GET', url })));
  const refused = all.filter(({ statusCode }) => statusCode === 429);
  t.ok(refused.length >= 6, `${refused.length} refused`);
  t.equal(refused[0]!.headers['retry-after'], '1');
});
