import { randomBytes } from 'node:crypto';
import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import { acquireAdvisoryLock, advisoryLocks, releaseAdvisoryLock } from '#kernel/db/advisory-locks.ts';
import { together } from '#kernel/db/transaction.ts';
import { lastLogPosition } from '#kernel/telemetry-log/log.ts';
import { createPostgresSource } from '#kernel/telemetry-log/postgres-source.ts';
import { countAll } from '#ops/testing/figures.ts';
import { startHarness, until } from '#ops/testing/harness.ts';
import { seenPayload } from '#ops/testing/seen-batch.ts';
import { StaleWriter } from '../../stale-writer.ts';
import { allCounters } from '../count/all-counters.ts';
import { type Aggregation, processNextBatch } from '../count/process-batch.ts';
import { compactNextPeriod } from './compact.ts';
import { createCompactor } from './compactor.ts';
import { reachPrecision } from './sketch.ts';
import { countUnion } from './union.ts';

const dayMs = 86_400_000;
const monday = Date.UTC(2026, 9, 5);
const seen = monday + 8 * dayMs;
const now = monday + 10 * dayMs;
const oldest = new Date(monday).toISOString().slice(0, 10);
const days5 = new Date(monday + 5 * dayMs).toISOString().slice(0, 10);
const [app_id, account_id, instance_id, group_id] = [uuidv7(), uuidv7(), uuidv7(), uuidv7()];

/** A batch in which somebody sees the group once. */
const payload = (): string =>
  seenPayload({ app_id, account_id, group_id, viewer: randomBytes(16).toString('base64url') }, [seen]);

t.test('spans', async (t) => {
  const h = await startHarness(t, { parts: false, now: () => now });
  const { pool } = h.kernel.analytics;
  const arrive = (count: number) =>
    pool.query(
      `insert into telemetry_batch (partition, instance_id, batch_id, payload)
       select 0, $1, gen_random_uuid(), unnest($2::text[])`,
      [instance_id, Array.from({ length: count }, payload)],
    );
  const reach = async () => {
    const { rows } = await pool.query<{ sketch: Buffer }>(
      `select sketch from span_viewers where span = 'days5' and scope = 'group'`,
    );
    return countUnion(
      reachPrecision,
      rows.map(({ sketch }) => sketch),
    );
  };
  const [flushing, merging] = [await pool.connect(), await pool.connect()];
  t.teardown(async () => {
    flushing.release();
    merging.release();
  });

  /** Counts as ever, but for what happens between reading and writing. */
  const flush = (between: () => Promise<void>) => {
    const make = allCounters();
    const createCounters: Aggregation['createCounters'] = () => {
      const all = make();
      return [
        {
          add: (batch) => {
            for (const each of all) each.add(batch);
          },
          async read(on) {
            await together(all.map((each) => each.read?.(on) ?? Promise.resolve()));
            await between();
          },
          write: (on) => together(all.map((each) => each.write(on))),
        },
      ];
    };
    const counting: Aggregation = { log: h.kernel.log, tables: 'live', createCounters };
    return processNextBatch(flushing, counting, createPostgresSource(flushing), 0, 1000, lastLogPosition);
  };

  await t.test('are not merged while a rebuild switches the tables', async (t) => {
    await arrive(1);
    await countAll(h);
    const { rows } = await merging.query<{ pid: number }>('select pg_backend_pid() as pid');
    const merger = rows[0]!.pid;
    await acquireAdvisoryLock(flushing, advisoryLocks.figures);
    const compactor = createCompactor();
    await compactor.refresh(merging);
    const merged = compactor.runOnce(merging, [0], now);
    const locksOfMerger = async (condition: string) =>
      (
        await pool.query(`select relation::regclass::text as name from pg_locks where pid = $1 and ${condition}`, [
          merger,
        ])
      ).rows;
    await until(
      async () => (await locksOfMerger(`locktype = 'advisory' and not granted`)).length === 1,
      'the merge to wait',
    );
    t.same(await locksOfMerger(`mode = 'RowExclusiveLock'`), [], 'it has written nothing that the switch waits for');
    await releaseAdvisoryLock(flushing, advisoryLocks.figures);
    t.equal(await merged, true);
  });

  await t.test('a flush that read one before it was merged does not put back what it read', async (t) => {
    await arrive(500);
    await countAll(h);
    await arrive(1);
    // As if the merge had just begun, so that the flush takes the span for one that it has to add to.
    await pool.query(`insert into span_lane values ('days5', $1, 0, false)`, [days5]);
    const merge = async () => {
      while (await compactNextPeriod(merging, 0, now, oldest));
    };
    let overtaken = false;
    // What runs in other databases of the server holds the horizon back: there may be nothing to flush at first.
    await h.until(
      () =>
        flush(merge).then(
          ({ rows }) => rows > 0,
          (error) => {
            overtaken = error instanceof StaleWriter;
            return true;
          },
        ),
      'the late batch to be readable',
    );
    const merged = await reach();
    t.ok(overtaken);
    t.ok(Math.abs(merged - 500) <= 25, `${merged} viewers after the merge`);
    t.equal((await flush(async () => {})).rows, 1);
    t.ok((await reach()) >= merged, `${await reach()} viewers after the flush`);
  });

  await t.test('are merged in turns; whose lane went to another and came back begins anew', async (t) => {
    await pool.query('truncate span_lane, span_viewers');
    const compactor = createCompactor();
    const complete = async () => {
      const { rows } = await pool.query<{ span: string }>('select span from span_lane where lane = 0 and complete');
      return rows.map(({ span }) => span).sort();
    };
    t.equal(await compactor.runOnce(merging, [0], now), false, 'nothing before it looked');
    await compactor.refresh(merging);
    t.equal(await compactor.runOnce(merging, [0], now), true);
    t.same(await complete(), [], 'one turn is not the whole');
    t.equal(await compactor.runOnce(merging, [], now), false, 'a lane of another is left alone');
    t.same(await complete(), []);
    while (await compactor.runOnce(merging, [0], now));
    t.same(await complete(), ['days28', 'days5']);
    t.ok(Math.abs((await reach()) - 501) <= 25);
  });
});
