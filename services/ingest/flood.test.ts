import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import { delay } from '#kernel/platform/delay.ts';
import { startHarness } from '#ops/testing/harness.ts';
import { freePort, isReady, startProcess } from '#ops/testing/running.ts';
import { seedScene } from '#ops/testing/scene.ts';

const senders = 600;
const rounds = 4;
const eachRound = 700;
const mebibyte = 1024 * 1024;

t.setTimeout(200_000);

t.test('under a flood the process refuses in time, its memory stays flat, and what it took is there', async (t) => {
  const h = await startHarness(t, { parts: false });
  const scene = await seedScene(h, await h.person());
  const port = await freePort();
  const { child, ended, error } = startProcess(
    {
      DATABASE_URL: h.databaseUrl,
      DATA_DIR: h.config.DATA_DIR,
      PORT: String(port),
      LIMIT_EVENTS: '0',
      LIMIT_TOKEN: '0',
    },
    ...['--only', 'sdk'],
  );
  t.teardown(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  await h.until(() => isReady(port), `the process\n${error()}`);

  const agent = new Agent({ keepAlive: true, maxSockets: senders });
  t.teardown(() => agent.destroy());
  // As large as a batch may be: the queue is bounded by bytes, and so many wait at once that they cannot all be held.
  const events = Array.from({ length: 50 }, () => ({
    id: uuidv7(),
    type: 'story_quiz_answered',
    at: Date.now(),
    group_id: scene.group_id,
    story_id: scene.stories[0],
    component_id: 'c'.repeat(64),
    value: 'v'.repeat(900),
  }));
  const tail = JSON.stringify({ consent: true, events }).slice(1);
  const send = (batch_id: string): Promise<{ status: number; retryAfter: number }> =>
    new Promise((done, fail) => {
      const sent_at = Date.now();
      const head = {
        batch_id,
        sent_at,
        viewer_id: batch_id,
        session_id: batch_id,
        platform: 'web',
        sdk_version: '1.0.0',
      };
      const body = Buffer.from(`${JSON.stringify(head).slice(0, -1)},${tail}`);
      const headers = { 'content-type': 'application/json', 'content-length': body.length };
      const going = request(
        { port, host: '127.0.0.1', method: 'POST', path: `/sdk/v1/${scene.token}/events`, headers, agent },
        (answer) => {
          answer.resume();
          answer.on('end', () =>
            done({ status: answer.statusCode!, retryAfter: Number(answer.headers['retry-after']) }),
          );
        },
      );
      going.on('error', fail);
      going.end(body);
    });

  const tally = { taken: new Set<string>(), refused: 0, hasty: 0, odd: new Set<number>() };
  const flood = async (count: number) => {
    let left = count;
    const sender = async () => {
      while (left > 0) {
        left -= 1;
        const id = uuidv7();
        const { status, retryAfter } = await send(id);
        if (status === 202) tally.taken.add(id);
        else if (status === 503 || status === 429) tally.refused += 1;
        else tally.odd.add(status);
        if (status !== 202 && !(retryAfter >= 1)) tally.hasty += 1;
      }
    };
    await Promise.all(Array.from({ length: senders }, sender));
  };
  const resident = async () =>
    Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${child.pid}/status`, 'utf8'))![1]) / 1024;

  const peaks: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const client = await h.kernel.analytics.pool.connect();
    let over = false;
    let peak = 0;
    const watch = (async () => {
      while (!over) {
        peak = Math.max(peak, await resident());
        await delay(20);
      }
    })();
    try {
      // The log stands still in the middle of the round, as behind a slow disk, until batches were refused.
      await client.query(
        'begin; set local idle_in_transaction_session_timeout = 0; lock table telemetry_batch in access exclusive mode',
      );
      const before = tally.refused;
      const sending = flood(eachRound);
      await h.until(() => tally.refused > before + senders / 4, 'batches to be refused');
      await client.query('rollback');
      await sending;
    } finally {
      client.release();
    }
    over = true;
    await watch;
    peaks.push(Math.round(peak));
  }
  t.comment(`${tally.taken.size} taken, ${tally.refused} refused, at most ${peaks.join(', ')} MiB`);
  t.same([...tally.odd], [], 'taken, or refused as too much');
  t.equal(tally.hasty, 0, 'every refusal says when to come again');
  t.ok(tally.taken.size > senders, 'much was taken');
  const first = Math.max(...peaks.slice(0, 2));
  const last = Math.max(...peaks.slice(-2));
  t.ok(last <= first * 1.3, `the last rounds need no more memory than the first: ${peaks}`);
  t.ok(last < 600, `${last} MiB for ${Math.round((senders * 64 * 1024) / mebibyte)} MiB under way`);

  const { rows } = await h.kernel.analytics.pool.query<{ batch_id: string }>(
    'select distinct batch_id from telemetry_batch',
  );
  const kept = new Set(rows.map((row) => row.batch_id));
  t.same(
    [...tally.taken].filter((id) => !kept.has(id)),
    [],
    'nothing that was taken is lost',
  );
});
