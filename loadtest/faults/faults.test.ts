import t from 'tap';
import { runFaults } from './run.ts';

t.setTimeout(230_000);

t.test('what was acknowledged is there once after 20 kills of processes and 5 of Postgres under load', async (t) => {
  const plan = { processKills: 20, postgresKills: 5, commandClients: 6, ingestClients: 3, between: 30, seed: 1 };
  const { faults, kills, tally, ...counts } = await runFaults(plan);
  t.comment(
    JSON.stringify({ kills, ...counts, sent: tally.sent, repeats: tally.repeats, unanswered: tally.unanswered }),
  );
  t.same(faults, []);
  t.same(tally.failures, [], 'no answer of 500');
  t.equal(kills.postgres, 5);
  t.equal(kills.first! + kills.second! + kills.worker!, 20);
  t.ok(counts.commands >= 25 * 15, `${counts.commands} commands were acknowledged`);
  t.ok(tally.unanswered > 0, 'kills were felt');
});
