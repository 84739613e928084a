import pg from 'pg';
import Result from 'pg/lib/result.js';
import utils from 'pg/lib/utils.js';

/** The parts of the driver's connection that send messages of the extended protocol. */
export interface Connection {
  stream: { cork(): void; uncork(): void };
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
  parse(statement: { text: string; name: string | undefined }): void;
  bind(portal: { portal: string; statement: string | undefined; values: unknown; valueMapper: unknown }): void;
  describe(what: { type: 'P'; name: string }): void;
  execute(portal: { portal: string }): void;
  sync(): void;
}

const rowless = new Map<string, boolean>();
/** Whether a statement has to be described before its rows can be read; a plain change of a table has none. */
const answersRows = (name: string, text: string): boolean => {
  let none = rowless.get(name);
  if (none === undefined) {
    none = /^\s*(?:insert|update|delete)\s/i.test(text) && !/\sreturning\s/i.test(text);
    rowless.set(name, none);
  }
  return !none;
};

const asIs = (value: unknown): unknown => value;

/** One named statement, its answer while it comes in, and who waits for it. */
export class Asked {
  readonly statement: pg.QueryConfig;
  readonly #done: (result: pg.QueryResult) => void;
  readonly #fail: (error: unknown) => void;
  #result = new Result();
  #unreadable: unknown = null;
  #parsed = false;
  readonly #values: unknown[] = [];

  constructor(statement: pg.QueryConfig, done: (result: pg.QueryResult) => void, fail: (error: unknown) => void) {
    this.statement = statement;
    this.#done = done;
    this.#fail = fail;
  }

  /** Makes ready what is to be sent; throws when a value cannot be, or the name stands for another statement. */
  prepare(connection: Connection): void {
    const { text, values } = this.statement;
    const name = this.statement.name as string;
    const known = connection.parsedStatements[name] ?? connection.submittedNamedStatements[name];
    if (known !== undefined && known !== text) throw new Error(`the name ${name} stands for another statement`);
    this.#parsed = known !== undefined;
    const given = values as unknown[] | undefined;
    if (given)
      for (let index = 0; index < given.length; index += 1) this.#values.push(utils.prepareValue(given[index]));
  }
  send(connection: Connection): void {
    const { text } = this.statement;
    const name = this.statement.name as string;
    if (!this.#parsed && connection.submittedNamedStatements[name] === undefined) {
      connection.parse({ text, name });
      connection.submittedNamedStatements[name] = text;
    }
    connection.bind({ portal: '', statement: name, values: this.#values, valueMapper: asIs });
    if (answersRows(name, text)) connection.describe({ type: 'P', name: '' });
    connection.execute({ portal: '' });
  }
  describe(message: { fields: unknown }): void {
    this.#result.addFields(message.fields);
  }
  row(message: { fields: unknown }): void {
    try {
      this.#result.addRow(this.#result.parseRow(message.fields));
    } catch (error) {
      this.#unreadable ??= error;
    }
  }
  complete(message: unknown): void {
    this.#result.addCommandComplete(message);
  }
  succeed(): void {
    if (this.#unreadable) this.#fail(this.#unreadable);
    else this.#done(this.#result);
  }
  fail(error: unknown): void {
    this.#fail(error);
  }
}

/**
 * Statements that go to Postgres as one: one Sync behind all of them, so that Postgres answers in one piece and skips
 * what follows a failure. Every statement's promise settles when the whole is answered; those that were skipped fail
 * with the error that stopped them.
 */
export class Flight extends pg.Query {
  readonly #asked: readonly Asked[];
  readonly #landed: ((error: unknown) => void) | null;
  #at = 0;
  #sent = 0;
  #unsendable: unknown = null;

  /** `landed` hears when the whole is answered: null, or the failure that undid it. */
  constructor(asked: readonly Asked[], landed: ((error: unknown) => void) | null = null) {
    super('');
    this.#asked = asked;
    this.#landed = landed;
  }

  get #current(): Asked | undefined {
    return this.#asked[this.#at];
  }
  /** The driver notes under this name which statement was parsed, or failed. */
  get name(): string | undefined {
    return this.#current?.statement.name;
  }
  set name(_: string | undefined) {}
  get text(): string {
    return this.#current?.statement.text ?? '';
  }
  set text(_: string) {}

  override submit = (connection: unknown): null => {
    const on = connection as Connection;
    on.stream.cork();
    try {
      // All or nothing: what was sent before one that cannot be would be committed by the Sync.
      for (const one of this.#asked) one.prepare(on);
      for (const one of this.#asked) one.send(on);
      this.#sent = this.#asked.length;
    } catch (error) {
      this.#unsendable = error;
    }
    on.sync();
    on.stream.uncork();
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
    this.#at += 1;
  }
  handleEmptyQuery(): void {
    this.#at += 1;
  }
  handleError(error: unknown, connection: Connection): void {
    // Postgres has skipped what came after, so it does not know these statements.
    for (const { statement } of this.#asked.slice(this.#at))
      delete connection.submittedNamedStatements[statement.name as string];
    this.#settle(error);
  }
  handleReadyForQuery(): void {
    this.#settle(this.#unsendable);
  }

  #settle(error: unknown): void {
    const answered = Math.min(this.#at, this.#sent);
    const asked = this.#asked;
    for (let index = 0; index < asked.length; index += 1)
      if (index < answered) asked[index]!.succeed();
      else asked[index]!.fail(error);
    this.#landed?.(error);
  }
}

export type Ask = (statement: pg.QueryConfig | string, values?: unknown[]) => Promise<pg.QueryResult>;

/** Whether a statement has a name, so that it can travel with others. */
export const isNamed = (statement: unknown, values: unknown): statement is pg.QueryConfig =>
  typeof statement === 'object' && statement !== null && 'name' in statement && values === undefined;

const gather = (client: pg.PoolClient): Ask => {
  const direct = client.query.bind(client) as Ask;
  let waiting: Asked[] = [];
  const leave = () => {
    const asked = waiting;
    waiting = [];
    if (asked.length > 0) client.query(new Flight(asked));
  };
  return (statement, values) => {
    // Only named statements travel together; anything else goes by itself, behind what was asked before.
    if (!isNamed(statement, values)) {
      leave();
      return direct(statement, values);
    }
    if (waiting.length === 0) process.nextTick(leave);
    return new Promise((done, fail) => void waiting.push(new Asked(statement, done, fail)));
  };
};

const gathering = new WeakMap<pg.PoolClient, pg.PoolClient>();

/**
 * The same connection, but what is asked of it within one turn of the event loop leaves as one flight. For use inside a
 * transaction only: the statements of a flight share one fate there anyway.
 */
export const inFlights = (client: pg.PoolClient): pg.PoolClient => {
  let found = gathering.get(client);
  if (!found) {
    found = Object.create(client, { query: { value: gather(client) } }) as pg.PoolClient;
    gathering.set(client, found);
  }
  return found;
};
