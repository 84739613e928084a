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

t.test('an instance holds as many groups as the limit says, however they come', async (t) => {
  const h = await startHarness(t, { parts: false, settings: { LIMIT_GROUPS: '3', LIMIT_INSTANCES: '2' } });
  const w = await ownerWithApp(h);
  const instance = { app_id: w.app_id, title: 'Second' };
  const second: string = (await w.call('POST', '/instance', instance)).json().data.id;
  assertRefused(t, await w.call('POST', '/instance', { ...instance, title: 'Third' }), 409, 'InstanceLimitReached');
  const made = await Promise.all(Array.from({ length: 5 }, () => w.call('POST', '/n/story_group', w.groupBody())));
  t.same(made.map((one) => one.statusCode).sort(), [201, 201, 201, 409, 409], 'also of several at once');
  const refused = made.find((one) => one.statusCode === 409)!.json();
  t.match(refused, {
    code: 'GroupLimitReached',
    message: 'This instance has as many story groups as it can have. Delete one first.',
  });
  const [first, ...others] = await w.order();

  const copy = (ids: string[], instance_id: string) =>
    w.call('POST', '/app/import', { app_id: w.app_id, instance_id, import: ids });
  assertRefused(t, await copy([first!], w.instance_id), 409, 'GroupLimitReached');
  t.equal((await copy([first!], second)).statusCode, 200);
  const some = await copy([first!, ...others], second);
  t.match(some.json().data, { changed: { length: 2 }, refused: [{ id: first, code: 'GroupLimitReached' }] });

  await w.call('POST', '/story_group/pin', { id: first });
  await w.call('PATCH', '/n/story_group', { id: first, status: 2 });
  t.equal((await w.call('DELETE', '/story_group', { story_group_id: first })).statusCode, 200);
  const next = await w.group();
  const back = await w.call('POST', '/story_group/restore', { story_group_id: first });
  assertRefused(t, back, 409, 'GroupLimitReached');
  const preview = await w.call('GET', `/story_group/restore?story_group_id=${first}`);
  t.match(preview.json().data, { refusal: { code: 'GroupLimitReached' } });
  const order = async () => (await w.order()).slice(0, 3);
  t.same(await order(), [next, ...others]);
  const own = await w.call('POST', '/story_group/restore', { story_group_id: next, version: 1 });
  t.equal(own.statusCode, 200, 'a version of a group that is there takes no room');
  await w.call('PATCH', '/n/story_group', { id: next, status: 2 });
  await w.call('DELETE', '/story_group', { story_group_id: next });
  t.equal((await w.call('POST', '/story_group/restore', { story_group_id: first })).statusCode, 200);
  t.same(await order(), [first, ...others], 'without its pin, first of all');
});
