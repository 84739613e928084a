import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCaller, type Tally } from './caller.ts';
import { createChance } from './chance.ts';
import { type Load, runCommandClient, runIngestClient } from './clients.ts';
import { compareBatches, compareCommands, compareDelivery, compareKeys, countKeptTwice, findGaps } from './compare.ts';
import { killAll, type Plan } from './kills.ts';
import { type BatchLine, type CommandLine, type Ledger, openLedger, readLedger } from './ledger.ts';
import { compareLetters, type LetterLine, runLetterClient } from './letters.ts';
import { awaitReadModels, checkReadModels } from './read-models.ts';
import { openAside, type Stage, setStages } from './scene.ts';
import { openSite, type Site } from './site.ts';

/** What a run did; `faults` is empty when every promise held. */
export interface Outcome {
  faults: string[];
  kills: Record<string, number>;
  commands: number;
  batches: number;
  givenUp: number;
  keptTwice: number;
  tally: Tally;
  /** Log lines of requests that were answered 500: 503 says that it may be tried again, 500 that it was not foreseen. */
  failures: string[];
  loadSeconds: number;
  seconds: number;
}

const runClients = (
  plan: Plan,
  load: Load,
  stages: readonly Stage[],
  letters: Ledger<LetterLine>,
): Promise<unknown> => {
  const clients = [
    ...Array.from({ length: plan.commandClients }, (_, index) => runCommandClient(load, stages[index]!, `c${index}`)),
    ...Array.from({ length: plan.ingestClients }, (_, index) => runIngestClient(load, stages, `v${index}`)),
    runLetterClient(load, stages, letters),
  ];
  return Promise.all(clients);
};

const inspect = async (
  site: Site,
  stages: readonly Stage[],
  paths: Record<'commands' | 'batches' | 'letters', string>,
) => {
  const kernel = await openAside(site.dataDir, site.postgres.url);
  try {
    const { pool } = kernel.db;
    const commands = await readLedger<CommandLine>(paths.commands);
    const batches = await readLedger<BatchLine>(paths.batches);
    const letters = await readLedger<LetterLine>(paths.letters);
    const apis = site.served.slice(0, 2).map((one) => one.address);
    const faults = [
      ...(await awaitReadModels(kernel)),
      ...(await compareCommands(pool, commands)),
      ...(await compareKeys(pool, commands)),
      ...(await findGaps(pool)),
      ...(await compareBatches(pool, batches)),
      ...(await compareLetters(site.dataDir, letters)),
      ...(await compareDelivery(apis, stages)),
      ...(await checkReadModels(kernel)),
      ...(await compareDelivery(apis, stages)),
    ];
    const givenUp = [...commands, ...batches].filter((line) => !line.answered).length;
    return { faults, givenUp, keptTwice: await countKeptTwice(pool) };
  } finally {
    await kernel.close();
  }
};

/** What the processes wrote down of requests that failed in ways that nobody had foreseen. */
const readFailures = async ({ dir, served }: Site): Promise<string[]> => {
  const logs = await Promise.all(served.map(({ name }) => readFile(join(dir, `${name}.log`), 'utf8')));
  return logs.flatMap((log) => log.split('\n').filter((line) => line.includes('"a request failed"')));
};

const stopInOrder = async (site: Site): Promise<string[]> => {
  const codes = await Promise.all(site.served.map(async (one) => [one.name, await one.stop()] as const));
  return codes.filter(([, code]) => code !== 0).map(([name, code]) => `${name} did not stop in good order: ${code}`);
};

/**
 * Two processes that serve and one that works, over a Postgres of their own, under load from people and SDKs, are killed
 * one after another; then everything that was acknowledged is looked for. Leaves nothing behind.
 */
export const runFaults = async (plan: Plan, say: (words: string) => void = () => {}): Promise<Outcome> => {
  const started = performance.now();
  const chance = createChance(plan.seed);
  const dir = await mkdtemp(join(tmpdir(), 'storyrail-faults-'));
  const undo: (() => Promise<unknown>)[] = [() => rm(dir, { recursive: true, force: true })];
  const load: Partial<Load> & { over: boolean } = { over: false };
  try {
    const site = await openSite(dir, undo);
    await Promise.all(site.served.map((one) => one.start()));
    const addresses = site.served.slice(0, 2).map((one) => one.address);
    const caller = createCaller(addresses, chance);
    const aside = await openAside(site.dataDir, site.postgres.url);
    const stages = await setStages(aside, caller, plan.commandClients).finally(aside.close);
    const paths = {
      commands: join(dir, 'commands.ndjson'),
      batches: join(dir, 'batches.ndjson'),
      letters: join(dir, 'letters.ndjson'),
    };
    const commands = await openLedger<CommandLine>(paths.commands);
    const batches = await openLedger<BatchLine>(paths.batches);
    const letters = await openLedger<LetterLine>(paths.letters);
    undo.push(commands.close, batches.close, letters.close);
    const acknowledged = { commands: 0, batches: 0 };
    const full: Load = Object.assign(load, {
      caller,
      addresses,
      chance,
      commands,
      batches,
      acknowledged,
      most: { commands: 0, batches: 0 },
      faults: site.faults,
    });
    say(`ready after ${((performance.now() - started) / 1000).toFixed(1)} s`);
    const loadStarted = performance.now();
    const clients = runClients(plan, full, stages, letters);
    await Promise.race([
      killAll(site, plan, full, chance, say),
      clients.then(() => Promise.reject(new Error('no client is left'))),
    ]);
    load.over = true;
    await clients;
    const loadSeconds = (performance.now() - loadStarted) / 1000;
    say('load has ended; looking for what was acknowledged');
    const { faults, givenUp, keptTwice } = await inspect(site, stages, paths);
    faults.push(...(await stopInOrder(site)));
    const failures = await readFailures(site);
    const seconds = (performance.now() - started) / 1000;
    const all = [...site.faults, ...faults];
    return {
      faults: all,
      kills: site.kills,
      ...acknowledged,
      givenUp,
      keptTwice,
      tally: caller.tally,
      failures,
      loadSeconds,
      seconds,
    };
  } finally {
    load.over = true;
    load.caller?.close();
    for (const step of undo.reverse()) await step().catch((error) => say(String(error)));
  }
};
