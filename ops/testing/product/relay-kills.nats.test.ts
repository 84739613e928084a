import { join } from 'node:path';
import pg from 'pg';
import t from 'tap';
import { eventStream, streamManager } from '#kernel/messaging/stream.ts';
import { delay } from '#kernel/platform/delay.ts';
import { createRandom } from '#ops/testing/random.ts';
import { nonEphemeralPort } from '../../../loadtest/faults/processes.ts';
import { exitWithParent, type SupervisedProcess, superviseProcess } from '../../cluster/supervised-process.ts';
import { limitsOff, startHarness, until } from '../harness.ts';
import { compareWithLog, openTestBus, readStreamMessages, startTestNats } from '../nats.ts';
import { programArgs } from '../program.ts';
import { eventIdsInLogOrder, relayCaughtUp, renameOften } from '../relay.ts';
import { isReady, makeTempFolder, minimalEnv } from '../running.ts';
import { seedScene } from '../scene.ts';

t.setTimeout(230_000);

const root = new URL('../../../', import.meta.url).pathname;
const random = createRandom(7);
const killsBetween = 3;
const killsAnywhere = 3;

interface Relay extends SupervisedProcess {
  ready(): Promise<boolean>;
  /** How many events it says it has published. */
  published(): Promise<number>;
}

const startRelayProcess = async (name: string, dir: string, env: Record<string, string>): Promise<Relay> => {
  const port = await nonEphemeralPort();
  const child = superviseProcess({
    name,
    command: process.execPath,
    args: [...programArgs('ops/start/main.ts', exitWithParent), '--only', 'relay'],
    cwd: root,
    env: minimalEnv({ ...env, PORT: String(port) }),
    log: join(dir, `${name}.log`),
    graceMs: 12_000,
  });
  const published = async () => {
    const text = await fetch(`http://127.0.0.1:${port}/metrics`, { signal: AbortSignal.timeout(2000) }).then(
      (answer) => answer.text(),
      () => '',
    );
    return Number(/^storyrail_relay_published_total (\d+)$/m.exec(text)?.[1] ?? 0);
  };
  return { ...child, ready: () => isReady(port), published };
};

t.test('a relay that is killed again and again leaves no gap and no double', async (t) => {
  const h = await startHarness(t, { parts: false });
  const nats = await startTestNats(t, 3);
  const { dir, remove } = await makeTempFolder();
  t.teardown(remove);
  const env = { ...limitsOff, LOG_LEVEL: 'warn', DATA_DIR: dir, DATABASE_URL: h.databaseUrl, NATS_URL: nats.url };
  const nora = await h.person();
  const scenes = [await seedScene(h, nora), await seedScene(h, nora), await seedScene(h, nora)];
  let over = false;
  const load = (async () => {
    for (let n = 0; !over; n += 1) {
      await renameOften(h, nora, scenes[n % scenes.length]!.group_id, 1, `Load ${n}`);
      // A steady load, beside which processes still start quickly.
      await delay(40);
    }
  })();
  t.teardown(async () => {
    over = true;
    await load;
  });
  const bus = openTestBus(t, nats.url);
  const lastSequence = async (): Promise<number> =>
    streamManager(bus)
      .then((manager) => manager.streams.info(eventStream))
      .then(
        ({ state }) => state.last_seq,
        () => 0,
      );
  const only = await startRelayProcess('first', dir, env);
  const relays = [only];
  t.teardown(() => Promise.all(relays.map((one) => one.down())));
  await until(only.ready, 'the relay');

  await t.test(`${killsBetween} times between a publication and its checkpoint`, async (t) => {
    const holder = new pg.Client({ connectionString: h.databaseUrl });
    await holder.connect();
    t.teardown(() => holder.end());
    const waiting = async (): Promise<number[]> => {
      const { rows } = await h.kernel.db.pool.query<{ pid: number }>(
        `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
            and query like 'insert into relay_checkpoint%'`,
      );
      return rows.map((row) => row.pid);
    };
    for (let kill = 0; kill < killsBetween; kill += 1) {
      const before = await lastSequence();
      await until(async () => (await lastSequence()) > before, 'the relay to publish');
      // Nobody can write the checkpoint now, while this lock, which takes no transaction id, does not hold readers
      // back.
      await holder.query('begin');
      await holder.query('lock table relay_checkpoint in share mode');
      await until(async () => (await waiting()).length > 0, 'a checkpoint to be due');
      const { rows } = await holder.query<{ sequence: number }>('select sequence from relay_checkpoint');
      t.ok((await lastSequence()) > Number(rows[0]?.sequence ?? 0), 'the stream is ahead');
      await only.down();
      // What it had asked for must not be done after its death.
      for (const pid of await waiting()) await holder.query('select pg_terminate_backend($1)', [pid]);
      await holder.query('rollback');
      only.start();
    }
  });

  await t.test('at any moment, with others standing by', async (t) => {
    relays.push(await startRelayProcess('second', dir, env), await startRelayProcess('third', dir, env));
    await until(async () => (await Promise.all(relays.map((one) => one.ready()))).every(Boolean), 'the relays');
    const active = async (): Promise<Relay> => {
      let found: Relay | undefined;
      await until(async () => {
        const before = await Promise.all(relays.map((one) => one.published()));
        await delay(50);
        const after = await Promise.all(relays.map((one) => one.published()));
        found = relays.find((_, index) => after[index]! > before[index]!);
        return found !== undefined;
      }, 'a relay to publish');
      return found!;
    };
    for (let kill = 0; kill < killsAnywhere; kill += 1) {
      const relay = await active();
      await delay(random() * 150);
      await relay.down();
      relay.start();
    }
    t.ok(await active(), 'and one of them goes on');
  });

  over = true;
  await load;
  await relayCaughtUp(h);
  const messages = await readStreamMessages(nats.url);
  t.same(
    compareWithLog(messages, await eventIdsInLogOrder(h)),
    { gaps: 0, doubles: 0, inOrder: true },
    `${messages.length} events`,
  );
});
