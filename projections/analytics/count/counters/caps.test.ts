import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import { countAll } from '#ops/testing/figures.ts';
import { startHarness } from '#ops/testing/harness.ts';
import { seedScene, sendBatch } from '#ops/testing/scene.ts';
import { rebuildAnalytics } from '../../rebuild/rebuild.ts';

t.test('the batch that reaches a cap', async (t) => {
  const h = await startHarness(t, { parts: false });
  const nora = await h.person();
  const { pool } = h.kernel.analytics;
  const fresh = async (caps: { view?: number; click?: number; counts?: string }) => {
    const scene = await seedScene(h, nora);
    const { app_id, group_id, token, stories } = scene;
    await pool.query(
      `insert into group_cap (group_id, app_id, counts, view_cap, click_cap) values ($1, $2, $3, $4, $5)`,
      [group_id, app_id, caps.counts ?? 'impressions', caps.view ?? null, caps.click ?? null],
    );
    const send = async (type: string, count: number, batch_id = uuidv7()): Promise<string> => {
      const events = Array.from({ length: count }, () => ({ type, group_id, story_id: stories[0] }));
      const answer = await sendBatch(h, token, events, { batch_id });
      if (answer.statusCode !== 202) throw new Error(answer.body);
      return batch_id;
    };
    return { ...scene, send };
  };
  const reached = async (groupId: string) =>
    (
      await pool.query(
        'select kind, cap, counted, instance_id, batch_id, handled_at from cap_reached where group_id = $1 order by kind',
        [groupId],
      )
    ).rows;

  await t.test('is found within a flush, by the log’s order, repetitions left out', async (t) => {
    const { group_id, instance_id, send } = await fresh({ view: 10, click: 3 });
    const first = await send('story_impression', 4);
    await send('story_impression', 4, first);
    await send('story_clicked', 2);
    const crossing = await send('story_impression', 7);
    const click = await send('story_clicked', 1);
    await send('story_impression', 9);
    await countAll(h);
    t.same(await reached(group_id), [
      { kind: 'click', cap: 3, counted: 3, instance_id, batch_id: click, handled_at: null },
      { kind: 'view', cap: 10, counted: 11, instance_id, batch_id: crossing, handled_at: null },
    ]);
  });

  await t.test('is found over several flushes, once', async (t) => {
    const { group_id, send } = await fresh({ view: 6 });
    for (let sum = 3; sum <= 5; sum += sum === 3 ? 2 : 1) {
      await send('story_impression', sum === 3 ? 3 : 2);
      await countAll(h);
      t.same(await reached(group_id), []);
    }
    const crossing = await send('story_impression', 1);
    await countAll(h);
    t.match(await reached(group_id), [{ kind: 'view', counted: 6, batch_id: crossing }]);
    await send('story_impression', 5);
    await countAll(h);
    t.match(await reached(group_id), [{ kind: 'view', counted: 6, batch_id: crossing }]);
  });

  await t.test('of an interactive video is counted by 30 seconds watched', async (t) => {
    const { group_id, send } = await fresh({ view: 2, counts: 'ivod_views' });
    await send('story_impression', 5);
    await countAll(h);
    t.same(await reached(group_id), []);
    await send('ivod_viewed', 1);
    const crossing = await send('ivod_viewed', 1);
    await countAll(h);
    t.match(await reached(group_id), [{ kind: 'view', counted: 2, batch_id: crossing }]);
  });

  await t.test(
    'of a story is reached by its own views, and of an interactive video by 30 seconds watched',
    async (t) => {
      const { app_id, group_id, instance_id, stories, send } = await fresh({});
      const [story_id] = stories;
      for (const [counts, type, cap] of [
        ['impressions', 'story_impression', 3],
        ['ivod_views', 'ivod_viewed', 2],
      ] as const) {
        await pool.query('delete from group_cap where group_id = $1', [story_id]);
        await pool.query(
          'insert into group_cap (group_id, story_of, app_id, counts, view_cap) values ($1, $2, $3, $4, $5)',
          [story_id, group_id, app_id, counts, cap],
        );
        await send('story_clicked', 9);
        await countAll(h);
        t.same(await reached(story_id!), []);
        await send(type, cap - 1);
        await countAll(h);
        t.same(await reached(story_id!), []);
        const crossing = await send(type, 2);
        await countAll(h);
        t.same(await reached(story_id!), [
          { kind: 'view', cap, counted: cap + 1, instance_id, batch_id: crossing, handled_at: null },
        ]);
        await pool.query('delete from cap_reached where group_id = $1', [story_id]);
      }
      t.same(await reached(group_id), []);
    },
  );

  await t.test(
    'is not found of groups without a cap, nor by a rebuild, and stands there with its figures or not at all',
    async (t) => {
      const { group_id, send } = await fresh({ view: 3 });
      const none = await seedScene(h, nora);
      await sendBatch(h, none.token, [{ type: 'story_impression', story_id: none.stories[0] }]);
      await send('story_impression', 5);
      await h.asOwner(`alter table cap_reached add constraint refused check (group_id <> '${group_id}')`);
      await t.rejects(countAll(h));
      const counted = async () =>
        (await pool.query(`select 1 from daily_count where scope = 'group' and subject_id = $1`, [group_id])).rowCount;
      t.equal(await counted(), 0);
      await h.asOwner('alter table cap_reached drop constraint refused');
      await countAll(h);
      t.equal(await counted(), 1);
      t.equal((await reached(group_id)).length, 1);
      t.same(await reached(none.group_id), []);
      const { rows: before } = await pool.query('select count(*)::int as n from cap_reached');
      await rebuildAnalytics(h.kernel);
      t.same((await pool.query('select count(*)::int as n from cap_reached')).rows, before);
    },
  );
});
