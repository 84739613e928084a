import t from 'tap';
import { sentDesign } from '#contracts/studio/examples.ts';
import { startHarness } from '#ops/testing/harness.ts';
import { ownerWithApp, unknownId } from '#ops/testing/owner-with-app.ts';

t.test('importing story groups over HTTP', async (t) => {
  const h = await startHarness(t, { parts: false });
  const w = await ownerWithApp(h);
  const other = await ownerWithApp(h);
  const { owner, call } = w;
  const second = (
    await call('POST', '/app', { store_id: 'com.world.two', store_type: 'android', is_live: false, title: 'Two' })
  ).json().data;
  const beta: string = (await call('POST', '/instance', { app_id: second.id, title: 'Beta' })).json().data.id;
  const titles = async (instance_id: string) =>
    (await call('GET', `/n/story_group?instance_id=${instance_id}`))
      .json()
      .data.map((one: { title: string }) => one.title);
  const make = async (title: string) => {
    const id = await w.group({ title });
    await w.story(id, { title: `${title} 1` });
    await w.story(id, { title: `${title} 2`, status: 2 });
    return id;
  };
  const [spring, summer] = [await make('Spring'), await make('Summer')];
  await call('POST', '/story_group/pin', { story_group_id: spring });
  const bring = (body: object, as = owner, query = `app_id=${second.id}`) =>
    call('POST', `/app/import?${query}`, body, as);

  t.test(
    'groups of an instance come in their order, inactive, with their stories, in the words of the specification',
    async (t) => {
      const answer = await bring({ import: w.instance_id });
      t.equal(answer.statusCode, 200, answer.body);
      const { data, message } = answer.json();
      t.equal(message, 'Your stories are imported to "Two"');
      t.same(await titles(second.instances[0].id), ['Spring', 'Summer']);
      t.same(data.refused, []);
      const copied = await w.detail(data.changed[0]);
      t.match(copied, { title: 'Spring', status: 2, app_id: second.id, pinned: false, user_id: owner.user_id });
      t.same(
        copied.stories.map((one: { title: string; status: number }) => [one.title, one.status]),
        [
          ['Spring 1', 1],
          ['Spring 2', 2],
        ],
      );
      t.not(data.changed[0], spring);
      const original = await w.detail(spring);
      t.match(original, { status: 1, pinned: true });
      t.equal(original.stories.length, 2);
    },
  );

  t.test('an app brings the groups of all its instances, named groups only themselves', async (t) => {
    const all = await bring({ import: second.id, instance_id: beta });
    t.equal(all.json().data.changed.length, 2);
    t.same(await titles(beta), ['Spring', 'Summer']);
    const named = await bring({ import: [summer, summer], instance_id: beta, app_id: second.id }, owner, '');
    t.equal(named.json().data.changed.length, 1);
    t.same(await titles(beta), ['Summer', 'Spring', 'Summer']);
  });

  t.test('what is not there, elsewhere or empty is refused and nothing is made', async (t) => {
    const before = await titles(beta);
    const theirs = await other.group();
    for (const [body, query, status, code] of [
      [{ import: unknownId }, undefined, 404, 'NotFound'],
      [{ import: [unknownId] }, undefined, 404, 'NotFound'],
      [{ import: [theirs] }, undefined, 404, 'NotFound'],
      [{ import: other.app_id }, undefined, 404, 'NotFound'],
      [{ import: other.instance_id }, undefined, 404, 'NotFound'],
      [{ import: [spring] }, `app_id=${other.app_id}`, 404, 'NotFound'],
      [{ import: [spring] }, `app_id=${second.id}&instance_id=${w.instance_id}`, 404, 'NotFound'],
      [{ import: [spring] }, '', 422, 'Invalid'],
      [{ import: [] }, undefined, 422, 'Invalid'],
      [{}, undefined, 422, 'Invalid'],
    ] as const) {
      const answer = await bring(body, owner, query);
      t.equal(answer.statusCode, status, JSON.stringify([body, query]));
      t.equal(answer.json().code, code);
    }
    const empty = (await call('POST', '/instance', { app_id: second.id, title: 'Empty' })).json().data.id;
    t.match((await bring({ import: empty })).json(), { errors: [{ path: 'import' }] });
    t.same(await titles(beta), before);
    const some = (await bring({ import: [theirs, summer, unknownId], instance_id: beta })).json().data;
    t.equal(some.changed.length, 1);
    t.match(some.refused, [
      { id: theirs, code: 'NotFound' },
      { id: unknownId, code: 'NotFound' },
    ]);
  });

  t.test('by role: to where one edits, from what one sees', async (t) => {
    const creator = await w.member({ story_creator: [second.id] });
    t.equal((await bring({ import: [summer] }, creator)).statusCode, 404, 'he does not see the first app');
    const both = await w.member({ story_creator: [second.id, w.app_id] });
    const answer = await bring({ import: [summer] }, both);
    const copied = await w.detail(answer.json().data.changed[0]);
    t.match(copied, { status: 10, user_id: both.user_id });
    t.ok(copied.stories.every((one: { status: number }) => one.status === 2));
    const caster = await w.member({ brodcaster: [second.id, w.app_id] });
    t.equal((await bring({ import: [summer] }, caster)).statusCode, 403);
    t.equal((await bring({ import: [summer] }, other.owner)).statusCode, 404);
  });

  t.test('the same request again with its key copies nothing again', async (t) => {
    const headers = { 'idempotency-key': 'import-once' };
    const body = { app_id: second.id, instance_id: beta, import: [spring, summer] };
    const first = await call('POST', '/app/import', body, owner, headers);
    const before = await titles(beta);
    t.same((await call('POST', '/app/import', body, owner, headers)).json(), first.json());
    t.same(await titles(beta), before);
    // Here the copies themselves lie where the groups come from.
    const whole = { app_id: second.id, instance_id: beta, import: second.id };
    const again = { 'idempotency-key': 'import-whole' };
    const doubled = await call('POST', '/app/import', whole, owner, again);
    t.equal(doubled.statusCode, 200, doubled.body);
    const after = await titles(beta);
    t.ok(after.length > before.length);
    t.same((await call('POST', '/app/import', whole, owner, again)).json(), doubled.json());
    t.same(await titles(beta), after);
  });
  t.test('a copied group asks by components of its own, and its rules lead to its own stories', async (t) => {
    const third = (await call('POST', '/instance', { app_id: second.id, title: 'Gamma' })).json().data.id;
    const from = (await call('POST', '/instance', { app_id: w.app_id, title: 'Source' })).json().data.id;
    const id = await w.group({ title: 'Autumn', instance_id: from });
    const asks = await w.story(id, { studio: sentDesign(['poll', 'poll-0001']) });
    const follows = await w.story(id, { title: 'Two' });
    const rules = [{ component_id: 'poll-0001', values: ['A'], to: follows }];
    t.equal((await call('PATCH', '/story', { id: asks, conditions: { rules } })).statusCode, 200);
    const { data } = (await bring({ import: from }, owner, `app_id=${second.id}&instance_id=${third}`)).json();
    const [copy, next] = (await w.detail(data.changed[0])).stories;
    const [{ id: component_id }] = copy.studio.pollData;
    t.not(component_id, 'poll-0001');
    t.same(copy.conditions.rules, [{ component_id, values: ['A'], to: next.id }]);
    t.same(copy.resting, []);
    t.not(next.id, follows);
  });
  t.end();
});

