import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Db } from '#kernel/db/pool.ts';
import { transaction } from '#kernel/db/transaction.ts';
import { type CopiedRow, copyLog } from '#kernel/event-store/copy.ts';
import { type Checkpoint, logStart } from '#kernel/event-store/read.ts';
import { toEvent } from '#kernel/event-store/row.ts';
import type { BulkLoader, CopyLines } from '../projection.ts';
import { type ApplyOptions, behindDeadLetter, deadLetter, isPoison } from './batch.ts';
import { createStreamStates } from './stream-states.ts';

/** Events whose rows are written in one transaction: a fraction of the half second that one may last. */
const chunkEvents = 4000;
const maxStates = 20_000;

interface IndexDefinition {
  table: string;
  name: string;
  definition: string;
  /** 'primary key' or 'unique' where it belongs to a constraint. */
  constraint: string | null;
}

/** Drops the indexes of a schema's tables and the constraints on them; answers their definitions. */
const dropIndexes = (db: Db, schema: string): Promise<IndexDefinition[]> =>
  transaction(db, async ({ client }) => {
    const { rows } = await client.query<IndexDefinition>(
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

/** Recreates indexes concurrently, so that no write transaction is open while a long table is sorted. */
const recreateIndexes = async (
  client: pg.PoolClient,
  schema: string,
  indexes: readonly IndexDefinition[],
): Promise<void> => {
  // It waits for readers, however long they take.
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

type DeadLetter = [row: CopiedRow, error: unknown];

const createIntake = (db: Db, bulk: BulkLoader, onDeadLetter: ApplyOptions['onDeadLetter']) => {
  const states = createStreamStates(maxStates);
  const failedStreams = new Set<string>();
  let deadLetters: DeadLetter[] = [];
  const addDeadLetter = (row: CopiedRow, error: unknown): void => {
    if (!isPoison(error)) throw error;
    failedStreams.add(row.stream);
    deadLetters.push([row, error]);
    onDeadLetter(row, error);
  };
  // Waits only for a stream whose state is not cached: a promise for each event is a good part of a rebuild.
  const take = (row: CopiedRow): Promise<void> | null => {
    if (failedStreams.has(row.stream)) {
      deadLetters.push([row, behindDeadLetter]);
      return null;
    }
    try {
      const event = toEvent(row);
      const fold = states.known(event);
      if (!fold)
        return states
          .at(db.pool, event)
          .then((read) => bulk.add(event, read, row))
          .catch((error) => addDeadLetter(row, error));
      bulk.add(event, fold, row);
    } catch (error) {
      addDeadLetter(row, error);
    }
    return null;
  };
  const takeDeadLetters = (): DeadLetter[] => {
    const taken = deadLetters;
    deadLetters = [];
    return taken;
  };
  return { take, takeDeadLetters };
};

/**
 * Bulk-loads the new tables of a projection with the log up to `until`: states are computed in memory, rows copied in
 * while the next events are read, indexes built afterwards. Answers the checkpoint of the tables.
 */
export const bulkLoad = async (
  { db, tables, onDeadLetter }: ApplyOptions,
  bulk: BulkLoader,
  until: Checkpoint | null,
): Promise<Checkpoint> => {
  const indexes = await dropIndexes(db, tables.schema);
  const { take, takeDeadLetters } = createIntake(db, bulk, onDeadLetter);
  const write = (parts: CopyLines[], deadLetters: DeadLetter[]): Promise<void> =>
    transaction(
      db,
      async (trx) => {
        await copyIn(trx.client, parts);
        for (const [row, error] of deadLetters) await deadLetter(trx, tables.deadLetterName, row, error);
      },
      tables.begin,
    );
  const reader = await db.pool.connect();
  let writing = Promise.resolve();
  let complete = false;
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
      writing = write(bulk.drain(), takeDeadLetters());
      // A failure is handled before the next one is written.
      writing.catch(() => {});
    }
    await writing;
    await write([...bulk.drain(), ...bulk.end()], takeDeadLetters());
    await recreateIndexes(reader, tables.schema, indexes);
    complete = true;
  } finally {
    await writing.catch(() => {});
    // An interrupted copy leaves the connection unusable.
    reader.release(!complete);
  }
  return at;
};
