import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import { startHarness } from '#ops/testing/harness.ts';
import { freePort, isReady, type RunningProcess, startProcess } from '#ops/testing/running.ts';
import { appendAs, type Scene, seedScene, sendBatch } from '#ops/testing/scene.ts';

const groups = 8;

t.test('processes that are killed stop each group once, with the batch that reached its cap', async (t) => {
  const h = await startHarness(t, { parts: false });
  const nora = await h.person();
  const running = new Set<RunningProcess>();
  t.teardown(async () => {
    for (const { child, ended } of running) {
      child.kill('SIGKILL');
      await ended;
    }
  });
  const start = async (): Promise<RunningProcess> => {
    const port = await freePort();
    const run = startProcess(
      { DATABASE_URL: h.databaseUrl, DATA_DIR: h.config.DATA_DIR, PORT: String(port) },
      '--only',
      'projection:analytics,caps',
    );
    running.add(run);
    await h.until(() => isReady(port), `the process\n${run.error()}`);
    return run;
  };
  const kill = async (run: RunningProcess): Promise<void> => {
    run.child.kill('SIGKILL');
    await run.ended;
    running.delete(run);
  };
  const count = async (sql: string): Promise<number> => (await h.kernel.analytics.pool.query(sql)).rowCount ?? 0;

  const scenes: Scene[] = [];
  for (let index = 0; index < groups; index += 1) {
    const scene = await seedScene(h, nora);
    await appendAs(h, nora, `storyGroup-${scene.group_id}`, [
      { type: 'StoryGroupDetailsChanged', data: { target_cap: 10 } },
    ]);
    scenes.push(scene);
  }
  const crossing = new Map<string, string>();
  const send = async (scene: Scene, batch: number): Promise<void> => {
    const batch_id = uuidv7();
    const events = Array.from({ length: 3 }, () => ({ type: 'story_impression', story_id: scene.stories[0] }));
    for (let time = 0; time < 2; time += 1)
      t.equal((await sendBatch(h, scene.token, events, { batch_id })).statusCode, 202);
    if (batch === 4) crossing.set(scene.group_id, batch_id);
  };

  let run = await start();
  await h.until(async () => (await count('select from group_cap')) === groups, 'the copy of the caps');
  // After each round the process is killed at once: before, in or after a flush and the commands that follow it.
  for (let batch = 1; batch <= 6; batch += 1) {
    for (const scene of scenes) await send(scene, batch);
    if (batch === 4)
      await h.until(async () => (await count('select from cap_reached')) > 0, 'the first cap to be reached');
    if (batch === 2 || batch === 4) {
      await kill(run);
      run = await start();
    }
  }
  const statuses = async () =>
    (await h.kernel.db.pool.query('select status from story_group where account_id = $1', [nora.account_id])).rows.map(
      (row) => row.status,
    );
  await h.until(async () => (await statuses()).every((status) => status === 3), 'all to be stopped');
  await h.until(async () => (await count('select from telemetry_uncounted')) === 0, 'the rest to be counted');
  await h.until(async () => (await count('select from cap_reached where handled_at is null')) === 0, 'the ticks');
  await kill(run);
  for (const { group_id } of scenes) {
    const { rows } = await h.kernel.db.pool.query(
      `select cause from event where stream = $1 and type = 'StoryGroupStatusChanged'`,
      [`storyGroup-${group_id}`],
    );
    t.equal(rows.length, 1, 'stopped once');
    t.match(rows[0].cause, { type: 'view_cap', id: crossing.get(group_id), detail: /brought it to 12\.$/ });
  }
  const { rows } = await h.kernel.analytics.pool.query(
    `select sum(impressions)::int as n from daily_count where scope = 'group'`,
  );
  t.equal(rows[0].n, groups * 18, 'and every batch is counted once');
});
