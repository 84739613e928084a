import t from 'tap';
import { startTestNats } from '#ops/testing/nats.ts';
import { runTruth } from './run.ts';

t.setTimeout(230_000);

t.test('the same over JetStream', async (t) => {
  const { url } = await startTestNats(t, 1);
  const plan = { batches: 300, viewers: 500, kills: 3, seed: 12, natsUrl: url };
  const { faults, kills, accepted, archived } = await runTruth(plan);
  t.same(faults, []);
  t.equal(kills, 3);
  t.equal(accepted, 900);
  t.ok(archived >= 300, `${archived} batches were read from the archive`);
});
