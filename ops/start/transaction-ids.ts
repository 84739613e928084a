import type pg from 'pg';
import { DatabaseUnfit } from '#kernel/db/migrate.ts';
import { laneCount, laneSql } from '#kernel/telemetry-log/partition.ts';

/** Tables that hold log positions, each with the log that they are positions in. A log holds its own. */
export const logPositionTables = {
  event: 'event',
  projection_checkpoint: 'event',
  parked_event: 'event',
  relay_checkpoint: 'event',
  telemetry_batch: 'telemetry_batch',
  telemetry_checkpoint: 'telemetry_batch',
} as const;
type LogPositionTable = keyof typeof logPositionTables;

/** A table with a column of transaction ids. */
export interface TransactionIdColumn {
  schema: string;
  table: string;
  column: string;
  /** Whether this user may read it. */
  readable: boolean;
}

/** A rebuild's draft goes with the rebuild: whoever begins the next one drops it first. */
const isDraft = (schema: string): boolean => schema.endsWith('_next');

/** Every column of the product's tables that holds transaction ids, by its type or by its name. */
export const transactionIdColumns = async (on: Pick<pg.ClientBase, 'query'>): Promise<TransactionIdColumn[]> => {
  const { rows } = await on.query<TransactionIdColumn>(
    `select n.nspname as schema, c.relname as table, a.attname as column,
            has_schema_privilege(n.oid, 'usage') and has_table_privilege(c.oid, 'select') as readable
       from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped
        and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast') and n.nspname not like 'pg\\_temp%'
        and (a.atttypid in ('xid8'::regtype, 'xid'::regtype) or a.attname ~ '(transaction_id|xid|xmin)')
      order by 1, 2, 3`,
  );
  return rows.filter(({ schema }) => !isDraft(schema));
};

const isKnown = ({ schema, table, column }: TransactionIdColumn): boolean =>
  column === 'transaction_id' &&
  table in logPositionTables &&
  (table === 'telemetry_checkpoint' ? /^analytics(_earlier)?$/.test(schema) : schema === 'public');

/** Columns that hold transaction ids and that nothing here knows how to rewrite: there must be none. */
export const unknownTransactionIdColumns = async (on: Pick<pg.ClientBase, 'query'>): Promise<TransactionIdColumn[]> =>
  (await transactionIdColumns(on)).filter((one) => !isKnown(one));

/** The tables of this database that hold log positions, each with its schema. */
export const knownTransactionIdColumns = async (
  on: Pick<pg.ClientBase, 'query'>,
): Promise<(Omit<TransactionIdColumn, 'table'> & { table: LogPositionTable })[]> =>
  (await transactionIdColumns(on)).filter(isKnown) as (Omit<TransactionIdColumn, 'table'> & {
    table: LogPositionTable;
  })[];

// By the index of each lane, so that a large inbox is no more work than an empty one.
const newestBatches = `select b.transaction_id from generate_series(0, ${laneCount - 1}) as lane
  cross join lateral (select transaction_id from public.telemetry_batch
    where ${laneSql('partition')} = lane order by telemetry_batch.transaction_id desc, telemetry_batch.position desc limit 1) b`;

const newestOf = ({ schema, table }: TransactionIdColumn): string => {
  if (table === 'telemetry_batch') return newestBatches;
  const which = table === 'telemetry_checkpoint' ? `where source = 'postgres'` : '';
  return `(select transaction_id from "${schema}"."${table}" t ${which} order by t.transaction_id desc limit 1)`;
};

/**
 * The newest transaction id that the tables of a database hold, when its cluster has not given it out yet, and the one
 * that it gives out next; null when all are its own. What a snapshot sees was written by transactions that it knows to
 * be over, so a cluster at work is never taken for another. Cost: one index read for each table.
 */
export const foreignPositions = async (
  on: Pick<pg.ClientBase, 'query'>,
): Promise<{ newest: string; next: string } | null> => {
  // Who may not read a log works beside others, which start only when it is in order.
  const found = (await knownTransactionIdColumns(on)).filter(({ readable }) => readable);
  if (found.length === 0) return null;
  const { rows } = await on.query<{ newest: string; next: string }>(
    `select transaction_id::text as newest, pg_snapshot_xmax(pg_current_snapshot())::text as next
       from (${found.map(newestOf).join(' union all ')}) as held
      where transaction_id >= pg_snapshot_xmax(pg_current_snapshot()) order by held.transaction_id desc limit 1`,
  );
  return rows[0] ?? null;
};

/**
 * Throws DatabaseUnfit when the order of a log rests on transaction ids of another Postgres cluster: nobody here can
 * read it.
 */
export const refuseForeignLog = async (on: Pick<pg.ClientBase, 'query'>): Promise<void> => {
  const foreign = await foreignPositions(on);
  if (foreign)
    throw new DatabaseUnfit(
      `The database was restored from another Postgres: its log goes up to transaction ${foreign.newest}, and this server is at ${foreign.next}. Run "npm run restored" once, then start again.`,
    );
};
