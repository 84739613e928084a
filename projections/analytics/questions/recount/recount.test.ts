import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import type { RecountAnswer } from '#contracts/stats/recount.ts';
import { figureWords } from '#contracts/words/figures.en.ts';
import { countAll } from '#ops/testing/figures.ts';
import { type Person, startHarness } from '#ops/testing/harness.ts';
import { assertRefused } from '#ops/testing/owner-with-app.ts';
import { seedScene, sendBatch } from '#ops/testing/scene.ts';
import { hashTableRows } from '../../../hash-rows.ts';
import { metricTables } from '../../tables.ts';
import { runExclusively } from './exclusive.ts';

const dayMs = 86_400_000;

/** The events of an answer of type text/event-stream. */
const eventsOf = (body: string): { event: string; data: { code?: string; done?: number; data: RecountAnswer } }[] =>
  body
    .split('\n\n')
    .map((one) => /^event: (\w+)\ndata: (.*)$/.exec(one))
    .flatMap((found) => (found ? [{ event: found[1]!, data: JSON.parse(found[2]!) }] : []));

t.test('figures under another rule', async (t) => {
  const h = await startHarness(t, { parts: false });
  const nora = await h.person();
  const scene = await seedScene(h, nora);
  const { token, group_id, app_id, stories } = scene;
  const pier = await seedScene(h, nora, { app: scene, title: 'Pier' });
  const today = Math.floor(Date.now() / dayMs) * dayMs;
  const days = { ts_start: today / 1000 - 86_400, ts_end: today / 1000 - 86_400 };
  const yesterday = today - dayMs / 2;
  const ask = (body: object, as: Person = nora, headers = {}) =>
    h.inject('POST', '/api/analytics/recount', { as, headers, body: { app_id, ...days, ...body } });
  const under = async (impression_seconds: number): Promise<RecountAnswer> => {
    const answer = await ask({ rule: { impression_seconds } });
    t.equal(answer.statusCode, 200, answer.body);
    return answer.json().data;
  };
  const view = (group: typeof scene, watch_ms: number | null, at = yesterday) => [
    { type: 'story_impression', group_id: group.group_id, story_id: group.stories[0], at },
    ...(watch_ms === null
      ? []
      : [{ type: 'story_left', group_id: group.group_id, story_id: group.stories[0], watch_ms, at: at + watch_ms }]),
  ];
  // Ada watches 1.5 s and 4 s, Ben 2 s, Cleo goes away without leaving, somebody without consent watches 9 s.
  const seen: [string, Record<string, unknown>[], Record<string, unknown>?][] = [
    ['ada', [...view(scene, 1500), ...view(scene, 4000)]],
    ['ben', view(scene, 2000)],
    ['cleo', view(scene, null)],
    ['nobody', view(scene, 9000), { consent: false }],
    ['ben', view(pier, 1999)],
    ['dora', view(scene, 5000, today - 1.5 * dayMs)],
    ['ella', [{ type: 'story_left', group_id, story_id: stories[1], watch_ms: 7000, at: yesterday }]],
  ];
  for (const [viewer_id, events, envelope] of seen) {
    const batch_id = uuidv7();
    for (let time = 0; time < 2; time += 1)
      t.equal((await sendBatch(h, token, events, { viewer_id, batch_id, ...envelope })).statusCode, 202);
  }
  await countAll(h);
  const before = await hashTableRows(h.kernel.analytics.pool, 'analytics', metricTables);

  await t.test('stand beside those of today, with the difference, for each group', async (t) => {
    const two = await under(2);
    t.same(two.groups, [
      {
        story_group_id: group_id,
        title: 'Harbour',
        is: { impression: 5, reach: 3 },
        would_be: { impression: 4, reach: 3 },
        difference: { impression: -1, reach: 0 },
      },
      {
        story_group_id: pier.group_id,
        title: 'Pier',
        is: { impression: 1, reach: 1 },
        would_be: { impression: 0, reach: 0 },
        difference: { impression: -1, reach: -1 },
      },
    ]);
    t.match(two, { is: { impression: 6, reach: 3 }, would_be: { impression: 4, reach: 3 }, batches: 7 });
    t.match(two.words.would_be, /at least 2 seconds of watch time \(story_left\)/);
    t.match((await under(0)).would_be, { impression: 6, reach: 3 });
    t.match((await under(1.9995)).would_be, { impression: 4 });
    t.match((await under(4.001)).groups[0]!.would_be, { impression: 2, reach: 1 });
    t.match((await under(600)).would_be, { impression: 0, reach: 0 });
  });

  await t.test('are by today’s rule what the statistics say, and change nothing', async (t) => {
    const query = { app_id, ts_start: String(days.ts_start), ts_end: String(days.ts_end) };
    const { data } = (await h.inject('GET', '/api/story_group/n/stats', { as: nora, query })).json();
    const { groups } = await under(3);
    for (const { story_group_id, is } of groups) {
      const { stats } = data.find((one: { id: string }) => one.id === story_group_id);
      t.same(is, { impression: stats.total_impression, reach: stats.reach });
    }
    const wide = (await ask({ ts_start: days.ts_start - 86_400, rule: { impression_seconds: 3 } })).json().data;
    t.match(wide.is, { impression: 7, reach: 4 });
    t.same(await hashTableRows(h.kernel.analytics.pool, 'analytics', metricTables), before);
  });

  await t.test('come with their progress when that is asked for', async (t) => {
    const answer = await ask({ rule: { impression_seconds: 2 } }, nora, { accept: 'text/event-stream' });
    t.equal(answer.statusCode, 200);
    const events = eventsOf(answer.body);
    t.same(
      events.map((one) => one.event),
      ['progress', 'result'],
    );
    t.same(events[1]!.data.data, await under(2));
  });

  await t.test('are counted one at a time for an account', async (t) => {
    let free = () => {};
    const holding = new Promise<void>((done) => {
      free = done;
    });
    let held = false;
    const running = runExclusively(
      h.kernel.locks,
      `recount:${nora.account_id}`,
      figureWords.beingRecounted,
      async () => {
        held = true;
        await holding;
      },
    );
    await h.until(() => held);
    assertRefused(t, await ask({ rule: { impression_seconds: 2 } }), 409, 'Conflict');
    const streamed = await ask({ rule: { impression_seconds: 2 } }, nora, { accept: 'text/event-stream' });
    t.match(eventsOf(streamed.body).at(-1), { event: 'failure', data: { code: 'Conflict' } });
    const stranger = await h.person();
    const theirs = await seedScene(h, stranger);
    const body = { app_id: theirs.app_id, rule: { impression_seconds: 2 } };
    t.equal((await h.inject('POST', '/api/analytics/recount', { as: stranger, body })).statusCode, 200);
    free();
    await running;
    await under(2);
  });

  await t.test('are for owners, of a range that is not too long', async (t) => {
    const rule = { impression_seconds: 2 };
    assertRefused(t, await ask({ rule }, await h.person()), 404, 'NotFound');
    const creator = await h.person({ account_id: nora.account_id, permissions: { story_creator: [app_id] } });
    assertRefused(t, await ask({ rule }, creator), 403, 'PermissionDenied');
    assertRefused(t, await ask({ rule, ts_start: days.ts_start - 31 * 86_400 }), 422, 'Invalid', 'ts_start');
    assertRefused(t, await ask({ rule: { impression_seconds: -1 } }), 422, 'Invalid', 'rule.impression_seconds');
    assertRefused(t, await ask({ rule: { impression_seconds: '2' } }), 422, 'Invalid', 'rule.impression_seconds');
    assertRefused(t, await ask({ rule: { ...rule, half: 1 } }), 422, 'Invalid', 'rule.half');
    assertRefused(t, await ask({}), 422, 'Invalid', 'rule');
  });
});
