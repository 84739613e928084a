import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { inFlights } from '../fast/pg/flight.ts';
import { GatheringSocket } from '../fast/pg/gathering-socket.ts';
import { type Hands, OpenHands, ownHands } from '../fast/pg/hands.ts';
import { takeInTurn } from '../fast/pg/in-turn.ts';
import { type Lanes, openLanes } from '../fast/pg/lanes.ts';
import type { KernelTables } from './tables.ts';

/** A pool of connections and the query builder on it. */
export interface Db {
  pool: pg.Pool;
  query: Kysely<KernelTables>;
  /** Where transactions go that ask for everything at once; null: each gets a connection of its own. */
  lanes: Lanes | null;
  /** Closes all connections when what was asked of them is answered. */
  end(): Promise<void>;
}

/** A statement with a name, by which each connection prepares it once. One without cannot go on a shared connection. */
export interface NamedQuery extends pg.QueryConfig {
  name: string;
}

/** One open transaction: the connection for prepared statements, the query builder on that same connection, and hooks. */
export interface Trx {
  client: pg.PoolClient;
  query: Kysely<KernelTables>;
  /**
   * Sends a statement whose answer nothing waits for before COMMIT, which is sent right behind it. When it fails nothing
   * of the transaction stays, and its failure, as `failedWith` puts it, is what the transaction throws.
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

/** How long a transaction on a lane waits for a lock: others wait behind it. */
const laneLockMs = 300;

interface PoolOptions {
  max: number;
  /** Milliseconds to wait for a free connection before giving up. */
  waitMs?: number;
  statementMs?: number;
  /** Sends statements without waiting for the answers to earlier ones; COPY is not possible on such a connection. */
  pipeline?: boolean;
  /** So many more connections for transactions that ask for everything at once. */
  lanes?: number;
}

/** Opens a pool; every connection has time limits, so that nothing holds the readers' horizon back. */
export const openDb = (
  url: string,
  { max, waitMs = 1500, statementMs = 10_000, pipeline = false, lanes: most = 0 }: PoolOptions,
): Db => {
  const settings = (lockMs: number) => ({
    connectionString: url,
    ...(pipeline ? { pipeline, stream: () => new GatheringSocket() } : {}),
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
  // One that breaks in somebody's hands fails its query and is not taken back; it must not end the process either.
  pool.on('connect', (client) => {
    client.on('error', () => {});
    if (!pipeline) takeInTurn(client);
  });
  const lanes =
    most > 0 ? openLanes({ ...settings(laneLockMs), pipeline: true, stream: () => new GatheringSocket() }, most) : null;
  return {
    pool,
    query: new Kysely<KernelTables>({ dialect: new PostgresDialect({ pool }) }),
    lanes,
    end: async () => void (await Promise.all([pool.end(), lanes?.end()])),
  };
};

/**
 * Opens the connections of a process that serves requests: `max` of which each has one transaction at a time, and half as
 * many lanes. Few lanes with several flights each keep their servers awake, which is worth more than many.
 */
export const openCommandDb = (url: string, max: number): Db =>
  openDb(url, { max, lanes: Math.ceil(max / 2), pipeline: true });

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

const ignore = (): void => {};

/** What an open transaction has sent without waiting, and what is to run when it is committed. */
class Pending {
  readonly sent: Promise<unknown>[] = [];
  readonly hooks: (() => void)[] = [];

  keep(one: Promise<unknown>): void {
    one.catch(ignore);
    this.sent.push(one);
  }
  /** Waits for all that was sent; throws the first failure in its order. */
  async answered(): Promise<void> {
    for (const one of this.sent) await one;
  }
  /** The failure that came first: all that was sent after it failed only because the transaction was broken. */
  async firstFailure(otherwise: unknown): Promise<unknown> {
    for (const one of await Promise.allSettled(this.sent)) if (one.status === 'rejected') return one.reason;
    return otherwise;
  }
}

// The query builder is made when it is asked for: most commands need none.
const trxOn = (client: pg.PoolClient, pending: Pending): Trx => ({
  client,
  get query() {
    return queryOn(client);
  },
  defer(statement, failedWith) {
    const sent = client.query(statement);
    pending.keep(
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

const take = async (
  { pool, lanes }: Db,
  opening: string | readonly pg.QueryConfig[],
  sharing: boolean,
): Promise<Hands> => {
  if (lanes && sharing && opening[0] === begin) return new OpenHands(pool, lanes, begin);
  const held = await pool.connect();
  return ownHands(held, isPipelined(held) ? inFlights(held) : held);
};

/**
 * Runs `work` in one transaction. `opening` may hold more statements that start it, such as taking a lock. The first
 * statements of `work` follow it without waiting, and COMMIT follows what `work` deferred: Postgres makes a
 * ROLLBACK of it when one of them fails, and the first failure is what is thrown. One that is `sharing` may go on a lane;
 * there it gives up waiting for a lock soon, and is to be run again without.
 */
export const transaction = async <T>(
  db: Db,
  work: (trx: Trx) => Promise<T>,
  opening: string | readonly pg.QueryConfig[] = [begin],
  sharing = false,
): Promise<T> => {
  const hands = await take(db, opening, sharing);
  const { client } = hands;
  const pipelined = isPipelined(client);
  const pending = new Pending();
  try {
    for (const one of typeof opening === 'string' ? [opening] : opening)
      if (one !== begin || !(hands instanceof OpenHands)) pending.keep(client.query(one as string));
    // A connection that does not take statements one behind the other is asked one at a time.
    if (!pipelined) await pending.answered();
    const result = await work(trxOn(client, pending));
    if (!pipelined) await pending.answered();
    pending.keep(hands.commit());
    await pending.answered();
    for (const hook of pending.hooks) hook();
    return result;
  } catch (error) {
    const first = (await hands.rollback()) ? await pending.firstFailure(error) : error;
    throw first;
  } finally {
    hands.release();
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
    /Connection terminated|^timeout expired$|timeout exceeded when trying to connect|not queryable|Client has encountered a connection error/.test(
      error.message,
    )
  );
};
