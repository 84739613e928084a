import t, { type Test } from 'tap';
import { initialStoryGroup, type StoryGroupState } from '#contracts/story-group/state.ts';
import { type Harness, startHarness } from '#ops/testing/harness.ts';
import { assertRefused, ownerWithApp } from '#ops/testing/owner-with-app.ts';
import { sendBatch } from '#ops/testing/scene.ts';
import { startStopwatch } from '#ops/testing/stopwatch.ts';
import { decideCap } from './decide.ts';
import { startCapEnforcer } from './enforcer.ts';
import { causeOf, stopOverCap, stopReached } from './stop-reached.ts';

const id = '0190a000-0000-7000-8000-000000000010';
const group = (more: Partial<StoryGroupState>): StoryGroupState => ({
  ...initialStoryGroup(id),
  exists: true,
  status: 1,
  target_cap: 100,
  click_target_cap: 10,
  ...more,
});

t.test('only an active group is stopped, by the cap of that kind and not before it', async (t) => {
  const stopped = [{ type: 'StoryGroupStatusChanged', data: { from: 1, to: 3 } }];
  t.same(decideCap(group({}), { kind: 'view', counted: 100 }), stopped);
  t.same(decideCap(group({}), { kind: 'view', counted: 101 }), stopped);
  t.same(decideCap(group({}), { kind: 'view', counted: 99 }), []);
  t.same(decideCap(group({}), { kind: 'click', counted: 10 }), stopped);
  t.same(decideCap(group({}), { kind: 'click', counted: 9 }), []);
  t.same(decideCap(group({ target_cap: null }), { kind: 'view', counted: 1000 }), []);
  t.same(decideCap(group({ exists: false }), { kind: 'view', counted: 100 }), []);
  for (const status of [2, 3, 4, 8, 9, 10])
    t.same(decideCap(group({ status }), { kind: 'view', counted: 100 }), [], `status ${status}`);
});

t.test('the cause names the batch that crossed the line, or what was counted before the cap was set', async (t) => {
  const batch = { batch_id: 'b1', received_at: new Date(Date.UTC(2026, 9, 14, 12, 0, 5)) };
  const reached = { group_id: id, kind: 'view', cap: 1000, counted: 1003, batch } as const;
  t.same(causeOf(group({ target_cap: 1000 }), reached), {
    type: 'view_cap',
    id: 'b1',
    detail:
      'It reached its cap of 1,000 views with the batch received at 2026-10-14 12:00:05 UTC, which brought it to 1,003.',
  });
  t.same(causeOf(group({ click_target_cap: 1 }), { ...reached, kind: 'click', cap: 1, counted: 2, batch: null }), {
    type: 'click_cap',
    id,
    detail: 'It had already reached its cap of 1 click, with 2 clicks counted.',
  });
  t.match(
    causeOf(group({ target_cap: 900 }), reached).detail,
    /^It had already reached its cap of 900 views, .* 1,003 views counted\.$/,
  );
});

/** Shows the stories of a group to a viewer. */
const viewing =
  (h: Harness, token: string, group_id: string, story_id: string) =>
  async (views: number, clicks = 0) => {
    const events = [
      ...Array.from({ length: views }, () => ({ type: 'story_impression', group_id, story_id })),
      ...Array.from({ length: clicks }, () => ({ type: 'story_clicked', group_id, story_id })),
    ];
    const answer = await sendBatch(h, token, events);
    if (answer.statusCode !== 202) throw new Error(answer.body);
  };

