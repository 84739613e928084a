import t from 'tap';
import type { GroupInteractiveRow } from '#contracts/stats/interactive-stats.ts';
import type { GroupWays } from '#contracts/stats/ways.ts';
import { exampleDesign } from '#contracts/studio/examples.ts';
import { countAll } from '#ops/testing/figures.ts';
import { startHarness } from '#ops/testing/harness.ts';
import { appendAs, seedScene, sendBatch } from '#ops/testing/scene.ts';

const noon = Date.UTC(2026, 9, 14, 12);
const dayMs = 86_400_000;

t.test('which way people went', async (t) => {
  let at = noon - dayMs;
  const h = await startHarness(t, { parts: false, now: () => at });
  const nora = await h.person();
  const scene = await seedScene(h, nora);
  const [asks, follows] = scene.stories as [string, string];
  const change = (story_id: string, changes: object) =>
    appendAs(h, nora, `storyGroup-${scene.group_id}`, [{ type: 'StoryChanged', data: { story_id, changes } }]);
  const options = ['Fast', 'Clever', 'Calm', 'Lazy'].map((text) => ({ text }));
  const studio = exampleDesign(
    ['quiz', 'wings-001', { question: 'How do you fly?', options, correct: 'B' }],
    ['rating', 'stars-001'],
    ['product_tag', 'shell-001'],
  );
  const rule = (component_id: string, values: string[], to: string) => ({ component_id, values, to });
  const conditions = {
    rules: [rule('wings-001', ['A', 'B'], follows), rule('stars-001', ['1'], 'end'), rule('wings-001', ['C'], 'end')],
    next: null,
  };
  await change(asks, { studio, conditions });
  const send = (viewer_id: string, ...acts: (readonly [type: string, component: string, value?: string | number])[]) =>
    sendBatch(
      h,
      scene.token,
      acts.map(([type, component_id, value]) => ({
        ...{ type, component_id, story_id: asks, group_id: scene.group_id },
        ...(value === undefined ? {} : { value }),
      })),
      { viewer_id },
    );
  const seen = ['component_impression', 'wings-001'] as const;
  const quiz = (value: string) => ['quiz_answered', 'wings-001', value] as const;
  await send('old', seen, quiz('A'));
  at = noon;
  for (const viewer of ['a', 'b', 'c']) await send(viewer, seen, quiz('A'), quiz('C'));
  await send('d', seen, quiz('B'));
  await send('e', seen, quiz('C'));
  await send('f', seen, quiz('D'));
  await send('g', seen, seen);
  await send('h', ['rating_submitted', 'stars-001', 1], ['rating_submitted', 'stars-001', 4]);
  await send('i', ['rating_submitted', 'stars-001', 5], ['product_tag_clicked', 'shell-001', 'sku-1']);
  await countAll(h);

  const today = { ts_start: String(noon / 1000), ts_end: String(noon / 1000) };
  const ask = async <Of>(url: string, query: Record<string, string>): Promise<Of> => {
    const answer = await h.inject('GET', `/api/${url}`, { as: nora, query });
    t.equal(answer.statusCode, 200, answer.body);
    return answer.json().data;
  };
  const ways = async (query: Record<string, string> = today) =>
    (await ask<GroupWays>('analytics/ways', { story_group_id: scene.group_id, ...query })).stories;

  await t.test('is told by rule, with what has no rule and who did not answer', async (t) => {
    const [story, ...others] = await ways();
    t.same(others, [], 'a story without conditions is not among them');
    t.same(
      { ...story, components: [] },
      {
        ...{ id: asks, title: 'Morning', components: [] },
        next: { to: follows, title: 'Evening', resting: null },
      },
    );
    const published = {
      ...{ kind: 'quiz', title: 'How do you fly?', answers: ['A', 'B', 'C', 'D'] },
      ...{ words: ['Fast', 'Clever', 'Calm', 'Lazy'], correct: 'B' },
    };
    t.same(story!.components, [
      {
        component_id: 'wings-001',
        published,
        rules: [
          { rule: 0, values: ['A', 'B'], to: follows, title: 'Evening', resting: null, count: 4, share: 0.5 },
          { rule: 2, values: ['C'], to: 'end', title: null, resting: null, count: 1, share: 1 / 8 },
        ],
        other: { count: 1, share: 1 / 8 },
        no_answer: { count: 2, share: 0.25 },
      },
      {
        component_id: 'stars-001',
        published: {
          ...{
            kind: 'rating',
            title: 'How does it sit?',
            answers: ['1', '2', '3', '4', '5'],
            words: [],
            correct: null,
          },
        },
        rules: [{ rule: 1, values: ['1'], to: 'end', title: null, resting: null, count: 1, share: 0.5 }],
        other: { count: 1, share: 0.5 },
        no_answer: { count: 0, share: 0 },
      },
    ]);
    t.equal((await ways({}))[0]!.components[0]!.rules[0]!.count, 5, 'of the usual days');
  });

  await t.test('names rules that rest, with why, and components by what they were when they are gone', async (t) => {
    await appendAs(h, nora, `storyGroup-${scene.group_id}`, [
      { type: 'StoryInactivated', data: { story_id: follows } },
    ]);
    const message = 'The story it leads to is inactive.';
    const [inactive] = await ways();
    t.match(inactive, {
      next: { to: 'end', title: null },
      components: [{ rules: [{ resting: { reason: 'inactive', message }, count: 4 }, { resting: null }] }, {}],
    });
    await change(asks, { studio: exampleDesign(['rating', 'stars-001']) });
    const [removed] = await ways();
    const reason = 'component';
    t.match(removed!.components[0], {
      published: { title: 'How do you fly?' },
      rules: [{ resting: { reason }, count: 4 }, { resting: { reason } }],
    });
    const about = { story_group_id: scene.group_id, ...today };
    const [group] = await ask<GroupInteractiveRow[]>('story_group/n/interactive_stats', about);
    const named = new Map(group!.components!.map(({ component_id, published }) => [component_id, published]));
    t.match(named.get('wings-001'), { kind: 'quiz', words: ['Fast', 'Clever', 'Calm', 'Lazy'], correct: 'B' });
    t.match(named.get('shell-001'), { kind: 'product_tag', title: 'Storm Shell', answers: [], words: [] });
    await change(asks, { conditions: { rules: [], next: 'end' } });
    t.match(await ways(), [{ next: { to: 'end', title: null, resting: null }, components: [] }]);
    await change(asks, { conditions: null });
    t.same(await ways(), []);
  });
});
