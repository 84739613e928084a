import type { Kysely } from 'kysely';
import type pg from 'pg';
import { withBatchedQueries } from '../fast/pg/batched-client.ts';
import { BatchedQuery, isNamedStatement, type QueryFunction, type SharedConnections } from '../fast/pg/pipeline.ts';
import { type Db, queryOn } from './pool.ts';
import type { KernelTables } from './tables.ts';

/** A statement with a name, by which each connection prepares it once. One without cannot go on a shared connection. */
export interface NamedQuery extends pg.QueryConfig {
  name: string;
  /** Nothing reads its rows, so they need not be described. */
  unread?: true;
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
    const unread: NamedQuery = { ...statement, unread: true };
    const sent = client.query(unread);
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

/** An open transaction: the client that its queries go to, and how it ends. */
export interface TransactionHandle {
  client: pg.PoolClient;
  /** Commits; throws when the transaction was rolled back instead. */
  commit(): Promise<void>;
  /** Rolls back after a failure. False when nothing was sent, so that there is no reply to wait for. */
  rollback(): Promise<boolean>;
  release(): void;
}

interface PendingQuery {
  statement: pg.QueryConfig | string;
  values: unknown[] | undefined;
  resolve: (result: pg.QueryResult) => void;
  reject: (error: unknown) => void;
}

/**
 * A transaction that chooses its connection at the end of its first turn of the event loop. One that has by then issued
 * all its statements, COMMIT included, all of them named, is sent whole on a shared connection, unless those are full;
 * any other gets a dedicated connection.
 */
class DeferredTransaction implements TransactionHandle {
  readonly client: pg.PoolClient;
  readonly #connect: () => Promise<TransactionHandle>;
  readonly #shared: SharedConnections;
  readonly #begin: pg.QueryConfig;
  #pending: PendingQuery[] = [];
  #dedicated: TransactionHandle | null = null;
  #connecting: Promise<void> | null = null;
  #flushScheduled = false;
  #commitWaiter: { resolve: () => void; reject: (error: unknown) => void } | null = null;
  #ended = false;
  /** Why no dedicated connection was had. */
  #connectError: unknown = null;

  constructor(connect: () => Promise<TransactionHandle>, shared: SharedConnections, begin: pg.QueryConfig) {
    this.#connect = connect;
    this.#shared = shared;
    this.#begin = begin;
    this.client = { query: this.#query, pipeline: true } as unknown as pg.PoolClient;
  }

  readonly #query: QueryFunction = (statement, values) => {
    if (this.#dedicated) return (this.#dedicated.client.query as unknown as QueryFunction)(statement, values);
    if (this.#connectError) return Promise.reject(this.#connectError);
    if (this.#ended) return Promise.reject(new Error('the transaction has ended'));
    // Unnamed statements cannot be batched.
    if (!isNamedStatement(statement, values)) this.#takeDedicated();
    else if (!this.#flushScheduled && !this.#connecting) {
      this.#flushScheduled = true;
      process.nextTick(this.#flush);
    }
    return new Promise((resolve, reject) => void this.#pending.push({ statement, values, resolve, reject }));
  };

  readonly #flush = (): void => {
    this.#flushScheduled = false;
    if (this.#ended || this.#connecting) return;
    if (!this.#commitWaiter) return void this.#takeDedicated();
    if (!this.#shared.hasCapacity()) {
      this.#takeDedicated();
      this.commit().then(this.#commitWaiter.resolve, this.#commitWaiter.reject);
      return;
    }
    this.#ended = true;
    const queries = this.#pending.map(
      ({ statement, resolve, reject }) => new BatchedQuery(statement as pg.QueryConfig, resolve, reject),
    );
    this.#shared.execute(queries).then(this.#commitWaiter.resolve, this.#commitWaiter.reject);
  };

  #takeDedicated(): void {
    this.#connecting ??= this.#connectDedicated();
  }

  async #connectDedicated(): Promise<void> {
    try {
      const dedicated = await this.#connect();
      this.#dedicated = dedicated;
      dedicated.client.query(this.#begin).catch(() => {});
      for (const { statement, values, resolve, reject } of this.#pending)
        (dedicated.client.query as unknown as QueryFunction)(statement, values).then(resolve, reject);
    } catch (error) {
      this.#connectError = error;
      for (const { reject } of this.#pending) reject(error);
    }
  }

  async commit(): Promise<void> {
    if (!this.#flushScheduled && !this.#dedicated && !this.#connecting) return;
    if (!this.#dedicated && !this.#connecting)
      return new Promise((resolve, reject) => {
        this.#commitWaiter = { resolve, reject };
      });
    await this.#connecting;
    if (!this.#dedicated) throw this.#connectError;
    await this.#dedicated.commit();
  }

  async rollback(): Promise<boolean> {
    if (this.#ended) return true;
    if (!this.#dedicated && !this.#connecting) {
      this.#ended = true;
      return false;
    }
    await this.#connecting;
    if (this.#dedicated) await this.#dedicated.rollback();
    return true;
  }

  release(): void {
    this.#dedicated?.release();
  }
}

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
