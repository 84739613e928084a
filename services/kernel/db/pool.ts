import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { CoalescingSocket, withBatchedQueries } from '../fast/pg/pipelined-batch.ts';
import {
  DeferredTransaction,
  openSharedConnections,
  type SharedConnections,
  type TransactionHandle,
} from '../fast/pg/shared-connections.ts';
import { serializeQueries } from './serial-queries.ts';
import type { KernelTables } from './tables.ts';

/** A pool of connections and the query builder on it. */
export interface Db {
  pool: pg.Pool;
  query: Kysely<KernelTables>;
  /**
   * Multiplexed connections for transactions that issue all their statements at once; null: each gets a dedicated one.
   */
  shared: SharedConnections | null;
  /** Closes all connections once their queries have completed. */
  end(): Promise<void>;
}

/** A statement with a name, by which each connection prepares it once. One without cannot go on a shared connection. */
export interface NamedQuery extends pg.QueryConfig {
  name: string;
}

/**
 * One open transaction: the connection for prepared statements, the query builder on that same connection, and hooks.
 */
export interface Trx {
  client: pg.PoolClient;
  query: Kysely<KernelTables>;
  /**
   * Sends a statement whose result nothing awaits before COMMIT, which is sent right behind it. When it fails the
   * transaction is rolled back and throws that failure, mapped by `failedWith`.
   */
  defer(statement: NamedQuery, failedWith?: (error: unknown) => unknown): void;
  /** Waits for statements that were sent together, unlike `Promise.all` until the last of them is answered. */
  together: typeof together;
  /** Runs after COMMIT was confirmed; never after a rollback. */
  afterCommit(hook: () => void): void;
}

// 64-bit counters are counts, positions and sums here, all below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Schemas in which projections keep their tables; names of tables are unique across them. */
export const searchPath = 'public, catalog, audit, history, delivery, analytics';

/** lock_timeout on a shared connection: other transactions are queued behind the one that waits. */
const sharedLockMs = 300;

interface PoolOptions {
  max: number;
  /** Milliseconds to wait for a free connection before giving up. */
  waitMs?: number;
  statementMs?: number;
  /** Sends statements without waiting for the results of earlier ones; COPY is not possible on such a connection. */
  pipeline?: boolean;
  /** How many multiplexed connections there are besides, for transactions that issue all their statements at once. */
  sharedConnections?: number;
}

/**
 * Opens a pool; every connection has time limits, so that nothing holds back the xmin horizon that log readers wait
 * for.
 */
export const openDb = (
  url: string,
  { max, waitMs = 1500, statementMs = 10_000, pipeline = false, sharedConnections = 0 }: PoolOptions,
): Db => {
  const settings = (lockMs: number) => ({
    connectionString: url,
    ...(pipeline ? { pipeline, stream: () => new CoalescingSocket() } : {}),
    connectionTimeoutMillis: waitMs,
    keepAlive: true,
    application_name: 'storyrail',
    options: [
      `-c search_path=${searchPath.replaceAll(' ', '')}`,
      `-c statement_timeout=${statementMs}`,
      `-c lock_timeout=${lockMs}`,
      '-c idle_in_transaction_session_timeout=10000',
      '-c timezone=UTC',
    ].join(' '),
  });
  // A connection stays once it is open: closing idle ones would start and stop a clock around every statement.
  const pool = new pg.Pool({ ...settings(5000), max, min: max });
  // A connection that breaks while idle is replaced by the pool; its error must not end the process.
  pool.on('error', () => {});
  // One that breaks while checked out fails its query and is not returned; it must not end the process either.
  pool.on('connect', (client) => {
    client.on('error', () => {});
    if (!pipeline) serializeQueries(client);
  });
  const shared =
    sharedConnections > 0
      ? openSharedConnections(
          { ...settings(sharedLockMs), pipeline: true, stream: () => new CoalescingSocket() },
          sharedConnections,
        )
      : null;
  return {
    pool,
    query: new Kysely<KernelTables>({ dialect: new PostgresDialect({ pool }) }),
    shared,
    end: async () => void (await Promise.all([pool.end(), shared?.end()])),
  };
};

/**
 * Opens the connections of a process that serves requests: a pool of `max`, and, when `fast`, pipelined and with half
 * as many shared ones. A few shared connections with several transactions in flight keep their backends awake, which is
 * worth more than many.
 */
export const openCommandDb = (url: string, max: number, fast: boolean): Db =>
  openDb(url, fast ? { max, sharedConnections: Math.ceil(max / 2), pipeline: true } : { max });

const builders = new WeakMap<pg.PoolClient, Kysely<KernelTables>>();

/** The query builder on exactly this connection. */
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
 * Like Promise.all for queries of one transaction, but waits until all have settled before it throws the first failure
 * in their order: none may still be running when the transaction ends.
 */
