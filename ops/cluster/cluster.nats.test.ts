import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import t from 'tap';
import { delay } from '#kernel/platform/delay.ts';
import { createRandom } from '#ops/testing/random.ts';
import { createCommandGenerator } from '../../loadtest/faults/command-generator.ts';
import { type ClientFixture, createFixtures, openRunKernel } from '../../loadtest/faults/fixtures.ts';
import { nonEphemeralPort } from '../../loadtest/faults/processes.ts';
import { createRetryingClient } from '../../loadtest/faults/retrying-client.ts';
import { limitsOff, until } from '../testing/harness.ts';
import { compareWithLog, readStreamMessages } from '../testing/nats.ts';
import { freshDatabase, testServer } from '../testing/postgres.ts';
import { programArgs } from '../testing/program.ts';
import { isReady, makeTempFolder, minimalEnv } from '../testing/running.ts';
import { findNatsServer } from './nats-server.ts';
import { superviseProcess } from './supervised-process.ts';
import { clusterProcesses, type LocalCluster, startCluster } from './topology.ts';

t.setTimeout(400_000);

const root = new URL('../../', import.meta.url).pathname;
const clients = 3;
/** One of each kind that takes part, and two that take commands. */
const taking = ['api-1', 'api-2', 'sdk-1', 'projections', 'relay'];
const random = createRandom(7);

const ports = (count: number): Promise<number[]> =>
  Promise.all(Array.from({ length: count }, () => nonEphemeralPort()));
/** What lies between the first port of NATS that is named and the last one that follows from it. */
const natsSpan = 23;
const natsPorts = async () => {
  const [a, b, c, d, e, f, g, h, i] = (await ports(9)) as [number, ...number[]];
  return [
    { client: a, route: b!, monitor: c! },
    { client: d!, route: e!, monitor: f! },
    { client: g!, route: h!, monitor: i! },
  ];
};

/**
 * People who command through both api processes until told to stop; `slowest` is the longest wait for an answer in ms.
 */
const startLoad = (addresses: readonly string[], fixtures: readonly ClientFixture[]) => {
  const client = createRetryingClient(addresses, random);
  const load = { done: 0, refused: [] as string[], over: false };
  const running = Promise.all(
    fixtures.map(async (fixture, index) => {
      const choose = createCommandGenerator(fixture, random, `p${index}`);
      while (!load.over) {
        const { method, path, body, done } = choose();
        const headers = { authorization: `Bearer ${fixture.token()}`, 'idempotency-key': crypto.randomUUID() };
        const answer = await client.retryUntilAnswered({ method, path, headers, body });
        if (!answer || answer.status >= 300) load.refused.push(JSON.stringify(answer));
        else done(answer.body.data as Record<string, string>);
        load.done += 1;
        // People pause: beside them processes still start quickly.
        await delay(20);
      }
    }),
  );
  const end = async () => {
    load.over = true;
    await running;
    client.close();
  };
  return { load, tally: client.tally, end };
};

