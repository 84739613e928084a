import t from 'tap';
import { compareBatches, compareCommands } from './compare.ts';
import type { BatchLine, CommandLine } from './ledger.ts';
import { compareMails } from './mails.ts';
import { runFaults } from './run.ts';

t.setTimeout(420_000);

const holding = (...answers: unknown[][]) => ({ query: async () => ({ rows: answers.shift() }) }) as never;

t.test('a command that is lost, doubled, elsewhere or nobody’s is noticed', async (t) => {
  const line = (version: number, given: Partial<CommandLine> = {}): CommandLine => ({
    key: `k${version}`,
    kind: 'StoryAdded',
    stream: 's',
    version,
    mark: `m${version}`,
    answered: true,
    ...given,
  });
  const event = (version: number, mark = `m${version}`) => ({ stream: 's', version, type: 'StoryAdded', mark });
  const count = async (events: unknown[], lines: CommandLine[]) =>
    (await compareCommands(holding(events), lines)).length;
  const open = line(2, { answered: false, version: null, stream: null });
  t.equal(await count([event(1), event(2)], [line(1), line(2)]), 0);
  t.equal(await count([event(1)], [line(1), open]), 0);
  t.equal(await count([event(1), event(2)], [line(1), open]), 0);
  t.equal(await count([event(1)], [line(1), line(2)]), 1, 'lost');
  t.equal(await count([event(1), event(2, 'm1')], [line(1)]), 1, 'doubled');
  t.equal(await count([event(1), event(2), event(3, 'm2')], [line(1), open]), 1, 'doubled without an answer');
  t.equal(await count([event(1, 'm2'), event(2, 'm1')], [line(1), line(2)]), 2, 'elsewhere');
  t.equal(await count([event(1)], [line(1), line(1, { key: 'other' })]), 1, 'two answers for one event');
});

t.test('a batch that is lost, counted twice or counted wrong is noticed', async (t) => {
  const line = (batch_id: string, answered = true): BatchLine => ({
    batch_id,
    instance_id: 'i',
    counts: { 'app a impressions': 2 },
    answered,
  });
  const count = async (seen: string[], impressions: number, lines: BatchLine[]) => {
    const rows = seen.map((batch_id) => ({ batch_id, instance_id: 'i' }));
    const none = { clicks: 0, opens: 0, leaves: 0, watch_ms: 0 };
    return (await compareBatches(holding(rows, [{ scope: 'app', subject_id: 'a', impressions, ...none }]), lines))
      .length;
  };
  t.equal(await count(['one', 'two'], 4, [line('one'), line('two')]), 0);
  t.equal(await count(['one'], 2, [line('one'), line('open', false)]), 0);
  t.equal(await count(['one', 'open'], 4, [line('one'), line('open', false)]), 0);
  t.equal(await count(['one'], 4, [line('one')]), 1, 'counted twice');
  t.equal(await count(['one'], 4, [line('one'), line('open', false)]), 1, 'counted without being remembered');
  t.ok((await count(['one'], 2, [line('one'), line('two')])) > 0, 'lost');
  t.ok((await count(['one', 'odd'], 4, [line('one')])) > 0, 'nobody’s');
});

t.test('a mail that was promised and is not there is noticed, also where none was ever sent', async (t) => {
  const dir = t.testdir();
  const line = (answered: boolean) => ({ email: 'ada@example.test', answered });
  t.same(await compareMails(dir, []), []);
  t.same(await compareMails(dir, [line(false)]), []);
  t.equal((await compareMails(dir, [line(true)])).length, 1, 'lost');
  const mail = JSON.stringify({ to: 'ada@example.test' });
  const sent = t.testdir({ outbox: { 'one.json': mail, 'two.json': mail } });
  t.same(await compareMails(sent, [line(true), line(false)]), []);
  t.equal((await compareMails(sent, [line(true)])).length, 1, 'twice');
});

t.test('what was acknowledged is there once after 4 kills of processes and one of Postgres under load', async (t) => {
  const plan = { processKills: 4, postgresKills: 1, commandClients: 6, ingestClients: 3, between: 12, seed: 1 };
  const { faults, failures, kills, tally, ...counts } = await runFaults(plan);
  t.comment(
    JSON.stringify({ kills, ...counts, sent: tally.sent, repeats: tally.repeats, unanswered: tally.unanswered }),
  );
  t.same(faults, [], faults[0] ?? 'no promise was broken');
  t.same(failures.slice(0, 3), [], 'no answer of 500');
  t.equal(kills.postgres, 1);
  t.equal(kills.first! + kills.second! + kills.worker!, 4);
  t.ok(counts.commands >= 5 * 10, `${counts.commands} commands were acknowledged`);
  t.ok(tally.unanswered > 0, 'kills were felt');
});
