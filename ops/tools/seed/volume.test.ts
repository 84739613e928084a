import t from 'tap';
import { catalogProjection } from '#projections/catalog/projection.ts';
import { rebuildProjection } from '#projections/runner/rebuild.ts';
import { startHarness } from '../../testing/harness.ts';
import { drawPictures } from './pictures.ts';
import { seedVolume } from './volume.ts';

t.test(
  'a planted account is made of events: lists, search and deliveries find it, and a rebuild gives the same',
  async (t) => {
    const h = await startHarness(t);
    const nora = await h.person();
    const pictures = await drawPictures(h.kernel, nora.account_id);
    const told: number[] = [];
    const volume = { apps: 2, instances: 3, groups: 7, stories: 4 };
    const seeded = await seedVolume(h.kernel, { ...nora, ...pictures }, volume, (groups) => told.push(groups));
    t.equal(seeded.apps.length, 2);
    t.equal(seeded.instances.length, 6);
    t.equal(told.at(-1), 42);

    const get = async (url: string) => (await h.inject('GET', url, { as: nora })).json();
    const apps = await get('/api/app/n/list?with_story_groups=True');
    t.equal(apps.total, 2);
    t.equal(apps.data[0].total_story_count, 3 * 7 * 4);
    t.same(
      apps.data[0].instances.map((one: { story_groups: unknown[] }) => one.story_groups.length),
      [7, 7, 7],
    );
    const group = seeded.instances[4]!.groups[6]!;
    const { data } = await get(`/api/story_group/detail?story_group_id=${group}`);
    t.equal(data.stories.length, 4);
    t.equal((await h.inject('GET', new URL(data.icon).pathname)).statusCode, 200, 'its cover is there');
    const named = (await get(`/api/search?q=${encodeURIComponent(data.title)}`)).data;
    t.ok(named.some((hit: { id: string }) => hit.id === group));

    const { rows } = await h.kernel.db.pool.query(
      `select count(*)::int as events, count(distinct stream)::int as streams, bool_and(actor_id = $2) as hers
       from event where account_id = $1 and (stream like 'app-%' or stream like 'storyGroup-%')`,
      [nora.account_id, nora.user_id],
    );
    t.same(rows[0], { events: 2 * 3 + 42 * 5, streams: 2 + 42, hers: true });
    await h.caughtUp();
    const delivered = await h.inject('GET', `/sdk/v1/${apps.data[0].token}/stories`);
    t.ok(delivered.json().data.groups.length > 0);
    const rebuilt = await rebuildProjection(h.kernel, catalogProjection(h.kernel));
    t.equal(rebuilt.equal, true, JSON.stringify([rebuilt.before, rebuilt.after]));
    t.ok(rebuilt.before.group_end, 'with the groups that will end');
  },
);
