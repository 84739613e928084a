import t from 'tap';
import { liveYear } from '#ops/testing/billing-year/year.ts';

t.test('more than a year of plans, cards, codes and months adds up to the cent, whoever does what when', async (t) => {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
  t.comment(`SEED=${seed}`);
  const { faults, events, ...counts } = await liveYear(10, 2000, seed);
  t.same(faults, [], `SEED=${seed}`);
  t.ok(counts.proofs > 20, `${counts.proofs} invoices with viewers were held against their proofs`);
  t.comment(JSON.stringify({ ...counts, events }));
});