t.test('the product as several processes, with three nats-servers', async (t) => {
  const server = await testServer();
  t.teardown(server.stop);
  const database = await freshDatabase(server.url);
  t.teardown(database.drop);
  const { dir, remove } = await makeTempFolder();
  t.teardown(remove);
  const env = { ...limitsOff, LOG_LEVEL: 'warn', MEDIA_URL: 'http://media.test' };
  const said: string[] = [];
  const cluster: LocalCluster = await startCluster({
    config: { DATA_DIR: dir, DATABASE_URL: database.url, NATS_URL: undefined },
    env: minimalEnv(env),
    natsServer: findNatsServer(),
    only: taking,
    ports: await ports(taking.length),
    natsPorts: await natsPorts(),
    say: (words) => void said.push(words),
  });
  t.teardown(cluster.stop);
  const kernel = await openRunKernel(dir, database.url);
  t.teardown(kernel.close);
  const apis = [cluster.of('api-1').address, cluster.of('api-2').address];
  const fixtures = await createFixtures(kernel, createRetryingClient(apis, random), clients);
  const { load, tally, end } = startLoad(apis, fixtures);
  t.teardown(end);
  const commands = async (count: number) => {
    const goal = load.done + count;
    await until(() => load.done >= goal, 'commands');
  };
  const logIds = async (): Promise<string[]> => {
    const { rows } = await kernel.db.pool.query('select event_id from event order by transaction_id, position');
    return rows.map((row) => row.event_id);
  };
  const relayed = () =>
    until(async () => {
      const { rowCount } = await kernel.db.pool.query(
        `select from relay_checkpoint c where not exists (
           select from event e where (e.transaction_id, e.position) > (c.transaction_id, c.position))`,
      );
      return rowCount === 1;
    }, 'the relay');

  await t.test('commands go on while all nats-servers are away, and every process stays ready', async (t) => {
    await commands(60);
    await Promise.all(cluster.nats.map((node) => node.down()));
    const unanswered = tally.unanswered;
    await commands(60);
    t.equal(tally.unanswered, unanswered, 'every command was answered at once');
    const ready = await Promise.all(cluster.served.map((one) => one.ready()));
    t.ok(ready.every(Boolean), 'nobody is taken out of service for it');
    for (const node of cluster.nats) node.start();
  });

  await t.test('whatever ends is started again', async (t) => {
    const victims = [cluster.of('api-1'), cluster.of('projections'), cluster.nats[1]!];
    for (const victim of victims) victim.signal('SIGKILL');
    await until(() => victims.every((victim) => victim.deaths() > 0 && victim.pid() !== null), 'new processes');
    await until(
      async () => (await Promise.all(victims.map((victim) => victim.ready()))).every(Boolean),
      'them to be ready',
    );
    for (const { name } of victims)
      t.ok(
        said.some((words) => words.startsWith(`${name} ended (SIGKILL)`)),
        `${name} is reported`,
      );
    await commands(20);
  });

  await end();
  t.same(load.refused, [], 'no command was refused');
  await relayed();
  const messages = await readStreamMessages(cluster.natsUrl);
  t.same(compareWithLog(messages, await logIds()), { gaps: 0, doubles: 0, inOrder: true });
  await until(async () => {
    const { rowCount } = await kernel.db.pool.query(
      `select from projection_checkpoint c where exists (
         select from event e where (e.transaction_id, e.position) > (c.transaction_id, c.position))
         and name in ('audit', 'history', 'notifications', 'delivery')`,
    );
    return rowCount === 0;
  }, 'the projections in their own process');
  const answer = await fetch(`${cluster.of('sdk-1').address}/sdk/v1/${fixtures[0]!.instance_token}/stories`);
  t.equal(answer.status, 200, 'an sdk process serves what the api processes took in');
  const running = [...cluster.served, ...cluster.nats].map((one) => one.pid()!);
  await cluster.stop();
  for (const pid of running) t.throws(() => process.kill(pid, 0), `${pid} has ended`);
});

t.test('what a process that ended said last is told with it, and nothing of those before it', async (t) => {
  const { dir, remove } = await makeTempFolder();
  t.teardown(remove);
  const log = `${dir}/log`;
  await writeFile(log, 'of an earlier one\n');
  const said: string[] = [];
  const end = (name: string, script: string) =>
    superviseProcess(
      { name, command: process.execPath, args: ['-e', script], env: minimalEnv({}), log, graceMs: 1000 },
      (words) => void said.push(words),
    );
  const silent = end('silent', 'process.exit(2)');
  t.teardown(silent.stop);
  await until(() => said.length > 0, 'its end');
  await silent.stop();
  t.equal(said[0], 'silent ended (2) and is started again');
  const loud = end('loud', 'console.error("first\\nPort 80 is taken."); process.exit(1)');
  t.teardown(loud.stop);
  await until(() => said.some((words) => words.startsWith('loud')), 'the end of the other');
  t.equal(
    said.find((words) => words.startsWith('loud')),
    'loud ended (1) and is started again; it said last: Port 80 is taken.',
  );
});

t.test('npm run cluster brings everything up over an embedded Postgres, and SIGTERM ends all of it', async (t) => {
  const { dir, remove } = await makeTempFolder();
  t.teardown(remove);
  const [port, natsPort] = [await nonEphemeralPort(clusterProcesses.length), await nonEphemeralPort(natsSpan)];
  const program = spawn(process.execPath, [...programArgs('ops/cluster/start.ts'), '--nats-port', String(natsPort)], {
    cwd: root,
    env: minimalEnv({
      DATA_DIR: dir,
      PORT: String(port),
      LOG_LEVEL: 'warn',
      DEMO: '0',
      NATS_SERVER: findNatsServer()!,
    }),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(program, 'exit');
  t.teardown(() => void program.kill('SIGKILL'));
  let out = '';
  program.stdout.on('data', (text) => {
    out += text;
  });
  await until(() => out.includes('The dashboard:') || program.exitCode !== null, 'the cluster', 90_000).catch(
    (error: Error) => t.fail(`${error.message}: ${out}`),
  );
  for (const { name } of clusterProcesses) t.match(out, new RegExp(`${name} +http://127.0.0.1:\\d+`), name);
  t.match(out, `nats://127.0.0.1:${natsPort + 2}`);
  t.ok(await isReady(port));
  program.kill('SIGTERM');
  t.same(await exit, [0, null]);
  for (let index = 0; index < clusterProcesses.length; index += 1) t.notOk(await isReady(port + index));
  const gone = await fetch(`http://127.0.0.1:${natsPort + 20}/healthz`).catch(() => null);
  t.equal(gone, null, 'the nats-servers have ended');
});
