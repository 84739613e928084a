import { headers } from '@nats-io/transport-node';
import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import { Refusal } from '#contracts/api/errors.ts';
import { startHarness, until } from '#ops/testing/harness.ts';
import { openTestBus, startTestNats } from '#ops/testing/nats.ts';
import { startStopwatch } from '#ops/testing/stopwatch.ts';
import { openDb } from '../db/pool.ts';
import { createLog } from '../platform/log.ts';
import { openJetStreamTelemetry } from './jetstream-log.ts';
import { createJetStreamSource } from './jetstream-source.ts';
import {
  comparePositions,
  firstLogPosition,
  lastLogPosition,
  type StoredBatch,
  type TelemetryLog,
  type TelemetryRecord,
  type TelemetrySource,
} from './log.ts';
import { laneCount, laneOf } from './partition.ts';
import { openPostgresTelemetry } from './postgres-log.ts';
import { createPostgresSource } from './postgres-source.ts';

type Test = Parameters<typeof startHarness>[0];

/** A log with what reads it, and how to make its server hang and go on. */
interface Stage {
  open(): TelemetryLog;
  source: TelemetrySource;
  hang(): Promise<void>;
  goOn(): Promise<void>;
  /** A record that this log can never take. */
  unsendable: TelemetryRecord;
}

t.setTimeout(200_000);

const log = createLog('silent');
const notifier = { notify: () => {} };
const record = (partition: number, payload: unknown = { n: 1 }): TelemetryRecord => ({
  partition,
  instance_id: uuidv7(),
  batch_id: uuidv7(),
  payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
});

const onPostgres = async (t: Test): Promise<Stage> => {
  const h = await startHarness(t, { parts: false });
  const inbox = openDb(h.databaseUrl, { max: 3 });
  t.teardown(() => inbox.end());
  let lock: { query(text: string): Promise<unknown>; release(): void } | null = null;
  return {
    open: () => openPostgresTelemetry(inbox, { log, notifier }),
    source: createPostgresSource(h.kernel.analytics.pool),
    async hang() {
      lock = await h.kernel.analytics.pool.connect();
      await lock.query('begin; lock table telemetry_batch in share mode');
    },
    async goOn() {
      await lock!.query('rollback');
      lock!.release();
    },
    unsendable: { ...record(1), instance_id: 'nobody' },
  };
};

const onJetStream = async (t: Test): Promise<Stage> => {
  const nats = await startTestNats(t, 1);
  const bus = openTestBus(t, nats.url);
  const { source, open } = {
    source: createJetStreamSource(bus),
    open: () => openJetStreamTelemetry(bus, { log, notifier, maxBytes: 512 * 1024 * 1024 }),
  };
  return {
    open,
    source,
    async hang() {
      nats.nodes[0]!.signal('SIGSTOP');
    },
    async goOn() {
      nats.nodes[0]!.signal('SIGCONT');
      await nats.ready();
    },
    unsendable: record(1, 'x'.repeat(1024 * 1024)),
  };
};

const readLane = async (source: TelemetrySource, lane: number, limit = 1000): Promise<StoredBatch[]> => {
  const all: StoredBatch[] = [];
  for (let after = firstLogPosition; ; after = all.at(-1)!) {
    const rows = await source.read(lane, after, lastLogPosition, limit);
    if (rows.some((row) => laneOf(row.partition) !== lane)) throw new Error('a batch of another lane');
    if (rows.length === 0) return all;
    all.push(...rows);
  }
};

const settledTo = [() => true, () => false] as const;

const refused = async (work: Promise<void>): Promise<boolean> => {
  try {
    await work;
    return false;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'Unavailable') return true;
    throw error;
  }
};

