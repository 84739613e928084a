import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareDatabases } from '#ops/prepare.ts';
import { limitsOff } from '#ops/testing/harness.ts';
import { createCaller, type Tally } from './caller.ts';
import { type Chance, createChance } from './chance.ts';
import { type Load, runCommandClient, runIngestClient } from './clients.ts';
import { compareBatches, compareCommands, compareDelivery, compareKeys, countKeptTwice, findGaps } from './compare.ts';
import { type BatchLine, type CommandLine, type Ledger, openLedger, readLedger } from './ledger.ts';
import { compareLetters, type LetterLine, runLetterClient } from './letters.ts';
import { awaitReadModels, checkReadModels } from './read-models.ts';
import { openAside, type Stage, setStages } from './scene.ts';
import { type KillablePostgres, type Served, serve, servePostgres, steadyPort } from './servers.ts';

/** How much is sent and how often somebody is killed. */
export interface Plan {
  processKills: number;
  postgresKills: number;
  commandClients: number;
  ingestClients: number;
  /** Between two kills at least so many commands and half as many batches are acknowledged. */
  between: number;
  seed: number;
}

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

interface Site {
  dir: string;
  dataDir: string;
  postgres: KillablePostgres;
  served: Served[];
  faults: string[];
  kills: Record<string, number>;
}

const stallMs = 60_000;
const working = 'projection:audit,projection:history,projection:delivery,projection:analytics,jobs';

const open = async (dir: string, undo: (() => Promise<unknown>)[]): Promise<Site> => {
  const dataDir = join(dir, 'data');
  await mkdir(dataDir);
  const postgres = await servePostgres(join(dir, 'database'));
  undo.push(postgres.stop);
  await prepareDatabases(postgres.url, postgres.url);
  const faults: string[] = [];
  const env = {
    ...limitsOff,
    DATABASE_URL: postgres.url,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    MEDIA_URL: 'http://media.test',
  };
  const served: Served[] = [];
  for (const [name, only] of [
    ['first', 'api,sdk'],
    ['second', 'api,sdk'],
    ['worker', working],
  ] as const)
    served.push(
      serve({ name, only, port: await steadyPort(), env, log: join(dir, `${name}.log`) }, (words) =>
        faults.push(words),
      ),
    );
  undo.push(() => Promise.all(served.map((one) => one.kill())));
  return { dir, dataDir, postgres, served, faults, kills: {} };
};

/** Waits until so much more was acknowledged; a run in which nothing moves any more ends with an error. */
const moreLoad = async (load: Load, commands: number, batches: number): Promise<void> => {
  const { acknowledged } = load;
  const goal = { commands: acknowledged.commands + commands, batches: acknowledged.batches + batches };
  const until = Date.now() + stallMs;
  while (acknowledged.commands < goal.commands || acknowledged.batches < goal.batches) {
    if (Date.now() > until) throw new Error(`nothing moves: ${JSON.stringify(acknowledged)}`);
    await new Promise((done) => setTimeout(done, 5));
  }
};

/** Who dies in which order: every kind of process in turn, Postgres spread evenly between. */
const victims = (plan: Plan, chance: Chance): (number | 'postgres')[] => {
  const order: (number | 'postgres')[] = [];
  for (let kill = 0; kill < plan.processKills; kill += 1) order.push(kill < 3 ? kill : Math.floor(chance() * 3));
  for (let kill = 0; kill < plan.postgresKills; kill += 1)
    order.splice(Math.round(((kill + 1) * order.length) / (plan.postgresKills + 1)), 0, 'postgres');
  return order;
};

/**
 * Kills one after another. A killed process comes back while the next one dies already, so that at times nobody serves;
 * Postgres dies when all are back, since a process does not start without it.
 */
const killAll = async (site: Site, plan: Plan, load: Load, chance: Chance, say: (words: string) => void) => {
  let back = Promise.resolve();
  let last: Served | null = null;
  for (const victim of victims(plan, chance)) {
    await moreLoad(load, Math.ceil(plan.between * (0.5 + chance())), Math.ceil((plan.between / 2) * (0.5 + chance())));
    const target = victim === 'postgres' ? null : site.served[victim]!;
    if (!target || target === last) await back;
    const name = target?.name ?? 'postgres';
    site.kills[name] = (site.kills[name] ?? 0) + 1;
    await (target ?? site.postgres).kill();
    say(`killed ${name}; acknowledged ${load.acknowledged.commands} commands, ${load.acknowledged.batches} batches`);
    if (!target) await site.postgres.start();
    else {
      await back;
      back = target.start();
      back.catch(() => {});
    }
    last = target;
  }
  await back;
  await moreLoad(load, plan.between, Math.ceil(plan.between / 2));
};

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
    const site = await open(dir, undo);
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
    for (const step of undo.reverse()) await step().catch((error) => say(String(error)));
  }
};
