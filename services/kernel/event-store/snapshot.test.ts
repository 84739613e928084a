import type pg from 'pg';
import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import type { AccountState } from '#contracts/account/state.ts';
import type { StoryrailEvent } from '#contracts/events.ts';
import { startHarness } from '#ops/testing/harness.ts';
import { systemContext } from '../commands/command-trx.ts';
import { transaction } from '../db/transaction.ts';
import { append } from './append.ts';
import { loadStream, streamVersion } from './read.ts';
import { createSnapshotWriter, needsSnapshot, snapshotEvery, writeSnapshot } from './snapshot.ts';

const created: StoryrailEvent = {
  type: 'AccountCreated',
  data: {
    name: 'Marlow',
    time_zone: 'UTC',
    trial_ends: 0,
    profile: {},
    package_id: null,
    referral_token: null,
    appsumo_token: null,
  },
};
const devices = (count: number): StoryrailEvent => ({
  type: 'TestDevicesChanged',
  data: {
    test_devices: Array.from({ length: count }, () => ({
      id: 'd'.repeat(100),
      name: 'A phone',
      platform: 'ios' as const,
    })),
  },
});
const details = (index: number): StoryrailEvent => ({
  type: 'AccountDetailsChanged',
  data: { name: `Marlow ${index}` },
});
const accountStream = () => `account-${uuidv7()}`;

