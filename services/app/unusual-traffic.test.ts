import t from 'tap';
import type { TrafficJump } from '#contracts/app/events.ts';
import { newApp } from '#contracts/app/examples.ts';
import { evolveApp } from '#contracts/app/state.ts';
import { exampleId, exampleIds } from '#contracts/examples.ts';
import { startHarness } from '#ops/testing/harness.ts';
import { appendAs, seedScene } from '#ops/testing/scene.ts';
import { decideUnusualTraffic, tellUnusualTraffic } from './unusual-traffic.ts';

const jump: TrafficJump = {
  instance_id: exampleIds.instance,
  day: '2026-11-20',
  bytes: 61_200_000,
  usual: 5_100_000,
};

t.test('what an instance gets is told once a day, and of what is gone never', async (t) => {
  const [event] = decideUnusualTraffic(newApp, jump);
  t.same(event, { type: 'InstanceTrafficJumped', data: jump });
  const told = evolveApp(newApp, event!);
  t.same(decideUnusualTraffic(told, { ...jump, bytes: 99_000_000 }), [], 'the same day, whatever came since');
  t.same(decideUnusualTraffic(told, { ...jump, day: '2026-11-19' }), [], 'a job that was held up for a day');
  t.equal(decideUnusualTraffic(told, { ...jump, day: '2026-11-21' }).length, 1);
  t.same(decideUnusualTraffic(newApp, { ...jump, instance_id: exampleId(99) }), [], 'an instance that was deleted');
  t.same(decideUnusualTraffic({ ...newApp, phase: 'deleted' }, jump), []);

  const second = exampleId(23);
  const instances = [...told.instances, { id: second, title: 'Sweden', token: '7be1c09d', is_default: false }];
  const others = decideUnusualTraffic({ ...told, instances }, { ...jump, instance_id: second });
  t.equal(others.length, 1, 'another instance on the same day');
  const both = evolveApp({ ...told, instances }, others[0]!);
  t.same(decideUnusualTraffic(both, jump), []);
  t.same(decideUnusualTraffic(both, { ...jump, instance_id: second }), []);
});

t.test('processes that tell at once append one event, by the system', async (t) => {
  const h = await startHarness(t, { parts: false });
  const nora = await h.person();
  const { app_id, instance_id } = await seedScene(h, nora);
  await Promise.all(Array.from({ length: 6 }, () => tellUnusualTraffic(h.kernel, app_id, { ...jump, instance_id })));
  const events = async () =>
    (
      await h.kernel.db.pool.query(
        `select account_id, actor_type, actor_id from event where type = 'InstanceTrafficJumped'`,
      )
    ).rows;
  t.same(await events(), [{ account_id: nora.account_id, actor_type: 'system', actor_id: null }]);
  await appendAs(h, nora, `app-${app_id}`, [{ type: 'AppDeleted', data: {} }]);
  await tellUnusualTraffic(h.kernel, app_id, { ...jump, instance_id, day: '2026-11-21' });
  t.equal((await events()).length, 1);
});
