import t from 'tap';
import { catalogProjection } from '#projections/catalog/projection.ts';
import { deliveryProjection } from '#projections/delivery/projection.ts';
import { inlineProjection, rebuildProjection } from '#projections/runner/rebuild.ts';
import { startHarness } from './testing/harness.ts';
import { plantScene } from './testing/scene.ts';

t.test(
  'groups that are created, deleted and sorted at once have one order in every read model, live and rebuilt',
  async (t) => {
    const h = await startHarness(t);
    const nora = await h.person();
    const scene = await plantScene(h, nora);
    const second = await plantScene(h, nora, { app: scene });
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
        made.slice(0, 3).map((story_group_id) => call('DELETE', '/api/story_group', { story_group_id })),
      );
    }
    t.same([...statuses].sort(), [200, 201]);
    await h.caughtUp();
    const orders = async (table: string) =>
      (await h.kernel.db.pool.query(`select pinned, unpinned from ${table} where instance_id = $1`, [instance_id]))
        .rows;
    const inCatalog = await orders('catalog.instance_order');
    t.equal(inCatalog[0].unpinned.length, 2 + 5 * 7);
    t.same(await orders('delivery.delivery_instance'), inCatalog);
    t.equal((await rebuildProjection(h.kernel, inlineProjection(catalogProjection))).equal, true);
    t.equal((await rebuildProjection(h.kernel, deliveryProjection)).equal, true);
    t.same(await orders('catalog.instance_order'), inCatalog);
  },
);
