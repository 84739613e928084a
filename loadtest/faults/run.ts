import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRandom } from '#ops/testing/random.ts';
import { type RunState, runCommandClient, runIngestClient } from './clients.ts';
import { compareBatches, compareCommands, compareDelivery, compareKeys, countKeptTwice, findGaps } from './compare.ts';
import { type ClientFixture, createFixtures, openRunKernel } from './fixtures.ts';
import { type FaultPlan, killAll } from './kills.ts';
import { type BatchLine, type CommandLine, type Ledger, openLedger, readLedger } from './ledger.ts';
import { compareMails, type MailLine, runMailClient } from './mails.ts';
import { awaitReadModels, checkReadModels } from './read-models.ts';
import { createRetryingClient, type RequestCounts } from './retrying-client.ts';
import { type FaultSystem, setUpFaultSystem } from './system.ts';

/** What a run did; `faults` is empty when every promise held. */
export interface FaultReport {
  faults: string[];
  kills: Record<string, number>;
  commands: number;
  batches: number;
  givenUp: number;
  keptTwice: number;
  tally: RequestCounts;
  /**
   * Log lines of requests that were answered 500: 503 says that it may be tried again, 500 that it was not foreseen.
   */
  failures: string[];
  loadSeconds: number;
  seconds: number;
}

const runClients = (
  plan: FaultPlan,
  state: RunState,
  fixtures: readonly ClientFixture[],
  mails: Ledger<MailLine>,
): Promise<unknown> => {
  const clients = [
    ...Array.from({ length: plan.commandClients }, (_, index) =>
      runCommandClient(state, fixtures[index]!, `c${index}`),
    ),
    ...Array.from({ length: plan.ingestClients }, (_, index) => runIngestClient(state, fixtures, `v${index}`)),
    runMailClient(state, fixtures, mails),
  ];
  return Promise.all(clients);
};

const inspect = async (
  system: FaultSystem,
  fixtures: readonly ClientFixture[],
  paths: Record<'commands' | 'batches' | 'mails', string>,
) => {
  const kernel = await openRunKernel(system.dataDir, system.postgres.url);
  try {
    const { pool } = kernel.db;
    const commands = await readLedger<CommandLine>(paths.commands);
    const batches = await readLedger<BatchLine>(paths.batches);
    const mails = await readLedger<MailLine>(paths.mails);
    const apis = system.served.slice(0, 2).map((one) => one.address);
    const faults = [
      ...(await awaitReadModels(kernel)),
      ...(await compareCommands(pool, commands)),
      ...(await compareKeys(pool, commands)),
      ...(await findGaps(pool)),
      ...(await compareBatches(pool, batches)),
      ...(await compareMails(system.dataDir, mails)),
      ...(await compareDelivery(apis, fixtures)),
      ...(await checkReadModels(kernel)),
      ...(await compareDelivery(apis, fixtures)),
    ];
    const givenUp = [...commands, ...batches].filter((line) => !line.answered).length;
    return { faults, givenUp, keptTwice: await countKeptTwice(pool) };
  } finally {
    await kernel.close();
  }
};

/** What the processes wrote down of requests that failed in ways that nobody had foreseen. */
const readFailures = async ({ dir, served }: FaultSystem): Promise<string[]> => {
  const logs = await Promise.all(served.map(({ name }) => readFile(join(dir, `${name}.log`), 'utf8')));
  return logs.flatMap((log) => log.split('\n').filter((line) => line.includes('"a request failed"')));
};

const stopInOrder = async (system: FaultSystem): Promise<string[]> => {
  const codes = await Promise.all(system.served.map(async (one) => [one.name, await one.stop()] as const));
  return codes.filter(([, code]) => code !== 0).map(([name, code]) => `${name} did not stop in good order: ${code}`);
};

/**
 * Two processes that serve and one that works, over a Postgres of their own, under load from people and SDKs, are
 * killed one after another; then everything that was acknowledged is looked for. Leaves nothing behind.
 */
export const runFaults = async (plan: FaultPlan, say: (words: string) => void = () => {}): Promise<FaultReport> => {
  const started = performance.now();
  const random = createRandom(plan.seed);
  const dir = await mkdtemp(join(tmpdir(), 'storyrail-faults-'));
  const undo: (() => Promise<unknown>)[] = [() => rm(dir, { recursive: true, force: true })];
  const state: Partial<RunState> & { over: boolean } = { over: false };
  try {
    const system = await setUpFaultSystem(dir, undo);
    await Promise.all(system.served.map((one) => one.start()));
    const addresses = system.served.slice(0, 2).map((one) => one.address);
    const client = createRetryingClient(addresses, random);
    const aside = await openRunKernel(system.dataDir, system.postgres.url);
    const fixtures = await createFixtures(aside, client, plan.commandClients).finally(aside.close);
    const paths = {
      commands: join(dir, 'commands.ndjson'),
      batches: join(dir, 'batches.ndjson'),
      mails: join(dir, 'mails.ndjson'),
    };
    const commands = await openLedger<CommandLine>(paths.commands);
    const batches = await openLedger<BatchLine>(paths.batches);
    const mails = await openLedger<MailLine>(paths.mails);
    undo.push(commands.close, batches.close, mails.close);
    const acknowledged = { commands: 0, batches: 0 };
    const full: RunState = Object.assign(state, {
      client,
      addresses,
      random,
      commands,
      batches,
      acknowledged,
      most: { commands: 0, batches: 0 },
      faults: system.faults,
    });
    say(`ready after ${((performance.now() - started) / 1000).toFixed(1)} s`);
    const loadStarted = performance.now();
    const clients = runClients(plan, full, fixtures, mails);
    await Promise.race([
      killAll(system, plan, full, random, say),
      clients.then(() => Promise.reject(new Error('no client is left'))),
    ]);
    state.over = true;
    await clients;
    const loadSeconds = (performance.now() - loadStarted) / 1000;
    say('load has ended; looking for what was acknowledged');
    const { faults, givenUp, keptTwice } = await inspect(system, fixtures, paths);
    faults.push(...(await stopInOrder(system)));
    const failures = await readFailures(system);
    const seconds = (performance.now() - started) / 1000;
    const all = [...system.faults, ...faults];
    return {
      faults: all,
      kills: system.kills,
      ...acknowledged,
      givenUp,
      keptTwice,
      tally: client.tally,
      failures,
      loadSeconds,
      seconds,
    };
  } finally {
    state.over = true;
    state.client?.close();
    for (const step of undo.reverse()) await step().catch((error) => say(String(error)));
  }
};
