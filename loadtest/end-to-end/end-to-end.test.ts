import t from 'tap';
import { runEndToEnd } from './run.ts';

t.setTimeout(230_000);

t.test(
  'figures are exactly what was sent, though it came thrice, late, in no order, and workers were killed',
  async (t) => {
    const { faults, kills, accepted, archived, answers } = await runEndToEnd({
      batches: 150,
      viewers: 300,
      kills: 2,
      seed: 11,
    });
    t.same(faults, []);
    t.equal(kills, 2);
    t.equal(accepted, 450);
    t.ok(answers > 100, `${answers} answers count`);
    t.ok(archived > 75, `${archived} batches were read from the archive`);
  },
);
