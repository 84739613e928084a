import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LightMyRequestResponse } from 'fastify';
import pg from 'pg';
import type { EpochMs } from '#contracts/time.ts';
import { searchPath } from '#kernel/db/pool.ts';
import { buildServer } from '#kernel/http/server.ts';
import type { Routes, Server } from '#kernel/http/types.ts';
import type { Part } from '#kernel/part.ts';
import { loadConfig } from '#kernel/platform/config.ts';
import { loadSecrets, type Secrets } from '#kernel/platform/secrets.ts';
import { apiRoutes } from '../start/api-routes.ts';
import { backgroundParts } from '../start/composition-root.ts';
import { openKernel } from '../start/open-kernel.ts';
import { sdkRoutes } from '../start/sdk-routes.ts';
import { createPeople, type Person } from './people.ts';
import { freshDatabase, type TestDatabase, testServer } from './postgres.ts';
import { until } from './stopwatch.ts';

interface Test {
  teardown(work: () => Promise<void>): void;
}
interface Options {
  /** The clock, unix milliseconds; default: the real one. */
  now?: () => EpochMs;
  /** Settings that differ from the defaults; limits are off unless named here. */
  settings?: Record<string, string>;
  /** Background parts (projections, jobs) run unless this is false. */
  parts?: boolean;
  /** Keys of the installation; default: fresh ones. */
  secrets?: Secrets;
  /** A database that is there already, and stays; default: a fresh one. */
  database?: TestDatabase;
  /** Routes besides those of the API and of SDKs. */
  pages?: readonly Routes[];
}

export type { Person } from './people.ts';
export { until } from './stopwatch.ts';

interface Call {
  as?: Person | string | null;
  body?: unknown;
  query?: Record<string, string>;
  headers?: Record<string, string>;
}

/** Settings under which nothing is refused for its number. */
export const limitsOff = Object.fromEntries(
  [
    'SIGN_IN',
    'API',
    'DELIVERY',
    'EVENTS',
    'TOKEN',
    'NEW_VIEWERS',
    'EVENT_MB',
    'MAILS',
    'PASSWORDS',
    'INVITATIONS',
    'REGISTRATIONS',
    'TAKEN_EMAILS',
    'SMS',
  ].map((name) => [`LIMIT_${name}`, '0']),
);

/** Everything of one process over a database of its own: routes, read models, jobs. Torn down with the test. */
export const startHarness = async (t: Test, options: Options = {}) => {
  const undo: (() => Promise<unknown>)[] = [];
  // In order of undoing: the last thing that was opened goes first, also when opening failed half-way.
  t.teardown(async () => {
    for (const step of undo.reverse()) await step();
  });
  const openDatabase = async (): Promise<TestDatabase> => {
    const postgres = await testServer();
    undo.push(postgres.stop);
    const fresh = await freshDatabase(postgres.url);
    undo.push(fresh.drop);
    return fresh;
  };
  const database = options.database ?? (await openDatabase());
  const dir = await mkdtemp(join(tmpdir(), 'storyrail-test-'));
  undo.push(() => rm(dir, { recursive: true, force: true }));
  const config = loadConfig({
    ...limitsOff,
    LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
    DATA_DIR: dir,
    PORT: '4000',
    // Nothing listens there: no test asks a real store.
    STORE_APPLE_URL: 'http://127.0.0.1:9',
    STORE_GOOGLE_URL: 'http://127.0.0.1:9',
    // Some files run a second time with what is fast switched off.
    ...(process.env.FAST ? { FAST: process.env.FAST } : {}),
    ...options.settings,
  });
  const kernel = await openKernel(config, {
    databaseUrl: database.url,
    // Programs that a test runs beside this process find the same keys.
    secrets: options.secrets ?? (await loadSecrets(dir)),
    now: options.now ?? Date.now,
  });
  undo.push(kernel.close);
  const server: Server = await buildServer(kernel, [...apiRoutes, ...sdkRoutes, ...(options.pages ?? [])]);
  undo.push(() => server.close());
  await server.ready();
  if (options.parts !== false)
    for (const [name, start] of Object.entries(backgroundParts)) {
      // It looks once a minute, by the clock of the day: tests of what it does close periods themselves.
      if (name === 'billing') continue;
      const part: Part = await start(kernel);
      undo.push(() => part.stop());
    }

  /** Calls a route; `as` is a person, a bare token or nobody. */
  const inject = async (method: string, url: string, call: Call = {}): Promise<LightMyRequestResponse> => {
    const token = typeof call.as === 'string' ? call.as : call.as?.token;
    return server.inject({
      method: method as 'GET',
      url,
      ...(call.query ? { query: call.query } : {}),
      ...(call.body === undefined ? {} : { payload: call.body as object }),
      headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...call.headers },
    });
  };

  /** Makes a call of the API that must succeed, and answers its data. */
  const call = async (as: Person, method: string, path: string, body: object) => {
    const answer = await inject(method, `/api${path}`, { as, body });
    if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.body}`);
    return answer.json().data;
  };

  const { signIn, person, media } = createPeople(kernel, (claims) => server.jwt.sign(claims));

  /** Waits until every event-fed read model has applied the whole log. */
  const caughtUp = () =>
    until(async () => {
      const { rows } = await kernel.db.pool.query<{ behind: number }>(
        `select count(*)::int as behind from projection_checkpoint c
          where c.name in ('audit', 'history', 'notifications', 'delivery')
            and exists (select from event e where (e.transaction_id, e.position) > (c.transaction_id, c.position))`,
      );
      return rows[0]!.behind === 0;
    }, 'the read models');

  /** Mails and texts in the local outbox, newest first. */
  const outbox = async (): Promise<
    { channel: string; to: string; subject?: string; text: string; links: string[] }[]
  > => {
    const folder = join(dir, 'outbox');
    const names = await readdir(folder).catch(() => [] as string[]);
    const mails = await Promise.all(
      names
        .filter((name) => name.endsWith('.json'))
        // Names begin with a time that is finer than the seconds in them.
        .sort()
        .reverse()
        .map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8'))),
    );
    return mails.sort((a, b) => b.ts - a.ts);
  };

  /** Asks the database as the owner of its tables, who may do what the product may not. */
  const asOwner = async (text: string, values: unknown[] = []): Promise<pg.QueryResult> => {
    const client = new pg.Client({
      connectionString: database.ownerUrl,
      options: `-c search_path=${searchPath.replaceAll(' ', '')}`,
    });
    await client.connect();
    try {
      return await client.query(text, values);
    } finally {
      await client.end();
    }
  };

  const { url: databaseUrl, ownerUrl, sdkUrl } = database;
  return {
    kernel,
    server,
    config,
    databaseUrl,
    ownerUrl,
    sdkUrl,
    asOwner,
    inject,
    call,
    person,
    signIn,
    media,
    caughtUp,
    outbox,
    until,
  };
};
export type Harness = Awaited<ReturnType<typeof startHarness>>;
