import pg from 'pg';
import {
  BatchedQuery,
  isNamedStatement,
  type PgConnection,
  PipelinedBatch,
  type QueryFunction,
} from './pipelined-batch.ts';

/**
 * Transactions in flight per connection. Beyond this Postgres does not keep up: the next ones get dedicated
 * connections.
 */
const maxInFlight = 5;

/** Prepares a statement under a Sync of its own, so that a failure of the batch does not undo it. */
class PrepareStatement extends pg.Query {
  readonly #name: string;
  readonly #text: string;

  constructor(name: string, text: string) {
    super({ name, text });
    this.#name = name;
    this.#text = text;
  }

  override submit = (connection: unknown): null => {
    const to = connection as PgConnection;
    to.submittedNamedStatements[this.#name] = this.#text;
    to.parse({ name: this.#name, text: this.#text });
    to.sync();
    return null;
  };
  // A failure shows in the batch that needs the statement.
  handleError(): void {}
  handleReadyForQuery(): void {}
}

interface SharedConnection {
  client: pg.Client;
  ready: Promise<unknown>;
  /** Batches that have not completed yet. */
  inFlight: number;
}

/**
 * A few connections multiplexed among many short transactions: each is sent whole, pipelined behind those in flight.
 */
export interface SharedConnections {
  /** Whether one more transaction can be taken. */
  hasCapacity(): boolean;
  /**
   * Runs statements as one transaction, which is committed when this resolves and rolled back when it throws. No BEGIN
   * or COMMIT is sent: what stands before a Sync is one implicit transaction.
   */
  execute(queries: readonly BatchedQuery[]): Promise<void>;
  /** Closes the connections when their batches have completed. */
  end(): Promise<void>;
}

const isPrepared = (client: pg.Client, name: string): boolean => {
  const { parsedStatements, submittedNamedStatements } = (client as unknown as { connection: PgConnection }).connection;
  return parsedStatements[name] !== undefined || submittedNamedStatements[name] !== undefined;
};

const executeOn = (connection: SharedConnection, queries: readonly BatchedQuery[]): Promise<void> =>
  new Promise((resolve, reject) => {
    const { client } = connection;
    for (const { statement } of queries) {
      const name = statement.name as string;
      if (!isPrepared(client, name)) client.query(new PrepareStatement(name, statement.text));
    }
    client.query(
      new PipelinedBatch(queries, (error) => {
        connection.inFlight -= 1;
        if (error === null) resolve();
        else reject(error);
      }),
    );
  });

/** Opens connections as they are needed, at most `max`; one that breaks is replaced. */
export const openSharedConnections = (config: pg.ClientConfig, max: number): SharedConnections => {
  const connections: SharedConnection[] = [];
  const remove = (connection: SharedConnection) => {
    const at = connections.indexOf(connection);
    if (at >= 0) connections.splice(at, 1);
  };
  const open = (): SharedConnection => {
    const client = new pg.Client(config);
    // A connection that is closed while it opens emits no more than 'end'.
    const closed = new Promise<never>((_, fail) => client.once('end', () => fail(new Error('Connection terminated'))));
    closed.catch(() => {});
    const connection: SharedConnection = { client, ready: Promise.race([client.connect(), closed]), inFlight: 0 };
    client.on('error', () => remove(connection));
    client.on('end', () => remove(connection));
    connection.ready.catch(() => remove(connection));
    connections.push(connection);
    return connection;
  };
  const leastLoaded = (): SharedConnection | undefined => {
    let found = connections[0];
    for (const connection of connections) if (connection.inFlight < found!.inFlight) found = connection;
    return found;
  };
  return {
    hasCapacity: () => connections.length < max || leastLoaded()!.inFlight < maxInFlight,
    async execute(queries) {
      const found = leastLoaded();
      const connection = found && (found.inFlight === 0 || connections.length === max) ? found : open();
      connection.inFlight += 1;
      try {
        await connection.ready;
      } catch (error) {
        for (const one of queries) one.fail(error);
        throw error;
      }
      await executeOn(connection, queries);
    },
    async end() {
      await Promise.all([...connections].map(({ client }) => client.end()));
    },
  };
};

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
export class DeferredTransaction implements TransactionHandle {
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
