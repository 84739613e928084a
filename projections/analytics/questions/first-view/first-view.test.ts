import t from 'tap';
import { countAll, hashFigures } from '#ops/testing/figures.ts';
import { startHarness } from '#ops/testing/harness.ts';
import { seedScene, sendBatch } from '#ops/testing/scene.ts';
import { rebuildAnalytics } from '../../rebuild/rebuild.ts';

t.test('a first view is an impression that an SDK reported, in an app whose figures one sees, for good', async (t) => {
  const h = await startHarness(t, { parts: false });
  const nora = await h.person();
  const seen = async (as = nora) => {
    const answer = await h.inject('GET', '/api/analytics/first_view', { as });
    return answer.statusCode === 200 ? answer.json().data.seen : answer.statusCode;
  };
  t.equal(await seen(), false, 'an account without apps');
  const shown = await seedScene(h, nora);
  const other = await seedScene(h, nora);
  const at = Date.now();
  const visit = (type: string) =>
    sendBatch(
      h,
      shown.token,
      [type === 'bar_impression' ? { type, at } : { type, at, group_id: shown.group_id, story_id: shown.stories[0]! }],
      { viewer_id: 'ada' },
    );
  await visit('bar_impression');
  await countAll(h);
  t.equal(await seen(), false, 'an app that asked and showed nothing');
  await visit('story_impression');
  await countAll(h);
  t.equal(await seen(), true);
  const member = (app_id: string) => h.person({ account_id: nora.account_id, permissions: { app_owner: [app_id] } });
  t.equal(await seen(await member(shown.app_id)), true);
  t.equal(await seen(await member(other.app_id)), false, 'another app of the account');
  t.equal(await seen(await h.person()), false, 'another account');
  const creator = await h.person({ account_id: nora.account_id, permissions: { story_creator: [shown.app_id] } });
  t.equal(await seen(creator), true);
  const broadcaster = await h.person({ account_id: nora.account_id, permissions: { brodcaster: [shown.app_id] } });
  t.equal(await seen(broadcaster), 403);

  const before = await hashFigures(h);
  await rebuildAnalytics(h.kernel);
  t.same(await hashFigures(h), before);
  t.equal(await seen(), true, 'the same after a rebuild');
});
