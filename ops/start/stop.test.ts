import t from 'tap';
import { delay } from '#kernel/platform/delay.ts';
import { startArchive } from '#projections/analytics/archive/part.ts';
import { startMediaGarbageCollector } from '#services/media/garbage-collector.ts';
import { startCapEnforcer } from '#services/story-group/cap/enforcer.ts';
import { startExpiryScheduler } from '#services/story-group/end/expiry-scheduler.ts';
import { startHarness } from '../testing/harness.ts';

t.test('a pause ends with its signal, and an ended signal allows none', async (t) => {
  const hour = 3_600_000;
  await delay(hour, AbortSignal.abort());
  const stopping = new AbortController();
  const paused = delay(hour, stopping.signal);
  stopping.abort();
  await paused;
  await delay(1, new AbortController().signal);
  t.pass('none lasted an hour');
});

t.test('a part that is stopped in the middle of a round rests no more after it', async (t) => {
  const h = await startHarness(t, { parts: false });
  const rounds = [
    { start: startMediaGarbageCollector, table: 'media_orphan' },
    { start: startArchive, table: 'telemetry_hour' },
    { start: startExpiryScheduler, table: 'group_end' },
    { start: startCapEnforcer, table: 'cap_reached' },
  ];
  for (const { start, table } of rounds) {
    const holder = await h.kernel.db.pool.connect();
    await holder.query('begin');
    await holder.query(`lock table ${table} in access exclusive mode`);
    const part = await start(h.kernel);
    await h.until(async () => {
      const { rows } = await holder.query<{ waits: boolean }>(
        `select exists (select from pg_locks where relation = '${table}'::regclass and not granted) as waits`,
      );
      return rows[0]!.waits;
    }, `${part.name} to be in a round`);
    let stopped = false;
    const ended = part.stop().then(() => {
      stopped = true;
    });
    await holder.query('rollback');
    holder.release();
    await h.until(() => stopped, `${part.name} to stop`);
    await ended;
    t.equal(part.healthy(), null);
  }
});
