import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type EmbeddedPostgres, startEmbedded } from '#kernel/db/embedded.ts';
import type { Config } from '#kernel/platform/config.ts';
import { delay } from '#kernel/platform/delay.ts';
import { createLog } from '#kernel/platform/log.ts';
import { loadSecrets } from '#kernel/platform/secrets.ts';
import { migrateAsOwner } from '../start/migrate-as-owner.ts';
import { partNames } from '../start/parts.ts';
import { isReady } from '../testing/running.ts';
import { type NatsNode, type NatsPorts, startNatsServers } from './nats.ts';
import { exitWithParent, type SupervisedProcess, superviseProcess } from './supervised-process.ts';

/** A process of the product in a cluster. */
export interface ClusterProcess extends SupervisedProcess {
  address: string;
  parts: string;
  ready(): Promise<boolean>;
}

/** What runs: the database, the nats-servers, the processes. */
export interface LocalCluster {
  databaseUrl: string;
  natsUrl: string;
  nats: NatsNode[];
  served: ClusterProcess[];
  /** The process of that name. */
  of(name: string): ClusterProcess;
  /** Ends the processes, then NATS, then the database. */
  stop(): Promise<void>;
}

interface ClusterOptions {
  config: Pick<Config, 'DATA_DIR' | 'DATABASE_URL' | 'NATS_URL'>;
  /** The processes' own settings, beside those that follow from the topology. */
  env: NodeJS.ProcessEnv;
  /** The names of the processes that run; default: all of `processes`. */
  only?: readonly string[];
  /** The program nats-server; not needed with NATS_URL. */
  natsServer: string | null;
  /** A port for each process that runs, in the order of `processes`, and three sets for NATS. */
  ports: readonly number[];
  natsPorts: readonly NatsPorts[];
  say(words: string): void;
  /** Ends a start that is under way. */
  signal?: AbortSignal;
}

const processGroupOf = (name: string): string => {
  if (name.startsWith('projection:')) return 'projections';
  return ['api', 'web', 'sdk', 'relay'].includes(name) ? name : 'jobs';
};
const partsOf = (group: string): string => partNames.filter((name) => processGroupOf(name) === group).join(',');

/**
 * Which parts each process runs. Every part that is neither served, a projection nor the relay is in `jobs`. Nothing
 * stands before the dashboard, whose player asks the SDK paths of the address that the page came from.
 */
export const clusterProcesses: readonly { name: string; parts: string }[] = [
  { name: 'api-1', parts: 'api,web,sdk' },
  { name: 'api-2', parts: 'api,web,sdk' },
  { name: 'sdk-1', parts: 'sdk' },
  { name: 'sdk-2', parts: 'sdk' },
  { name: 'projections', parts: partsOf('projections') },
  { name: 'jobs', parts: partsOf('jobs') },
  { name: 'relay', parts: 'relay' },
];

const root = new URL('../../', import.meta.url).pathname;
// The processes need some 20 s of processor before all are ready, which a crowded machine gives them late.
const readyMs = 300_000;
const watchMs = 500;
// The product drains within 10 s and ends itself after that.
const graceMs = 12_000;

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** The embedded Postgres, started again on the same port whenever it is gone. */
const keepPostgres = async (dir: string, say: (words: string) => void) => {
  const log = createLog('error');
  let postgres: EmbeddedPostgres = await startEmbedded(dir, log);
  const port = Number(new URL(postgres.url).port);
  let restarting: Promise<void> | null = null;
  const watch = setInterval(() => {
    if (restarting || isAlive(postgres.pid)) return;
    say('Postgres ended; restarting it');
    restarting = startEmbedded(dir, log, [], port)
      .then((again) => {
        postgres = again;
      })
      .catch((error) => say(String(error)))
      .finally(() => {
        restarting = null;
      });
  }, watchMs);
  return {
    url: postgres.url,
    /** From now on it is not started again. */
    leave: () => clearInterval(watch),
    async stop() {
      await restarting;
      await postgres.stop();
    },
  };
};

