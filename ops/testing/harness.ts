import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LightMyRequestResponse } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import type { AccountState } from '#contracts/account.ts';
import type { Permissions } from '#contracts/roles.ts';
import type { UserState } from '#contracts/user.ts';
import { type CommandContext, load, runCommand, save } from '#kernel/command.ts';
import { loadConfig } from '#kernel/config.ts';
import { transaction } from '#kernel/db/pool.ts';
import { buildServer, type Server } from '#kernel/http/server.ts';
import { keepPersonal, normalEmail } from '#kernel/personal.ts';
import { claim } from '#kernel/claims.ts';
import type { Part } from '#kernel/part.ts';
import { secretsFrom } from '#kernel/secrets.ts';
import { apiRoutes, background, sdkRoutes } from '../wiring.ts';
import { openKernel } from '../open-kernel.ts';
import { freshDatabase, testServer } from './postgres.ts';

interface Test {
  teardown(work: () => Promise<void>): void;
}
interface Options {
  /** The clock, unix milliseconds; default: the real one. */
  now?: () => number;
  /** Settings that differ from the defaults; limits are off unless named here. */
  settings?: Record<string, string>;
  /** Background parts (projections, jobs) run unless this is false. */
  parts?: boolean;
}

/** Somebody signed in. */
export interface Person {
  user_id: string;
  account_id: string;
  session_id: string;
  email: string;
  token: string;
}

interface Call {
  as?: Person | string | null;
  body?: unknown;
  query?: Record<string, string>;
  headers?: Record<string, string>;
}

const limitsOff = Object.fromEntries(
  ['SIGN_IN', 'API', 'DELIVERY', 'EVENTS', 'TOKEN', 'MAILS'].map((name) => [`LIMIT_${name}`, '0']),
);

/** Waits until `check` holds, at most 30 s; there are no sleeps in tests, only conditions. */
export const until = async (check: () => Promise<boolean> | boolean, what = 'a condition'): Promise<void> => {
  const end = Date.now() + 30_000;
  while (!(await check())) {
    if (Date.now() > end) throw new Error(`waited 30 s for ${what}`);
    await new Promise((done) => setTimeout(done, 20));
  }
};

const system = (now: number): CommandContext => ({
  account_id: null,
  actor: { type: 'system', id: null },
  on_behalf_of: null,
  correlation_id: uuidv7(),
  request_id: null,
  cause: null,
  client: null,
  now,
  idempotency: null,
});