for (const [name, stage] of [
  ['Postgres', onPostgres],
  ['JetStream', onJetStream],
] as const)
  t.test(`the log in ${name}`, async (t) => {
    const { open, source, hang, goOn, unsendable } = await stage(t);
    const made = open();
    t.teardown(() => made.stop());
    const kept = Array.from({ length: laneCount }, () => new Set<string>());
    const keep = async (one: TelemetryRecord, to = made): Promise<void> => {
      await to.append(one);
      kept[laneOf(one.partition)]!.add(one.batch_id);
    };
    /** Waits until the log takes batches; that many are kept in a lane by it, one. */
    const takes = (partition: number, to = made) =>
      until(async () => !(await refused(keep(record(partition), to))), 'the log to take batches');
    /** The batches of a lane, once everything that was acknowledged can be read: nothing of it may be missing. */
    const settled = async (lane: number): Promise<StoredBatch[]> => {
      let rows: StoredBatch[] = [];
      await until(async () => {
        rows = await readLane(source, lane);
        const there = new Set(rows.map((row) => row.batch_id));
        return [...kept[lane]!].every((id) => there.has(id));
      }, 'everything that was acknowledged to be read');
      return rows;
    };
    await takes(0);

    await t.test('what it has resolved can be read: each batch once, with all that it said', async (t) => {
      const texts = [
        '{"a":"tab \\t, line \\n, quote \\", back \\\\"}',
        '{\n\t"a":\r\n1 }',
        '{"a":"ünï 🙂 \u2028"}',
        '[]',
      ];
      const sent = Array.from({ length: 300 }, (_, n) => record(n % 64, texts[n % texts.length]));
      const from = Date.now();
      await Promise.all(sent.map((one) => keep(one)));
      const read: StoredBatch[] = [];
      for (let lane = 0; lane < laneCount; lane += 1) read.push(...(await settled(lane)));
      const rows = new Map(read.map((row) => [row.batch_id, row]));
      t.equal(read.length, 301);
      t.equal(rows.size, 301);
      for (const { payload, ...one } of sent) {
        const row = rows.get(one.batch_id)!;
        t.match(row, one);
        t.same(JSON.parse(row.payload), JSON.parse(payload));
        t.ok(Math.abs(row.received_ms - from) < 30_000);
      }
    });

    await t.test('a lane is read in the order in which batches were kept, from any place to any other', async (t) => {
      const sent = Array.from({ length: 25 }, (_, n) => record(5 + 8 * (n % 3), { n }));
      for (const one of sent) await keep(one);
      const whole = await settled(5);
      t.same(
        whole.slice(-25).map((row) => row.batch_id),
        sent.map((one) => one.batch_id),
      );
      t.ok(whole.every((row, index) => index === 0 || comparePositions(whole[index - 1]!, row) < 0));
      const steps: StoredBatch[] = [];
      for (let after = firstLogPosition, rows = whole; rows.length > 0; after = rows.at(-1) ?? after) {
        rows = await source.read(5, after, lastLogPosition, 7);
        t.ok(rows.length <= 7);
        steps.push(...rows);
      }
      t.same(steps, whole);
      const [from, to] = [whole[3]!, whole[20]!];
      t.same(
        await source.read(5, from, to, 1000),
        whole.slice(4, 21),
        'after the first place, up to and with the other',
      );
      t.same(await source.read(5, to, to, 1000), []);
      t.same(await source.read(5, lastLogPosition, lastLogPosition, 10).catch(() => []), []);
    });

    await t.test('more than one reading may hold is read in several', async (t) => {
      const large = JSON.stringify({ a: 'x'.repeat(60_000) });
      const sent = Array.from({ length: 600 }, () => record(6, large));
      for (let n = 0; n < sent.length; n += 100) await Promise.all(sent.slice(n, n + 100).map((one) => keep(one)));
      await settled(6);
      const rows = await source.read(6, firstLogPosition, lastLogPosition, 5000);
      const bytes = rows.reduce((sum, row) => sum + row.payload.length, 0);
      t.ok(bytes > 16 * 1024 * 1024 && bytes <= 32 * 1024 * 1024, `${bytes} bytes`);
      const rest = await source.read(6, rows.at(-1)!, lastLogPosition, 5000);
      t.equal(new Set([...rows, ...rest].map((row) => row.batch_id)).size, rows.length + rest.length);
      t.ok(rest.length > 0);
    });

    await t.test('a batch id that comes again is taken, and the first body comes first', async (t) => {
      const first = record(9, { body: 1 });
      await keep(first);
      await made.append({ ...first, payload: '{"body":2}' });
      const rows = (await settled(1)).filter((row) => row.batch_id === first.batch_id);
      t.same(JSON.parse(rows[0]!.payload), { body: 1 });
    });

    await t.test('what can never be kept is refused and costs no later batch', async (t) => {
      t.ok(await refused(made.append(unsendable)));
      await keep(record(2));
    });

    await t.test(
      'a server that hangs: refused within two seconds, more than it holds at once; then it goes on',
      async (t) => {
        await hang();
        const large = JSON.stringify({ a: 'x'.repeat(60_000) });
        const flood = Array.from({ length: 1200 }, () => record(3, large));
        const order: number[] = [];
        const outcomes = flood.map(async (one, index) => {
          const away = await refused(made.append(one));
          order.push(index);
          return away;
        });
        const taken = startStopwatch();
        t.ok((await Promise.all(outcomes)).every(Boolean), 'nothing was acknowledged');
        const took = taken();
        t.ok(took < 3000, `${took} ms`);
        t.ok(order.indexOf(1199) < order.indexOf(0), 'what it cannot hold is refused at once');
        await goOn();
        await takes(3);
        await settled(3);
      },
    );

    await t.test('stop waits for what is on its way, and then takes nothing', async (t) => {
      const other = open();
      await takes(4, other);
      const sent = Array.from({ length: 50 }, () => record(4));
      const results = Promise.all(sent.map((one) => keep(one, other)));
      await other.stop();
      await results;
      t.ok(await refused(other.append(record(4))));
      t.equal((await settled(4)).filter((row) => sent.some((one) => one.batch_id === row.batch_id)).length, 50);
    });
  });

t.test('batches that wait under the subjects of 64 partitions are read among those of now', async (t) => {
  const nats = await startTestNats(t, 1);
  const bus = openTestBus(t, nats.url);
  const telemetry = openJetStreamTelemetry(bus, { log, notifier, maxBytes: 512 * 1024 * 1024 });
  t.teardown(() => telemetry.stop());
  const now = [record(43), record(43 + 64), record(43 + 960)];
  await until(() => telemetry.append(now[0]!).then(...settledTo), 'the stream');
  const before = record(43);
  const publish = (one: TelemetryRecord, subject: string) => {
    const head = headers();
    head.set('Nats-Msg-Id', `${one.instance_id}:${one.batch_id}`);
    return bus.connection().request(subject, one.payload, { headers: head, timeout: 5000 });
  };
  await publish(before, 'telemetry.3.43');
  await publish(before, 'telemetry.3.43');
  for (const one of now.slice(1)) await telemetry.append(one);
  // A sender that was not answered repeats what the release before has kept.
  await telemetry.append({ ...before, partition: 43 + 64 });
  const rows = await readLane(createJetStreamSource(bus), 3);
  t.same(
    rows.map(({ batch_id, partition }) => [batch_id, partition]),
    [now[0]!, before, now[1]!, now[2]!].map(({ batch_id, partition }) => [batch_id, partition]),
    'each once, in the order in which they were kept',
  );
});
