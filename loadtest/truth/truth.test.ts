import t from 'tap';
import { runTruth } from './run.ts';

t.setTimeout(230_000);

t.test(
  'figures are exactly what was sent, though it came thrice, late, in no order, and workers were killed',
  async (t) => {
    const { faults, kills, accepted, archived } = await runTruth({ batches: 300, viewers: 500, kills: 3, seed: 11 });
    t.same(faults, []);
    t.equal(kills, 3);
    t.equal(accepted, 900);
    t.ok(archived > 150, `${archived} batches were read from the archive`);
  },
);
