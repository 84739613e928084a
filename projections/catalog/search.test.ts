import t from 'tap';
import type { SearchHit } from '#contracts/api/search.ts';
import { type Person, startHarness } from '#ops/testing/harness.ts';
import { ownerWithApp } from '#ops/testing/owner-with-app.ts';

t.test('search', async (t) => {
  const h = await startHarness(t, { parts: false });
  const w = await ownerWithApp(h);
  const other = await ownerWithApp(h);
  const hits = async (q: string, as: Person = w.owner): Promise<SearchHit[]> =>
    (await h.inject('GET', '/api/search', { as, query: { q } })).json().data;
  const titles = async (q: string, type: SearchHit['type'] = 'story_group', as: Person = w.owner) =>
    (await hits(q, as)).filter((one) => one.type === type).map((one) => one.title);
  const addApp = async (store_id: string, title: string) =>
    (await w.call('POST', '/app', { store_id, store_type: 'ios', is_live: false, title })).json().data;
  const second = await addApp('com.world.two', 'Marlow Outlet');
  await w.call('POST', '/instance', { app_id: second.id, title: 'Members area' });

  const autumn = await w.group({ title: 'Autumn Edit' });
  await w.group({ title: 'Late autumn' });
  await w.group({ title: 'Midautumnal' });
  await w.group({ title: 'Éclair ÖL' });
  await w.group({ title: '100 % wool' });
  const far = await w.group({ app_id: second.id, title: 'Autumn sale' });
  const gone = await w.group({ title: 'Autumn gone', status: 2 });
  await w.call('DELETE', '/story_group', { story_group_id: gone });
  await other.group({ title: 'Autumn of others' });
  await w.story(autumn, { title: 'Knitwear' });
  await w.story(autumn, { title: 'Autumn coats' });
  const dropped = await w.story(autumn, { title: 'Knits that went', status: 2 });
  await w.call('DELETE', '/story', { story_id: dropped });

  await t.test(
    'names that begin with the text come first, then words, then any part; nothing deleted, nothing foreign',
    async (t) => {
      t.same(await titles('autumn'), ['Autumn Edit', 'Autumn sale', 'Late autumn', 'Midautumnal']);
      t.same(await titles('AUTUMN E'), ['Autumn Edit']);
      t.same(await titles('edi'), ['Autumn Edit']);
      t.same(await titles('autumn', 'story'), ['Autumn coats']);
      t.same(await titles('knit', 'story'), ['Knitwear']);
      t.same(await titles('wear', 'story'), ['Knitwear']);
      t.same(await titles('outlet', 'app'), ['Marlow Outlet']);
      t.same(await titles('members', 'instance'), ['Members area']);
      t.same(await hits('nothing has this name'), []);
    },
  );

  await t.test('letters of every script in any case, and signs that mean something to the database', async (t) => {
    t.same(await titles('éclair'), ['Éclair ÖL']);
    t.same(await titles('öl'), [], 'two letters find only beginnings');
    t.same(await titles('ÉC'), ['Éclair ÖL']);
    t.same(await titles('r öl'), ['Éclair ÖL']);
    t.same(await titles('%'), []);
    t.same(await titles('0 %'), ['100 % wool']);
    t.same(await titles('___'), []);
    t.same(await titles("'; drop table app; --"), []);
  });

  await t.test('a hit says where it lies', async (t) => {
    t.match(
      (await hits('autumn sale')).find((one) => one.type === 'story_group'),
      {
        id: far,
        app_id: second.id,
        app_title: 'Marlow Outlet',
        instance_title: 'Default',
        status: 1,
        picture: /^http.*\/media\//,
      },
    );
    t.match(
      (await hits('knitwear')).find((one) => one.type === 'story'),
      { story_group_id: autumn, story_group_title: 'Autumn Edit', app_id: w.app_id, status: 1 },
    );
  });

  await t.test('at most eight of a kind', async (t) => {
    for (let made = 0; made < 10; made += 1) await w.group({ title: `Spring ${made}` });
    t.equal((await titles('spring')).length, 8);
    t.equal((await titles('pring')).length, 8);
  });

  await t.test(
    'everybody finds what they may see: apps of their roles, groups only where the role looks at them',
    async (t) => {
      const ofSecond = await w.member({ app_owner: [second.id] });
      t.same(await titles('autumn', 'story_group', ofSecond), ['Autumn sale']);
      t.same(await titles('autumn', 'story', ofSecond), []);
      const creator = await w.member({ story_creator: [w.app_id] });
      t.same(await titles('autumn', 'story_group', creator), ['Autumn Edit', 'Late autumn', 'Midautumnal']);
      const broadcaster = await w.member({ brodcaster: [second.id] });
      t.same(await hits('autumn', broadcaster), []);
      t.same(await titles('marlow', 'app', broadcaster), ['Marlow Outlet']);
      t.same(await hits('marlow', creator), []);
      t.same(await titles('autumn', 'story_group', other.owner), ['Autumn of others']);
    },
  );

  await t.test('what lies in a deleted instance is not found', async (t) => {
    const members = (await hits('members area'))[0]!;
    await w.group({ app_id: second.id, instance_id: members.id, title: 'Winter' });
    t.same(await titles('winter'), ['Winter']);
    await w.call('DELETE', '/instance', { app_id: second.id, instance_id: members.id, title: 'Members area' });
    t.same(await hits('winter'), []);
    t.same(await hits('members area'), []);
  });

  await t.test('a search wants words, and not too many', async (t) => {
    for (const q of ['', '   ', 'x'.repeat(101)])
      t.equal((await h.inject('GET', '/api/search', { as: w.owner, query: { q } })).statusCode, 422);
  });
});