/** Everything of one process over a database of its own: routes, read models, jobs. Torn down with the test. */
export const startHarness = async (t: Test, options: Options = {}) => {
  const undo: (() => Promise<unknown>)[] = [];
  // In order of undoing: the last thing that was opened goes first, also when opening failed half-way.
  t.teardown(async () => {
    for (const step of undo.reverse()) await step();
  });
  const postgres = await testServer();
  undo.push(postgres.stop);
  const database = await freshDatabase(postgres.url);
  undo.push(database.drop);
  const dir = await mkdtemp(join(tmpdir(), 'storyrail-test-'));
  undo.push(() => rm(dir, { recursive: true, force: true }));
  const config = loadConfig({ ...limitsOff, LOG_LEVEL: process.env.TEST_LOG ?? 'silent', DATA_DIR: dir, PORT: '4000', ...options.settings });
  const kernel = await openKernel(config, {
    databaseUrl: database.url,
    secrets: secretsFrom(randomBytes(48)),
    now: options.now ?? Date.now,
  });
  undo.push(kernel.close);
  const server: Server = await buildServer(kernel, [...(await apiRoutes()), ...(await sdkRoutes())]);
  undo.push(() => server.close());
  await server.ready();
  if (options.parts !== false)
    for (const start of Object.values(await background())) {
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

  /** A live session for a user, without going through sign-in. */
  const signIn = async (userId: string, accountId: string, email: string): Promise<Person> => {
    const sessionId = uuidv7();
    await kernel.db.query
      .insertInto('session')
      .values({
        id: sessionId,
        user_id: userId,
        refresh_hash: randomBytes(32).toString('hex'),
        previous_hash: null,
        successor: null,
        rotated_at: null,
        expires_at: new Date(Date.now() + 86_400_000 * 30),
        ended_at: null,
      })
      .execute();
    const token = server.jwt.sign({ sub: userId, sid: sessionId, typ: 'access' });
    return { user_id: userId, account_id: accountId, session_id: sessionId, email, token };
  };

  /** A verified member of an account (a new account unless one is given) with the given roles (default: account owner). */
  const person = async (given: { account_id?: string; permissions?: Permissions; firstname?: string; lastname?: string; email?: string } = {}): Promise<Person> => {
    const now = kernel.now();
    const accountId = given.account_id ?? uuidv7();
    const userId = uuidv7();
    const email = given.email ?? `${userId.slice(-12)}@example.test`;
    const context: CommandContext = { ...system(now), account_id: accountId, actor: { type: 'user', id: userId } };
    await runCommand(kernel, context, async (trx) => {
      if (!given.account_id) {
        const account = await load<AccountState>(trx, `account-${accountId}`);
        await save(trx, account, [
          {
            type: 'AccountCreated',
            data: { name: 'Marlow', time_zone: 'Europe/Stockholm', trial_ends: Math.floor(now / 1000) + 14 * 86_400, profile: {}, package_id: null, referral_token: null, appsumo_token: null },
          },
        ]);
        await trx.query.insertInto('account_key').values({ account_id: accountId, viewer_key: randomBytes(32) }).execute();
      }
      await claim(trx, 'email', kernel.secrets.keyed('email', normalEmail(email)), userId);
      const user = await load<UserState>(trx, `user-${userId}`);
      await save(trx, user, [
        {
          type: 'UserRegistered',
          data: {
            account_id: accountId,
            email_ref: await keepPersonal(trx, userId, 'email', email),
            firstname_ref: await keepPersonal(trx, userId, 'firstname', given.firstname ?? 'Nora'),
            lastname_ref: await keepPersonal(trx, userId, 'lastname', given.lastname ?? 'Lindqvist'),
            gdpr: true,
            permissions: given.permissions ?? { account_owner: [] },
          },
        },
        { type: 'UserEmailVerified', data: {} },
      ]);
      return { status: 201, data: null };
    });
    return signIn(userId, accountId, email);
  };

  /** An upload of the account that commands accept, without a file behind it; answers its address. */
  const media = async (accountId: string, kind: 'image' | 'video' = 'image'): Promise<string> => {
    const key = `${randomBytes(32).toString('hex')}.${kind === 'image' ? 'png' : 'mp4'}`;
    await transaction(kernel.db, async (trx) => {
      await trx.query
        .insertInto('upload')
        .values({
          account_id: accountId,
          key,
          mime_type: kind === 'image' ? 'image/png' : 'video/mp4',
          width: 1080,
          height: 1920,
          duration_ms: kind === 'image' ? null : 8000,
          bytes: 1000,
          thumbnail: kind === 'image' ? null : `${randomBytes(32).toString('hex')}.jpg`,
        })
        .execute();
    });
    return `${config.MEDIA_URL}/media/${key}`;
  };

  /** Waits until every event-fed read model has applied the whole log. */
  const caughtUp = () =>
    until(async () => {
      const { rows } = await kernel.db.pool.query<{ behind: number }>(
        `select count(*)::int as behind from projection_checkpoint c
          where c.name in ('audit', 'history', 'delivery')
            and exists (select from event e where (e.transaction_id, e.position) > (c.transaction_id, c.position))`,
      );
      return rows[0]!.behind === 0;
    }, 'the read models');

  /** Mails and texts in the local outbox, newest first. */
  const outbox = async (): Promise<{ channel: string; to: string; subject?: string; text: string; links: string[] }[]> => {
    const folder = join(dir, 'outbox');
    const names = await readdir(folder).catch(() => [] as string[]);
    const mails = await Promise.all(names.filter((name) => name.endsWith('.json')).map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8'))));
    return mails.sort((a, b) => b.ts - a.ts);
  };

  return { kernel, server, config, databaseUrl: database.url, inject, person, signIn, media, caughtUp, outbox, until };
};
export type Harness = Awaited<ReturnType<typeof startHarness>>;
