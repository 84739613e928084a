import type pg from 'pg';
import { BatchedQuery, isNamedStatement, type QueryFunction, withBatchedQueries } from './pipelined-batch.ts';
import type { SharedConnections } from './shared-connections.ts';

/** An open transaction: the client that its queries go to, and how it ends. */
export interface TransactionHandle {
  client: pg.PoolClient;
  /** Commits; throws when the transaction was rolled back instead. */
  commit(): Promise<void>;
  /** Rolls back after a failure. False when nothing was sent, so that there is no reply to wait for. */
  rollback(): Promise<boolean>;
  release(): void;
}

const requireCommitted = ({ command }: pg.QueryResult): void => {
  if (command !== 'COMMIT') throw new Error('a statement failed unnoticed, and the transaction was rolled back');
};

/** A transaction on a dedicated connection of the pool. */
export const dedicatedTransaction = (held: pg.PoolClient, client: pg.PoolClient): TransactionHandle => {
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
export class DeferredTransaction implements TransactionHandle {
  readonly client: pg.PoolClient;
  readonly #pool: pg.Pool;
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

  constructor(pool: pg.Pool, shared: SharedConnections, begin: pg.QueryConfig) {
    this.#pool = pool;
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
      const held = await this.#pool.connect();
      const dedicated = dedicatedTransaction(held, withBatchedQueries(held));
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
