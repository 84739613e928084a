import t from 'tap';
import { streamAnswers, streamLeader, type TestNats } from '#ops/testing/nats.ts';
import { relayUnderLoad } from '#ops/testing/relay.ts';
import { delay } from '../platform/delay.ts';
import { eventStream, streamManager } from './stream.ts';

t.setTimeout(220_000);

t.test('three servers: one killed, one silent, all killed for 30 s', async (t) => {
  const { h, nats, kernel, load, finish, commands, catchUp } = await relayUnderLoad(t, 3);
  const info = async () => (await streamManager(kernel.bus!)).streams.info(eventStream);
  t.equal((await info()).config.num_replicas, 3, 'each message is kept three times');

  const leader = async (): Promise<TestNats['nodes'][number]> => {
    const name = (await info()).cluster?.leader;
    return nats.nodes.find((node) => node.name === name)!;
  };
  const answers = () => h.until(() => streamAnswers(nats.url), 'the stream to have a leader');
  const leads = () => streamLeader(nats.url);
  const upToDate = async () => {
    await nats.ready();
    await h.until(async () => {
      const replicas = (await info().catch(() => null))?.cluster?.replicas ?? [];
      return replicas.length === 2 && replicas.every((one) => one.current && !one.offline);
    }, 'all three to have everything');
  };
  const slowestOf = async (work: () => Promise<void>): Promise<number> => {
    load.slowest = 0;
    await work();
    return load.slowest;
  };

  await t.test('the leader is killed', async (t) => {
    await commands(30);
    const slowest = await slowestOf(async () => {
      const killed = await leader();
      await killed.down();
      await answers();
      const took = await catchUp(leads);
      t.ok(took < 2000, `${Math.round(took)} ms after the others had a leader again`);
      await commands(30);
      killed.start();
      await upToDate();
    });
    t.ok(slowest < 1000, `the slowest command took ${Math.round(slowest)} ms`);
  });

  await t.test('the leader is cut off for a while', async (t) => {
    const slowest = await slowestOf(async () => {
      const silent = await leader();
      silent.signal('SIGSTOP');
      await delay(8000);
      silent.signal('SIGCONT');
      await answers();
      const took = await catchUp(leads);
      t.ok(took < 2000, `${Math.round(took)} ms after it was back`);
      await upToDate();
    });
    t.ok(slowest < 1000, `the slowest command took ${Math.round(slowest)} ms`);
  });

  await t.test('all are killed and stay away for 30 s', async (t) => {
    const slowest = await slowestOf(async () => {
      await Promise.all(nats.nodes.map((node) => node.down()));
      const before = load.done;
      await delay(30_000);
      t.ok(load.done - before > 100, `${load.done - before} commands went on`);
      for (const node of nats.nodes) node.start();
      await answers();
      const took = await catchUp(leads);
      t.ok(took < 2000, `${Math.round(took)} ms after they were back`);
    });
    t.ok(slowest < 1000, `the slowest command took ${Math.round(slowest)} ms`);
  });

  t.same(await finish(), { gaps: 0, doubles: 0, inOrder: true });
});
