import pg from 'pg';
import Result from 'pg/lib/result.js';
import utils from 'pg/lib/utils.js';

/** The parts of the driver's connection that send messages of the extended query protocol. */
export interface PgConnection {
  stream: { cork(): void; uncork(): void };
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
  parse(statement: { text: string; name: string | undefined }): void;
  bind(portal: { portal: string; statement: string | undefined; values: unknown; valueMapper: unknown }): void;
  describe(what: { type: 'P'; name: string }): void;
  execute(portal: { portal: string }): void;
  sync(): void;
}

const returnsNothing = new Map<string, boolean>();
/** Whether a statement needs a Describe, so that its rows can be parsed; one that only writes returns none. */
const returnsRows = (name: string, text: string): boolean => {
  let none = returnsNothing.get(name);
  if (none === undefined) {
    none = /^\s*(?:insert|update|delete)\s/i.test(text) && !/\sreturning\s/i.test(text);
    returnsNothing.set(name, none);
  }
  return !none;
};

const identity = (value: unknown): unknown => value;

/** The `query` of a client, for statements that resolve to rows. */
export type QueryFunction = (statement: pg.QueryConfig | string, values?: unknown[]) => Promise<pg.QueryResult>;

/** Whether a statement has a name, so that it can be part of a batch. */
export const isNamedStatement = (statement: unknown, values: unknown): statement is pg.QueryConfig =>
  typeof statement === 'object' && statement !== null && 'name' in statement && values === undefined;

/** One named statement of a batch, its result while it arrives, and the promise that waits for it. */
export class BatchedQuery {
  readonly statement: pg.QueryConfig;
  readonly #resolve: (result: pg.QueryResult) => void;
  readonly #reject: (error: unknown) => void;
  #result = new Result();
  #parseError: unknown = null;
  #parsed = false;
  readonly #unread: boolean;
  readonly #values: unknown[] = [];

  constructor(statement: pg.QueryConfig, done: (result: pg.QueryResult) => void, fail: (error: unknown) => void) {
    this.statement = statement;
    this.#unread = (statement as { unread?: true }).unread ?? false;
    this.#resolve = done;
    this.#reject = fail;
  }

  /** Encodes the values; throws when one cannot be encoded, or when the name stands for another statement. */
  prepare(connection: PgConnection): void {
    const { text, values } = this.statement;
    const name = this.statement.name as string;
    const known = connection.parsedStatements[name] ?? connection.submittedNamedStatements[name];
    if (known !== undefined && known !== text) throw new Error(`the name ${name} stands for another statement`);
    this.#parsed = known !== undefined;
    const given = values as unknown[] | undefined;
    if (given)
      for (let index = 0; index < given.length; index += 1) this.#values.push(utils.prepareValue(given[index]));
  }
  send(connection: PgConnection): void {
    const { text } = this.statement;
    const name = this.statement.name as string;
    if (!this.#parsed && connection.submittedNamedStatements[name] === undefined) {
      connection.parse({ text, name });
      connection.submittedNamedStatements[name] = text;
    }
    connection.bind({ portal: '', statement: name, values: this.#values, valueMapper: identity });
    if (!this.#unread && returnsRows(name, text)) connection.describe({ type: 'P', name: '' });
    connection.execute({ portal: '' });
  }
  describe(message: { fields: unknown }): void {
    this.#result.addFields(message.fields);
  }
  row(message: { fields: unknown }): void {
    if (this.#unread) return;
    try {
      this.#result.addRow(this.#result.parseRow(message.fields));
    } catch (error) {
      this.#parseError ??= error;
    }
  }
  complete(message: unknown): void {
    this.#result.addCommandComplete(message);
  }
  succeed(): void {
    if (this.#parseError) this.#reject(this.#parseError);
    else this.#resolve(this.#result);
  }
  fail(error: unknown): void {
    this.#reject(error);
  }
}

/**
 * Statements sent as one pipeline with a single Sync, so that Postgres replies in one piece and skips what follows a
 * failure. Every statement's promise settles when the whole batch has completed; skipped ones reject with the error
 * that stopped the batch.
 */
export class PipelinedBatch extends pg.Query {
  readonly #queries: readonly BatchedQuery[];
  readonly #onComplete: ((error: unknown) => void) | null;
  #completed = 0;
  #sentCount = 0;
  #sendError: unknown = null;

  /** `onComplete` is called once the whole batch has completed: with null, or the error that undid it. */
  constructor(queries: readonly BatchedQuery[], onComplete: ((error: unknown) => void) | null = null) {
    super('');
    this.#queries = queries;
    this.#onComplete = onComplete;
  }

  get #current(): BatchedQuery | undefined {
    return this.#queries[this.#completed];
  }
  /** Read by the driver, which notes under this name which statement was parsed, or failed. */
  get name(): string | undefined {
    return this.#current?.statement.name;
  }
  set name(_: string | undefined) {}
  get text(): string {
    return this.#current?.statement.text ?? '';
  }
  set text(_: string) {}

  override submit = (connection: unknown): null => {
    const to = connection as PgConnection;
    to.stream.cork();
    try {
      // All or nothing: the Sync would commit what was sent before one that cannot be encoded.
      for (const one of this.#queries) one.prepare(to);
      for (const one of this.#queries) one.send(to);
      this.#sentCount = this.#queries.length;
    } catch (error) {
      this.#sendError = error;
    }
    to.sync();
    to.stream.uncork();
    return null;
  };

  handleRowDescription(message: { fields: unknown }): void {
    this.#current?.describe(message);
  }
  handleDataRow(message: { fields: unknown }): void {
    this.#current?.row(message);
  }
  handleCommandComplete(message: unknown): void {
    this.#current?.complete(message);
    this.#completed += 1;
  }
  handleEmptyQuery(): void {
    this.#completed += 1;
  }
  handleError(error: unknown, connection: PgConnection): void {
    // Postgres has skipped what came after, so it does not know these statements.
    for (const { statement } of this.#queries.slice(this.#completed))
      delete connection.submittedNamedStatements[statement.name as string];
    this.#settle(error);
  }
  handleReadyForQuery(): void {
    this.#settle(this.#sendError);
  }

  #settle(error: unknown): void {
    const succeeded = Math.min(this.#completed, this.#sentCount);
    const queries = this.#queries;
    for (let index = 0; index < queries.length; index += 1)
      if (index < succeeded) queries[index]!.succeed();
      else queries[index]!.fail(error);
    this.#onComplete?.(error);
  }
}

/**
 * Transactions in flight per connection. Beyond this Postgres does not keep up: the next ones get dedicated
 * connections.
 */
const maxInFlight = 5;
/**
 * One connection for as many transactions in flight. Few at a time share few backends: each one that wakes costs the
 * processor. Many at a time are spread, since those of one connection wait for each other's commit to reach the disk.
 */
const perConnection = 4;

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
  const leastLoaded = (among = connections.length): SharedConnection | undefined => {
    let found = connections[0];
    for (let index = 1; index < Math.min(among, connections.length); index += 1)
      if (connections[index]!.inFlight < found!.inFlight) found = connections[index];
    return found;
  };
  /** How many connections are worth their backends for what is in flight with one more. */
  const useful = (): number => {
    const all = connections.reduce((sum, { inFlight }) => sum + inFlight, 1);
    return Math.min(max, Math.ceil(all / perConnection));
  };
  return {
    hasCapacity: () => connections.length < max || leastLoaded()!.inFlight < maxInFlight,
    async execute(queries) {
      const worth = useful();
      const found = leastLoaded(worth);
      const connection = found && (found.inFlight === 0 || connections.length >= worth) ? found : open();
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
