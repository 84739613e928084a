import type pg from 'pg';
import type { InlineProjection } from '#kernel/commands/facts.ts';
import { advisoryLocks } from '#kernel/db/advisory-locks.ts';
import { type Db, openDb, transaction } from '#kernel/db/pool.ts';
import { copyLog } from '#kernel/event-store/copy.ts';
import { type Checkpoint, type LogRow, logStart, readLog } from '#kernel/event-store/read.ts';
import { eventColumns } from '#kernel/event-store/row.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { hashAndCount } from '../hash-tables.ts';
import type { Projection } from '../projection.ts';
import { tablesHash } from '../tables-hash.ts';
import { type Applying, applyBatch, isPoison } from './batch.ts';
import { loadBulk } from './bulk.ts';
import { createFolds } from './fold.ts';
import { ensureTables, makeTables, nextPlace, readCheckpoint, schemaName, switchLock } from './place.ts';

/** Table name to a hash of its rows. */
type Hashes = Record<string, string>;
/**
 * The read tables as they were and as they were made anew, at the same place in the log; `rows` where they were
 * counted.
 */
export interface Rebuilt {
  before: Hashes;
  after: Hashes;
  rows?: number;
}
/** What a rebuild of a projection did. */
export interface RebuildReport extends Required<Rebuilt> {
  name: string;
  ms: number;
  equal: boolean;
}

const batchSize = 1000;
const budgetMs = 150;
const switchTries = 40;
const busy = (error: unknown): boolean => (error as { code?: string }).code === '55P03';

interface Rebuild {
  kernel: Kernel;
  projection: Projection;
  db: Db;
  /** Holds the session's locks. */
  guard: pg.PoolClient;
  into: Applying;
  at: Checkpoint;
}

/** All events after `after` up to `until`, without regard to the horizon: for where no append can be on its way. */
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

/** The next events that the new tables lack. Those of a runner go exactly as far as its live tables do. */
const missing = async ({ db, projection, at }: Rebuild, quiet: boolean): Promise<LogRow[]> => {
  if (!projection.inline) return readAll(db, at, await readCheckpoint(db.pool, projection.name));
  return quiet ? readAll(db, at, null) : readLog(db.pool, at, batchSize);
};

const applyAll = async (run: Rebuild, rows: LogRow[]): Promise<void> => {
  for (let rest = rows; rest.length > 0; ) {
    const { count, at } = await applyBatch(run.into, run.at, rest);
    run.at = at;
    rest = rest.slice(count);
  }
};

const freshTables = (db: Db, projection: Projection, schema: string): Promise<void> =>
  transaction(db, async (trx) => {
    await trx.client.query(`drop schema if exists ${schemaName(schema)} cascade`);
    await trx.client.query('delete from parked_event where projection = $1', [schema]);
    await makeTables(trx.client, projection, schema);
  });

/** The bulk of the log, copied out in one go beside the transactions that apply it. */
const applyBulk = async (run: Rebuild): Promise<void> => {
  const until = run.projection.inline ? null : await readCheckpoint(run.db.pool, run.projection.name);
  if (run.projection.bulk) {
    try {
      run.at = await loadBulk(run.into, run.projection.bulk(), until);
      return;
    } catch (error) {
      if (!isPoison(error)) throw error;
      run.kernel.log.warn(
        { err: error, projection: run.projection.name },
        'the tables do not take all rows at once, and are filled event by event',
      );
      await freshTables(run.db, run.projection, run.into.place.schema);
    }
  }
  const client = await run.db.pool.connect();
  let whole = false;
  try {
    let gathered: LogRow[] = [];
    for await (const rows of copyLog(client, run.at, until)) {
      gathered.push(...rows);
      if (gathered.length < batchSize) continue;
      await applyAll(run, gathered);
      gathered = [];
    }
    await applyAll(run, gathered);
    whole = true;
  } finally {
    // A copy that was left half-way leaves a connection that is of no more use.
    client.release(!whole);
  }
};

const catchUp = async (run: Rebuild, quiet: boolean): Promise<void> => {
  for (let rows = await missing(run, quiet); rows.length > 0; rows = await missing(run, quiet))
    await applyAll(run, rows);
};

