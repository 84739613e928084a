import t from 'tap';
import { startTestNats } from '#ops/testing/nats.ts';
import { runEndToEnd } from './run.ts';

t.setTimeout(230_000);

t.test(
  'three nats-servers, killed one after the other and two at a time, and workers with them: all counts once',
  async (t) => {
    const { url, nodes } = await startTestNats(t, 3);
    const order = [[0], [1], [2], [0, 1]];
    const plan = { batches: 150, viewers: 300, kills: 2, seed: 13, natsUrl: url, outages: { nodes, order } };
    const { faults, kills, accepted, put_off, archived, answers } = await runEndToEnd(plan, (words) =>
      t.comment(words),
    );
    t.same(faults, []);
    t.equal(kills, 2);
    t.equal(accepted, 450);
    t.ok(answers > 100, `${answers} answers count`);
    t.ok(put_off > 0, `${put_off} times a sender was told to come again`);
    t.ok(archived >= 150, `${archived} batches were read from the archive`);
  },
);
