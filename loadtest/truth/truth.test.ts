import t from 'tap';
import { runTruth } from './run.ts';

t.setTimeout(230_000);

t.test(
  'figures are exactly what was sent, though it came thrice, late, in no order, and workers were killed',
  async (t) => {
    const { faults, kills, accepted, archived } = await runTruth({ batches: 600, viewers: 900, kills: 4, seed: 11 });
    t.same(faults, []);
    t.equal(kills, 4);
    t.equal(accepted, 1800);
    t.ok(archived > 300, `${archived} batches were read from the archive`);
  },
);
