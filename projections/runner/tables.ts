import type pg from 'pg';
import { copySchemaUsage } from '#kernel/db/grants.ts';
import type { Db } from '#kernel/db/pool.ts';
import type { Trx } from '#kernel/db/transaction.ts';
import { type Checkpoint, logStart } from '#kernel/event-store/read.ts';
import type { Projection } from '../projection.ts';
import { readTables, schemaHash } from '../schema-hash.ts';
import { StaleWriter } from '../stale-writer.ts';

/** The tables that events are applied to: the live ones of a projection, or the shadow tables of a rebuild. */
export interface ProjectionTables {
  projection: Projection;
  schema: string;
  /** The name of its dead letters in `parked_event`. */
  deadLetterName: string;
  /** The statements that begin a transaction on these tables. */
  begin: string;
  /** Locks the checkpoint for the transaction; throws StaleWriter when it is not `at`. */
  lockCheckpoint(trx: Trx, at: Checkpoint): Promise<void>;
  /** Moves the checkpoint to `to`, in the same transaction. */
  moveCheckpoint(trx: Trx, at: Checkpoint, to: Checkpoint): Promise<void>;
}

const identifier = /^[a-z][a-z_]{0,40}$/;

/** A schema's name, checked, since it becomes part of statements. */
export const schemaName = (name: string): string => {
  if (!identifier.test(name)) throw new Error(`${name} cannot name a projection`);
  return name;
};

/** The key of the advisory lock that live batches take shared and a schema swap takes exclusively. */
export const switchLock = (projection: Projection): string =>
  `hashtextextended('switch:${schemaName(projection.name)}', 0)`;

/** The checkpoint of a projection's live tables, or null before they are created. */
export const readCheckpoint = async (
  on: Pick<pg.Pool, 'query'>,
  name: string,
): Promise<(Checkpoint & { tables_hash: string }) | null> => {
  const { rows } = await on.query<Checkpoint & { tables_hash: string }>(
    'select transaction_id::text, position::text, tables_hash from projection_checkpoint where name = $1',
    [name],
  );
  return rows[0] ?? null;
};

/** Creates a projection's tables in a schema of their own, as part of a transaction. */
export const createTables = async (client: pg.PoolClient, projection: Projection, schema: string): Promise<void> => {
  await client.query(`create schema ${schemaName(schema)}`);
  await copySchemaUsage(client, schema, projection.name);
  await client.query(`set local search_path to ${schema}, public`);
  await client.query(await readTables(projection.tables));
};

/** Creates the live tables and their checkpoint at the start of the log, unless they exist. */
export const ensureTables = async (
  db: Db,
  projection: Projection,
  transact: (db: Db, work: (trx: Trx) => Promise<void>) => Promise<void>,
): Promise<void> => {
  const hash = await schemaHash(projection);
  await transact(db, async (trx) => {
    await trx.client.query(`select pg_advisory_xact_lock(${switchLock(projection)})`);
    if (await readCheckpoint(trx.client as never, projection.name)) return;
    // A schema without a checkpoint is left over from a database that was assembled by hand.
    await trx.client.query(`drop schema if exists ${schemaName(projection.name)} cascade`);
    await createTables(trx.client, projection, projection.name);
    await trx.client.query(
      'insert into public.projection_checkpoint (name, tables_hash, transaction_id, position) values ($1, $2, $3::xid8, $4)',
      [projection.name, hash, logStart.transaction_id, logStart.position],
    );
  });
};

/** The live tables of a projection: their checkpoint is a row that is locked while a batch is applied. */
export const liveTables = (projection: Projection, hash: string): ProjectionTables => ({
  projection,
  schema: projection.name,
  deadLetterName: projection.name,
  begin: `begin; set local search_path to ${schemaName(projection.name)}, public; select pg_advisory_xact_lock_shared(${switchLock(projection)})`,
  async lockCheckpoint(trx, at) {
    const { rows } = await trx.client.query<Checkpoint & { tables_hash: string }>(
      `select transaction_id::text, position::text, tables_hash from projection_checkpoint where name = $1 for update`,
      [projection.name],
    );
    const found = rows[0];
    if (found?.transaction_id !== at.transaction_id || found.position !== at.position || found.tables_hash !== hash)
      throw new StaleWriter(`${projection.name} is run by another process`);
  },
  async moveCheckpoint(trx, at, to) {
    const { rowCount } = await trx.client.query(
      `update projection_checkpoint set transaction_id = $4::xid8, position = $5, updated_at = now()
        where name = $1 and transaction_id = $2::xid8 and position = $3`,
      [projection.name, at.transaction_id, at.position, to.transaction_id, to.position],
    );
    if (rowCount !== 1) throw new StaleWriter(`${projection.name} is run by another process`);
  },
});

/**
 * The shadow tables of a rebuild, without a checkpoint: nobody else writes them, and an interrupted rebuild restarts.
 */
export const shadowTables = (projection: Projection): ProjectionTables => ({
  projection,
  schema: `${projection.name}_next`,
  deadLetterName: `${projection.name}_next`,
  begin: `begin; set local search_path to ${schemaName(projection.name)}_next, public`,
  async lockCheckpoint() {},
  async moveCheckpoint() {},
});
