import { randomBytes } from 'node:crypto';
import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import { laneCount } from '#kernel/telemetry-log/partition.ts';
import { countAll } from '#ops/testing/figures.ts';
import { type Harness, startHarness } from '#ops/testing/harness.ts';
import { seenPayload } from '#ops/testing/seen-batch.ts';
import { reachIn, readDailyReach, readMetrics, readSketches, sumCounters } from '../questions/metrics.ts';
import { rebuildAnalytics } from '../rebuild/rebuild.ts';
import { compactNextPeriod, oldestDay } from '../rollups/compact.ts';
import { reachPrecision } from '../rollups/sketch.ts';
import { compareSums } from '../rollups/test-sums.ts';
import { countUnion } from '../rollups/union.ts';
import { createAggregator } from './aggregator.ts';
import { openLaneLease } from './lease.ts';
import { startAnalytics } from './worker.ts';

const dayMs = 86_400_000;
const monday = Date.UTC(2026, 9, 5);
const dayName = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const daysBetween = (from: number, to: number) =>
  Array.from({ length: (to - from) / dayMs + 1 }, (_, index) => dayName(from + index * dayMs));

interface Thing {
  app_id: string;
  account_id: string;
  instance_id: string;
  group_id: string;
  partition: number;
}
const thing = (partition: number, app_id = uuidv7(), account_id = uuidv7()): Thing => ({
  app_id,
  account_id,
  instance_id: uuidv7(),
  group_id: uuidv7(),
  partition,
});
const viewers = Array.from({ length: 2000 }, () => randomBytes(16).toString('base64url'));

/** Puts a batch into the inbox as the ingest does; each of `at` is an impression. */
const arrive = async (
  h: Harness,
  { app_id, account_id, instance_id, group_id, partition }: Thing,
  viewer: string,
  at: number[],
) => {
  const payload = seenPayload({ app_id, account_id, group_id, viewer }, at);
  await h.kernel.analytics.pool.query(
    'insert into telemetry_batch (partition, instance_id, batch_id, payload) values ($1, $2, $3, $4)',
    [partition, instance_id, uuidv7(), payload],
  );
};
const ownedLanes = async (h: Harness): Promise<number[]> => {
  const { rows } = await h.kernel.analytics.pool.query<{ held: number }>(
    `select count(*)::int as held from telemetry_lane where until > clock_timestamp() group by owner order by held`,
  );
  return rows.map(({ held }) => held);
};

t.test('lanes', async (t) => {
  const h = await startHarness(t, { parts: false });

  await t.test('workers share them evenly, and take over those of one that is gone', async (t) => {
    const [one, two, three] = [
      openLaneLease(h.kernel.analytics),
      openLaneLease(h.kernel.analytics),
      openLaneLease(h.kernel.analytics),
    ];
    t.same(await one.renew(), [0, 1, 2, 3, 4, 5, 6, 7]);
    t.same(await two.renew(), [], 'nothing is free before the first gave its share back');
    const shares = async (...of: (typeof one)[]) => {
      const held = [];
      for (const lease of of) held.push(await lease.renew());
      return held;
    };
    const even = async (...of: (typeof one)[]) => {
      await shares(...of);
      const held = await shares(...of);
      t.same(held.flat().sort(), [0, 1, 2, 3, 4, 5, 6, 7], 'every lane has one owner');
      return held.map(({ length }) => length).sort();
    };
    t.same(await even(one, two), [4, 4]);
    t.same(await even(one, two, three), [2, 3, 3]);
    await two.end();
    t.same(await even(one, three), [4, 4]);
    await h.until(
      async () => (await one.renew()).length === laneCount,
      'the lanes of a worker that no longer shows itself',
    );
    await one.end();
    t.same(await ownedLanes(h), []);
  });

  await t.test('two workers count everything once, also when one ends in the middle', async (t) => {
    const things = Array.from({ length: 16 }, (_, index) => thing(index));
    const [one, two] = [await startAnalytics(h.kernel), await startAnalytics(h.kernel)];
    t.teardown(() => Promise.all([one.stop(), two.stop()]));
    await h.until(async () => (await ownedLanes(h)).join() === '4,4', 'both to have their share');
    const now = Date.now();
    const send = (from: number) =>
      Promise.all(things.map((each, index) => arrive(h, each, viewers[from + index]!, [now, now])));
    await send(0);
    const stopped = one.stop();
    await send(100);
    await stopped;
    await send(200);
    const total = async () => {
      const { rows } = await h.kernel.analytics.pool.query<{ n: number }>(
        `select coalesce(sum(impressions), 0)::int as n from daily_count where scope = 'group'`,
      );
      return rows[0]!.n;
    };
    await h.until(async () => (await total()) >= 96, 'all to be counted');
    t.equal(await total(), 96);
    t.equal(two.healthy(), null);
  });
});

