import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { type Db, transaction } from '#kernel/db/pool.ts';
import { type CopiedRow, copyLog } from '#kernel/event-store/copy.ts';
import { type Checkpoint, logStart } from '#kernel/event-store/read.ts';
import { toEvent } from '#kernel/event-store/row.ts';
import type { Bulk, CopyLines } from '../projection.ts';
import { type Applying, behind, isPoison, park } from './batch.ts';
import { rememberFolds } from './fold.ts';

/** Events whose rows are written in one transaction: a fraction of the half second that one may last. */
const chunkEvents = 4000;
const heldStates = 20_000;

interface Index {
  table: string;
  name: string;
  definition: string;
  /** 'primary key' or 'unique' where it stands behind a constraint. */
  constraint: string | null;
}

/** Drops the indexes of a schema's tables, constraints that stand on them included; answers what they were. */
const dropIndexes = (db: Db, schema: string): Promise<Index[]> =>
  transaction(db, async ({ client }) => {
    const { rows } = await client.query<Index>(
      `select t.relname as table, i.relname as name, pg_get_indexdef(i.oid) as definition,
              case c.contype when 'p' then 'primary key' when 'u' then 'unique' end as constraint
         from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
              left join pg_constraint c on c.conindid = i.oid and c.contype in ('p', 'u')
        where t.relnamespace = $1::regnamespace order by i.oid`,
      [schema],
    );
    for (const { table, name, constraint } of rows)
      await client.query(
        constraint ? `alter table ${schema}.${table} drop constraint ${name}` : `drop index ${schema}.${name}`,
      );
    return rows;
  });

/** Makes indexes again; concurrently, since only so no transaction that writes is open while a long table is sorted. */
const makeIndexes = async (client: pg.PoolClient, schema: string, indexes: readonly Index[]): Promise<void> => {
  // It waits for whoever reads, however long that takes.
  await client.query('set lock_timeout = 0');
  for (const { table, name, definition, constraint } of indexes) {
    await client.query(definition.replace(/ INDEX /, ' INDEX CONCURRENTLY '));
    if (constraint)
      await client.query(`alter table ${schema}.${table} add constraint ${name} ${constraint} using index ${name}`);
  }
  await client.query('reset lock_timeout');
};

const copyIn = async (client: pg.PoolClient, parts: readonly CopyLines[]): Promise<void> => {
  for (const { table, columns, lines } of parts) {
    if (lines.length === 0) continue;
    const copy = client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`));
    copy.end(`${lines.join('\n')}\n`);
    await finished(copy);
  }
};

type Parked = [row: CopiedRow, error: unknown];

const createTaking = (db: Db, bulk: Bulk, onParked: Applying['onParked']) => {
  const folds = rememberFolds(heldStates);
  const broken = new Set<string>();
  let parked: Parked[] = [];
  const setAside = (row: CopiedRow, error: unknown): void => {
    if (!isPoison(error)) throw error;
    broken.add(row.stream);
    parked.push([row, error]);
    onParked(row, error);
  };
  // Waits only for a stream that is remembered no more: a promise for each event is a good part of a rebuild.
  const take = (row: CopiedRow): Promise<void> | null => {
    if (broken.has(row.stream)) {
      parked.push([row, behind]);
      return null;
    }
    try {
      const event = toEvent(row);
      const fold = folds.known(event);
      if (!fold)
        return folds
          .at(db.pool, event)
          .then((read) => bulk.add(event, read, row))
          .catch((error) => setAside(row, error));
      bulk.add(event, fold, row);
    } catch (error) {
      setAside(row, error);
    }
    return null;
  };
  const takeParked = (): Parked[] => {
    const taken = parked;
    parked = [];
    return taken;
  };
  return { take, takeParked };
};

/**
 * Fills the new tables of a projection with the log up to `until`: folded in memory, copied in while the next events
 * are read, indexed afterwards. Answers where the tables stand.
 */
export const loadBulk = async (
  { db, place, onParked }: Applying,
  bulk: Bulk,
  until: Checkpoint | null,
): Promise<Checkpoint> => {
  const indexes = await dropIndexes(db, place.schema);
  const { take, takeParked } = createTaking(db, bulk, onParked);
  const write = (parts: CopyLines[], parked: Parked[]): Promise<void> =>
    transaction(
      db,
      async (trx) => {
        await copyIn(trx.client, parts);
        for (const [row, error] of parked) await park(trx, place.parkedAs, row, error);
      },
      place.begin,
    );
  const reader = await db.pool.connect();
  let writing = Promise.resolve();
  let whole = false;
  let at = logStart;
  try {
    let count = 0;
    for await (const rows of copyLog(reader, logStart, until)) {
      for (const row of rows) {
        const reading = take(row);
        if (reading) await reading;
      }
      const { transaction_id, position } = rows.at(-1)!;
      at = { transaction_id, position };
      count += rows.length;
      if (count < chunkEvents) continue;
      count = 0;
      await writing;
      writing = write(bulk.drain(), takeParked());
      // Whether it failed is asked before the next one is written.
      writing.catch(() => {});
    }
    await writing;
    await write([...bulk.drain(), ...bulk.end()], takeParked());
    await makeIndexes(reader, place.schema, indexes);
    whole = true;
  } finally {
    await writing.catch(() => {});
    // A copy that was left half-way leaves a connection that is of no more use.
    reader.release(!whole);
  }
  return at;
};