t.test('caps in a running product', async (t) => {
  const h = await startHarness(t);
  const w = await ownerWithApp(h);
  const { token } = (await w.call('GET', '/app/n/list')).json().data[0];
  const status = async (groupId: string): Promise<number> => (await w.detail(groupId)).status;
  const stops = async (groupId: string): Promise<{ cause: { type: string; id: string; detail: string } }[]> =>
    (
      await h.kernel.db.pool.query(
        `select actor_type, cause from event where stream = $1 and type = 'StoryGroupStatusChanged' and data->>'to' = '3'
          order by version`,
        [`storyGroup-${groupId}`],
      )
    ).rows;
  const isStopped = (groupId: string) => h.until(async () => (await status(groupId)) === 3, 'the stop');
  const patch = (groupId: string, body: object) => w.call('PATCH', `/n/story_group?story_group_id=${groupId}`, body);
  const ok = (t: Test, answer: { statusCode: number; body: string }) => t.equal(answer.statusCode, 200, answer.body);
  const counted = (groupId: string, n: number) =>
    h.until(async () => {
      const { rows } = await h.kernel.analytics.pool.query(
        `select coalesce(sum(impressions), 0)::int as n from daily_count where scope = 'group' and subject_id = $1`,
        [groupId],
      );
      return rows[0].n === n;
    }, `${n} impressions`);
  const copied = (groupId: string, view_cap: number | null) =>
    h.until(async () => {
      const { rows } = await h.kernel.analytics.pool.query('select view_cap from group_cap where group_id = $1', [
        groupId,
      ]);
      return view_cap === null ? rows.length === 0 : rows[0]?.view_cap === view_cap;
    }, 'the copy of the cap');
  const make = async (more: object) => {
    const groupId = await w.group(more);
    const story = await w.story(groupId);
    return { groupId, show: viewing(h, token, groupId, story) };
  };

  await t.test(
    'the batch that reaches the view cap stops the group within ten seconds, named in audit and history',
    async (t) => {
      const { groupId, show } = await make({ title: 'Summer', target_cap: 6 });
      await copied(groupId, 6);
      await show(3);
      await counted(groupId, 3);
      t.equal(await status(groupId), 1);
      const taken = startStopwatch();
      await show(5);
      await isStopped(groupId);
      t.ok(taken() < 10_000);
      const { rows } = await h.kernel.analytics.pool.query(
        `select kind, cap, counted, batch_id, received_at, handled_at from cap_reached where group_id = $1`,
        [groupId],
      );
      t.match(rows, [{ kind: 'view', cap: 6, counted: 8 }]);
      const at = rows[0].received_at.toISOString().slice(0, 19).replace('T', ' ');
      const cause = {
        type: 'view_cap',
        id: rows[0].batch_id,
        detail: `It reached its cap of 6 views with the batch received at ${at} UTC, which brought it to 8.`,
      };
      t.same(await stops(groupId), [{ actor_type: 'system', cause }]);
      await h.caughtUp();
      const { data: audit } = (await w.call('GET', `/audit?subject_id=${groupId}`)).json();
      t.match(audit[0], {
        actor: { type: 'system', name: 'Storyrail' },
        sentence: 'inactivated “Summer” because it reached its target cap',
        changes: [{ field: 'status', from: 'active', to: 'inactive, target cap reached' }],
      });
      t.same(audit[0].cause, cause);
      const { data: history } = (await w.call('GET', `/story_group/history?story_group_id=${groupId}`)).json();
      t.same(history[0].cause, cause);
      await copied(groupId, null);
    },
  );

  await t.test('a story is inactivated at its own cap, with its cause, and goes on under a higher one', async (t) => {
    const groupId = await w.group({ title: 'Autumn' });
    const [story, other] = [await w.story(groupId, { title: 'Coats', target_cap: 4 }), await w.story(groupId)];
    const copies = (storyId: string, cap: number | null) =>
      h.until(async () => {
        const { rows } = await h.kernel.analytics.pool.query(
          'select view_cap, story_of from group_cap where group_id = $1',
          [storyId],
        );
        return cap === null ? rows.length === 0 : rows[0]?.view_cap === cap && rows[0].story_of === groupId;
      }, 'the copy of the cap');
    const rowOf = async (storyId: string) =>
      (await w.detail(groupId)).stories.find((one: { id: string }) => one.id === storyId);
    const stoppedAt = (storyId: string) => h.until(async () => (await rowOf(storyId)).status === 2, 'the stop');
    t.match(await rowOf(story), { target_cap: 4, media_type: 'image', story_group_type: 'manual' });
    t.equal((await rowOf(story)).icon, (await w.detail(groupId)).icon);
    await copies(story, 4);
    await viewing(h, token, groupId, other)(9, 1);
    await viewing(h, token, groupId, story)(3, 9);
    await counted(groupId, 12);
    t.equal((await rowOf(story)).status, 1, 'what is counted of others and clicks do not matter');
    const taken = startStopwatch();
    await viewing(h, token, groupId, story)(2);
    await stoppedAt(story);
    t.ok(taken() < 10_000);
    t.equal(await status(groupId), 1);
    t.equal((await rowOf(other)).status, 1);
    await copies(story, null);
    await h.caughtUp();
    const { data: history } = (await w.call('GET', `/story_group/history?story_group_id=${groupId}`)).json();
    t.match(history[0], {
      sentence: /inactivated the story “Coats” because it reached its target cap$/,
      actor: { type: 'system' },
      cause: { type: 'target_cap', detail: /^It reached its cap of 4 views with the batch .* brought it to 5\.$/ },
    });
    const change = (body: object) => w.call('PATCH', '/story', { story_id: story, ...body });
    assertRefused(t, await change({ status: 1 }), 409, 'TargetCapReached');
    assertRefused(t, await change({ target_cap: 0 }), 422, 'Invalid', 'target_cap');
    const bulk = await w.call('PATCH', '/story/multiple', { stories: [{ id: story, status: 1, target_cap: 4 }] });
    assertRefused(t, bulk, 409, 'TargetCapReached');
    ok(t, await change({ status: 1, target_cap: 6 }));
    await copies(story, 6);
    await viewing(h, token, groupId, story)(1);
    await stoppedAt(story);
    ok(t, await change({ status: 1, target_cap: null }));
    await copies(story, null);
    ok(t, await w.call('PATCH', '/story/multiple', { stories: [{ id: other, target_cap: 9 }] }));
    await stoppedAt(other);
    t.equal((await rowOf(story)).status, 1);
  });

  await t.test('a stopped group goes on only when the cap that was reached is raised or removed', async (t) => {
    const { groupId, show } = await make({ target_cap: 100, click_target_cap: 2 });
    await copied(groupId, 100);
    await show(1, 2);
    await isStopped(groupId);
    t.match((await stops(groupId))[0]!.cause, { type: 'click_cap' });
    assertRefused(t, await patch(groupId, { status: 1 }), 409, 'TargetCapReached');
    assertRefused(t, await patch(groupId, { status: 1, target_cap: 500 }), 409, 'TargetCapReached');
    assertRefused(t, await patch(groupId, { status: 1, click_target_cap: 2 }), 409, 'TargetCapReached');
    assertRefused(t, await patch(groupId, { status: 1, click_target_cap: 1 }), 409, 'TargetCapReached');
    ok(t, await patch(groupId, { status: 2 }));
    assertRefused(t, await patch(groupId, { status: 1 }), 409, 'TargetCapReached');
    ok(t, await patch(groupId, { target_cap: 500 }));
    t.match(await w.detail(groupId), { status: 2, stopped: 3, cap_open: false }, 'its row says so beforehand');
    ok(t, await patch(groupId, { target_cap: 100 }));
    ok(t, await patch(groupId, { status: 1, click_target_cap: 3 }));
    t.match(await w.detail(groupId), { status: 1, stopped: null, cap_open: true });
    await copied(groupId, 100);
    await show(0, 1);
    await isStopped(groupId);
    ok(t, await patch(groupId, { status: 1, click_target_cap: null }));
    t.equal((await stops(groupId)).length, 2);
    t.equal(await status(groupId), 1);
  });

  await t.test('a cap set or lowered to what is counted already stops the group, and so does its return', async (t) => {
    const { groupId, show } = await make({});
    await show(4);
    await counted(groupId, 4);
    const taken = startStopwatch();
    ok(t, await patch(groupId, { target_cap: 4 }));
    await isStopped(groupId);
    t.ok(taken() < 10_000);
    t.match((await stops(groupId))[0]!.cause, {
      type: 'view_cap',
      id: groupId,
      detail: 'It had already reached its cap of 4 views, with 4 views counted.',
    });
    ok(t, await patch(groupId, { target_cap: 9, status: 1 }));
    await copied(groupId, 9);
    ok(t, await patch(groupId, { target_cap: 2 }));
    await isStopped(groupId);
    ok(t, await patch(groupId, { status: 2 }));
    assertRefused(t, await patch(groupId, { status: 1 }), 409, 'TargetCapReached');
    ok(t, await patch(groupId, { target_cap: 3 }));
    t.match(await w.detail(groupId), { status: 2, stopped: 3, cap_open: true }, 'and when it may go on');
    ok(t, await patch(groupId, { status: 1, target_cap: 3 }));
    await isStopped(groupId);
    t.equal((await stops(groupId)).length, 3);
  });

  await t.test('several processes at once stop a group once', async (t) => {
    const { groupId, show } = await make({ target_cap: 5 });
    const { groupId: other, show: showOther } = await make({ target_cap: 5 });
    const beside = await startCapEnforcer(h.kernel);
    await copied(groupId, 5);
    await copied(other, 5);
    await Promise.all([show(9), showOther(4)]);
    await Promise.all(
      Array.from({ length: 4 }, () =>
        h.until(async () => {
          await stopReached(h.kernel);
          return (await status(groupId)) === 3;
        }),
      ),
    );
    await Promise.all([stopOverCap(h.kernel, [groupId, other]), stopOverCap(h.kernel, [groupId, other])]);
    await beside.stop();
    t.equal(beside.healthy(), null);
    t.equal((await stops(groupId)).length, 1);
    t.equal(await status(other), 1);
  });

  await t.test('groups of a deleted instance, and inactive ones, have no cap that is counted', async (t) => {
    const instance_id = (await w.call('POST', '/instance', { app_id: w.app_id, title: 'Second' })).json().data.id;
    const { groupId } = await make({ instance_id, target_cap: 70 });
    const { groupId: off } = await make({ target_cap: 71 });
    await copied(groupId, 70);
    await copied(off, 71);
    ok(t, await patch(off, { status: 2 }));
    ok(t, await w.call('DELETE', '/instance', { app_id: w.app_id, instance_id, title: 'Second' }));
    await copied(groupId, null);
    await copied(off, null);
  });
});