t.test('snapshots of streams', async (t) => {
  const h = await startHarness(t, { parts: false });
  const { pool } = h.kernel.db;

  const add = async (stream: string, events: readonly StoryrailEvent[]) => {
    const from = await streamVersion(pool, stream);
    for (let at = 0; at < events.length; at += 500)
      await transaction(h.kernel.db, (trx) =>
        append(trx, stream, from + at, events.slice(at, at + 500), systemContext(1_795_000_000_000)),
      );
  };
  const longStream = async (length: number) => {
    const stream = accountStream();
    await add(stream, [created, ...Array.from({ length: length - 1 }, (_, index) => details(index))]);
    return stream;
  };
  const snapshotOf = async (stream: string) => {
    const { rows } = await pool.query<{ version: number; state_version: number }>(
      'select version, state_version from stream_snapshot where stream = $1',
      [stream],
    );
    return rows[0] ?? null;
  };
  const snapshot = async (stream: string, until?: number) =>
    writeSnapshot(pool, stream, await loadStream(pool, stream, null, until));
  /** Loads a stream; `rows` is how many rows that read, `asked` in how many statements. */
  const load = async (stream: string, until?: number) => {
    const count = { rows: 0, asked: 0 };
    const counting = {
      query: async (config: pg.QueryConfig) => {
        const answer = await pool.query(config);
        count.rows += answer.rows.length;
        count.asked += 1;
        return answer;
      },
    } as unknown as pg.Pool;
    const { state, version, snapshot: used } = await loadStream<AccountState>(counting, stream, null, until);
    return { state, version, used: used?.version ?? null, ...count };
  };
  const folded = async (stream: string, until?: number) => {
    const { state, version } = await load(stream, until);
    return { state, version };
  };

  t.test(
    'a stream of 2,500 events is loaded from its snapshot and the events after it, in one statement',
    async (t) => {
      const stream = await longStream(2500);
      const before = await load(stream);
      t.match(before, { version: 2500, used: null, rows: 2500, asked: 1 });
      t.ok(await snapshot(stream, 2400));
      const after = await load(stream);
      t.match(after, { version: 2500, used: 2400, rows: 101, asked: 1 });
      t.same(after.state, before.state);
      t.same(Object.keys(after.state), Object.keys(before.state), 'fields come in the same order');
      const known = { state: before.state, version: 2500, eventBytes: 9, stateBytes: 9 };
      const fromMemory = await loadStream(pool, stream, known);
      t.same(fromMemory, { ...known, snapshot: null }, 'what is known already is newer than the snapshot');
    },
  );

  t.test('a stream without a snapshot is read as before; one that does not exist stands at 0', async (t) => {
    const stream = await longStream(3);
    t.match(await load(stream), { version: 3, used: null, rows: 3, asked: 1 });
    t.match(await load(accountStream()), { version: 0, used: null, rows: 0, state: { exists: false } });
  });

  t.test('an earlier state is not taken from a later snapshot', async (t) => {
    const stream = await longStream(30);
    const [ninth, twentieth] = [await folded(stream, 9), await folded(stream, 20)];
    await snapshot(stream, 15);
    t.match(await load(stream, 9), { ...ninth, used: null, rows: 9 });
    t.match(await load(stream, 15), { version: 15, used: 15, rows: 1 });
    t.match(await load(stream, 20), { ...twentieth, used: 15, rows: 6 });
  });

  t.test('a snapshot of another state version is ignored, and replaced', async (t) => {
    const stream = await longStream(20);
    const before = await folded(stream);
    await snapshot(stream, 15);
    await pool.query(
      `update stream_snapshot set state_version = state_version + 1, state = '{"id":"of another release"}' where stream = $1`,
      [stream],
    );
    t.match(await load(stream), { used: null, rows: 20 });
    t.same(await folded(stream), before);
    t.ok(await snapshot(stream, 10), 'although it is older');
    t.match(await load(stream), { used: 10, rows: 11 });
  });

  t.test('an older snapshot never replaces a newer one', async (t) => {
    const stream = await longStream(40);
    const states = await Promise.all([10, 20, 30].map((until) => loadStream(pool, stream, null, until)));
    t.ok(await writeSnapshot(pool, stream, states[1]!));
    t.notOk(await writeSnapshot(pool, stream, states[0]!));
    t.notOk(await writeSnapshot(pool, stream, states[1]!));
    t.match(await snapshotOf(stream), { version: 20 });
    await pool.query('delete from stream_snapshot where stream = $1', [stream]);
    // Each on a connection of its own, as from several processes.
    await Promise.all([...states, ...states].reverse().map((state) => writeSnapshot(pool, stream, state)));
    t.match(await snapshotOf(stream), { version: 30 });
    t.match(await load(stream), { version: 40, used: 30, rows: 11 });
  });

  t.test(
    'a snapshot above the end of its stream, or of other events than there are, is ignored and replaced',
    async (t) => {
      const stream = await longStream(30);
      await snapshot(stream);
      // The log as it was at an earlier moment, with the snapshot of later.
      await h.asOwner('delete from event where stream = $1 and version > 20', [stream]);
      t.match(await load(stream), { version: 20, used: null, rows: 20, state: { name: 'Marlow 18' } });
      await add(
        stream,
        Array.from({ length: 15 }, (_, index) => details(1000 + index)),
      );
      const other = await load(stream);
      t.match(other, { version: 35, used: null, rows: 35, state: { name: 'Marlow 1014' } });
      t.ok(await snapshot(stream, 25), 'it goes, although its version is higher');
      t.match(await load(stream), { version: 35, used: 25, rows: 11, state: other.state });
    },
  );

  t.test('a snapshot of a version that is not there is not written', async (t) => {
    const stream = await longStream(2);
    t.notOk(await writeSnapshot(pool, stream, { state: {}, version: 3, eventBytes: 0 }));
    t.equal(await snapshotOf(stream), null);
  });

  t.test('a stream gets one for each 1,000 events or MiB of data that it has gained, and none before', (t) => {
    const { events, bytes } = snapshotEvery;
    t.same([events, bytes], [1000, 1024 * 1024]);
    const at = (version: number, eventBytes = 0) => ({ version, eventBytes });
    t.notOk(needsSnapshot(at(events - 1, bytes - 1), null));
    t.ok(needsSnapshot(at(events), null));
    t.ok(needsSnapshot(at(1, bytes), null));
    t.notOk(needsSnapshot(at(events + 9, bytes + 9), at(10, 10)));
    t.ok(needsSnapshot(at(events + 10), at(10)));
    t.ok(needsSnapshot(at(11, bytes + 10), at(10, 10)));
    t.end();
  });

  t.test('the writer writes what has become long, once, and what it writes changes no state', async (t) => {
    const told: [string, unknown][] = [];
    const writer = createSnapshotWriter(pool, (stream, outcome) => told.push([stream, outcome]));
    const [long, short] = [await longStream(1200), await longStream(999)];
    const before = await folded(long);
    for (const stream of [long, short, long]) writer.note(stream, await loadStream(pool, stream));
    await writer.idle();
    t.same(told, [[long, { written: true }]]);
    t.match(await load(long), { ...before, used: 1200, rows: 1 });
    t.equal(await snapshotOf(short), null);
    await add(long, [details(1)]);
    const later = await loadStream(pool, long);
    writer.note(long, later, later.snapshot);
    await writer.idle();
    t.equal(told.length, 1, 'one event more is no reason');
    await add(
      long,
      Array.from({ length: 1000 }, (_, index) => details(index)),
    );
    writer.note(long, { version: 2201, eventBytes: later.eventBytes });
    await writer.idle();
    t.match(await snapshotOf(long), { version: 2201 });
  });

  t.test('a stream of few events past a MiB gets one, too', async (t) => {
    const stream = accountStream();
    await add(stream, [created, ...Array.from({ length: 8 }, () => devices(1300))]);
    const before = await loadStream(pool, stream);
    t.ok(before.eventBytes > snapshotEvery.bytes);
    const writer = createSnapshotWriter(pool);
    writer.note(stream, before);
    await writer.idle();
    const after = await load(stream);
    t.match(after, { version: 9, used: 9, rows: 1 });
    t.same(after.state, before.state);
    const { eventBytes, stateBytes } = await loadStream(pool, stream);
    t.equal(eventBytes, before.eventBytes, 'it knows how much data lies behind it');
    t.ok(stateBytes < before.stateBytes / 4, 'and that the state is smaller than that');
  });

  t.test('streams that fold to nothing get none', async (t) => {
    const stream = `security-${uuidv7()}-202611`;
    const signedIn = { type: 'UserSignedIn' as const, data: { user_id: uuidv7(), session_id: uuidv7() } };
    await add(
      stream,
      Array.from({ length: 1001 }, () => signedIn),
    );
    const told: unknown[] = [];
    const writer = createSnapshotWriter(pool, (_, outcome) => told.push(outcome));
    writer.note(stream, await loadStream(pool, stream));
    await writer.idle();
    t.same(told, []);
    t.notOk(await writeSnapshot(pool, stream, await loadStream(pool, stream)));
    t.equal(await snapshotOf(stream), null);
  });

  t.test('one at a time is written, and a failed one is given up until as much again was appended', async (t) => {
    let running = 0;
    let most = 0;
    const failing = new Set<string>();
    const counting = {
      query: async (config: pg.QueryConfig) => {
        running += 1;
        most = Math.max(most, running);
        try {
          if (failing.has(String(config.values![0]))) throw new Error('no connection');
          return await pool.query(config);
        } finally {
          running -= 1;
        }
      },
    } as unknown as pg.Pool;
    const told: [string, unknown][] = [];
    const writer = createSnapshotWriter(counting, (stream, outcome) => told.push([stream, outcome]));
    const streams = [await longStream(1000), await longStream(1000), await longStream(1000)] as const;
    failing.add(streams[1]);
    for (const stream of streams) writer.note(stream, { version: 1000, eventBytes: 0 });
    await writer.idle();
    t.equal(most, 1);
    t.match(told, [
      [streams[0], { written: true }],
      [streams[1], { error: new Error('no connection') }],
      [streams[2], { written: true }],
    ]);
    failing.clear();
    writer.note(streams[1], { version: 1999, eventBytes: 0 });
    await writer.idle();
    t.equal(await snapshotOf(streams[1]), null);
    writer.note(streams[1], { version: 2000, eventBytes: 0 });
    await writer.idle();
    t.match(await snapshotOf(streams[1]), { version: 1000 }, 'what is there when its turn comes');
  });

  t.test('two writers of one stream leave one snapshot, the newer', async (t) => {
    const stream = await longStream(1500);
    const writers = [createSnapshotWriter(pool), createSnapshotWriter(pool)];
    for (const writer of writers) writer.note(stream, { version: 1500, eventBytes: 0 });
    await add(stream, [details(1)]);
    await Promise.all(writers.map((writer) => writer.idle()));
    const { version } = (await snapshotOf(stream))!;
    t.ok(version === 1500 || version === 1501, `${version}`);
    t.match(await load(stream), { version: 1501, used: version, state: { name: 'Marlow 1' } });
  });
});
