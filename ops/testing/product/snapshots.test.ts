import t from 'tap';
import { systemContext } from '#kernel/commands/command-trx.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { load, save } from '#kernel/commands/streams.ts';
import { readStream } from '#kernel/event-store/read.ts';
import { buildServer } from '#kernel/http/server.ts';
import { auditProjection } from '#projections/audit/projection.ts';
import { deliveryProjection } from '#projections/delivery/projection.ts';
import { historyProjection } from '#projections/history/projection.ts';
import { rebuildProjection } from '#projections/runner/rebuild.ts';
import { createStateReader } from '#projections/runner/stream-states.ts';
import { apiRoutes } from '../../start/api-routes.ts';
import { startHarness } from '../harness.ts';
import { ownerWithApp } from '../owner-with-app.ts';

t.test('dropping all snapshots changes no answer', async (t) => {
  const h = await startHarness(t);
  const { pool } = h.kernel.db;
  const made = await ownerWithApp(h);
  const { owner, app_id } = made;
  const id = await made.group({ status: 2 });
  const stories = [await made.story(id), await made.story(id, { title: 'Two' })];
  const stream = `storyGroup-${id}`;
  const context = {
    ...systemContext(Date.now(), owner.account_id),
    actor: { type: 'user' as const, id: owner.user_id },
  };
  for (let from = 0; from < 2500; from += 500)
    await runCommand(h.kernel, context, async (trx) => {
      const events = Array.from({ length: 500 }, (_, n) =>
        n % 5 === 0
          ? {
              type: 'StoryChanged' as const,
              data: { story_id: stories[n % 2]!, changes: { title: `Story ${from + n}` } },
            }
          : { type: 'StoryGroupDetailsChanged' as const, data: { title: `Title ${from + n}` } },
      );
      await save(trx, await load(trx, stream), events);
      return { status: 200, data: null };
    });

  const snapshotVersion = async () =>
    (await pool.query<{ version: number }>('select version from stream_snapshot where stream = $1', [stream])).rows[0]
      ?.version ?? 0;
  const used = async () =>
    (await h.kernel.metrics.snapshots.get()).values.find(({ labels }) => labels.outcome === 'used')!.value;
  await h.until(async () => (await snapshotVersion()) >= 2000, 'a snapshot behind the commands');
  await h.caughtUp();

  /** A process that has nothing in memory yet. */
  const freshProcess = async () => {
    const kernel = { ...h.kernel };
    const server = await buildServer(kernel, apiRoutes);
    t.teardown(() => server.close());
    return async (method: 'GET' | 'PATCH' | 'POST', path: string, body?: object, headers = {}) => {
      const answer = await server.inject({
        method,
        url: `/api${path}`,
        ...(body ? { payload: body } : {}),
        headers: { authorization: `Bearer ${owner.token}`, ...headers },
      });
      const { request_id: _, ...said } = answer.json();
      return { status: answer.statusCode, body: said };
    };
  };
  const middle = (await readStream(pool, stream, 2400, 2401))[0]!;
  const answers = async () => {
    const ask = await freshProcess();
    const change = await createStateReader()(pool, middle);
    const about = `story_group_id=${id}&app_id=${app_id}`;
    return {
      detail: await ask('GET', `/story_group/detail?story_group_id=${id}`),
      list: await ask('GET', `/n/story_group?app_id=${app_id}&limit=100`),
      history: await ask('GET', `/story_group/history?story_group_id=${id}&limit=50`),
      audit: await ask('GET', '/audit?limit=50'),
      earlier: await ask('GET', `/story_group/as_of?story_group_id=${id}&version=700`),
      later: await ask('GET', `/story_group/as_of?story_group_id=${id}&version=2450`),
      restoring: await ask('GET', `/story_group/restore?${about}&version=700`),
      restoringLater: await ask('GET', `/story_group/restore?${about}&version=2450`),
      outdated: await ask('PATCH', '/n/story_group', { story_group_id: id, title: 'Late' }, { 'if-match': '"12"' }),
      change: { before: change.before(), after: change.after() },
    };
  };
  /** A command in a process that has to load the stream; what differs between two such commands is left out. */
  const command = async (title: string) => {
    const ask = await freshProcess();
    const { status, body } = await ask('PATCH', '/n/story_group', { story_group_id: id, title });
    const [event] = (await readStream(pool, stream)).slice(-1);
    const { version } = event!.meta;
    return {
      version,
      said: { status, ...body, data: { ...body.data, version: null } },
      event: { type: event!.type, data: event!.data },
    };
  };

  const usedBefore = await used();
  const withSnapshot = await command('Named');
  t.equal(withSnapshot.said.status, 200);
  t.ok((await used()) > usedBefore, 'the command began at the snapshot');
  await command('Named otherwise');
  await h.caughtUp();

  const before = await answers();
  const { change: _, ...asked } = before;
  for (const [what, { status }] of Object.entries(asked)) t.equal(status, what === 'outdated' ? 412 : 200, what);
  await pool.query('delete from stream_snapshot');
  t.same(await answers(), before);
  await pool.query('delete from stream_snapshot');
  const usedThen = await used();
  const without = await command('Named');
  t.equal(await used(), usedThen, 'this one began at the first event');
  t.same({ ...without, version: null }, { ...withSnapshot, version: null });
  t.equal(without.version, withSnapshot.version + 2);
  await h.until(async () => (await snapshotVersion()) === without.version, 'a snapshot by who loaded the stream');

  await h.caughtUp();
  for (const projection of [auditProjection, historyProjection, deliveryProjection])
    t.equal((await rebuildProjection(h.kernel, projection)).equal, true, projection.name);
  await pool.query('delete from stream_snapshot');
  for (const projection of [auditProjection, historyProjection, deliveryProjection])
    t.equal((await rebuildProjection(h.kernel, projection)).equal, true, `${projection.name} without snapshots`);
});