const until = async (check: () => Promise<boolean>, what: () => string, signal?: AbortSignal): Promise<void> => {
  const end = Date.now() + readyMs;
  while (!(await check())) {
    signal?.throwIfAborted();
    if (Date.now() > end) throw new Error(`waited ${readyMs / 1000} s for ${what()}`);
    await delay(100);
  }
};

const startServed = (options: ClusterOptions, databaseUrl: string, natsUrl: string, logs: string): ClusterProcess[] => {
  const front = `http://127.0.0.1:${options.ports[0]}`;
  const wanted = clusterProcesses.filter(({ name }) => options.only?.includes(name) ?? true);
  return wanted.map(({ name, parts }, index) => {
    const port = options.ports[index]!;
    const env = {
      PUBLIC_URL: front,
      ...options.env,
      DATA_DIR: options.config.DATA_DIR,
      DATABASE_URL: databaseUrl,
      NATS_URL: natsUrl,
      HOST: '127.0.0.1',
      PORT: String(port),
    };
    const args = [
      '--max-semi-space-size=32',
      '--enable-source-maps',
      ...exitWithParent,
      fileURLToPath(new URL('../start/main.ts', import.meta.url)),
      '--only',
      parts,
    ];
    const child = superviseProcess(
      { name, command: process.execPath, args, env, log: join(logs, `${name}.log`), graceMs, cwd: root },
      options.say,
    );
    return { ...child, parts, address: `http://127.0.0.1:${port}`, ready: () => isReady(port) };
  });
};

/**
 * Starts the product as it runs on several machines, as processes of this one: Postgres (embedded unless DATABASE_URL
 * names one), three nats-servers that keep three copies (unless NATS_URL names others), two api, two sdk, projections,
 * jobs and relay. Whatever ends is started again. Resolves when all are ready; leaves nothing behind when it fails.
 */
export const startCluster = async (options: ClusterOptions): Promise<LocalCluster> => {
  const { config, say } = options;
  const logs = join(config.DATA_DIR, 'logs');
  await mkdir(logs, { recursive: true });
  const undo: (() => Promise<unknown>)[] = [];
  let postgres: Awaited<ReturnType<typeof keepPostgres>> | null = null;
  const stop = async () => {
    postgres?.leave();
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    postgres = config.DATABASE_URL ? null : await keepPostgres(config.DATA_DIR, say);
    if (postgres) undo.push(postgres.stop);
    const databaseUrl = config.DATABASE_URL ?? postgres!.url;
    const preparing = { secrets: await loadSecrets(config.DATA_DIR), embedded: !config.DATABASE_URL };
    const prepared = await migrateAsOwner({ ...config, LOG_LEVEL: 'warn' }, databaseUrl, preparing);
    const dir = join(config.DATA_DIR, 'nats');
    const nats = config.NATS_URL
      ? []
      : await startNatsServers({ program: options.natsServer!, dir, ports: options.natsPorts, onDeath: say });
    undo.push(() => Promise.all(nats.map((node) => node.stop())));
    const natsReady = async () => (await Promise.all(nats.map((node) => node.ready()))).every(Boolean);
    await until(natsReady, () => 'NATS', options.signal);
    const natsUrl = config.NATS_URL ?? nats.map((node) => node.url).join(',');
    const served = startServed(options, prepared.databaseUrl, natsUrl, logs);
    undo.push(() => Promise.all(served.map((one) => one.stop())));
    let waiting: ClusterProcess[] = served;
    await until(
      async () => {
        const ready = await Promise.all(waiting.map((one) => one.ready()));
        waiting = waiting.filter((_, index) => !ready[index]);
        return waiting.length === 0;
      },
      () => `${waiting.map((one) => one.name).join(', ')}; their logs are in ${logs}`,
      options.signal,
    );
    const of = (name: string): ClusterProcess => {
      const found = served.find((one) => one.name === name);
      if (!found) throw new Error(`there is no process ${name}`);
      return found;
    };
    return { databaseUrl, natsUrl, nats, served, of, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
