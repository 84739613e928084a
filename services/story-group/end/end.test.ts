import t, { type Test } from 'tap';
import { emptyGroup } from '#contracts/story-group/examples.ts';
import type { StoryGroupState } from '#contracts/story-group/state.ts';
import { type Harness, startHarness } from '#ops/testing/harness.ts';
import { ownerWithApp } from '#ops/testing/owner-with-app.ts';
import { decideEnd } from './decide.ts';
import { endDueGroups, startExpiryScheduler } from './expiry-scheduler.ts';

const hour = 3600;

t.test('only an active group whose end has come is ended', async (t) => {
  const group = (more: Partial<StoryGroupState>): StoryGroupState => ({
    ...emptyGroup,
    status: 1,
    ts_end: 100,
    ...more,
  });
  t.same(decideEnd(group({}), 100), [{ type: 'StoryGroupStatusChanged', data: { from: 1, to: 4 } }]);
  t.same(decideEnd(group({}), 99), []);
  t.same(decideEnd(group({ ts_end: null }), 100), []);
  t.same(decideEnd(group({ exists: false }), 100), []);
  for (const status of [2, 3, 4, 8, 9, 10]) t.same(decideEnd(group({ status }), 100), [], `status ${status}`);
});

const ending = (h: Harness) => async (): Promise<string[]> =>
  (await h.kernel.db.pool.query('select group_id from group_end order by ts_end, group_id')).rows.map(
    (row) => row.group_id,
  );

t.test('with the clock as argument', async (t) => {
  const clock = { at: Date.now() };
  const h = await startHarness(t, { now: () => clock.at, parts: false });
  const w = await ownerWithApp(h);
  const due = ending(h);
  const status = async (id: string): Promise<number> => (await w.detail(id)).status;
  const end = w.ts_start + hour;
  const patch = (id: string, body: object) => w.call('PATCH', `/n/story_group?story_group_id=${id}`, body);
  const ok = (t: Test, answer: { statusCode: number; body: string }) => t.equal(answer.statusCode, 200, answer.body);

  await t.test('an active group ends at its end date, not before, once, and the audit says why', async (t) => {
    const id = await w.group({ title: 'Summer', ts_end: end });
    t.equal(await endDueGroups(h.kernel, end * 1000 - 1), 0);
    t.equal(await status(id), 1);
    const both = await Promise.all([endDueGroups(h.kernel, end * 1000), endDueGroups(h.kernel, end * 1000)]);
    t.equal(both[0] + both[1], 1, 'two runners at once end it once');
    t.equal(await endDueGroups(h.kernel, end * 1000 + 5000), 0);
    t.equal(await status(id), 4);
    t.same(await w.events(`storyGroup-${id}`), ['StoryGroupCreated', 'StoryGroupStatusChanged']);
    const { rows } = await h.kernel.db.pool.query(
      'select actor_type, actor_id, account_id, cause, ts from event where stream = $1 and version = 2',
      [`storyGroup-${id}`],
    );
    const day = new Date(end * 1000).toISOString();
    t.match(rows[0], {
      actor_type: 'system',
      actor_id: null,
      account_id: w.owner.account_id,
      cause: {
        type: 'end_date',
        id,
        detail: `Its end date, ${day.slice(0, 10)} ${day.slice(11, 16)} UTC, has passed.`,
      },
    });
    t.same(await due(), [], 'an ended group is not looked at again');
  });

  await t.test('what is inactive, deleted or has no end is left alone; what changes is followed', async (t) => {
    const off = await w.group({ ts_end: end, status: 2 });
    const open = await w.group({});
    const later = await w.group({ ts_end: end });
    const sooner = await w.group({ ts_end: end + 9 * hour });
    const gone = await w.group({ ts_end: end });
    ok(t, await patch(later, { ts_end: end + 2 * hour }));
    ok(t, await patch(sooner, { ts_end: end - 60 }));
    ok(t, await patch(gone, { status: 2 }));
    ok(t, await w.call('DELETE', '/story_group', { story_group_id: gone }));
    t.same(await due(), [sooner, later]);
    t.equal(await endDueGroups(h.kernel, end * 1000), 1);
    for (const [id, expected] of [
      [off, 2],
      [open, 1],
      [later, 1],
      [sooner, 4],
    ] as const)
      t.equal(await status(id), expected);
    ok(t, await patch(later, { ts_end: null }));
    t.same(await due(), []);
  });

  await t.test('a group that is activated after its end ends again; one with a new end goes on', async (t) => {
    const id = await w.group({ ts_end: end, status: 2 });
    ok(t, await patch(id, { status: 1 }));
    t.equal(await endDueGroups(h.kernel, end * 1000), 1);
    clock.at = (end + 60) * 1000;
    t.equal((await patch(id, { status: 1 })).json().code, 'EndDateReached');
    ok(t, await patch(id, { status: 1, ts_end: end + 5 * hour }));
    t.equal(await endDueGroups(h.kernel, (end + hour) * 1000), 0);
    t.equal(await endDueGroups(h.kernel, (end + 5 * hour) * 1000), 1);
  });

  await t.test('groups of a deleted instance or app are left alone', async (t) => {
    const made = await w.call('POST', '/instance', { app_id: w.app_id, title: 'Second' });
    const instance_id = made.json().data.id;
    const id = await w.group({ instance_id, ts_end: end + 20 * hour });
    t.same(await due(), [id]);
    ok(t, await w.call('DELETE', '/instance', { app_id: w.app_id, instance_id, title: 'Second' }));
    t.same(await due(), []);
    t.equal(await endDueGroups(h.kernel, (end + 30 * hour) * 1000), 0);
  });

  await t.test(
    'more than one batch ends in one turn, and a turn that is cut off is finished by the next',
    async (t) => {
      const many: string[] = [];
      for (let made = 0; made < 130; made += 1) many.push(await w.group({ ts_end: end + 40 * hour }));
      const at = (end + 41 * hour) * 1000;
      const cut = new AbortController();
      cut.abort();
      t.equal(await endDueGroups(h.kernel, at, cut.signal), 0);
      await h.kernel.db.pool.query('update group_end set ts_end = ts_end + 1 where group_id = $1', [many[0]]);
      t.equal(await endDueGroups(h.kernel, at), 130);
      t.same(await due(), []);
    },
  );
});

t.test('the part ends groups by itself within seconds, and the audit has a sentence for it', async (t) => {
  const clock = { ahead: 0 };
  const h = await startHarness(t, { now: () => Date.now() + clock.ahead });
  const w = await ownerWithApp(h);
  const id = await w.group({ title: 'Summer', ts_end: w.ts_start + hour });
  const second = await startExpiryScheduler(h.kernel);
  t.equal((await w.detail(id)).status, 1);
  clock.ahead = hour * 1000 + 1000;
  await h.until(async () => (await w.detail(id)).status === 4, 'the end');
  await second.stop();
  t.equal(second.healthy(), null);
  await h.caughtUp();
  const { data } = (await w.call('GET', `/audit?subject_id=${id}`)).json();
  t.match(data[0], {
    actor: { type: 'system', name: 'Storyrail' },
    action: 'StoryGroupStatusChanged',
    sentence: 'inactivated “Summer” because its end date passed',
    cause: { type: 'end_date', id },
    changes: [{ field: 'status', from: 'active', to: 'inactive, end date reached' }],
  });
});
