import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { inFlights } from './flight.ts';
import { GatheringSocket } from './gathering-socket.ts';
import type { KernelTables } from './tables.ts';

/** A pool of connections and the query builder on it. */
export interface Db {
  pool: pg.Pool;
  query: Kysely<KernelTables>;
}

/** One open transaction: the connection for prepared statements, the query builder on that same connection, and hooks. */
export interface Trx {
  client: pg.PoolClient;
  query: Kysely<KernelTables>;
  /**
   * Takes a statement that was sent and whose answer nothing waits for before COMMIT, which is sent right behind it.
   * When it fails nothing of the transaction stays, and its failure is what the transaction throws.
   */
  later(sent: Promise<unknown>): void;
  /** Runs after COMMIT was confirmed; never after a rollback. */
  afterCommit(hook: () => void): void;
}

// 64-bit counters are counts, positions and sums here, all below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Schemas in which projections keep their tables; names of tables are unique across them. */
export const searchPath = 'public, catalog, audit, history, delivery, analytics';

interface PoolOptions {
  max: number;
  /** Milliseconds to wait for a free connection before giving up. */
  waitMs?: number;
  statementMs?: number;
  /** Sends statements without waiting for the answers to earlier ones; COPY is not possible on such a connection. */
  pipeline?: boolean;
}

/** Opens a pool; every connection has time limits, so that nothing holds the readers' horizon back. */
export const openDb = (
  url: string,
  { max, waitMs = 1500, statementMs = 10_000, pipeline = false }: PoolOptions,
): Db => {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    // A connection stays once it is open: closing idle ones would start and stop a clock around every statement.
    min: max,
    ...(pipeline ? { pipeline, stream: () => new GatheringSocket() } : {}),
    connectionTimeoutMillis: waitMs,
    keepAlive: true,
    application_name: 'storyrail',
    options: [
      `-c search_path=${searchPath.replaceAll(' ', '')}`,
      `-c statement_timeout=${statementMs}`,
      '-c lock_timeout=5000',
      '-c idle_in_transaction_session_timeout=10000',
      '-c timezone=UTC',
    ].join(' '),
  });
  // A connection that breaks while idle is replaced by the pool; its error must not end the process.
  pool.on('error', () => {});
  // One that breaks in somebody's hands fails its query and is not taken back; it must not end the process either.
  pool.on('connect', (client) => client.on('error', () => {}));
  return { pool, query: new Kysely<KernelTables>({ dialect: new PostgresDialect({ pool }) }) };
};

const builders = new WeakMap<pg.PoolClient, Kysely<KernelTables>>();

/** The query builder that runs on exactly this connection. */
export const queryOn = (client: pg.PoolClient): Kysely<KernelTables> => {
  let builder = builders.get(client);
  if (!builder) {
    const single = {
      connect: async () => ({ query: client.query.bind(client), release: () => {} }),
      end: async () => {},
    };
    builder = new Kysely<KernelTables>({ dialect: new PostgresDialect({ pool: single as never }) });
    builders.set(client, builder);
  }
  return builder;
};

/**
 * Waits for statements that were sent together until all are answered, then throws the first failure in their order: none
 * may still be running when its transaction ends.
 */
export const together = async <const T extends readonly Promise<unknown>[]>(
  sent: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> => {
  const settled = await Promise.allSettled(sent);
  for (const one of settled) if (one.status === 'rejected') throw one.reason;
  return settled.map((one) => (one as PromiseFulfilledResult<unknown>).value) as never;
};

/** Starts a transaction. Prepared, unlike a plain text, so that the statements that follow can be sent with it. */
export const begin: pg.QueryConfig = { name: 'begin', text: 'begin' };

/** What an open transaction has sent without waiting, and whether its COMMIT was answered. */
interface Pending {
  sent: Promise<unknown>[];
  hooks: (() => void)[];
  ended: boolean;
}

const ignore = (): void => {};
const keep = ({ sent }: Pending, one: Promise<unknown>): void => {
  one.catch(ignore);
  sent.push(one);
};
const keepHook = ({ hooks }: Pending, hook: () => void): void => void hooks.push(hook);

const commit = async (client: pg.PoolClient, pending: Pending): Promise<void> => {
  const { command } = await client.query({ name: 'commit', text: 'commit' });
  pending.ended = true;
  if (command !== 'COMMIT') throw new Error('a statement failed unnoticed, and the transaction was rolled back');
};

const allOf = async (sent: readonly Promise<unknown>[]): Promise<void> => {
  for (const one of sent) await one;
};

/** The failure that came first: all that was sent after it failed only because the transaction was broken. */
const firstFailure = async ({ sent }: Pending, otherwise: unknown): Promise<unknown> => {
  for (const one of await Promise.allSettled(sent)) if (one.status === 'rejected') return one.reason;
  return otherwise;
};

const isPipelined = (client: pg.PoolClient): boolean => (client as unknown as { pipeline: boolean }).pipeline;

/**
 * Runs `work` in one transaction. `opening` may hold more statements that start it, such as taking a lock. The first
 * statements of `work` follow it without waiting, and COMMIT follows what `work` left for later: Postgres makes a
 * ROLLBACK of it when one of them fails, and the first failure is what is thrown.
 */
export const transaction = async <T>(
  db: Db,
  work: (trx: Trx) => Promise<T>,
  opening: string | readonly pg.QueryConfig[] = [begin],
): Promise<T> => {
  const held = await db.pool.connect();
  const pipelined = isPipelined(held);
  const client = pipelined ? inFlights(held) : held;
  const pending: Pending = { sent: [], hooks: [], ended: false };
  let broken: Error | undefined;
  try {
    for (const one of typeof opening === 'string' ? [opening] : opening) keep(pending, client.query(one as string));
    // A connection that does not take statements one behind the other is asked one at a time.
    if (!pipelined) await allOf(pending.sent);
    const result = await work({
      client,
      query: queryOn(client),
      later: keep.bind(null, pending),
      afterCommit: keepHook.bind(null, pending),
    });
    if (!pipelined) await allOf(pending.sent);
    keep(pending, commit(client, pending));
    await allOf(pending.sent);
    for (const hook of pending.hooks) hook();
    return result;
  } catch (error) {
    const first = await firstFailure(pending, error);
    if (!pending.ended)
      await client.query('rollback').catch((failed: Error) => {
        broken = failed;
      });
    throw first;
  } finally {
    held.release(broken);
  }
};

const outages = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  '57P01',
  '57P02',
  '57P03',
  '08006',
  '08003',
  '53300',
]);

/** True when an error says that the database cannot be reached now, or a time limit was met, rather than that a query is wrong. */
export const isOutage = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: string }).code;
  return (
    (code !== undefined && outages.has(code)) ||
    code === '55P03' ||
    code === '57014' ||
    /Connection terminated|timeout exceeded when trying to connect|not queryable|Client has encountered a connection error/.test(
      error.message,
    )
  );
};