t.test('how far a worker is behind is told of the lanes that it has', async (t) => {
  const h = await startHarness(t, { parts: false });
  const told = async () => {
    const { values } = await h.kernel.metrics.projectionLag.get();
    return values.find(({ labels }) => labels.projection === 'analytics')?.value;
  };
  const count = createAggregator(h.kernel);
  // More than one flush takes, an hour ago.
  await h.kernel.analytics.pool.query(
    `insert into telemetry_batch (partition, instance_id, batch_id, received_at, payload)
     select 0, gen_random_uuid(), gen_random_uuid(), now() - interval '1 hour', 'not json' from generate_series(1, 2001)`,
  );
  await h.until(async () => {
    let flushes = 1;
    return (await count([0], () => flushes-- > 0)) === 2000;
  }, 'the batches to be readable');
  t.ok((await told())! >= 3600);
  await count([1], () => true);
  t.equal(await told(), 0, 'lane 0 went to another worker');
  await count([], () => true);
  t.equal(await told(), 0);
  const failing = createAggregator(h.kernel, () => [{ add: () => {}, write: () => Promise.reject(new Error('full')) }]);
  await t.rejects(
    failing([0], () => true),
    /full/,
  );
  t.ok((await told())! >= 3600, 'the batch that cannot be counted');
  await count([0], () => true);
  t.equal(await told(), 0, 'once it is counted');
});

t.test('while nothing waits one statement asks for all lanes, and only those with batches are read', async (t) => {
  const h = await startHarness(t, { parts: false });
  const { pool } = h.kernel.analytics;
  const count = createAggregator(h.kernel);
  const all = Array.from({ length: laneCount }, (_, lane) => lane);
  let acquired = 0;
  pool.on('acquire', () => {
    acquired += 1;
  });
  const connectionsFor = async (lanes: readonly number[]) => {
    acquired = 0;
    const counted = await count(lanes, () => true);
    return { counted, acquired };
  };
  t.same(await connectionsFor(all), { counted: 0, acquired: 1 });
  t.same(await connectionsFor([]), { counted: 0, acquired: 0 });
  await pool.query(
    `insert into telemetry_batch (partition, instance_id, batch_id, payload) values (3, $1, $1, 'not json')`,
    [uuidv7()],
  );
  t.same(await connectionsFor([0, 1]), { counted: 0, acquired: 1 }, 'of other lanes');
  let found = { counted: 0, acquired: 0 };
  await h.until(async () => {
    found = await connectionsFor(all);
    return found.counted > 0;
  }, 'the batch to be readable');
  t.same(found, { counted: 1, acquired: 2 });
  t.same(await connectionsFor(all), { counted: 0, acquired: 1 }, 'once it is counted');
});

t.test('what lies in several lanes', async (t) => {
  const h = await startHarness(t, { parts: false });
  const app = thing(0);
  const second = thing(5, app.app_id, app.account_id);
  const other = thing(5, uuidv7(), app.account_id);
  for (const each of [app, second, other]) {
    for (let index = 0; index < 10; index += 1)
      await arrive(h, each, viewers[index]!, [monday, monday + 1000, monday + 40 * dayMs]);
    await arrive(h, each, viewers[each === app ? 500 : 501]!, [monday + 31 * dayMs]);
  }
  await countAll(h);
  const ask = {
    apps: [app.app_id],
    scope: 'app' as const,
    subjects: [app.app_id],
    from: '2026-10-01',
    to: '2026-12-01',
  };
  const first = [dayName(monday)];
  const figures = [...(await readMetrics(h.kernel.analytics, { ...ask, ranges: [first] })).values()];

  await t.test('counts are added up, and a viewer of two instances is one viewer', async (t) => {
    t.equal(sumCounters(figures, first).impressions, 40);
    t.equal(reachIn(figures, 0), 10);
    t.equal((await readDailyReach(h.kernel.analytics, ask))(first[0]!), 10);
    t.equal((await readDailyReach(h.kernel.analytics, { ...ask, scope: 'active' }))(first[0]!), 10);
  });

  await t.test('each viewer of an account stands once in a month, with their days', async (t) => {
    const { rows } = await h.kernel.analytics.pool.query(
      `select month::text, days, count(*)::int as viewers from account_viewer where account_id = $1
        group by month, days order by month, days`,
      [app.account_id],
    );
    t.same(rows, [
      { month: '2026-10-01', days: 1 << 4, viewers: 10 },
      { month: '2026-11-01', days: 1 << 4, viewers: 2 },
      { month: '2026-11-01', days: 1 << 13, viewers: 10 },
    ]);
    const { rows: months } = await h.kernel.analytics.pool.query(
      `select month::text, sum(viewers)::int as viewers from account_month where account_id = $1 group by month order by month`,
      [app.account_id],
    );
    t.same(months, [
      { month: '2026-10-01', viewers: 10 },
      { month: '2026-11-01', viewers: 12 },
    ]);
  });
});

