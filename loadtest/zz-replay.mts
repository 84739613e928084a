import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { evolveStream, initialState } from '#contracts/stream.ts';
import { openDb } from '#kernel/db/pool.ts';
import { copyLog } from '#kernel/event-store/copy.ts';
import { logStart } from '#kernel/event-store/read.ts';
import { toEvent } from '#kernel/event-store/row.ts';
import { copyOut } from './bench/copy-out.ts';
import { fillLog } from './bench/fill-log.ts';
import { withProduct } from './bench/place.ts';

await withProduct(async (h) => {
  const events = await fillLog(h, 60000);
  const { pool } = openDb(h.databaseUrl, { max: 1 });
  const one = async (mode: number) => {
    const states = new Map<string, unknown>();
    const client = await pool.connect();
    const c0 = process.cpuUsage();
    const t0 = performance.now();
    for await (const rows of copyLog(client, logStart)) {
      if (mode === 0) continue;
      for (const row of rows) {
        const e = toEvent(row);
        if (mode === 1) continue;
        const held = states.get(row.stream) ?? initialState(row.stream);
        states.set(row.stream, evolveStream(held, e));
      }
    }
    client.release();
    const c = process.cpuUsage(c0);
    console.log(
      'mode',
      mode,
      'cpu us/event',
      ((c.user + c.system) / events).toFixed(2),
      'wall',
      (((performance.now() - t0) * 1000) / events).toFixed(2),
    );
  };
  for (let i = 0; i < 3; i++) {
    const c0 = process.cpuUsage();
    const t0 = performance.now();
    await copyOut(pool);
    const c = process.cpuUsage(c0);
    console.log(
      'copyout cpu',
      ((c.user + c.system) / events).toFixed(2),
      'wall',
      (((performance.now() - t0) * 1000) / events).toFixed(2),
    );
    await one(0);
    await one(1);
    await one(2);
  }
  const s = new Session();
  s.connect();
  await s.post('Profiler.enable');
  await s.post('Profiler.setSamplingInterval', { interval: 200 });
  await s.post('Profiler.start');
  await one(2);
  await one(2);
  const { profile } = await s.post('Profiler.stop');
  writeFileSync('/tmp/replay.cpuprofile', JSON.stringify(profile));
  await pool.end();
});
process.exit(0);
