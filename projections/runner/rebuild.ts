import type pg from 'pg';
import { streamNoun } from '#contracts/stream-name.ts';
import type { InlineProjections } from '#kernel/commands/facts.ts';
import { advisoryLocks, tryAdvisoryLock } from '#kernel/db/advisory-locks.ts';
import { type Db, openDb } from '#kernel/db/pool.ts';
import { transaction } from '#kernel/db/transaction.ts';
import { copyLog } from '#kernel/event-store/copy.ts';
import { type Checkpoint, type LogRow, logStart, readLog } from '#kernel/event-store/read.ts';
import { eventColumns } from '#kernel/event-store/row.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { delay } from '#kernel/platform/delay.ts';
import { hashAndCountRows } from '../hash-rows.ts';
import type { Projection } from '../projection.ts';
import { schemaHash } from '../schema-hash.ts';
import { type ApplyOptions, applyBatch, isPoison } from './batch.ts';
import { bulkLoad } from './bulk-load.ts';
import { createStateReader } from './stream-states.ts';
import { createTables, ensureTables, readCheckpoint, schemaName, shadowTables, switchLock } from './tables.ts';

/** Table name to a hash of its rows. */
type Hashes = Record<string, string>;
/**
 * Hashes of the tables before and after a rebuild, at the same position of the log; `rows` where they were counted.
 */
export interface RebuildHashes {
  before: Hashes;
  after: Hashes;
  rows?: number;
}
/** The result of a rebuild of a projection. */
export interface RebuildReport extends Required<RebuildHashes> {
  name: string;
  ms: number;
  equal: boolean;
}

const batchSize = 1000;
const budgetMs = 150;
const swapAttempts = 40;
const isLockTimeout = (error: unknown): boolean => (error as { code?: string }).code === '55P03';

interface RebuildRun {
  kernel: Kernel;
  projection: Projection;
  db: Db;
  /** The connection that holds the session locks. */
  guard: pg.PoolClient;
  into: ApplyOptions;
  at: Checkpoint;
}

/** All events after `after` up to `until`, beyond the horizon too: for when no append can be in flight. */
const readAll = async (db: Db, after: Checkpoint, until: Checkpoint | null): Promise<LogRow[]> => {
  const { rows } = await db.pool.query<LogRow>(
    `select ${eventColumns}, transaction_id::text, position::text from event
      where (transaction_id, position) > ($1::xid8, $2::bigint)
        and ($3::text is null or (transaction_id, position) <= ($3::text::xid8, $4::text::bigint))
      order by event.transaction_id, event.position limit $5`,
    [after.transaction_id, after.position, until?.transaction_id ?? null, until?.position ?? null, batchSize],
  );
  return rows;
};

/** The next events missing in the new tables, up to the live tables' checkpoint where a runner writes those. */
const readMissing = async ({ db, projection, at }: RebuildRun, quiet: boolean): Promise<LogRow[]> => {
  if (!projection.inline) return readAll(db, at, await readCheckpoint(db.pool, projection.name));
  return quiet ? readAll(db, at, null) : readLog(db.pool, at, batchSize);
};

const applyAll = async (run: RebuildRun, rows: LogRow[]): Promise<void> => {
  for (let rest = rows; rest.length > 0; ) {
    const { applied, at } = await applyBatch(run.into, run.at, rest);
    run.at = at;
    rest = rest.slice(applied);
  }
};

const recreateTables = (db: Db, projection: Projection, schema: string): Promise<void> =>
  transaction(db, async (trx) => {
    await trx.client.query(`drop schema if exists ${schemaName(schema)} cascade`);
    await trx.client.query('delete from parked_event where projection = $1', [schema]);
    await createTables(trx.client, projection, schema);
  });

/** Applies most of the log, copied out at once while transactions apply it. */
const applyLog = async (run: RebuildRun): Promise<void> => {
  const until = run.projection.inline ? null : await readCheckpoint(run.db.pool, run.projection.name);
  if (run.projection.bulk) {
    try {
      run.at = await bulkLoad(run.into, run.projection.bulk(), until);
      return;
    } catch (error) {
      if (!isPoison(error)) throw error;
      run.kernel.log.warn(
        { err: error, projection: run.projection.name },
        'cannot load all rows in bulk; loading event by event',
      );
      await recreateTables(run.db, run.projection, run.into.tables.schema);
    }
  }
  const client = await run.db.pool.connect();
  let whole = false;
  try {
    let buffered: LogRow[] = [];
    for await (const rows of copyLog(client, run.at, until)) {
      buffered.push(...rows);
      if (buffered.length < batchSize) continue;
      await applyAll(run, buffered);
      buffered = [];
    }
    await applyAll(run, buffered);
    whole = true;
  } finally {
    // An interrupted copy leaves the connection unusable.
    client.release(!whole);
  }
};

const catchUp = async (run: RebuildRun, quiet: boolean): Promise<void> => {
  for (let rows = await readMissing(run, quiet); rows.length > 0; rows = await readMissing(run, quiet))
    await applyAll(run, rows);
};

/** Catches up under the lock that excludes writers of the live tables, and runs `work` while both are level. */
const whileLevel = async <T>(run: RebuildRun, work: () => Promise<T>): Promise<T> => {
  const key = run.projection.inline ? String(advisoryLocks.catalog) : switchLock(run.projection);
  await catchUp(run, false);
  await run.guard.query(`select pg_advisory_lock(${key})`);
  try {
    await catchUp(run, true);
    return await work();
  } finally {
    await run.guard.query(`select pg_advisory_unlock(${key})`);
  }
};

