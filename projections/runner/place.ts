import type pg from 'pg';
import { copySchemaUsage } from '#kernel/db/grants.ts';
import type { Db, Trx } from '#kernel/db/pool.ts';
import { type Checkpoint, logStart } from '#kernel/event-store/read.ts';
import type { Projection } from '../projection.ts';
import { readTables, tablesHash } from '../tables-hash.ts';

/** Somebody else moved the checkpoint or replaced the tables; what this runner knows is stale. */
export class Fenced extends Error {}

/** Tables that events are applied to: the live ones of a projection, or the next ones of a rebuild. */
export interface Place {
  projection: Projection;
  schema: string;
  /** Under which name its parked events stand. */
  parkedAs: string;
  /** How a transaction on these tables begins. */
  begin: string;
  /** Checks, in the transaction, that the tables stand at `at`, and keeps others from moving them. */
  hold(trx: Trx, at: Checkpoint): Promise<void>;
  /** Moves them to `to`, in the same transaction. */
  move(trx: Trx, at: Checkpoint, to: Checkpoint): Promise<void>;
}

const identifier = /^[a-z][a-z_]{0,40}$/;

/** A schema's name, checked, since it becomes part of statements. */
export const schemaName = (name: string): string => {
  if (!identifier.test(name)) throw new Error(`${name} cannot name a projection`);
  return name;
};

/** The key of the advisory lock that live batches take shared and a switch takes alone. */
export const switchLock = (projection: Projection): string =>
  `hashtextextended('switch:${schemaName(projection.name)}', 0)`;

/** Where a projection's live tables stand, or null before they were first made. */
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

/** Makes a projection's tables in a schema of their own, as part of a transaction. */
export const makeTables = async (client: pg.PoolClient, projection: Projection, schema: string): Promise<void> => {
  await client.query(`create schema ${schemaName(schema)}`);
  await copySchemaUsage(client, schema, projection.name);
  await client.query(`set local search_path to ${schema}, public`);
  await client.query(await readTables(projection.tables));
};

/** Makes the live tables and their checkpoint at the start of the log, unless they are there. */
export const ensureTables = async (
  db: Db,
  projection: Projection,
  transact: (db: Db, work: (trx: Trx) => Promise<void>) => Promise<void>,
): Promise<void> => {
  const hash = await tablesHash(projection);
  await transact(db, async (trx) => {
    await trx.client.query(`select pg_advisory_xact_lock(${switchLock(projection)})`);
    if (await readCheckpoint(trx.client as never, projection.name)) return;
    // A schema without a checkpoint is left over from a database that was put together by hand.
    await trx.client.query(`drop schema if exists ${schemaName(projection.name)} cascade`);
    await makeTables(trx.client, projection, projection.name);
    await trx.client.query(
      'insert into public.projection_checkpoint (name, tables_hash, transaction_id, position) values ($1, $2, $3::xid8, $4)',
      [projection.name, hash, logStart.transaction_id, logStart.position],
    );
  });
};

/** The live tables of a projection: their checkpoint is a row that is held while a batch is applied. */
export const livePlace = (projection: Projection, hash: string): Place => ({
  projection,
  schema: projection.name,
  parkedAs: projection.name,
  begin: `begin; set local search_path to ${schemaName(projection.name)}, public; select pg_advisory_xact_lock_shared(${switchLock(projection)})`,
  async hold(trx, at) {
    const { rows } = await trx.client.query<Checkpoint & { tables_hash: string }>(
      `select transaction_id::text, position::text, tables_hash from projection_checkpoint where name = $1 for update`,
      [projection.name],
    );
    const found = rows[0];
    if (found?.transaction_id !== at.transaction_id || found.position !== at.position || found.tables_hash !== hash)
      throw new Fenced(`${projection.name} is run by another process`);
  },
  async move(trx, at, to) {
    const { rowCount } = await trx.client.query(
      `update projection_checkpoint set transaction_id = $4::xid8, position = $5, updated_at = now()
        where name = $1 and transaction_id = $2::xid8 and position = $3`,
      [projection.name, at.transaction_id, at.position, to.transaction_id, to.position],
    );
    if (rowCount !== 1) throw new Fenced(`${projection.name} is run by another process`);
  },
});

/** The tables of a rebuild: nobody else knows them, and a rebuild that breaks off starts again. */
export const nextPlace = (projection: Projection): Place => ({
  projection,
  schema: `${projection.name}_next`,
  parkedAs: `${projection.name}_next`,
  begin: `begin; set local search_path to ${schemaName(projection.name)}_next, public`,
  async hold() {},
  async move() {},
});
