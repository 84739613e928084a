import t from 'tap';
import { startHarness } from '#ops/testing/harness.ts';
import { assertRefused, ownerWithApp, unknownId } from '#ops/testing/owner-with-app.ts';

t.test('a group is pinned only where it lies', async (t) => {
  const h = await startHarness(t, { parts: false });
  const w = await ownerWithApp(h);
  const strange = await ownerWithApp(h);
  const group = await w.group();
  const pin = (method: string, app_id: string) =>
    w.call(method, `/story_group/pin?story_group_id=${group}&app_id=${app_id}`);
  for (const app_id of [unknownId, strange.app_id])
    for (const method of ['GET', 'POST']) assertRefused(t, await pin(method, app_id), 404, 'NotFound');
  assertRefused(t, await w.call('POST', '/story_group/pin', { id: group, app_id: unknownId }), 404, 'NotFound');
  t.same(await w.events(`instanceOrder-${w.instance_id}`), []);
  t.match((await pin('GET', w.app_id)).json(), { data: { pinned: true } });
  t.match((await pin('POST', w.app_id)).json(), { data: { pinned: false } });
});

t.test('a label holds no comma, since viewers name theirs with commas between them', async (t) => {
  const h = await startHarness(t, { parts: false });
  const w = await ownerWithApp(h);
  const made = await w.call('POST', '/n/story_group', w.groupBody({ segments: [['a,b']] }));
  assertRefused(t, made, 422, 'Invalid', 'segments.0.0');
  t.equal(made.json().message, "A label can't contain a comma.");
  const story_group_id = await w.group({ segments: [['a', 'b']] });
  assertRefused(
    t,
    await w.call('PATCH', '/n/story_group', { story_group_id, segments: [['a'], [',']] }),
    422,
    'Invalid',
    'segments.1.0',
  );
});

t.test('the order of an instance', async (t) => {
  const h = await startHarness(t, { parts: false });
  const w = await ownerWithApp(h);

  t.test('sorting and pinning keep pinned groups before the others', async (t) => {
    const title = 'Orders';
    const { data } = (await w.call('POST', '/instance', { app_id: w.app_id, title })).json();
    const instance_id = data.id;
    const make = () => w.group({ instance_id });
    const [a, b, c] = [await make(), await make(), await make()];
    const list = async () =>
      (await w.call('GET', `/n/story_group?app_id=${w.app_id}&instance_id=${instance_id}`))
        .json()
        .data.map((one: { id: string }) => one.id);
    const sort = (...order: (string | undefined)[]) =>
      w.call('POST', '/story_group/sort', { app_id: w.app_id, instance_id, order });
    t.same(await list(), [c, b, a]);
    t.match((await sort(a, b, c)).json(), { data: { moved: 2 } });
    t.same(await list(), [a, b, c]);
    t.match((await sort(a, b, c)).json(), { data: { moved: 0 } });
    const pinned = await w.call('GET', `/story_group/pin?story_group_id=${c}`);
    t.match(pinned.json(), { message: 'Story Group Pinned!', data: { pinned: true } });
    t.same(await list(), [c, a, b]);
    assertRefused(t, await sort(a, c, b), 409, 'PinnedAfterUnpinned');
    t.equal((await sort(a, c, b)).json().message, 'You cannot move a pinned story group after an unpinned one.');
    await w.call('POST', '/story_group/pin', { story_group_id: a });
    const mixed = await sort(b, c, a);
    t.equal(mixed.json().message, 'You cannot move an unpinned story group before a pinned one.');
    t.same(await list(), [c, a, b]);
    t.equal((await w.call('POST', `/story_group/pin?story_group_id=${a}`)).json().message, 'Story Group Unpinned!');
    assertRefused(t, await sort(a, unknownId), 422, 'Invalid', 'order.1');
    assertRefused(t, await sort(a, a), 422, 'Invalid', 'order.1');
    assertRefused(t, await w.call('POST', '/story_group/sort', { order: [unknownId] }), 422, 'Invalid', 'order.0');
    t.same(await w.events(`instanceOrder-${instance_id}`), [
      'StoryGroupMoved',
      'StoryGroupMoved',
      'StoryGroupPinned',
      'StoryGroupPinned',
      'StoryGroupUnpinned',
    ]);
  });

  t.test('thirty sorts and new groups at once lose nothing', async (t) => {
    const { data } = (await w.call('POST', '/instance', { app_id: w.app_id, title: 'Race' })).json();
    const instance_id = data.id;
    const first = await Promise.all([w.group({ instance_id }), w.group({ instance_id }), w.group({ instance_id })]);
    const made = await Promise.all(
      Array.from({ length: 30 }, async (_, n) => {
        if (n % 2 === 0) return w.group({ instance_id });
        const order = n % 4 === 1 ? [...first].reverse() : first;
        const answer = await w.call('POST', '/story_group/sort', { instance_id, order });
        t.equal(answer.statusCode, 200, answer.body);
        return null;
      }),
    );
    const expected = [...first, ...made.filter((one) => one !== null)].sort();
    const list = await w.call('GET', `/n/story_group?app_id=${w.app_id}&instance_id=${instance_id}&limit=1000`);
    t.same(
      list
        .json()
        .data.map((one: { id: string }) => one.id)
        .sort(),
      expected,
    );
  });
});
