import { Socket } from 'node:net';
import pg from 'pg';
import Result from 'pg/lib/result.js';
import utils from 'pg/lib/utils.js';
import { createTurnBatch } from '../../platform/turn-batch.ts';

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

/** One named statement of a batch, its result while it arrives, and the promise that waits for it. */
export class BatchedQuery {
  readonly statement: pg.QueryConfig;
  readonly #resolve: (result: pg.QueryResult) => void;
  readonly #reject: (error: unknown) => void;
  #result = new Result();
  #parseError: unknown = null;
  #parsed = false;
  readonly #values: unknown[] = [];

  constructor(statement: pg.QueryConfig, done: (result: pg.QueryResult) => void, fail: (error: unknown) => void) {
    this.statement = statement;
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
    if (returnsRows(name, text)) connection.describe({ type: 'P', name: '' });
    connection.execute({ portal: '' });
  }
  describe(message: { fields: unknown }): void {
    this.#result.addFields(message.fields);
  }
  row(message: { fields: unknown }): void {
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

/** The `query` of a client, for statements that resolve to rows. */
export type QueryFunction = (statement: pg.QueryConfig | string, values?: unknown[]) => Promise<pg.QueryResult>;

/** Whether a statement has a name, so that it can be part of a batch. */
export const isNamedStatement = (statement: unknown, values: unknown): statement is pg.QueryConfig =>
  typeof statement === 'object' && statement !== null && 'name' in statement && values === undefined;

const batchingQuery = (client: pg.PoolClient): QueryFunction => {
  const direct = client.query.bind(client) as QueryFunction;
  // Not `createTurnBatch`: by nextTick the queries leave before the I/O of this turn, and one unnamed flushes those
  // ahead.
  let waiting: BatchedQuery[] = [];
  const flush = () => {
    const queries = waiting;
    waiting = [];
    if (queries.length > 0) client.query(new PipelinedBatch(queries));
  };
  return (statement, values) => {
    // Only named statements are batched; anything else is sent by itself, behind those before it.
    if (!isNamedStatement(statement, values)) {
      flush();
      return direct(statement, values);
    }
    if (waiting.length === 0) process.nextTick(flush);
    return new Promise((resolve, reject) => void waiting.push(new BatchedQuery(statement, resolve, reject)));
  };
};

const batchingClients = new WeakMap<pg.PoolClient, pg.PoolClient>();

/**
 * The same connection, with the queries of one turn of the event loop sent as one batch. For use inside a transaction
 * only, where the statements of a batch succeed or fail together anyway.
 */
export const withBatchedQueries = (client: pg.PoolClient): pg.PoolClient => {
  let found = batchingClients.get(client);
  if (!found) {
    found = Object.create(client, { query: { value: batchingQuery(client) } }) as pg.PoolClient;
    batchingClients.set(client, found);
  }
  return found;
};

// All sockets flush at the end of the turn, one after the other: waking a sleeping Postgres backend costs more than its
// statement, and by then most are awake.
const uncorkAtTurnEnd = createTurnBatch<CoalescingSocket>((sockets) => {
  for (const socket of sockets) socket.uncorkNow();
});

/**
 * A socket that coalesces the writes of one turn of the event loop: one system call, which costs more than a statement.
 */
export class CoalescingSocket extends Socket {
  #corked = false;

  #corkUntilTurnEnds(): void {
    if (this.#corked || this.connecting) return;
    this.#corked = true;
    this.cork();
    uncorkAtTurnEnd(this);
  }

  uncorkNow(): void {
    this.#corked = false;
    this.uncork();
  }

  override cork(): void {
    super.cork();
    this.#corkUntilTurnEnds();
  }

  override write(...args: unknown[]): boolean {
    this.#corkUntilTurnEnds();
    return super.write(...(args as Parameters<Socket['write']>));
  }
}
