import t from 'tap';
import type { DeletedGroupRow } from '#contracts/story-group/lists.ts';
import { startHarness } from '#ops/testing/harness.ts';
import { ownerWithApp, unknownId } from '#ops/testing/owner-with-app.ts';

t.test('labels in use and deleted groups', async (t) => {
  let shift = 0;
  const h = await startHarness(t, { now: () => Date.now() + shift });
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

  await t.test('labels that differ in the case of letters of any script are one', async (t) => {
    const app = await ownerWithApp(h);
    const both = [await app.group({ segments: [['Été']] }), await app.group({ segments: [['été', 'x']] })];
    const used = (await get('/segment', {}, app.owner)).json().data as { name: string; count: number }[];
    t.same(
      used.map(({ name, count }) => [name.toLowerCase(), count]),
      [
        ['été', 2],
        ['x', 1],
      ],
    );
    const found = await get('/n/story_group', { app_id: app.app_id, label: 'ÉTÉ' }, app.owner);
    t.same(
      found
        .json()
        .data.map((one: { id: string }) => one.id)
        .sort(),
      both.sort(),
    );
  });

  await t.test('a list of stories that is asked for again is new once a rule rests since', async (t) => {
    const group = await mine.group({ segments: [] });
    const first = await mine.story(group);
    const ts_end = Math.floor(h.kernel.now() / 1000) + 600;
    const next = await mine.story(group, { ts_end });
    await mine.call('PATCH', '/story', { id: first, conditions: { rules: [], next } });
    const ask = (etag = '') =>
      h.inject('GET', '/api/story', {
        as: mine.owner,
        query: { story_group_id: group },
        headers: etag ? { 'if-none-match': etag } : {},
      });
    const before = await ask();
    t.same(before.json().data[0].resting, []);
    const etag = before.headers.etag as string;
    t.equal((await ask(etag)).statusCode, 304);
    shift = 601_000;
    const after = await ask(etag);
    t.equal(after.statusCode, 200);
    t.match(after.json().data[0].resting, [{ rule: null, reason: 'window' }]);
    t.equal((await ask(after.headers.etag as string)).statusCode, 304);
    shift = 0;
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
