import t from 'tap';
import { catalogProjection } from '#projections/catalog/projection.ts';
import { deliveryProjection } from '#projections/delivery/projection.ts';
import { rebuildProjection } from '#projections/runner/rebuild.ts';
import { startHarness, until } from '../harness.ts';
import { seedScene } from '../scene.ts';

t.test(
  'groups that are created, deleted and sorted at once have one order in every read model, live and rebuilt',
  async (t) => {
    const h = await startHarness(t);
    const nora = await h.person();
    const scene = await seedScene(h, nora);
    const second = await seedScene(h, nora, { app: scene });
    const icon = await h.media(nora.account_id);
    const { app_id, instance_id } = scene;
    const statuses = new Set<number>();
    const call = async (method: string, url: string, body: unknown) => {
      const answer = await h.inject(method, url, { as: nora, body });
      statuses.add(answer.statusCode);
      if (answer.statusCode >= 400) t.comment(answer.body);
      return answer;
    };
    const ts_start = Math.floor(Date.now() / 1000);
    const make = (index: number) =>
      call('POST', '/api/n/story_group', { app_id, instance_id, title: `G${index}`, icon, ts_start, status: 2 });
    for (let round = 0; round < 5; round += 1) {
      const made = await Promise.all(
        Array.from({ length: 10 }, async (_, index) => {
          const flip = [scene.group_id, second.group_id];
          const order = index % 2 ? flip : flip.reverse();
          const [group] = await Promise.all([
            make(index),
            call('POST', '/api/story_group/sort', { app_id, instance_id, order }),
          ]);
          return group.json().data.story_group_id as string;
        }),
      );
      await Promise.all(
        made
          .slice(0, 4)
          .map((story_group_id, index) =>
            index % 2
              ? call('DELETE', '/api/story_group', { story_group_id })
              : call('PATCH', '/api/n/story_group', { story_group_id, status: 9 }),
          ),
      );
    }
    t.same([...statuses].sort(), [200, 201]);
    await h.caughtUp();
    const orders = async (table: string) =>
      (await h.kernel.db.pool.query(`select pinned, unpinned from ${table} where instance_id = $1`, [instance_id]))
        .rows;
    const inCatalog = await orders('catalog.instance_order');
    t.equal(inCatalog[0].unpinned.length, 2 + 5 * 6);
    t.same(await orders('delivery.delivery_instance'), inCatalog);
    t.equal((await rebuildProjection(h.kernel, catalogProjection(h.kernel))).equal, true);
    t.equal((await rebuildProjection(h.kernel, deliveryProjection)).equal, true);
    t.same(await orders('catalog.instance_order'), inCatalog);
  },
);

t.test(
  'a group leaves and others are put behind it: the log has both in the order in which they were done',
  async (t) => {
    const h = await startHarness(t);
    const nora = await h.person();
    const scene = await seedScene(h, nora);
    const { app_id, instance_id } = scene;
    const { pool } = h.kernel.db;
    const ask = async (text: string, ...values: unknown[]) => (await pool.query(text, values)).rows[0];
    const ways: ['DELETE' | 'PATCH', string, object][] = [
      ['DELETE', '/api/story_group', {}],
      ['PATCH', '/api/n/story_group', { status: 9 }],
      ['PATCH', '/api/story_group/multiple', { status: 9 }],
    ];
    for (const [method, url, more] of ways) {
      const next = await seedScene(h, nora, { app: scene });
      const first = await seedScene(h, nora, { app: scene });
      const { group_id: id } = scene;
      const leaving = (await seedScene(h, nora, { app: scene })).group_id;
      await h.inject('PATCH', '/api/n/story_group', { as: nora, body: { story_group_id: leaving, status: 2 } });
      const begun = [first.group_id, next.group_id, leaving, id];
      await h.inject('POST', '/api/story_group/sort', { as: nora, body: { app_id, instance_id, order: begun } });

      const holder = await pool.connect();
      await holder.query('begin');
      await holder.query('select from catalog.story_group where id = $1 for update', [leaving]);
      const { pid } = (await holder.query('select pg_backend_pid() as pid')).rows[0];
      const one = { story_group_id: leaving, ...more };
      const body = url.endsWith('multiple') ? { story_groups: [{ id: leaving, ...more }] } : one;
      const left = h.inject(method, url, { as: nora, body });
      // Past the first attempt, which is not given long: the event is in the log's order, the catalog waits.
      const held = `select count(*)::int as count from pg_stat_activity
      where $1 = any(pg_blocking_pids(pid)) and clock_timestamp() - state_change > interval '500 ms'`;
      await until(async () => (await ask(held, pid)).count > 0, 'the deletion to wait for the catalog');
      const order = [next.group_id, leaving, first.group_id];
      let done = false;
      const sorted = h.inject('POST', '/api/story_group/sort', { as: nora, body: { app_id, instance_id, order } });
      sorted.then(() => {
        done = true;
      });
      const queued = `select count(*)::int as count from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`;
      await until(async () => done || (await ask(queued)).count > 0, 'the sort to be done or to queue');
      await holder.query('commit');
      holder.release();
      t.equal((await left).statusCode, 200, url);
      t.equal((await sorted).statusCode, 422, 'what has left is no place to be behind');
      await h.caughtUp();
      const orderIn = (table: string) => ask(`select unpinned from ${table} where instance_id = $1`, instance_id);
      t.same(await orderIn('delivery.delivery_instance'), await orderIn('catalog.instance_order'), `${method} ${url}`);
    }
  },
);
