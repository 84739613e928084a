import pino from 'pino';
import type { StoryrailEvent } from '#contracts/events.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { startRelay } from '#kernel/messaging/relay.ts';
import { delay } from '#kernel/platform/delay.ts';
import { type Harness, type Person, startHarness } from './harness.ts';
import { compareWithLog, openTestBus, readStreamMessages, startTestNats } from './nats.ts';
import { appendAs, seedScene } from './scene.ts';
import { startStopwatch } from './stopwatch.ts';

interface Test {
  teardown(work: () => Promise<void>): void;
}

/** A log whose lines a test can look at. */
export const createMemoryLog = () => {
  const lines: { level: number; msg: string; code?: number }[] = [];
  const log = pino({ level: 'warn', base: undefined }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  return { log, has: (words: RegExp) => lines.some(({ msg }) => words.test(msg)), lines };
};

/** The ids of all events in the order of the log. */
export const eventIdsInLogOrder = async (h: Harness): Promise<string[]> => {
  const { rows } = await h.kernel.db.pool.query<{ event_id: string }>(
    'select event_id from event order by transaction_id, position',
  );
  return rows.map((row) => row.event_id);
};

/** Waits until the relay's checkpoint stands at the end of the log. */
export const relayCaughtUp = (h: Harness, what = 'the relay') =>
  h.until(async () => {
    const { rowCount } = await h.kernel.db.pool.query(
      `select from relay_checkpoint c where not exists (
         select from event e where (e.transaction_id, e.position) > (c.transaction_id, c.position))`,
    );
    return rowCount === 1;
  }, what);

const rename = (title: string): StoryrailEvent => ({ type: 'StoryGroupDetailsChanged', data: { title } });

/** Renames a group so many times, each in a transaction of its own. */
export const renameOften = async (h: Harness, person: Person, groupId: string, times: number, name: string) => {
  for (let n = 0; n < times; n += 1) await appendAs(h, person, `storyGroup-${groupId}`, [rename(`${name} ${n}`)]);
};

/** Runs a relay over one server, or a cluster of three, while a person goes on with commands. */
export const relayUnderLoad = async (t: Test, count: 1 | 3 = 1, settings: Parameters<typeof startTestNats>[2] = {}) => {
  const h = await startHarness(t, { parts: false });
  const nats = await startTestNats(t, count, settings);
  const kept = createMemoryLog();
  const kernel: Kernel = { ...h.kernel, bus: openTestBus(t, nats.url), log: kept.log };
  const nora = await h.person();
  const scene = await seedScene(h, nora);
  const relay = await startRelay(kernel);
  t.teardown(() => relay.stop());
  await relayCaughtUp(h);
  const load = { slowest: 0, done: 0, over: false };
  const running = (async () => {
    while (!load.over) {
      const taken = startStopwatch();
      await renameOften(h, nora, scene.group_id, 1, 'Load');
      load.slowest = Math.max(load.slowest, taken());
      load.done += 1;
      await delay(50);
    }
  })();
  const endLoad = async () => {
    load.over = true;
    await running;
  };
  t.teardown(endLoad);
  /** Ends the load and compares the stream with the log. */
  const finish = async () => {
    await endLoad();
    await relayCaughtUp(h);
    return compareWithLog(await readStreamMessages(nats.url), await eventIdsInLogOrder(h));
  };
  const commands = async (count: number) => {
    const goal = load.done + count;
    await h.until(() => load.done >= goal, 'commands');
  };
  /**
   * Milliseconds until everything is published that stood in the log at this moment; where `leader` tells who leads the
   * stream, since it was last elected: while servers elect, nobody can publish.
   */
  const catchUp = async (leader?: () => Promise<string | null>) => {
    let taken = startStopwatch();
    let leads = (await leader?.()) ?? null;
    const { rows } = await h.kernel.db.pool.query(
      'select event_id from event order by transaction_id desc, position desc limit 1',
    );
    await h.until(async () => {
      const now = (await leader?.()) ?? null;
      if (now !== leads) {
        taken();
        taken = startStopwatch();
      }
      leads = now;
      const { rowCount } = await h.kernel.db.pool.query(
        `select from relay_checkpoint c, event e where e.event_id = $1
            and (c.transaction_id, c.position) >= (e.transaction_id, e.position)`,
        [rows[0].event_id],
      );
      return rowCount === 1;
    }, 'the relay to catch up');
    return taken();
  };
  return { h, nats, relay, kernel, load, finish, commands, catchUp, ...kept };
};
