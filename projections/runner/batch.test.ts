import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import t from 'tap';
import type { StoryrailEvent } from '#contracts/events.ts';
import { transaction } from '#kernel/db/transaction.ts';
import { readLog } from '#kernel/event-store/read.ts';
import { startHarness } from '#ops/testing/harness.ts';
import { appendAs, seedScene } from '#ops/testing/scene.ts';
import type { Projection } from '../projection.ts';
import { schemaHash } from '../schema-hash.ts';
import { type ApplyOptions, applyBatch, type EventTimeouts, isTimeout } from './batch.ts';
import { redrive } from './redrive.ts';
import { createStateReader } from './stream-states.ts';
import { ensureTables, liveTables, readCheckpoint } from './tables.ts';

const rename = (title: string): StoryrailEvent => ({ type: 'StoryGroupDetailsChanged', data: { title } });

t.test('an event that times out by itself again and again is set aside, one that recovers is not', async (t) => {
  const h = await startHarness(t, { parts: false });
  const dir = await mkdtemp(join(tmpdir(), 'storyrail-timing-'));
  t.teardown(() => rm(dir, { recursive: true, force: true }));
  const nora = await h.person();
  const scene = await seedScene(h, nora);
  const other = await seedScene(h, nora, { app: scene });
  const [stream, calm] = [`storyGroup-${scene.group_id}`, `storyGroup-${other.group_id}`];
  await appendAs(h, nora, stream, [rename('For a while'), rename('Fine'), rename('Slow'), rename('Behind it')]);
  await appendAs(h, nora, calm, [rename('Not held up')]);

  const file = join(dir, 'timing.sql');
  await writeFile(file, 'create table seen (stream text, version int, primary key (stream, version));');
  const slow = new Set(['For a while', 'Slow']);
  const timing: Projection = {
    name: 'timing',
    tables: pathToFileURL(file),
    async apply({ client }, { meta }, fold) {
      const { title = '' } = { ...(fold.after() as { title?: string } | null) };
      if (slow.has(title)) await client.query("set local statement_timeout = '1ms'; select pg_sleep(1)");
      await client.query('insert into seen (stream, version) values ($1, $2)', [meta.stream, meta.version]);
    },
  };
  const { pool } = h.kernel.db;
  const seen = async (of: string): Promise<number[]> => {
    const { rows } = await pool.query('select version from timing.seen where stream = $1 order by 1', [of]);
    return rows.map((row) => row.version);
  };
  await ensureTables(h.kernel.db, timing, transaction);
  const aside: number[] = [];
  const into: ApplyOptions = {
    db: h.kernel.db,
    tables: liveTables(timing, await schemaHash(timing)),
    stateChangeAt: createStateReader(),
    budgetMs: 10_000,
    onDeadLetter: (row) => aside.push(row.version),
  };
  /** Whether the log could be applied to its end. */
  const catchUp = async (timeouts?: EventTimeouts): Promise<boolean> => {
    const at = (await readCheckpoint(pool, timing.name))!;
    const applied = applyBatch({ ...into, ...(timeouts && { timeouts }) }, at, await readLog(pool, at, 500));
    return applied.then(
      () => true,
      (error) => (isTimeout(error) ? false : Promise.reject(error)),
    );
  };

  for (let n = 0; n < 6; n += 1) t.notOk(await catchUp(), 'where nobody counts it is an outage');
  const timeouts: EventTimeouts = new Map();
  for (let n = 0; n < 4; n += 1) t.notOk(await catchUp(timeouts));
  slow.delete('For a while');
  let tries = 1;
  for (; !(await catchUp(timeouts)); tries += 1) t.same(aside, []);
  t.equal(tries, 5, 'the next one has five tries of its own');
  t.same(aside, [6]);
  t.equal(timeouts.size, 0);
  t.same(await seen(stream), [1, 2, 3, 4, 5]);
  t.ok((await seen(calm)).length > 3);
  const again = await redrive(h.kernel, timing, stream);
  t.match(again, { applied: 0, left: 2, error: 'canceling statement due to statement timeout' });
  slow.clear();
  t.same(await redrive(h.kernel, timing, stream), { applied: 2, left: 0, error: null });
});
