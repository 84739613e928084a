import type pg from 'pg';
import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import { advisoryLocks } from '#kernel/db/advisory-locks.ts';
import {
  comparePositions,
  lastLogPosition,
  type StoredBatch,
  type TelemetrySource,
} from '#kernel/telemetry-log/log.ts';
import { laneOf, partitionOf } from '#kernel/telemetry-log/partition.ts';
import { createPostgresSource } from '#kernel/telemetry-log/postgres-source.ts';
import { countAll, hashFigures, impressionsOf } from '#ops/testing/figures.ts';
import { startHarness } from '#ops/testing/harness.ts';
import { seedScene, sendBatch } from '#ops/testing/scene.ts';
import { startStopwatch, until } from '#ops/testing/stopwatch.ts';
import { StaleWriter } from '../../stale-writer.ts';
import { rebuildAnalytics } from '../rebuild/rebuild.ts';
import { metricTables } from '../tables.ts';
import { drainLogs } from './aggregator.ts';
import { allCounters, type CreateCounters } from './all-counters.ts';
import type { Counter } from './counter.ts';
import { type Aggregation, processNextBatch } from './process-batch.ts';
import { startAnalytics } from './worker.ts';

t.test('every batch is counted exactly once', async (t) => {
  const h = await startHarness(t, { parts: false });
  const nora = await h.person();
  const { token, group_id, stories } = await seedScene(h, nora);
  const view = { type: 'story_impression', group_id, story_id: stories[0] };
  const { pool } = h.kernel.analytics;

  /** A write that is open anywhere on the server, in the database of another test too, holds back what can be read. */
  const allReadable = () =>
    until(async () => {
      const { rowCount } = await pool.query(
        'select from telemetry_batch where transaction_id >= pg_snapshot_xmin(pg_current_snapshot()) limit 1',
      );
      return rowCount === 0;
    }, 'all that was sent to be readable');

  await t.test('the same batch again counts nothing, and the first body wins', async (t) => {
    const batch_id = uuidv7();
    await sendBatch(h, token, [view, view], { batch_id });
    t.equal((await sendBatch(h, token, [view, view, view], { batch_id })).statusCode, 202);
    await countAll(h);
    t.equal(await impressionsOf(h, group_id), 2, 'twice within one flush');
    t.equal((await sendBatch(h, token, [view], { batch_id: batch_id.toUpperCase() })).statusCode, 202);
    await countAll(h);
    t.equal(await impressionsOf(h, group_id), 2, 'again in a later one');
    const other = await seedScene(h, nora);
    await sendBatch(h, other.token, [{ ...view, group_id: other.group_id, story_id: other.stories[0] }], { batch_id });
    await countAll(h);
    t.equal(await impressionsOf(h, other.group_id), 1, 'another instance has batch ids of its own');
  });

  await t.test('a repetition is recognised for eight days, whenever it is read', async (t) => {
    const before = await impressionsOf(h, group_id);
    await sendBatch(h, token, [view]);
    await pool.query(
      `with last as (select * from telemetry_batch order by position desc limit 1)
       insert into telemetry_batch (partition, instance_id, batch_id, payload, received_at)
       select partition, instance_id, batch_id, payload, received_at + add
         from last, (values (interval '7 days 23 hours'), (interval '8 days 1 hour'), (interval '9 days')) as later (add)`,
    );
    await countAll(h);
    t.equal(await impressionsOf(h, group_id), before + 2);
  });

  await t.test(
    'what waits from when there were 64 partitions is counted once, also when it is sent again',
    async (t) => {
      const before = await impressionsOf(h, group_id);
      const [waiting, repeated] = [uuidv7(), uuidv7()];
      for (const batch_id of [waiting, repeated]) await sendBatch(h, token, [view], { batch_id, viewer_id: batch_id });
      const { rowCount } = await pool.query(
        'update telemetry_batch set partition = partition & 63 where batch_id = any($1::uuid[]) and partition > 63',
        [[waiting, repeated]],
      );
      t.equal(rowCount, partitionOf(token) > 63 ? 2 : 0);
      await pool.query(
        `insert into telemetry_batch (partition, instance_id, batch_id, payload, received_at)
       select $2, instance_id, batch_id, payload, received_at from telemetry_batch where batch_id = $1`,
        [repeated, partitionOf(token)],
      );
      await sendBatch(h, token, [view], { viewer_id: 'of-now' });
      await countAll(h);
      t.equal(await impressionsOf(h, group_id), before + 3);
    },
  );

  await t.test('an aggregator that was overtaken keeps nothing', async (t) => {
    const before = await impressionsOf(h, group_id);
    for (let index = 0; index < 30; index += 1) await sendBatch(h, token, [view], { viewer_id: `racer-${index}` });
    await allReadable();
    const { rows } = await pool.query<{ partition: number }>('select distinct partition from telemetry_uncounted');
    const lane = laneOf(rows[0]!.partition);
    const outcomes = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const client = await pool.connect();
        try {
          const counting: Aggregation = { log: h.kernel.log, createCounters: allCounters(), tables: 'live' };
          const source = createPostgresSource(client);
          return (await processNextBatch(client, counting, source, lane, 1000, lastLogPosition)).rows;
        } catch (error) {
          if (error instanceof StaleWriter) return 'overtaken';
          throw error;
        } finally {
          client.release();
        }
      }),
    );
    const counted = outcomes.map((outcome) => (outcome === 'overtaken' ? 0 : outcome));
    t.equal(
      counted.reduce((sum, rows) => sum + rows, 0),
      30,
      outcomes.join(' '),
    );
    t.ok(outcomes.includes('overtaken'), outcomes.join(' '));
    t.equal(await impressionsOf(h, group_id), before + 30);
  });

  await t.test('of two who count a lane at once, each from another log, one is overtaken', async (t) => {
    const before = await impressionsOf(h, group_id);
    await sendBatch(h, token, [view], { viewer_id: 'in-both-logs' });
    await allReadable();
    const { rows } = await pool.query<StoredBatch>(
      `select partition, instance_id, batch_id, payload, floor(extract(epoch from received_at) * 1000)::float8 as received_ms
         from telemetry_uncounted`,
    );
    t.equal(rows.length, 1);
    const batch = { ...rows[0]!, transaction_id: '1', position: '1' };
    const lane = laneOf(batch.partition);
    const stream: TelemetrySource = {
      name: 'jetstream',
      read: async (_lane, after) => (comparePositions(after, batch) < 0 ? [batch] : []),
    };
    const [one, other] = [await pool.connect(), await pool.connect()];
    const count = (client: pg.ClientBase, from: TelemetrySource, createCounters: CreateCounters) =>
      processNextBatch(
        client,
        { log: h.kernel.log, createCounters, tables: 'live' },
        from,
        lane,
        1000,
        lastLogPosition,
      );
    try {
      const all = allCounters();
      // Between what the one reads and what it writes, the other counts the same batch from the inbox.
      const meanwhile: Counter = {
        add() {},
        read: async () => void (await count(other, createPostgresSource(other), allCounters())),
        write: async () => {},
      };
      await t.rejects(
        count(one, stream, () => [...all(), meanwhile]),
        { message: /was counted by another/ },
      );
      t.equal(await impressionsOf(h, group_id), before + 1);
      t.equal((await count(one, stream, all)).rows, 1);
      t.equal(await impressionsOf(h, group_id), before + 1, 'the stream’s copy is known by then');
    } finally {
      one.release();
      other.release();
    }
  });

  await t.test('a batch whose COPY commits late is counted after those that came later', async (t) => {
    const before = await impressionsOf(h, group_id);
    const slow = await pool.connect();
    await slow.query('begin');
    await slow.query(
      `insert into telemetry_batch (partition, instance_id, batch_id, payload)
       select partition, instance_id, gen_random_uuid(), payload from telemetry_batch order by position desc limit 1`,
    );
    await sendBatch(h, token, [view]);
    await drainLogs(h.kernel);
    t.equal(await impressionsOf(h, group_id), before, 'nothing above the horizon is read');
    await slow.query('commit');
    slow.release();
    await countAll(h);
    t.equal(await impressionsOf(h, group_id), before + 2);
  });

  await t.test('a payload that cannot be read costs only itself', async (t) => {
    const before = await impressionsOf(h, group_id);
    await pool.query(
      `insert into telemetry_batch (partition, instance_id, batch_id, payload) values (0, $1, $1, 'not json')`,
      [uuidv7()],
    );
    await sendBatch(h, token, [view]);
    await countAll(h);
    t.equal(await impressionsOf(h, group_id), before + 1);
  });

  await t.test('two aggregators, killed and started again under load, count each batch once', async (t) => {
    const before = await impressionsOf(h, group_id);
    let running = [await startAnalytics(h.kernel), await startAnalytics(h.kernel)];
    let acknowledged = 0;
    for (let round = 0; round < 4; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, index) => {
          const batch_id = uuidv7();
          const envelope = { batch_id, viewer_id: `load-${round}-${index}` };
          return Promise.all([sendBatch(h, token, [view], envelope), sendBatch(h, token, [view], envelope)]);
        }),
      );
      acknowledged += answers.filter((pair) => pair.some((answer) => answer.statusCode === 202)).length;
      await pool.query(
        `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and pid <> pg_backend_pid()
            and database = (select oid from pg_database where datname = current_database())`,
      );
      const [first, second] = running as [(typeof running)[0], (typeof running)[0]];
      await first.stop();
      running = [second, await startAnalytics(h.kernel)];
    }
    await h.until(async () => (await impressionsOf(h, group_id)) >= before + acknowledged, 'the figures');
    for (const part of running) await part.stop();
    await countAll(h);
    t.equal(acknowledged, 160);
    t.equal(await impressionsOf(h, group_id), before + acknowledged);
  });

  await t.test('figures follow an accepted batch within five seconds', async (t) => {
    const before = await impressionsOf(h, group_id);
    const part = await startAnalytics(h.kernel);
    await h.until(() => part.healthy() === null);
    await sendBatch(h, token, [view]);
    const taken = startStopwatch();
    await h.until(async () => (await impressionsOf(h, group_id)) === before + 1, 'the figure');
    t.ok(taken() < 5000);
    t.equal(part.healthy(), null);
    await part.stop();
  });

  await t.test('a rebuild whose connection is lost while it idles fails, and only it', async (t) => {
    const holder = await pool.connect();
    await holder.query('begin; lock table telemetry_hour in access exclusive mode');
    const broken = t.rejects(rebuildAnalytics(h.kernel), /connection error|terminated/);
    const waiting = async () => {
      const { rowCount } = await holder.query(
        `select from pg_locks where relation = 'telemetry_hour'::regclass and not granted`,
      );
      return rowCount === 1;
    };
    await h.until(waiting, 'the rebuild to read the archive');
    const { rowCount } = await holder.query(
      `select pg_terminate_backend(pid, 5000) from pg_locks where locktype = 'advisory' and objid = $1 and granted
          and database = (select oid from pg_database where datname = current_database())`,
      [advisoryLocks.archive],
    );
    t.equal(rowCount, 1);
    await holder.query('rollback');
    holder.release();
    await broken;
  });

  await t.test('a rebuild from the inbox gives the same tables, also while batches arrive', async (t) => {
    const still = await hashFigures(h);
    const calm = await rebuildAnalytics(h.kernel);
    t.same(calm.before, still);
    t.same(calm.after, still);
    t.same(await hashFigures(h), still);
    t.equal(Object.keys(still).length, metricTables.length);

    const before = await impressionsOf(h, group_id);
    const part = await startAnalytics(h.kernel);
    let done = false;
    let sent = 0;
    const load = (async () => {
      while (!done) {
        await Promise.all(
          Array.from({ length: 10 }, () => sendBatch(h, token, [view], { viewer_id: `viewer-${sent++}` })),
        );
      }
    })();
    await h.until(() => sent >= 30);
    const busy = await rebuildAnalytics(h.kernel);
    t.same(busy.before, busy.after);
    await h.until(() => sent >= 80);
    done = true;
    await load;
    await h.until(async () => (await impressionsOf(h, group_id)) >= before + sent, 'the figures');
    await part.stop();
    await countAll(h);
    t.equal(await impressionsOf(h, group_id), before + sent);
    const last = await rebuildAnalytics(h.kernel);
    t.same(last.before, last.after);
    const { rows } = await pool.query(`select nspname from pg_namespace where nspname like 'analytics\\_%'`);
    t.same(rows, []);
  });
});

t.test('a rebuild has a batch that is counted while it reads where the logs continue', async (t) => {
  const h = await startHarness(t, { parts: false });
  const { token, group_id, stories } = await seedScene(h, await h.person());
  const { pool } = h.kernel.analytics;
  let came = false;
  const readRanges = async (text: string, values: unknown[]) => {
    const found = await pool.query(text, values);
    if (came || !/distinct on.*from telemetry_batch/s.test(text)) return found;
    came = true;
    await sendBatch(h, token, [{ type: 'story_impression', group_id, story_id: stories[0] }]);
    await countAll(h);
    return found;
  };
  const analytics = { ...h.kernel.analytics, pool: { query: readRanges } as unknown as typeof pool };
  const { before, after } = await rebuildAnalytics({ ...h.kernel, analytics });
  t.ok(came);
  t.same(after, before);
  t.equal(await impressionsOf(h, group_id), 1);
});
