import t from 'tap';
import { mediaPath } from '#contracts/api/media-files.ts';
import { systemContext } from '#kernel/commands/command-trx.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { load, save } from '#kernel/commands/streams.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { startHarness } from '#ops/testing/harness.ts';
import { ownerWithApp } from '#ops/testing/owner-with-app.ts';
import { rebuildProjection } from '#projections/runner/rebuild.ts';
import { createAppList } from './apps.ts';
import { catalogProjection } from './projection.ts';
import { createRemembered, type ReadAt, readAtColumns } from './remembered.ts';

// The list said once more, row by row and with objects of JSON.
const plainSql = `
  select coalesce(json_agg(json_build_object(
           'id', a.id, 'app_id', coalesce(a.store_id, a.website_url, a.id::text), 'title', a.title, 'icon', $2 || a.icon,
           'store_type', a.store_type, 'store', a.store_type, 'website_url', a.website_url, 'ts_created', a.ts_created,
           'version', a.version, 'developer', a.developer, 'category', a.category, 'is_live', a.is_live,
           'settings', a.settings,
           'total_story_count', (select coalesce(sum(story_count), 0) from story_group where app_id = a.id and status <> 9),
           'token', coalesce((select token from instance where app_id = a.id and not deleted order by position limit 1), ''),
           'instances', (
             select coalesce(json_agg(json_build_object(
                      'id', i.id, 'title', i.title, 'token', i.token, 'app_id', i.app_id, 'is_default', i.is_default,
                      'story_groups', (
                        select coalesce(json_agg(json_build_object(
                                 'id', g.id, 'title', g.title, 'icon', $2 || g.icon, 'status', g.status,
                                 'pinned', coalesce(g.id = any(o.pinned), false))
                                 order by array_position(o.pinned || o.unpinned, g.id)), '[]')
                          from story_group g left join instance_order o on o.instance_id = g.instance_id
                         where g.instance_id = i.id and g.status <> 9)) order by i.position), '[]')
               from instance i where i.app_id = a.id and not i.deleted),
           'story_groups', (
             select coalesce(json_agg(json_build_object(
                      'id', g.id, 'title', g.title, 'icon', $2 || g.icon, 'status', g.status,
                      'pinned', coalesce(g.id = any(o.pinned), false))
                      order by i.position, array_position(o.pinned || o.unpinned, g.id)), '[]')
               from instance i join story_group g on g.instance_id = i.id
               left join instance_order o on o.instance_id = g.instance_id
              where i.app_id = a.id and not i.deleted and g.status <> 9))
         order by a.ts_created desc, a.id desc), '[]') as data
    from app a where a.account_id = $1 and not a.deleted`;

const plainList = async ({ db, config }: Pick<Kernel, 'db' | 'config'>, account_id: string) => {
  const { rows } = await db.pool.query(plainSql, [account_id, config.MEDIA_URL + mediaPath('')]);
  return rows[0].data as Record<string, unknown>[];
};