export const together = async <const T extends readonly Promise<unknown>[]>(
  queries: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> => {
  const settled = await Promise.allSettled(queries);
  for (const one of settled) if (one.status === 'rejected') throw one.reason;
  return settled.map((one) => (one as PromiseFulfilledResult<unknown>).value) as never;
};

/** Starts a transaction. A named statement, so that those that follow can be sent in one batch with it. */
export const beginStatement: pg.QueryConfig = { name: 'begin', text: 'begin' };

const ignore = (): void => {};

/** What a statement fails with after another one of its transaction has failed. */
const isAborted = (error: unknown): boolean => (error as { code?: string } | null)?.code === '25P02';

/** Results that an open transaction has deferred, and the hooks that run when it is committed. */
class DeferredQueries {
  readonly deferred: Promise<unknown>[] = [];
  readonly hooks: (() => void)[] = [];

  enqueue(result: Promise<unknown>): void {
    result.catch(ignore);
    this.deferred.push(result);
  }
  /** Waits for all deferred results; throws the first failure in their order. */
  async settled(): Promise<void> {
    for (const one of this.deferred) await one;
  }
  /** The failure that the others follow from: of what was deferred, else of what `work` threw. */
  async cause(thrown: unknown): Promise<unknown> {
    const settled = await Promise.allSettled(this.deferred);
    const failures = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    return [...failures, thrown].find((one) => !isAborted(one)) ?? thrown;
  }
}

// The query builder is made when it is asked for: most commands need none.
const createTrx = (client: pg.PoolClient, pending: DeferredQueries): Trx => ({
  client,
  get query() {
    return queryOn(client);
  },
  defer(statement, failedWith) {
    const sent = client.query(statement);
    pending.enqueue(
      failedWith
        ? sent.catch((error) => {
            throw failedWith(error);
          })
        : sent,
    );
  },
  together,
  afterCommit(hook) {
    pending.hooks.push(hook);
  },
});

const isPipelined = (client: pg.PoolClient): boolean => (client as unknown as { pipeline: boolean }).pipeline;

const requireCommitted = ({ command }: pg.QueryResult): void => {
  if (command !== 'COMMIT') throw new Error('a statement failed unnoticed, and the transaction was rolled back');
};

/** A transaction on a dedicated connection of the pool. */
const dedicatedTransaction = async (pool: pg.Pool): Promise<TransactionHandle> => {
  const held = await pool.connect();
  const client = isPipelined(held) ? withBatchedQueries(held) : held;
  let ended = false;
  let broken: Error | undefined;
  return {
    client,
    async commit() {
      const result = await client.query({ name: 'commit', text: 'commit' });
      ended = true;
      requireCommitted(result);
    },
    async rollback() {
      if (!ended)
        await client.query('rollback').catch((failed: Error) => {
          broken = failed;
        });
      return true;
    },
    release: () => held.release(broken),
  };
};

const openTransaction = async (
  { pool, shared }: Db,
  opening: string | readonly pg.QueryConfig[],
  shareable: boolean,
): Promise<TransactionHandle> => {
  if (shared && shareable && opening[0] === beginStatement)
    return new DeferredTransaction(() => dedicatedTransaction(pool), shared, beginStatement);
  return dedicatedTransaction(pool);
};

/**
 * Runs `work` in one transaction. `opening` may hold more statements that start it, such as taking a lock. The first
 * statements of `work` are pipelined behind it, and COMMIT behind what `work` has deferred: Postgres turns it into a
 * ROLLBACK when one of them fails, and the first failure is thrown. A `shareable` transaction may run on a shared
 * connection, where it gives up waiting for a lock after 0.3 s; it is then to be run again without.
 */
export const transaction = async <T>(
  db: Db,
  work: (trx: Trx) => Promise<T>,
  opening: string | readonly pg.QueryConfig[] = [beginStatement],
  shareable = false,
): Promise<T> => {
  const handle = await openTransaction(db, opening, shareable);
  const { client } = handle;
  const pipelined = isPipelined(client);
  const pending = new DeferredQueries();
  try {
    for (const one of typeof opening === 'string' ? [opening] : opening)
      if (one !== beginStatement || !(handle instanceof DeferredTransaction))
        pending.enqueue(client.query(one as string));
    // Without pipelining there is one query at a time.
    if (!pipelined) await pending.settled();
    const result = await work(createTrx(client, pending));
    if (!pipelined) await pending.settled();
    pending.enqueue(handle.commit());
    await pending.settled();
    for (const hook of pending.hooks) hook();
    return result;
  } catch (error) {
    const first = (await handle.rollback()) ? await pending.cause(error) : error;
    throw first;
  } finally {
    handle.release();
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

/**
 * True when an error says that the database cannot be reached now, or a time limit was met, rather than that a query is
 * wrong.
 */
export const isOutage = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: string }).code;
  return (
    (code !== undefined && outages.has(code)) ||
    code === '55P03' ||
    code === '57014' ||
    /Connection terminated|^timeout expired$|timeout exceeded when trying to connect|not queryable|Client has encountered a connection error/.test(
      error.message,
    )
  );
};
