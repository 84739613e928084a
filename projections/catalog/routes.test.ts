import t from 'tap';
import { page } from '#contracts/api/envelope.ts';
import { appRow } from '#contracts/app/rows.ts';
import { sentDesign } from '#contracts/studio/examples.ts';
import { startHarness } from '#ops/testing/harness.ts';
import { ownerWithApp, unknownId } from '#ops/testing/owner-with-app.ts';

t.test('lists of story groups', async (t) => {
  const h = await startHarness(t);
  const mine = await ownerWithApp(h);
  const other = await ownerWithApp(h);
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
      { app_id: unknownId },
      { app_id: other.app_id },
      { instance_id: unknownId },
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

  await t.test('designs are answered for stories that are there and have one, at most 50 at once', async (t) => {
    const designs = (ids: readonly string[]) =>
      h.inject('GET', '/api/story/designs', { as: mine.owner, query: { story_id: ids.join() } });
    const add = async (more: object): Promise<string> => {
      const body = { story_group_id: group, title: 'One', type: 1, ...more };
      return (await mine.call('POST', '/story', { media: mine.icon, ...body })).json().data.story_id;
    };
    const [poll, plain] = [await add({ studio: sentDesign(['poll', 'poll-0001']) }), await add({})];
    const { data } = (await designs([poll, plain, unknownId])).json();
    t.match(data, [{ story_id: poll, studio: { pollData: [{ id: 'poll-0001' }] } }]);
    t.equal(data.length, 1);
    t.same((await designs([plain])).json().data, []);
    t.equal((await designs([unknownId])).statusCode, 404);
    const stranger = await h.inject('GET', '/api/story/designs', { as: other.owner, query: { story_id: poll } });
    t.equal(stranger.statusCode, 404, "another account's");
    t.equal((await designs(Array.from({ length: 51 }, (_, at) => unknownId.slice(0, -2) + (10 + at)))).statusCode, 422);
    t.match((await list({ story_group_id: group })).json().data.designs, [poll, null]);
  });

  await t.test('an app or instance that somebody has no role for is 404, whether it holds groups or not', async (t) => {
    const second = await h.inject('POST', '/api/app', {
      as: mine.owner,
      body: { store_id: 'com.world.four', store_type: 'android', is_live: false },
    });
    const empty = second.json().data;
    const member = await mine.member({ app_owner: [empty.id] });
    const hidden: Record<string, string>[] = [
      { app_id: mine.app_id },
      { instance_id: mine.instance_id },
      { app_id: empty.id, instance_id: mine.instance_id },
    ];
    for (const url of ['/api/n/story_group', '/api/segment', '/api/story_group/deleted']) {
      for (const query of [...hidden, { instance_id: unknownId }]) {
        const answer = await h.inject('GET', url, { as: member, query });
        t.equal(answer.statusCode, 404, `${url} ${JSON.stringify(query)}`);
        t.equal(answer.json().code, 'NotFound');
      }
      const own = await h.inject('GET', url, { as: member, query: { instance_id: empty.instances[0].id } });
      t.same(own.json().data, [], url);
      const caster = await mine.member({ story_creator: [empty.id], brodcaster: [mine.app_id] });
      const query = { instance_id: mine.instance_id };
      t.equal((await h.inject('GET', url, { as: caster, query })).statusCode, 403, url);
    }
  });

  await t.test('a place that is refused has no ETag, and stays refused whatever tag the client holds', async (t) => {
    const refusedPlaces: Record<string, string>[] = [{ app_id: unknownId }, { instance_id: other.instance_id }];
    for (const query of refusedPlaces) t.equal((await list(query)).headers.etag, undefined, JSON.stringify(query));
    const second = await mine.call('POST', '/instance', { app_id: mine.app_id, title: 'Short' });
    const { id: instance_id } = second.json().data;
    const query = { instance_id };
    const etag = (await list(query)).headers.etag as string;
    t.ok(etag);
    await mine.call('DELETE', '/instance', { instance_id });
    const headers = { 'if-none-match': etag };
    const gone = await h.inject('GET', '/api/n/story_group', { as: mine.owner, query, headers });
    t.equal(gone.statusCode, 404);
    t.equal(gone.headers.etag, undefined);
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

t.test(
  'a list that is unchanged is answered with 304, and every change of what it shows makes another ETag',
  async (t) => {
    const h = await startHarness(t, { parts: false });
    const w = await ownerWithApp(h);
    const first = await w.group({ title: 'First', status: 2 });
    const second = await w.group({ title: 'Second' });
    const story = await w.story(second);
    const apps = '/api/app/n/list?limit=10000&with_story_groups=True';
    const groups = `/api/n/story_group?app_id=${w.app_id}&instance_id=${w.instance_id}`;
    const ask = (url: string, etag?: string, as = w.owner) =>
      h.inject('GET', url, { as, headers: etag ? { 'if-none-match': etag } : {} });
    const tags = async () => Promise.all([apps, groups].map(async (url) => (await ask(url)).headers.etag as string));
    const [ofApps, ofGroups] = await tags();
    for (const [url, etag] of [
      [apps, ofApps],
      [groups, ofGroups],
    ] as const) {
      const again = await ask(url, `"other", ${etag}`);
      t.equal(again.statusCode, 304);
      t.equal(again.body, '');
      t.equal(again.headers.etag, etag);
      t.equal((await ask(url, 'W/"other"')).statusCode, 200);
    }
    const changes: Record<string, () => Promise<{ statusCode: number; body: string }>> = {
      status: () => w.call('PATCH', '/n/story_group', { story_group_id: first, status: 1 }),
      title: () => w.call('PATCH', '/n/story_group', { story_group_id: first, title: 'Third' }),
      pin: () => w.call('POST', '/story_group/pin', { story_group_id: first }),
      unpin: () => w.call('POST', '/story_group/pin', { story_group_id: first }),
      order: () => w.call('POST', '/story_group/sort', { instance_id: w.instance_id, order: [second, first] }),
      'a story': () => w.call('POST', '/story', w.storyBody(second)),
      'the title of a story': () => w.call('PATCH', '/story', { story_id: story, title: 'Two' }),
      'an instance': () => w.call('POST', '/instance', { app_id: w.app_id, title: 'Second' }),
      'a name': () => w.call('PATCH', '/user', { firstname: 'Ada' }),
      'a deleted group': async () => {
        await w.call('PATCH', '/n/story_group', { story_group_id: first, status: 2 });
        return w.call('DELETE', '/story_group', { story_group_id: first });
      },
    };
    let before = [ofApps, ofGroups];
    for (const [name, change] of Object.entries(changes)) {
      const done = await change();
      t.ok(done.statusCode < 300, `${name}: ${done.body}`);
      const after = await tags();
      t.not(after[0], before[0], `apps, after ${name}`);
      t.not(after[1], before[1], `groups, after ${name}`);
      before = after;
    }
    const member = await w.member({ app_owner: [w.app_id] });
    const now = await tags();
    t.not((await ask(apps, undefined, member)).headers.etag, now[0], 'who sees other things has another ETag');
    t.equal((await ask(apps, now[0], member)).statusCode, 200);
  },
);

t.test('the list of apps holds what its description says, with groups in their order, pinned first', async (t) => {
  const h = await startHarness(t, { parts: false });
  const w = await ownerWithApp(h);
  const made = [await w.group({ title: 'One' }), await w.group({ title: 'Tw"o' }), await w.group({ title: 'Three' })];
  await w.story(made[0]!);
  await w.call('POST', '/story_group/pin', { story_group_id: made[0] });
  await w.call('POST', '/instance', { app_id: w.app_id, title: 'Empty' });
  const list = async (query: Record<string, string>) =>
    (await h.inject('GET', '/api/app/n/list', { as: w.owner, query })).json();
  const whole = page(appRow).parse(await list({ with_story_groups: 'True' }));
  t.equal(whole.total, 1);
  t.equal(whole.data[0]!.total_story_count, 1);
  t.equal(whole.data[0]!.token, whole.data[0]!.instances[0]!.token);
  t.same(
    whole.data[0]!.instances.map((one) => [one.title, one.story_groups?.map((group) => [group.title, group.pinned])]),
    [
      [
        'Default',
        [
          ['One', true],
          ['Three', false],
          ['Tw"o', false],
        ],
      ],
      ['Empty', []],
    ],
  );
  t.match(whole.data[0]!.instances[0]!.story_groups![0], { id: made[0], status: 1, icon: w.icon });
  const plain = page(appRow).parse(await list({}));
  t.equal(plain.data[0]!.instances[0]!.story_groups, undefined);
  t.same(await list({ offset: '5' }), { data: [], total: 0 });
});