t.test('with a story limit, imports that race fill the app up to it and never beyond', async (t) => {
  let now = Date.now();
  const h = await startHarness(t, { parts: false, now: () => now });
  const w = await ownerWithApp(h);
  const target = (
    await w.call('POST', '/app', { store_id: 'com.world.two', store_type: 'android', is_live: false })
  ).json().data;
  const sources: string[] = [];
  for (let index = 0; index < 3; index += 1) {
    const id = await w.group({ title: `Group ${index}` });
    for (const title of ['One', 'Two', 'Three']) await w.story(id, { title });
    sources.push(id);
  }
  now += 15 * 86_400_000;
  const racing = await Promise.all(
    Array.from({ length: 4 }, () => w.call('POST', '/app/import', { app_id: target.id, import: sources })),
  );
  const codes = racing.flatMap((one) =>
    one.statusCode === 200 ? one.json().data.refused.map((no: { code: string }) => no.code) : [one.json().code],
  );
  t.same([...new Set(codes)], ['StoryLimitReached']);
  const { rows } = await h.kernel.db.pool.query<{ stories: number; groups: number }>(
    `select sum(story_count)::int as stories, count(*)::int as groups from catalog.story_group where app_id = $1`,
    [target.id],
  );
  t.same(rows, [{ stories: 9, groups: 3 }]);
});
