import t from 'tap';
import type { Kernel } from '#kernel/kernel.ts';
import { startRelay } from '#kernel/messaging/relay.ts';
import { delay } from '#kernel/platform/delay.ts';
import { startHarness } from '#ops/testing/harness.ts';
import { openTestBus, startTestNats, streamAnswers } from '#ops/testing/nats.ts';
import { appendAs, seedScene } from '#ops/testing/scene.ts';
import { startStopwatch } from '#ops/testing/stopwatch.ts';
import { historyProjection } from './history/projection.ts';
import { startProjection } from './runner/run.ts';

t.test('a projection follows the stream, and the log where it hears nothing', async (t) => {
  const h = await startHarness(t, { parts: false });
  const nats = await startTestNats(t, 1);
  const nora = await h.person();
  const scene = await seedScene(h, nora);
  const relay = await startRelay({ ...h.kernel, bus: openTestBus(t, nats.url) });
  t.teardown(() => relay.stop());
  // As on a machine where wake-ups of Postgres do not arrive, behind a pooler for one.
  const deaf: Kernel = {
    ...h.kernel,
    bus: openTestBus(t, nats.url),
    notifier: { ...h.kernel.notifier, on: () => () => {} },
  };
  const projection = await startProjection(historyProjection)(deaf);
  t.teardown(() => projection.stop());

  const caughtUp = () =>
    h.until(async () => {
      const { rowCount } = await h.kernel.db.pool.query(
        `select from projection_checkpoint c where name = 'history' and not exists (
           select from event e where (e.transaction_id, e.position) > (c.transaction_id, c.position))`,
      );
      return rowCount === 1;
    }, 'the projection');
  let renamed = 0;
  /**
   * Milliseconds from an event to its row, sorted, of events so far apart that polling alone is at its longest pause.
   */
  const delays = async (count: number): Promise<number[]> => {
    const found: number[] = [];
    for (let n = 0; n < count; n += 1) {
      await delay(2300);
      renamed += 1;
      await appendAs(h, nora, `storyGroup-${scene.group_id}`, [
        { type: 'StoryGroupDetailsChanged', data: { title: `Heard ${renamed}` } },
      ]);
      const taken = startStopwatch();
      await caughtUp();
      found.push(taken());
    }
    return found.sort((a, b) => a - b);
  };

  await caughtUp();
  await h.until(() => streamAnswers(nats.url), 'the stream');
  const heard = await delays(6);
  t.ok(heard[4]! < 250, `woken by the stream: ${heard.map(Math.round).join(', ')} ms`);
  await nats.nodes[0]!.down();
  const polled = await delays(3);
  t.ok(polled.at(-1)! < 1400, `NATS is gone and the log is polled: ${polled.map(Math.round).join(', ')} ms`);
  nats.nodes[0]!.start();
  await nats.ready();
  await h.until(async () => (await delays(1))[0]! < 250, 'to be woken by the stream again');
});