t.test('what a process left undone is done by the next, once', async (t) => {
  const h = await startHarness(t, { parts: false });
  const w = await ownerWithApp(h);
  const { pool } = h.kernel.analytics;
  const groupId = await w.group({ target_cap: 5 });
  const batch = '0190a000-0000-7000-8000-0000000000bb';
  // As a flush leaves it whose process is killed before anybody was told.
  await pool.query(
    `insert into cap_reached (group_id, kind, cap, counted, instance_id, batch_id, received_at) values ($1, 'view', 5, 6, $1, $2, now())`,
    [groupId, batch],
  );
  const waiting = async () => (await pool.query('select 1 from cap_reached where handled_at is null')).rowCount;
  t.equal(await waiting(), 1);
  t.equal(await stopReached(h.kernel), 1);
  t.equal(await waiting(), 0);
  // As when it is killed after the command and before the row is ticked off.
  await pool.query('update cap_reached set handled_at = null');
  t.equal(await stopReached(h.kernel), 0);
  t.equal(await waiting(), 0);
  t.equal((await w.detail(groupId)).status, 3);
  t.same(await w.events(`storyGroup-${groupId}`), ['StoryGroupCreated', 'StoryGroupStatusChanged']);

  // The copy has what is gone and lacks what is there when somebody takes over.
  const live = await w.group({ target_cap: 50 });
  await pool.query(
    `insert into group_cap (group_id, app_id, counts, view_cap) values ($1, $1, 'impressions', 1), ($2, $2, 'impressions', 3)`,
    ['0190a000-0000-7000-8000-0000000000cc', live],
  );
  const part = await startCapEnforcer(h.kernel);
  await h.until(
    async () => (await pool.query('select 1 from group_cap where view_cap = 50')).rowCount === 1,
    'the copy',
  );
  await part.stop();
  t.same((await pool.query('select group_id, app_id, counts, view_cap, click_cap from group_cap')).rows, [
    { group_id: live, app_id: w.app_id, counts: 'impressions', view_cap: 50, click_cap: null },
  ]);
});

t.test('a group that cannot be stopped holds up no other', async (t) => {
  const h = await startHarness(t, { parts: false });
  const w = await ownerWithApp(h);
  const { pool } = h.kernel.analytics;
  const groups = [await w.group({ target_cap: 5 }), await w.group({ target_cap: 5 }), await w.group({ target_cap: 5 })];
  await pool.query(
    `insert into group_cap (group_id, app_id, counts, view_cap)
     select one, $2, 'impressions', 5 from unnest($1::uuid[]) one`,
    [groups, w.app_id],
  );
  await pool.query(
    `insert into daily_count select $2, 'group', one, current_date, 0, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
       from unnest($1::uuid[]) one`,
    [groups, w.app_id],
  );
  await h.asOwner(`alter table event add constraint broken check (stream <> 'storyGroup-${groups[1]}') not valid`);
  t.equal(await stopOverCap(h.kernel, groups), 2);
  t.same(await Promise.all(groups.map(async (one) => (await w.detail(one)).status)), [3, 1, 3]);
  await h.asOwner('alter table event drop constraint broken');
  t.equal(await stopOverCap(h.kernel, groups), 1, 'it is stopped as soon as it can be');
});
