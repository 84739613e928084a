import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type pg from 'pg';
import { openDb } from '#kernel/db/pool.ts';
import { delay } from '#kernel/platform/delay.ts';
import { freePort } from '#ops/testing/running.ts';
import { install, PeerMissing } from './install.ts';

/** The version that is measured against. */
export const umamiVersion = '3.1.0';
const pnpmVersion = '10.34.8';

// Outside this folder: its build would take our package-lock.json for the root of its own sources.
const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'storyrail');
const folder = join(cache, `umami-${umamiVersion}`);
const finished = join(folder, '.next/finished');
const program = join(folder, '.next/standalone/server.js');
const sources = process.env.UMAMI_SOURCE || 'https://github.com/umami-software/umami.git';
const readyMs = 60_000;

/** Its pages' font, which its build would fetch; what is measured shows no page. */
const font = 'https://fonts.googleapis.com/css2?family=Inter:wght@100..900&display=swap';
const fonts = `module.exports = { '${font}': "@font-face{font-family:'Inter';font-style:normal;font-weight:100 900;font-display:swap;src:local('Inter')}" };\n`;

const build = (): void => {
  console.log(`Installing umami ${umamiVersion}; this takes some minutes …`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(cache, { recursive: true });
  install('git', ['clone', '--quiet', '--depth', '1', '--branch', `v${umamiVersion}`, sources, folder]);
  const tool = join(cache, `pnpm-${pnpmVersion}`);
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  install('npm', ['install', ...quiet, '--prefix', tool, `pnpm@${pnpmVersion}`]);
  const pnpm = join(tool, 'node_modules/pnpm/bin/pnpm.cjs');
  install(process.execPath, [pnpm, 'install', '--frozen-lockfile', '--ignore-scripts'], {}, folder);
  const answers = join(cache, 'umami-fonts.cjs');
  writeFileSync(answers, fonts);
  const env = {
    // Nobody listens there: the build only wants an address.
    DATABASE_URL: 'postgres://none@127.0.0.1:1/none',
    // Making the client needs no engine; one that is named is not fetched.
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    CHECKPOINT_DISABLE: '1',
    NEXT_TELEMETRY_DISABLED: '1',
    NEXT_FONT_GOOGLE_MOCKED_RESPONSES: answers,
  };
  const tools = join(folder, 'node_modules');
  install(process.execPath, [join(tools, 'prisma/build/index.js'), 'generate'], env, folder);
  install(process.execPath, ['scripts/build-prisma-client.js'], env, folder);
  install(process.execPath, [join(tools, 'next/dist/bin/next'), 'build', '--turbo'], env, folder);
  if (!existsSync(program)) throw new PeerMissing('its build made no server');
  writeFileSync(finished, '');
};

/** Makes its tables, as its own migrations do, and a website; answers the website's id. */
const migrate = async (client: pg.ClientBase): Promise<string> => {
  const migrations = join(folder, 'prisma/migrations');
  for (const name of (await readdir(migrations, { withFileTypes: true })).filter((one) => one.isDirectory()).sort())
    await client.query(await readFile(join(migrations, name.name, 'migration.sql'), 'utf8'));
  const { rows } = await client.query<{ id: string }>(
    `insert into website (website_id, name, domain) values (gen_random_uuid(), 'Fjord', 'fjord.test') returning website_id as id`,
  );
  return rows[0]!.id;
};

const database = 'umami_peer';
/** Makes an empty database beside another one; answers its address. */
const makeDatabase = async (beside: string): Promise<string> => {
  const db = openDb(beside, { max: 1 });
  try {
    await db.pool.query(`drop database if exists ${database} with (force)`);
    await db.pool.query(`create database ${database}`);
  } finally {
    await db.pool.end();
  }
  const url = new URL(beside);
  url.pathname = `/${database}`;
  return url.href;
};

/** An umami with a website and a database of its own. */
export interface Umami {
  port: number;
  website: string;
  /** How many events are in its table. */
  events(): Promise<number>;
  stop(): Promise<void>;
}

/**
 * Starts one, as its image does, in one process on the Postgres of an address. Throws PeerMissing where it is not
 * installed and `mayInstall` is false, or where it cannot be.
 */
export const startUmami = async (beside: string, mayInstall: boolean): Promise<Umami> => {
  if (!existsSync(finished)) {
    if (!mayInstall) throw new PeerMissing('not installed; npm run bench -- umami does it');
    build();
  }
  const url = await makeDatabase(beside);
  const db = openDb(url, { max: 1 });
  const port = await freePort();
  const child = spawn(process.execPath, [program], {
    cwd: dirname(program),
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      HOSTNAME: '127.0.0.1',
      PORT: String(port),
      DATABASE_URL: url,
      APP_SECRET: 'of the benchmark',
      DISABLE_TELEMETRY: '1',
    },
  });
  const gone = new Promise<void>((done) => void child.once('exit', () => done()));
  const stop = async () => {
    child.kill('SIGTERM');
    await gone;
    await db.pool.end();
  };
  try {
    const client = await db.pool.connect();
    const website = await migrate(client).finally(() => client.release());
    for (const end = Date.now() + readyMs; ; ) {
      const answer = await fetch(`http://127.0.0.1:${port}/api/heartbeat`).catch(() => null);
      await answer?.arrayBuffer();
      if (answer?.ok) break;
      if (child.exitCode !== null || Date.now() > end) throw new Error('umami does not serve');
      await delay(100);
    }
    const events = async () =>
      Number((await db.pool.query<{ count: number }>('select count(*) from website_event')).rows[0]!.count);
    return { port, website, events, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
