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
  t.equal(made.json().message, 'A label cannot hold a comma.');
  const story_group_id = await w.group({ segments: [['a', 'b']] });
  assertRefused(
    t,
    await w.call('PATCH', '/n/story_group', { story_group_id, segments: [['a'], [',']] }),
    422,
    'Invalid',
    'segments.1.0',
  );
});
