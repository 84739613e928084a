import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { openSharedConnections, type SharedConnections } from '../fast/pg/pipeline.ts';
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

// 64-bit counters are counts, positions and sums here, all below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Schemas in which projections keep their tables; names of tables are unique across them. */
export const searchPath = 'public, catalog, audit, history, notifications, delivery, analytics';

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
    ...(pipeline ? { pipeline } : {}),
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
      ? openSharedConnections({ ...settings(sharedLockMs), pipeline: true }, sharedConnections)
      : null;
  return {
    pool,
    query: new Kysely<KernelTables>({ dialect: new PostgresDialect({ pool }) }),
    shared,
    end: async () => void (await Promise.all([pool.end(), shared?.end()])),
  };
};

/**
 * Opens the connections of a process that serves requests: a pool of `max`, and, when `fast`, pipelined and with at most
 * as many shared ones. Transactions of one connection wait for each other's commit to reach the disk, so half as many
 * append 0.65 times as fast as raw inserts where these append 0.71 times as fast (32 at once, 1 ms to the disk); twice as
 * many keep too few backends awake (0.59).
 */
export const openCommandDb = (url: string, max: number, fast: boolean): Db =>
  openDb(url, fast ? { max, sharedConnections: max, pipeline: true } : { max });

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