t.test('weeks and months that are over', async (t) => {
  const now = monday + 60 * dayMs;
  const h = await startHarness(t, { parts: false, now: () => now });
  const things = [thing(1), thing(2), thing(9)];
  let seed = 7;
  const chance = (below: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  const play = async (batches: number, lastDay: number) => {
    for (let index = 0; index < batches; index += 1)
      await arrive(
        h,
        things[chance(3)]!,
        viewers[chance(2000)]!,
        Array.from({ length: 4 }, () => monday + chance(lastDay) * dayMs + chance(dayMs)),
      );
    await countAll(h);
  };
  const merge = async (rounds = Number.POSITIVE_INFINITY, at = now) => {
    const client = await h.kernel.analytics.pool.connect();
    try {
      const oldest = (await oldestDay(client))!;
      for (let lane = 0; lane < laneCount; lane += 1)
        for (let round = 0; round < rounds && (await compactNextPeriod(client, lane, at, oldest)); ) round += 1;
    } finally {
      client.release();
    }
  };
  /** Compares the reach of ranges with what all their days say together. */
  const compare = async (what: string) => {
    const ranges = [
      daysBetween(monday, monday + 59 * dayMs),
      daysBetween(monday + 2 * dayMs, monday + 40 * dayMs),
      daysBetween(Date.UTC(2026, 10, 1), Date.UTC(2026, 10, 30)),
      daysBetween(monday + 7 * dayMs, monday + 13 * dayMs),
      daysBetween(monday + 9 * dayMs, monday + 9 * dayMs),
      daysBetween(monday + 30 * dayMs, monday + 59 * dayMs),
      daysBetween(monday + 53 * dayMs, monday + 59 * dayMs),
    ];
    for (const { app_id, group_id } of things) {
      const ask = {
        apps: [app_id],
        scope: 'group' as const,
        subjects: [group_id],
        from: dayName(monday),
        to: dayName(now),
      };
      const figures = await readMetrics(h.kernel.analytics, { ...ask, ranges });
      const sketches = await readSketches(h.kernel.analytics, ask);
      for (const [index, days] of ranges.entries()) {
        const own = sketches.filter(({ day }) => days.includes(day)).map(({ sketch }) => sketch);
        t.equal(reachIn([figures.get(group_id)], index), countUnion(reachPrecision, own), `${what}, range ${index}`);
      }
    }
    const some = Array.from({ length: 8 }, () => {
      const first = chance(60);
      return daysBetween(monday + first * dayMs, monday + (first + chance(60 - first)) * dayMs);
    });
    const groups = things.map(({ app_id, group_id: id }) => ({ app_id, id }));
    await compareSums(t, h.kernel.analytics, { scope: 'group', entities: groups }, [...ranges, ...some], what);
    const apps = groups.map(({ app_id }) => ({ app_id, id: app_id }));
    await compareSums(t, h.kernel.analytics, { scope: 'app', entities: apps }, [...ranges, ...some], what);
  };

  await play(400, 50);
  await compare('nothing merged');
  await merge(3);
  await play(60, 50);
  await compare('some merged');
  await merge();
  await compare('all merged');
  await play(200, 58);
  await compare('late viewers after the merge');
  const rolling = async () => {
    const { rows } = await h.kernel.analytics.pool.query<{ span: string; starts: string }>(
      `select distinct span, starts::text from span_viewers where span like 'days%' order by span, starts`,
    );
    return rows.map(({ span, starts }) => `${span} ${starts}`);
  };
  const rollingFrom = (...ends: number[]) =>
    [28, 5].flatMap((length) => ends.map((end) => `days${length} ${dayName(monday + (end - length + 1) * dayMs)}`));
  const kinds = async () => {
    const { rows } = await h.kernel.analytics.pool.query<{ span: string }>(
      'select distinct span from span_viewers order by span',
    );
    return rows.map(({ span }) => span);
  };
  t.same(await kinds(), ['days28', 'days5', 'month', 'week'], 'every kind of span is merged');
  t.same(await rolling(), rollingFrom(58));
  await merge(undefined, now + dayMs);
  await compare('a day later');
  t.same(
    await rolling(),
    rollingFrom(58, 59),
    'the rolling spans of the day before stay: they are of use until new ones are merged',
  );
  await merge(undefined, now + 2 * dayMs);
  t.same(
    await rolling(),
    rollingFrom(58, 59, 60),
    'what is not to be read any more may still be in the hands of a reader',
  );
  await merge(undefined, now + 3 * dayMs);
  t.same(await rolling(), rollingFrom(59, 60, 61), 'a day later it is gone');
  await play(100, 58);
  await compare('late viewers of older rolling spans');
  const { before, after } = await rebuildAnalytics(h.kernel);
  t.same(after, before);
  await compare('after a rebuild, nothing merged');
});
