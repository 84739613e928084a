import t from 'tap';
import { startTestNats } from '#ops/testing/nats.ts';
import { runEndToEnd } from './run.ts';

t.setTimeout(230_000);

t.test('the same over JetStream', async (t) => {
  const { url } = await startTestNats(t, 1);
  const plan = { batches: 150, viewers: 300, kills: 2, seed: 12, natsUrl: url };
  const { faults, kills, accepted, archived, answers } = await runEndToEnd(plan);
  t.same(faults, []);
  t.equal(kills, 2);
  t.equal(accepted, 450);
  t.ok(answers > 100, `${answers} answers count`);
  t.ok(archived >= 150, `${archived} batches were read from the archive`);
});
