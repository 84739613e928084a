// npm run loadtest -- [names] [--smoke] [--duration 60s] [--scale 1] [--url http://… --tokens file.json]
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { startBackgroundServer } from './k6/background-server.ts';
import { ensureK6, k6Version } from './k6/find-k6.ts';
import { checkProductCounts, checkSlowdown } from './k6/product-checks.ts';
import { type LoadRequest, RequestUnclear, readRequest, type ScenarioName } from './k6/request.ts';
import { runK6 } from './k6/run-k6.ts';
import { lookUpScenarioData, missingData } from './k6/scenario-data.ts';
import { summarise } from './k6/summary.ts';
import { type LoadSystem, noLimits, type ProductSettings, startLoadSystem } from './k6/system.ts';

const root = new URL('../', import.meta.url).pathname;
const results = join(root, '.build/loadtest');
const full = { apps: 10, groups: 20, stories: 10 };
// No fewer groups than virtual users: no two commands meet.
const small = { apps: 5, groups: 4, stories: 2 };
const large = { apps: 100, instances: 10, groups: 10, stories: 20 };
const smallOffice = { apps: 5, instances: 2, groups: 4, stories: 5 };
const manyEvents = { groups: 100, events: 10_000_000 };
const someEvents = { groups: 5, events: 6000 };

const settingsFor = (name: ScenarioName): ProductSettings => {
  if (name === 'limits') return {};
  if (name === 'ingest-noisy') return { ...noLimits, LIMIT_TOKEN: '20' };
  return name === 'delivery-cold' ? { ...noLimits, SDK_CACHE_MB: '0' } : noLimits;
};
/**
 * Settings of a smoke, two for all in the order of the scenarios: no token but the noisy one comes near its limit, and the
 * limits are below those that the product comes with, as a machine under other work answers fewer than those ask. Deliveries
 * that find nothing in memory come nowhere near them.
 */
const smokeSettings = (name: ScenarioName): ProductSettings => {
  const isLast = name === 'limits' || name === 'delivery-cold';
  const low = { SDK_CACHE_MB: '0', LIMIT_DELIVERY: '100', LIMIT_EVENTS: '30', LIMIT_API: '100' };
  return isLast ? low : { ...noLimits, LIMIT_TOKEN: '10' };
};

interface Place {
  k6: string;
  /** Folder for what a scenario is given. */
  dir: string;
  system: LoadSystem | null;
  /** The address of the background server. */
  backgroundUrl: string;
  signal: AbortSignal;
}

/** Runs a scenario and says how it went; false when something did not hold. */
const runScenario = async (
  name: ScenarioName,
  request: LoadRequest,
  { k6, dir, system, backgroundUrl, signal }: Place,
): Promise<boolean> => {
  await system?.runWith((request.smoke ? smokeSettings : settingsFor)(name));
  const url = system?.url ?? request.aim!.url;
  const data = system ? await system.data(name) : await lookUpScenarioData(url, request.aim!.tokens);
  const lack = missingData(name, data);
  if (lack) throw new RequestUnclear(`${lack}.`);
  const given = join(dir, `${name}.json`);
  await writeFile(given, JSON.stringify(data), { mode: 0o600 });
  const result = join(results, `${name}.json`);
  const page = join(results, `${name}.html`);
  for (const file of [result, page]) await rm(file, { force: true });
  const before = await system?.counts();
  const script = new URL(`./k6/${name}.js`, import.meta.url).pathname;
  const { seconds, scale, smoke } = request;
  const outcome = await runK6(
    { k6, script, url, backgroundUrl, data: given, result, page: smoke ? null : page, seconds, scale, smoke },
    signal,
  );
  // A smoke is no measure of speed.
  const slower = smoke ? [] : checkSlowdown(name, outcome.results);
  const counted = system ? checkProductCounts(name, outcome.results, before!, await system.counts()) : [];
  const faults = [...counted, ...slower, ...(system?.faults ?? [])];
  console.log(summarise(name, outcome, faults));
  for (const file of [result, page]) if (existsSync(file)) console.log(`    ${relative(root, file)}`);
  return outcome.code === 0 && faults.length === 0;
};

const run = async (request: LoadRequest, k6: string, signal: AbortSignal): Promise<number> => {
  const undo: (() => Promise<unknown>)[] = [];
  let failed = 0;
  try {
    await mkdir(results, { recursive: true });
    const dir = await mkdtemp(join(tmpdir(), 'storyrail-data-'));
    undo.push(() => rm(dir, { recursive: true, force: true }));
    if (!request.aim) console.log('Starting a product of its own and filling it …');
    const { names, smoke } = request;
    const extras = {
      large: names.includes('dashboard') ? (smoke ? smallOffice : large) : null,
      counted: names.includes('stats') ? (smoke ? someEvents : manyEvents) : null,
    };
    const system = request.aim ? null : await startLoadSystem(smoke ? small : full, extras, undo);
    const backgroundUrl = await startBackgroundServer(undo);
    for (const name of request.names) {
      if (signal.aborted) return 1;
      if (!(await runScenario(name, request, { k6, dir, system, backgroundUrl, signal }))) failed += 1;
    }
  } finally {
    for (const step of undo.reverse()) await step().catch((error) => console.error(String(error)));
  }
  return failed === 0 ? 0 : 1;
};

const over = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM']) {
  // What starts the embedded Postgres listens, too, and would end the process before anything was taken down.
  process.removeAllListeners(signal);
  process.on(signal, () => over.abort());
}
try {
  const request = readRequest(process.argv.slice(2));
  const k6 = ensureK6();
  if (!k6)
    throw new RequestUnclear(
      `There is no k6: put it into PATH, set K6 to its program, or install Go, with which ${k6Version} is built here.`,
    );
  process.exitCode = await run(request, k6, over.signal);
} catch (error) {
  console.error(error instanceof RequestUnclear ? error.message : error);
  process.exitCode = 2;
}
// Nothing that is still open keeps a finished run.
process.exit();
