import t from 'tap';
import type { DeletedGroupRow } from '#contracts/story-group/lists.ts';
import { startHarness } from '#ops/testing/harness.ts';
import { ownerWithApp, unknownId } from '#ops/testing/owner-with-app.ts';

t.test('labels in use and deleted groups', async (t) => {
  const h = await startHarness(t);
  const mine = await ownerWithApp(h);
  const other = await ownerWithApp(h);
  const get = (url: string, query: Record<string, string> = {}, as = mine.owner) =>
    h.inject('GET', `/api${url}`, { as, query });
  const app_id = mine.app_id;
  await mine.group({ segments: [['vip', 'gold'], ['vip']] });
  await mine.group({ segments: [['VIP']] });
  const gone = await mine.group({ title: 'Gone', segments: [['old']], status: 2 });
  await other.group({ segments: [['secret']] });

  await t.test('a label counts each group once in whatever case, and groups that are not deleted alone', async (t) => {
    await mine.call('DELETE', '/story_group', { story_group_id: gone });
    const answer = await get('/segment', { limit: '1000' });
    t.same(
      answer.json().data.map((one: { name: string; count: number }) => [one.name.toLowerCase(), one.count]),
      [
        ['vip', 2],
        ['gold', 1],
      ],
    );
    t.equal((await get('/segment', { app_id, limit: '1' })).json().data.length, 1);
    t.same((await get('/segment', { app_id, instance_id: mine.instance_id })).json().data.length, 2);
    t.equal((await get('/segment', { app_id: unknownId })).statusCode, 404);
    t.equal((await get('/segment', { app_id: other.app_id })).statusCode, 404);
    t.equal((await get('/segment', { limit: '1001' })).statusCode, 422);
  });

  await t.test('a deleted group is listed with who deleted it and when, until it is restored', async (t) => {
    const deleted = async () => (await get('/story_group/deleted', { app_id })).json() as { data: DeletedGroupRow[] };
    const [row] = (await deleted()).data;
    t.match(row, {
      id: gone,
      title: 'Gone',
      status: 9,
      deleted_by: { id: mine.owner.user_id, name: 'Nora Lindqvist' },
    });
    t.ok(Math.abs(row!.ts_deleted - h.kernel.now() / 1000) < 120);
    const later = await mine.group({ title: 'Later', status: 2 });
    await mine.call('DELETE', '/story_group', { story_group_id: later });
    t.same(
      (await deleted()).data.map((one) => one.title),
      ['Later', 'Gone'],
      'the last deleted first',
    );
    await mine.call('POST', '/story_group/restore', { story_group_id: gone });
    t.same(
      (await deleted()).data.map((one) => one.title),
      ['Later'],
    );
    t.same((await get('/story_group/deleted', { app_id }, other.owner)).statusCode, 404);
    t.same((await get('/story_group/deleted', {}, other.owner)).json(), { data: [], total: 0 });
  });

  await t.test('someone without a role for an app sees neither its labels nor what was deleted there', async (t) => {
    const second = await h.inject('POST', '/api/app', {
      as: mine.owner,
      body: { store_id: 'com.world.two', store_type: 'android', is_live: false },
    });
    const member = await mine.member({ app_owner: [second.json().data.id] });
    t.same((await get('/segment', {}, member)).json().data, []);
    t.same((await get('/story_group/deleted', {}, member)).json().data, []);
    t.equal((await get('/segment', { app_id }, member)).statusCode, 404);
  });
});