/** Brings the new tables level with the live ones while nobody can write to those, and does `work` in that moment. */
const level = async <T>(run: Rebuild, work: () => Promise<T>): Promise<T> => {
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

const hashesOf = (tables: Awaited<ReturnType<typeof hashAndCount>>): Hashes =>
  Object.fromEntries(Object.entries(tables).map(([name, { hash }]) => [name, hash]));

/** Hashes live and new tables in one snapshot taken at a moment when both are level; writers go on meanwhile. */
const compare = async (run: Rebuild): Promise<Pick<RebuildReport, 'rows' | 'before' | 'after'>> => {
  const client = await run.db.pool.connect();
  const other = await run.db.pool.connect();
  try {
    await level(run, async () => {
      await client.query('begin isolation level repeatable read read only');
      const { rows } = await client.query<{ name: string }>('select pg_export_snapshot() as name');
      await other.query('begin isolation level repeatable read read only');
      await other.query(`set transaction snapshot '${rows[0]!.name}'`);
    });
    const [before, after] = await Promise.all([
      hashAndCount(other, run.projection.name),
      hashAndCount(client, run.into.place.schema),
    ]);
    const rows = Object.values(after).reduce((all, table) => all + table.rows, 0);
    return { rows, before: hashesOf(before), after: hashesOf(after) };
  } finally {
    // Both go back whatever happened: one whose connection broke is thrown away.
    for (const one of [client, other])
      one.release(
        await one.query('rollback').then(
          () => undefined,
          (error: Error) => error,
        ),
      );
  }
};

const takeOver = ({ db, projection, into }: Rebuild, hash: string): Promise<void> =>
  transaction(
    db,
    async ({ client }) => {
      await client.query(`drop schema if exists ${schemaName(projection.name)} cascade`);
      await client.query(`alter schema ${into.place.schema} rename to ${projection.name}`);
      await client.query('update projection_checkpoint set tables_hash = $2, updated_at = now() where name = $1', [
        projection.name,
        hash,
      ]);
      await client.query('delete from parked_event where projection = $1', [projection.name]);
      await client.query('update parked_event set projection = $1 where projection = $2', [
        projection.name,
        into.place.parkedAs,
      ]);
    },
    // A reader that is in the way is waited for briefly and then let pass, so that others do not queue up behind us.
    `begin; set local lock_timeout = '300ms'; set local statement_timeout = '1s'`,
  );

const switchOver = async (run: Rebuild): Promise<void> => {
  const hash = await tablesHash(run.projection);
  for (let tries = 1; ; tries += 1) {
    try {
      return await level(run, () => takeOver(run, hash));
    } catch (error) {
      if (!busy(error) || tries === switchTries) throw error;
      await new Promise((done) => setTimeout(done, 50));
    }
  }
};

const work = async (kernel: Kernel, projection: Projection, db: Db, guard: pg.PoolClient): Promise<RebuildReport> => {
  const started = performance.now();
  const { rows } = await guard.query<{ won: boolean }>(`select pg_try_advisory_lock(hashtextextended($1, 0)) as won`, [
    `rebuild:${projection.name}`,
  ]);
  if (!rows[0]?.won) throw new Error(`${projection.name} is being rebuilt already`);
  if (!projection.inline) await ensureTables(db, projection, transaction);
  const place = nextPlace(projection);
  await freshTables(db, projection, place.schema);
  const onParked: Applying['onParked'] = (row, error) =>
    kernel.log.error(
      { err: error, projection: projection.name, stream: row.stream, version: row.version },
      'an event failed in a rebuild and was set aside',
    );
  const into: Applying = { db, place, foldAt: createFolds(), budgetMs, onParked };
  const run: Rebuild = { kernel, projection, db, guard, into, at: logStart };
  await applyBulk(run);
  const compared = await compare(run);
  await switchOver(run);
  kernel.notifier.notify('events');
  projection.switched?.(kernel);
  const equal = JSON.stringify(compared.before) === JSON.stringify(compared.after);
  return { name: projection.name, ms: Math.round(performance.now() - started), equal, ...compared };
};

/** A read model that appends write themselves, in the form that a rebuild takes. */
export const inlineProjection = (given: { name: string; tables: URL; applyInline: InlineProjection }): Projection => ({
  name: given.name,
  tables: given.tables,
  inline: true,
  apply: (trx, event, fold) => given.applyInline(trx, [event], fold.after()),
});

/**
 * Builds a projection's tables anew beside the live ones, in short transactions, compares both, and puts the new ones
 * in the place of the old in one short transaction. Appends and readers go on meanwhile. Runs no effect.
 */
export const rebuildProjection = async (kernel: Kernel, projection: Projection): Promise<RebuildReport> => {
  const db = openDb(kernel.databaseUrl, { max: 4, waitMs: 5000, statementMs: 1_800_000 });
  const guard = await db.pool.connect();
  try {
    return await work(kernel, projection, db, guard);
  } finally {
    // Ends the session and with it its locks.
    guard.release(true);
    await db.pool.end();
  }
};
