import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import { streamManager } from '#kernel/messaging/stream.ts';
import { createJetStreamSource } from '#kernel/telemetry-log/jetstream-source.ts';
import { type LogPosition, lastLogPosition } from '#kernel/telemetry-log/log.ts';
import { laneCount } from '#kernel/telemetry-log/partition.ts';
import { createPostgresSource } from '#kernel/telemetry-log/postgres-source.ts';
import { telemetryInfo, telemetryStream } from '#kernel/telemetry-log/stream.ts';
import { startHarness } from '#ops/testing/harness.ts';
import { startTestNats } from '#ops/testing/nats.ts';
import { readSourceBatches } from '../questions/source-batches.ts';
import { finaliseNextHour } from './finalise.ts';
import { type ArchivedBatch, parseLine } from './line-format.ts';
import { archiveFiles, readArchive, readFile, readUnarchived, readUnarchivedRange } from './read.ts';
import { applyRetention } from './retention.ts';

t.setTimeout(200_000);

const hourMs = 3_600_000;
const everything = { from_hour: 0, to_hour: Date.now() + 30 * 24 * hourMs };
const everyLane = Array.from({ length: laneCount }, (_, lane) => lane);

const idsOf = async (rows: AsyncIterable<ArchivedBatch>): Promise<string[]> => {
  const ids: string[] = [];
  for await (const row of rows) ids.push(row.batch_id);
  return ids.sort();
};

