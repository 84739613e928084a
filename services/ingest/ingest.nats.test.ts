import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import { createJetStreamSource } from '#kernel/telemetry-log/jetstream-source.ts';
import { firstLogPosition, lastLogPosition, type StoredBatch } from '#kernel/telemetry-log/log.ts';
import { laneCount } from '#kernel/telemetry-log/partition.ts';
import { countAll } from '#ops/testing/figures.ts';
import { type Harness, startHarness } from '#ops/testing/harness.ts';
import { startTestNats } from '#ops/testing/nats.ts';
import { seedScene, sendBatch } from '#ops/testing/scene.ts';

t.setTimeout(200_000);

const readAll = async (h: Harness): Promise<StoredBatch[]> => {
  const source = createJetStreamSource(h.kernel.bus!);
  const all: StoredBatch[] = [];
  for (let lane = 0; lane < laneCount; lane += 1)
    all.push(...(await source.read(lane, firstLogPosition, lastLogPosition, 100_000)));
  return all;
};

t.test('with NATS as the log', { timeout: 180_000 }, async (t) => {
  const nats = await startTestNats(t, 1);
  const h = await startHarness(t, { parts: false, settings: { NATS_URL: nats.url } });
  const owner = await h.person();
  const scene = await seedScene(h, owner);
  const view = { type: 'story_impression', group_id: scene.group_id, story_id: scene.stories[0]! };
  const send = (batch_id = uuidv7()) => sendBatch(h, scene.token, [view], { batch_id });
  const accepts = () => h.until(async () => (await send()).statusCode === 202, 'ingest to accept');
  await accepts();

  await t.test('a batch is answered once the servers have it, and Postgres gets none', async (t) => {
    const batch_id = uuidv7();
    const answer = await send(batch_id);
    t.same(answer.json(), { data: { accepted: 1, rejected: [] } });
    const row = (await readAll(h)).find((one) => one.batch_id === batch_id)!;
    t.equal(row.instance_id, scene.instance_id);
    t.match(JSON.parse(row.payload), { v: 2, app_id: scene.app_id, events: [{ type: 'story_impression' }] });
    t.equal((await h.kernel.analytics.pool.query('select from telemetry_batch')).rowCount, 0);
  });

  await t.test('while NATS is away the answer is 503 with Retry-After, and Postgres does not stand in', async (t) => {
    await nats.nodes[0]!.down();
    const started = performance.now();
    const answer = await send();
    t.equal(answer.statusCode, 503);
    t.ok(Number(answer.headers['retry-after']) >= 1);
    t.ok(performance.now() - started < 3000);
    t.equal((await h.kernel.analytics.pool.query('select from telemetry_batch')).rowCount, 0, 'no other log takes it');
    const { app_id } = scene;
    const body = { app_id, rule: { impression_seconds: 2 } };
    const readers = [
      await h.inject('GET', '/api/analytics/why', { as: owner, query: { figure: 'impression', app_id } }),
      await h.inject('POST', '/api/analytics/recount', { as: owner, body }),
    ];
    for (const { statusCode, headers, body } of readers) {
      t.match({ statusCode, ...JSON.parse(body) }, { statusCode: 503, code: 'Unavailable' }, 'who reads it is told');
      t.ok(Number(headers['retry-after']) >= 1);
    }
    nats.nodes[0]!.start();
    await accepts();
  });

  await t.test('how far counting is behind is told of the stream, and not while NATS is away', async (t) => {
    const ines = await h.person({ staff: true });
    const health = async () => {
      const { data } = (await h.inject('GET', '/api/admin/projection', { as: ines })).json();
      return data.find(({ name }: { name: string }) => name === 'analytics');
    };
    const exported = async () => {
      const { values } = await h.kernel.metrics.projectionLag.get();
      return values.find(({ labels }) => labels.projection === 'analytics')?.value ?? 0;
    };
    await accepts();
    const { lag, behind } = await health();
    t.ok(lag > 0 && behind >= 1, `${behind} behind by ${lag} s`);
    await countAll(h);
    t.match(await health(), { lag: 0, behind: 0 });
    t.equal(await exported(), 0);
    await nats.nodes[0]!.down();
    t.match(await health(), { lag: null, behind: null });
    await countAll(h);
    const before = await exported();
    await countAll(h);
    t.ok((await exported()) > before, 'the lag grows while the stream cannot be read');
    nats.nodes[0]!.start();
    await accepts();
    await h.until(async () => {
      await countAll(h);
      return (await health()).behind === 0;
    }, 'the stream to be counted');
    t.equal(await exported(), 0);
  });

  await t.test('nothing that was acknowledged is lost by kill -9, however often', async (t) => {
    const acknowledged = new Set<string>();
    const tries = { refused: 0, over: false };
    const sender = async () => {
      while (!tries.over) {
        const id = uuidv7();
        // As an SDK does: the same batch again until it is taken.
        for (let status = 0; status !== 202 && !tries.over; ) {
          status = (await send(id)).statusCode;
          if (status === 202) acknowledged.add(id);
          else if (status === 503) tries.refused += 1;
          else throw new Error(`answered with ${status}`);
        }
      }
    };
    const senders = Promise.all(Array.from({ length: 8 }, sender));
    for (let kill = 0; kill < 4; kill += 1) {
      const goal = acknowledged.size + 150;
      await h.until(() => acknowledged.size >= goal, 'batches');
      const deaths = nats.nodes[0]!.deaths();
      nats.nodes[0]!.signal('SIGKILL');
      await h.until(() => nats.nodes[0]!.deaths() > deaths, 'the server to end');
    }
    const goal = acknowledged.size + 50;
    await h.until(() => acknowledged.size >= goal, 'more batches');
    tries.over = true;
    await senders;
    const there = new Set((await readAll(h)).map((row) => row.batch_id));
    t.same(
      [...acknowledged].filter((id) => !there.has(id)),
      [],
    );
    t.ok(acknowledged.size > 600, `${acknowledged.size} acknowledged, ${tries.refused} refused`);
  });
});

t.test('a stream that is full refuses, and what it holds stays', { timeout: 120_000 }, async (t) => {
  const nats = await startTestNats(t, 1);
  const h = await startHarness(t, { parts: false, settings: { NATS_URL: nats.url, TELEMETRY_STREAM_MB: '1' } });
  const scene = await seedScene(h, await h.person());
  const events = Array.from({ length: 50 }, () => ({ type: 'bar_impression' }));
  const kept: string[] = [];
  const send = async (): Promise<number> => {
    const batch_id = uuidv7();
    const { statusCode } = await sendBatch(h, scene.token, events, { batch_id });
    if (statusCode === 202) kept.push(batch_id);
    return statusCode;
  };
  await h.until(async () => (await send()) === 202, 'ingest to accept');
  let status = 202;
  while (status === 202 && kept.length < 2000) status = await send();
  t.equal(status, 503);
  t.ok(kept.length > 50, `${kept.length} batches fit`);
  t.same((await readAll(h)).map((row) => row.batch_id).sort(), kept.sort());
});