const hashesOf = (tables: Awaited<ReturnType<typeof hashAndCountRows>>): Hashes =>
  Object.fromEntries(Object.entries(tables).map(([name, { hash }]) => [name, hash]));

/** Compares the rows of live and new tables in one snapshot, taken while both are level; writers continue meanwhile. */
const compareRows = async (run: RebuildRun): Promise<Pick<RebuildReport, 'rows' | 'before' | 'after'>> => {
  const client = await run.db.pool.connect();
  const other = await run.db.pool.connect();
  try {
    await whileLevel(run, async () => {
      await client.query('begin isolation level repeatable read read only');
      const { rows } = await client.query<{ name: string }>('select pg_export_snapshot() as name');
      await other.query('begin isolation level repeatable read read only');
      await other.query(`set transaction snapshot '${rows[0]!.name}'`);
    });
    const [before, after] = await Promise.all([
      hashAndCountRows(other, run.projection.name),
      hashAndCountRows(client, run.into.tables.schema),
    ]);
    const rows = Object.values(after).reduce((all, table) => all + table.rows, 0);
    return { rows, before: hashesOf(before), after: hashesOf(after) };
  } finally {
    // Both are released whatever happened; a broken connection is closed.
    for (const one of [client, other])
      one.release(
        await one.query('rollback').then(
          () => undefined,
          (error: Error) => error,
        ),
      );
  }
};

const swapSchemas = ({ db, projection, into }: RebuildRun, hash: string): Promise<void> =>
  transaction(
    db,
    async ({ client }) => {
      await client.query(`drop schema if exists ${schemaName(projection.name)} cascade`);
      await client.query(`alter schema ${into.tables.schema} rename to ${projection.name}`);
      await client.query('update projection_checkpoint set tables_hash = $2, updated_at = now() where name = $1', [
        projection.name,
        hash,
      ]);
      await client.query('delete from parked_event where projection = $1', [projection.name]);
      await client.query('update parked_event set projection = $1 where projection = $2', [
        projection.name,
        into.tables.deadLetterName,
      ]);
    },
    // Waits only briefly for readers, so that others do not queue up behind the exclusive lock.
    `begin; set local lock_timeout = '300ms'; set local statement_timeout = '1s'`,
  );

const switchOver = async (run: RebuildRun): Promise<void> => {
  const hash = await schemaHash(run.projection);
  for (let tries = 1; ; tries += 1) {
    try {
      return await whileLevel(run, () => swapSchemas(run, hash));
    } catch (error) {
      if (!isLockTimeout(error) || tries === swapAttempts) throw error;
      await delay(50);
    }
  }
};

const rebuildUnderLock = async (
  kernel: Kernel,
  projection: Projection,
  db: Db,
  guard: pg.PoolClient,
): Promise<RebuildReport> => {
  const started = performance.now();
  if (!(await tryAdvisoryLock(guard, `rebuild:${projection.name}`)))
    throw new Error(`${projection.name} is being rebuilt already`);
  if (!projection.inline) await ensureTables(db, projection, transaction);
  const tables = shadowTables(projection);
  await recreateTables(db, projection, tables.schema);
  const onDeadLetter: ApplyOptions['onDeadLetter'] = (row, error) =>
    kernel.log.error(
      { err: error, projection: projection.name, stream: row.stream, version: row.version },
      'an event failed in a rebuild and was parked',
    );
  const into: ApplyOptions = { db, tables, stateChangeAt: createStateReader(), budgetMs, onDeadLetter: onDeadLetter };
  const run: RebuildRun = { kernel, projection, db, guard, into, at: logStart };
  await applyLog(run);
  const now = kernel.now();
  for (const schema of [projection.name, tables.schema]) await projection.prune?.(db.pool, schema, now);
  const compared = await compareRows(run);
  await switchOver(run);
  kernel.notifier.notify('events');
  projection.switched?.(kernel);
  const equal = JSON.stringify(compared.before) === JSON.stringify(compared.after);
  return { name: projection.name, ms: Math.round(performance.now() - started), equal, ...compared };
};

/** An inline projection, which appends write in their own transaction, in the form that a rebuild takes. */
export const inlineProjection = (given: { name: string; tables: URL; applyInline: InlineProjections }): Projection => ({
  name: given.name,
  tables: given.tables,
  inline: true,
  apply: async (trx, event, fold) => given.applyInline[streamNoun(event.meta.stream)]?.(trx, [event], fold.after()),
});

/**
 * Rebuilds a projection into shadow tables, in short transactions, compares them with the live ones, and swaps the
 * schemas in one short transaction. Appends and readers continue meanwhile. Runs no effect.
 */
export const rebuildProjection = async (kernel: Kernel, projection: Projection): Promise<RebuildReport> => {
  const db = openDb(kernel.databaseUrl, { max: 4, waitMs: 5000, statementMs: 1_800_000 });
  const guard = await db.pool.connect();
  try {
    return await rebuildUnderLock(kernel, projection, db, guard);
  } finally {
    // Ends the session and with it its locks.
    guard.release(true);
    await db.pool.end();
  }
};