t.test('the list of apps', async (t) => {
  const h = await startHarness(t, { parts: false });

  await t.test('it is right after every change, also in a process that remembers what was before', async (t) => {
    const w = await ownerWithApp(h);
    await ownerWithApp(h);
    const { account_id } = w.owner;
    const whole = { account_id, apps: null, with_story_groups: true, group_apps: null, limit: 10_000, offset: 0 };
    const beside = createAppList(h.kernel.db, h.kernel.config.MEDIA_URL);
    const url = '/api/app/n/list?limit=10000&with_story_groups=True';
    let etag = '';
    const check = async (name: string, changed = true) => {
      const answer = await h.inject('GET', url, { as: w.owner, headers: { 'if-none-match': etag } });
      t.equal(answer.statusCode, changed ? 200 : 304, name);
      etag = answer.headers.etag as string;
      const data = await plainList(h.kernel, account_id);
      const shown = (rows: Record<string, unknown>[]) => rows.map(({ detailed_info: _, ...row }) => row);
      const { data: list, total } = JSON.parse(String(await beside(whole)));
      t.same(shown(list), data, `in a process beside, after ${name}`);
      t.equal(total, data.length);
      if (changed) t.same(shown(answer.json().data), data, `answered, after ${name}`);
      if (changed) t.equal(answer.body, String(await beside(whole)), 'in the same bytes');
    };
    await check('nothing');
    await check('nothing more', false);

    const awkward = 'Tw"o \\ \u2028 é 🙂 \t';
    const first = await w.group({ title: 'First', status: 2 });
    await check('a group');
    const second = await w.group({ title: awkward });
    await w.story(second);
    await check('a group with a story and a title that JSON must escape');
    const instance = (await w.call('POST', '/instance', { app_id: w.app_id, title: 'Se"cond' })).json().data;
    await check('an instance without groups');
    await w.group({ title: 'Third', instance_id: instance.id });
    await check('a group in it');
    await w.call('POST', '/story_group/pin', { story_group_id: first });
    await check('a pin');
    await w.call('POST', '/story_group/pin', { story_group_id: first });
    await check('an unpin');
    await w.call('POST', '/story_group/sort', { instance_id: w.instance_id, order: [second, first] });
    await check('another order');
    await w.call('PATCH', '/instance', { instance_id: instance.id, title: 'Renamed' });
    await check('a new name of an instance');
    await w.call('POST', '/app', {
      store_id: 'com.world.two',
      store_type: 'ios',
      is_live: false,
      title: 'A "new" app',
    });
    await check('an app');
    await w.call('PATCH', '/n/story_group', { story_group_id: first, status: 1 });
    await check('a status');
    await w.call('PATCH', '/n/story_group', { story_group_id: first, status: 2 });
    await w.call('DELETE', '/story_group', { story_group_id: first });
    await check('a deletion');
    await w.call('POST', '/story_group/restore', { story_group_id: first });
    await check('its restoring');
    await w.call('DELETE', '/instance', { app_id: w.app_id, instance_id: instance.id });
    await check('an instance that went with its groups');
    await runCommand(h.kernel, systemContext(h.kernel.now(), null), async (trx) => {
      const ended = { type: 'StoryGroupStatusChanged', data: { from: 1, to: 4 } } as const;
      await save(trx, await load(trx, `storyGroup-${second}`), [ended]);
      return { status: 200, data: null };
    });
    await check('what the log says of no account');
    await check('nothing at last', false);
    const rebuilt = await rebuildProjection(h.kernel, catalogProjection(h.kernel));
    t.equal(rebuilt.equal, true);
    await h.kernel.db.pool.query(`update story_group set title = 'Mended', version = version + 1 where id = $1`, [
      second,
    ]);
    await check('tables that a rebuild put in the place of others');
  });

  await t.test('a page of it, and who sees what, come out of the same memory', async (t) => {
    const w = await ownerWithApp(h);
    for (const store_id of ['com.world.two', 'com.world.three'])
      await w.call('POST', '/app', { store_id, store_type: 'ios', is_live: false });
    await w.group({ title: 'Only' });
    const list = async (query: Record<string, string>, as = w.owner) =>
      (await h.inject('GET', '/api/app/n/list', { as, query })).json();
    const all = await list({ with_story_groups: 'True' });
    t.equal(all.total, 3);
    for (const [limit, offset] of [
      [1, 0],
      [1, 1],
      [2, 1],
      [5, 2],
    ] as const) {
      const page = await list({ with_story_groups: 'True', limit: String(limit), offset: String(offset) });
      t.same(page, { data: all.data.slice(offset, offset + limit), total: 3 });
    }
    const plain = await list({});
    t.same(
      plain.data.map((app: { instances: object[] }) => app.instances.map((one) => 'story_groups' in one)),
      [[false], [false], [false]],
    );
    const member = await w.member({ story_creator: [w.app_id] });
    t.same(await list({ with_story_groups: 'True' }, member), { data: [all.data[2]], total: 1 });
    const caster = await w.member({ brodcaster: [w.app_id] });
    t.same(await list({ with_story_groups: 'True' }, caster), { data: [plain.data[2]], total: 1 });
  });

  await t.test('what is remembered is read again only when an event may have changed it', async (t) => {
    const [mine, other] = [await ownerWithApp(h), await ownerWithApp(h)];
    let reads = 0;
    const remembered = createRemembered(h.kernel.db, async ({ account_id }: { account_id: string }) => {
      reads += 1;
      const { rows } = await h.kernel.db.pool.query<ReadAt & { groups: number }>(
        `select (select count(*)::int from story_group where account_id = $1) as groups, ${readAtColumns}`,
        [account_id],
      );
      const { groups, ...at } = rows[0]!;
      return { at, value: groups };
    });
    const { account_id } = mine.owner;
    const readsFor = async (groups: number) => {
      const before = reads;
      t.equal(await remembered({ account_id }), groups);
      return reads - before;
    };
    // Another test's transaction on the same server may hold the horizon back: until it is over, a change is seen as one again.
    const settled = (groups: number) => h.until(async () => (await readsFor(groups)) === 0, 'nothing to be read');

    t.equal(await readsFor(0), 1);
    await settled(0);
    await other.group();
    t.equal(await readsFor(0), 0, 'what happens in another account costs nothing');
    await mine.group();
    t.equal(await readsFor(1), 1);
    await settled(1);

    // A change that began before another one and is committed after it.
    const late = await mine.group();
    const open = await h.kernel.db.pool.connect();
    await open.query('begin');
    await open.query(
      `insert into event (event_id, stream, version, type, schema_version, account_id, data, actor_type, correlation_id, ts)
     select gen_random_uuid(), stream, version + 1, 'StoryGroupDeleted', 1, account_id, '{}', actor_type, correlation_id, ts
       from event where stream = 'storyGroup-' || $1 and version = 1`,
      [late],
    );
    await open.query('delete from story_group where id = $1', [late]);
    await mine.group();
    t.equal(await readsFor(3), 1);
    await open.query('commit');
    open.release();
    t.equal(await readsFor(2), 1, 'is seen when it is there');
    await settled(2);
  });
});