t.test('the archive of a stream', { timeout: 180_000 }, async (t) => {
  const nats = await startTestNats(t, 1);
  const h = await startHarness(t, { parts: false, settings: { NATS_URL: nats.url } });
  const { pool } = h.kernel.analytics;
  const sources = [createPostgresSource(pool), createJetStreamSource(h.kernel.bus!)];
  const app = uuidv7();
  const keep = async (count: number): Promise<string[]> => {
    const ids: string[] = [];
    for (let n = 0; n < count; n += 1) {
      const batch_id = uuidv7();
      const payload = JSON.stringify({
        v: 2,
        app_id: app,
        offset: 0,
        events: [{ type: 'bar_impression', at: Date.now() }],
      });
      const one = { partition: n % 64, instance_id: uuidv7(), batch_id, payload };
      await h.until(
        () =>
          h.kernel.telemetry.append(one).then(
            () => true,
            () => false,
          ),
        'the log',
      );
      ids.push(batch_id);
    }
    return ids;
  };
  const count = (places: ReadonlyMap<number, LogPosition>) =>
    pool.query(
      `update telemetry_checkpoint c set transaction_id = t::xid8, position = p
         from unnest($1::int[], $2::text[], $3::bigint[]) as v (l, t, p) where c.lane = l and c.source = 'jetstream'`,
      [
        [...places.keys()],
        [...places.values()].map((p) => p.transaction_id),
        [...places.values()].map((p) => p.position),
      ],
    );
  /** Moves the checkpoints over everything that can be read, as counting does. */
  const countAll = async () => {
    const source = createJetStreamSource(h.kernel.bus!);
    const rest = await (await readUnarchivedRange(pool)).laneRanges('jetstream');
    const ends = new Map<number, LogPosition>();
    for (const lane of everyLane) {
      const last = (await source.read(lane, rest.get(lane)!.after, lastLogPosition, 10_000)).at(-1);
      if (last) ends.set(lane, last);
    }
    await count(ends);
  };
  const whole = async () => {
    const rest = await readUnarchivedRange(pool);
    return [
      ...(await idsOf(readArchive(h.kernel, everything))),
      ...(await idsOf(readUnarchived(rest, sources))),
    ].sort();
  };
  const messages = async () => (await telemetryInfo(await streamManager(h.kernel.bus!)))!.state.messages;
  // As if the hour of now were over.
  const later = (hours: number) => Math.floor(Date.now() / hourMs) * hourMs + hours * hourMs + 11 * 60_000;
  const sealAll = (now: number) =>
    h.until(async () => {
      while (await finaliseNextHour(h.kernel, now));
      const { rows } = await pool.query(
        'select extract(epoch from max(hour))::float8 * 1000 as ms from telemetry_hour',
      );
      return (rows[0].ms ?? 0) + 2 * hourMs + 10 * 60_000 > now;
    }, 'the hours to be sealed');

  const first = await keep(200);

  await t.test('what it holds is evidence, whichever log is written now', async (t) => {
    for (const TELEMETRY_LOG of ['jetstream', 'postgres'] as const) {
      const deps = { ...h.kernel, config: { ...h.kernel.config, TELEMETRY_LOG } };
      const from = Date.now() - 24 * hourMs;
      const ask = { app_id: app, from, to: Date.now() + 24 * hourMs, checkpointOf: () => lastLogPosition };
      const ids: string[] = [];
      for await (const { batch } of readSourceBatches(deps, ask, { repeated: 0 })) ids.push(batch.batch_id);
      t.same(ids.sort(), [...first].sort(), TELEMETRY_LOG);
    }
  });

  await t.test('an hour waits until each lane is counted', async (t) => {
    while (await finaliseNextHour(h.kernel, later(1)));
    t.same(await archiveFiles(pool, everything), []);
    t.same(await whole(), [...first].sort());
    await countAll();
    await sealAll(later(1));
    const [file, ...more] = await archiveFiles(pool, everything);
    t.match(file, { app_id: app, batches: 200, events: 200 });
    t.same(more, []);
    t.same(await whole(), [...first].sort());
    let last = 0;
    for await (const row of readFile(h.kernel.files, file!.key)) {
      t.ok(Number(row.position) > last && row.source === 'jetstream');
      last = Number(row.position);
    }
  });

  await t.test('what is archived leaves the stream, what came since stays', async (t) => {
    const second = await keep(70);
    t.equal(await messages(), 270);
    await applyRetention(h.kernel, Date.now());
    t.equal(await messages(), 70);
    await applyRetention(h.kernel, Date.now());
    t.equal(await messages(), 70);
    t.same(await whole(), [...first, ...second].sort());
    await countAll();
    await sealAll(later(2));
    await applyRetention(h.kernel, Date.now());
    t.equal(await messages(), 0);
    t.same(await whole(), [...first, ...second].sort());
    first.push(...second);
  });

  await t.test('an hour of which not every message was read waits, and the stream keeps it', async (t) => {
    const more = await keep(40);
    await countAll();
    const sealed = async () => (await pool.query('select from telemetry_hour')).rowCount;
    const hours = await sealed();
    let reads = 0;
    const endsEarly: typeof createJetStreamSource = (bus, onUnreadable) => {
      const source = createJetStreamSource(bus, onUnreadable);
      const read: typeof source.read = async (lane, ...range) => {
        const rows = await source.read(lane, ...range);
        if (lane !== 5) return rows;
        reads += 1;
        return reads === 1 ? rows.slice(0, 1) : [];
      };
      return { ...source, read };
    };
    t.equal(await finaliseNextHour(h.kernel, later(3), endsEarly), false);
    t.equal(reads, 2, 'one lane ended early');
    t.equal(await sealed(), hours);
    await applyRetention(h.kernel, Date.now());
    t.equal(await messages(), 40);
    // What is no batch, and what somebody has deleted, hold nothing up.
    const manager = await streamManager(h.kernel.bus!);
    const { last_seq } = (await telemetryInfo(manager))!.state;
    await manager.streams.deleteMessage(telemetryStream, last_seq - 3);
    await h.kernel.bus!.connection().request('telemetry.5.0.0.0.0.0.0.0', '{}', { timeout: 5000 });
    await keep(1).then((ids) => more.push(...ids));
    more.splice(40 - 4, 1);
    await countAll();
    await sealAll(later(3));
    t.ok((await sealed())! > hours!);
    await applyRetention(h.kernel, Date.now());
    t.equal(await messages(), 0);
    first.push(...more);
    t.same(await whole(), [...first].sort());
  });

  await t.test('a stream that had to be made anew is read from its beginning', async (t) => {
    const manager = await streamManager(h.kernel.bus!);
    await manager.streams.delete(telemetryStream);
    h.kernel.bus!.switchServer();
    const third = await keep(30);
    t.same(await whole(), [...first, ...third].sort());
    await countAll();
    await sealAll(later(4));
    t.same(await whole(), [...first, ...third].sort());
    await applyRetention(h.kernel, Date.now());
    t.equal(await messages(), 0);
    first.push(...third);
  });

  await t.test('both logs of an hour stand in its file', async (t) => {
    const batch_id = uuidv7();
    const payload = JSON.stringify({ v: 2, app_id: app, offset: 0, events: [] });
    const at = new Date(later(5) - 30 * 60_000);
    await pool.query(
      'insert into telemetry_batch (partition, instance_id, batch_id, received_at, payload) values (3, $1, $2, $3, $4)',
      [uuidv7(), batch_id, at, payload],
    );
    await pool.query(
      `update telemetry_checkpoint set transaction_id = '18446744073709551615' where source = 'postgres'`,
    );
    const fourth = await keep(5);
    await countAll();
    await sealAll(later(6));
    t.same(await whole(), [...first, ...fourth, batch_id].sort());
    const [file] = (await archiveFiles(pool, everything)).filter((one) => one.batches === 6);
    const logs: string[] = [];
    for await (const row of readFile(h.kernel.files, file!.key)) logs.push(row.source);
    t.same(logs, ['postgres', ...fourth.map(() => 'jetstream')]);
  });
});

t.test('a line that is none is no batch', async (t) => {
  t.throws(() => parseLine('{"a":1}'), /cannot be read/);
});
