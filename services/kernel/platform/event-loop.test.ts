import t from 'tap';
import { startStopwatch, until } from '#ops/testing/stopwatch.ts';
import { monitorEventLoop } from './event-loop.ts';
import { createMetrics } from './metrics.ts';

t.test('an event loop that stood still is measured, counted and told', async (t) => {
  const metrics = createMetrics();
  const told: { ms: number }[] = [];
  const stop = monitorEventLoop(metrics, { warn: (what: unknown) => void told.push(what as { ms: number }) } as never, {
    threshold: 400,
    everyMs: 50,
  });
  t.teardown(stop);
  const value = async (name: string) =>
    Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(await metrics.registry.metrics())?.[1]);
  t.equal(await value('storyrail_event_loop_stalls_total'), 0);
  // The first marks of the clock have to be made before there is a pause between two.
  await until(async () => (await value('storyrail_event_loop_pause_seconds_count')) > 2, 'the first looks');
  const still = startStopwatch();
  while (still() < 700);
  await until(async () => told.length > 0, 'the warning');
  t.ok(told.some(({ ms }) => ms >= 600));
  t.ok((await value('storyrail_event_loop_stalls_total')) > 0);
  t.ok((await value('storyrail_event_loop_last_stall_seconds')) >= 0.4);
});
