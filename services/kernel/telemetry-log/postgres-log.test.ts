import { Writable } from 'node:stream';
import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import { Refusal } from '#contracts/api/errors.ts';
import type { Db } from '../db/pool.ts';
import { delay } from '../platform/delay.ts';
import { createLog } from '../platform/log.ts';
import { openPostgresTelemetry } from './postgres-log.ts';

/** A database that takes a COPY only once it is let go on. */
const hangingDb = () => {
  const hanging: (() => void)[] = [];
  const client = {
    on() {},
    off() {},
    release() {},
    query: () => new Writable({ write: (_chunk, _encoding, done) => done() }),
  };
  const pool = {
    query: () => Promise.reject(new Error('it hangs')),
    connect: () => new Promise((done) => hanging.push(() => done(client))),
  };
  return { db: { pool } as unknown as Db, hanging };
};

t.test('each batch is refused after two seconds, however long it waited for another', async (t) => {
  const { db, hanging } = hangingDb();
  const telemetry = openPostgresTelemetry(db, { log: createLog('silent'), notifier: { notify() {} } });
  const waits: Promise<{ stored: boolean; took: number }>[] = [];
  const append = async () => {
    const from = performance.now();
    const stored = await telemetry
      .append({ partition: 1, instance_id: uuidv7(), batch_id: uuidv7(), payload: '{}' })
      .then(
        () => true,
        (error) => {
          if (error instanceof Refusal) return false;
          throw error;
        },
      );
    return { stored, took: performance.now() - from };
  };
  for (let wave = 0; wave < 6; wave += 1) {
    waits.push(append());
    await delay(300);
  }
  await delay(100);
  t.equal(hanging.length, 2, 'the first two hang, the others wait');
  hanging.shift()!();
  const outcomes = await Promise.all(waits);
  t.notOk(outcomes.slice(1).some(({ stored }) => stored));
  const longest = Math.max(...outcomes.map(({ took }) => took));
  t.ok(longest < 3000, `${longest} ms`);
  for (const goOn of hanging) goOn();
  await telemetry.stop();
});
