import t from 'tap';
import { startHarness } from '#ops/testing/harness.ts';
import { nowhere, world } from '#ops/testing/world.ts';

t.test('lists of story groups', async (t) => {
  const h = await startHarness(t);
  const mine = await world(h);
  const other = await world(h);
  const group = await mine.group();
  const theirs = await other.group();
  const list = (query: Record<string, string>, as = mine.owner) => h.inject('GET', '/api/n/story_group', { as, query });

  await t.test("an app or instance that is missing, another account's or another app's is the same 404", async (t) => {
    const second = await h.inject('POST', '/api/app', {
      as: mine.owner,
      body: { store_id: 'com.world.two', store_type: 'android', is_live: false },
    });
    const empty = second.json().data;
    const wrong: Record<string, string>[] = [
      { app_id: nowhere },
      { app_id: other.app_id },
      { instance_id: nowhere },
      { instance_id: other.instance_id },
      { app_id: mine.app_id, instance_id: other.instance_id },
      { app_id: mine.app_id, instance_id: empty.instances[0].id },
      { story_group_id: theirs },
      { story_group_id: group, app_id: other.app_id },
      { story_group_id: group, app_id: empty.id },
      { story_group_id: group, instance_id: empty.instances[0].id },
    ];
    for (const query of wrong) {
      const answer = await list(query);
      t.equal(answer.statusCode, 404, JSON.stringify(query));
      t.equal(answer.json().code, 'NotFound');
    }
    for (const url of ['/api/story_group/detail', '/api/story']) {
      const query = { story_group_id: group, app_id: empty.id };
      t.equal((await h.inject('GET', url, { as: mine.owner, query })).statusCode, 404, url);
    }
    t.same((await list({ app_id: empty.id })).json(), { data: [], total: 0 });
    t.same((await list({ app_id: mine.app_id, label: 'none' })).json(), { data: [], total: 0 });
    t.equal((await list({ app_id: mine.app_id, instance_id: mine.instance_id })).json().total, 1);
  });

  await t.test('who may look at the groups of one app only sees none of an app where his role does not', async (t) => {
    const second = await h.inject('POST', '/api/app', {
      as: mine.owner,
      body: { store_id: 'com.world.three', store_type: 'android', is_live: false },
    });
    const member = await mine.member({ story_creator: [second.json().data.id], brodcaster: [mine.app_id] });
    t.same((await list({}, member)).json(), { data: [], total: 0 });
    t.equal((await list({ app_id: mine.app_id }, member)).statusCode, 403);
    const apps = await h.inject('GET', '/api/app/n/list', { as: member, query: { with_story_groups: 'True' } });
    t.same(
      apps
        .json()
        .data.map((app: { id: string; instances: { story_groups?: unknown[] }[] }) => [
          app.id,
          app.instances[0]!.story_groups,
        ]),
      [
        [second.json().data.id, []],
        [mine.app_id, undefined],
      ],
    );
  });
});
